export type CsvCell = string | number | null | undefined;

/** Characters with which spreadsheets begin a formula, and the apostrophe, which looks like an existing guard. */
const formulaStart = /^['=+\-@\t\r＝＋－＠]/u;
const isNumber = /^-?\d+(\.\d+)?$/;

/**
 * Formats rows as CSV (RFC 4180) with a byte-order mark, without which Excel on Windows garbles Vietnamese. Texts that a
 * spreadsheet would run as formulas get an apostrophe. A missing value is an empty field.
 */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')}`;
}

function formatCell(cell: CsvCell): string {
  const text = String(cell ?? '');
  const guarded = formulaStart.test(text) && !isNumber.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** Returns the rows as a file to download. */
export function csvFile(rows: readonly (readonly CsvCell[])[]): Blob {
  return new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' });
}
