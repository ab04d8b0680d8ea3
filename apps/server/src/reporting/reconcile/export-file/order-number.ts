/** An order's number without what spreadsheets put around a number that is to stay a text. */
export function cleanOrderNumber(cell: string): string {
  const formula = /^="([^"]*)"$/.exec(cell.trim());
  return (formula?.[1] ?? cell).trim().replace(/^'/, '').replace(/\.0$/, '').trim();
}

/** No order's number has a blank, and each has a digit. */
export function isOrderNumber(text: string): boolean {
  return /^[0-9A-Za-z-]{4,64}$/.test(text) && /\d/.test(text);
}

/** Whether a spreadsheet has written a number as a power of ten, and so has dropped digits. */
export function isScientific(text: string): boolean {
  return /^\d(?:[.,]\d*)?E\+?\d+$/i.test(text);
}

/** A spreadsheet keeps so many digits of a number, and makes zeros of the rest. */
const maxExactDigits = 15;
/** So many zeros are no chance: one in a thousand. */
const minTrailingZeros = 3;

/** Whether all numbers of more than 15 digits end in zeros, which happens when Excel saves a CSV file. */
export function looksRounded(numbers: Iterable<string>): boolean {
  let zeros = 0;
  for (const number of numbers) {
    if (!/^\d+$/.test(number) || number.length <= maxExactDigits) continue;
    if (!/^0*$/.test(number.slice(maxExactDigits))) return false;
    zeros += number.length - maxExactDigits;
  }
  return zeros >= minTrailingZeros;
}
