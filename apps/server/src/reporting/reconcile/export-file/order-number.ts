/** Removes what spreadsheets add around a number to keep it text. */
export function cleanOrderNumber(cell: string): string {
  const formula = /^="([^"]*)"$/.exec(cell.trim());
  return (formula?.[1] ?? cell).trim().replace(/^'/, '').replace(/\.0$/, '').trim();
}

/** Returns whether a text can be an order number: no blanks and at least one digit. */
export function isOrderNumber(text: string): boolean {
  return /^[0-9A-Za-z-]{4,64}$/.test(text) && /\d/.test(text);
}

/** Returns whether a spreadsheet wrote a number in scientific notation and so dropped digits. */
export function isScientific(text: string): boolean {
  return /^\d(?:[.,]\d*)?E\+?\d+$/i.test(text);
}

/** Spreadsheets keep 15 digits of a number and replace the rest by zeros. */
const maxExactDigits = 15;
/** Three trailing zeros occur by chance once in a thousand. */
const minTrailingZeros = 3;

/** Returns whether all numbers of more than 15 digits end in zeros, as after Excel has saved a CSV file. */
export function looksRounded(numbers: Iterable<string>): boolean {
  let zeros = 0;
  for (const number of numbers) {
    if (!/^\d+$/.test(number) || number.length <= maxExactDigits) continue;
    if (!/^0*$/.test(number.slice(maxExactDigits))) return false;
    zeros += number.length - maxExactDigits;
  }
  return zeros >= minTrailingZeros;
}
