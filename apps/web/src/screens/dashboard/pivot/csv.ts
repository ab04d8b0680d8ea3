/** Spreadsheets read a text that begins with one of these as a formula. */
const formulaStart = /^[=+\-@\t\r]/;
const isNumber = /^-?\d+(\.\d+)?$/;

/**
 * Formats rows as CSV (RFC 4180) with a byte-order mark, without which Excel on Windows garbles Vietnamese. Texts that a
 * spreadsheet would run as formulas get an apostrophe.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  const cellOf = (text: string) => {
    const safe = formulaStart.test(text) && !isNumber.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return `\uFEFF${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`;
}
