import type { Cell } from '../query/read-rows.ts';
import type { Columns, FileField, FileWriter } from './file-format.ts';

/** Makes spreadsheets on Windows read the file as UTF-8. */
const byteOrderMark = '\uFEFF';

/** Characters that start a formula in spreadsheets, and the apostrophe, which looks like an existing guard. */
const formulaPrefix = /^['=+\-@\t\r＝＋－＠]/u;

/**
 * Returns one line of a CSV file (RFC 4180): decimals with a point, days and instants in ISO 8601, missing values
 * empty. With `guard`, a text that a spreadsheet would run as a formula or that begins with an apostrophe gets one
 * leading apostrophe. Removing one leading apostrophe from every text restores the stored values.
 */
export function csvLine(
  cells: readonly Cell[],
  fields: readonly FileField[],
  guard: boolean,
): string {
  const line = cells.map((cell, index) => csvCell(cell, guard && isUserText(fields[index])));
  // One empty cell would be a blank line, which readers skip.
  return `${line.join(',') || '""'}\r\n`;
}

/** Returns the header line. The names are our own and need no guard. */
export function csvHeader(names: readonly string[]): string {
  return `${names.map((name) => csvCell(name, false)).join(',')}\r\n`;
}

/** Returns whether the field holds text from outside; numbers and days cannot be formulas. */
function isUserText(field: FileField | undefined): boolean {
  return field === undefined || field.type === 'text';
}

function csvCell(cell: Cell, guard: boolean): string {
  if (cell === null) return '';
  const text = cell instanceof Date ? cell.toISOString() : String(cell);
  const guardedText = guard && formulaPrefix.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(guardedText) || guardedText !== guardedText.trim()
    ? `"${guardedText.replaceAll('"', '""')}"`
    : guardedText;
}

/**
 * Creates a writer of CSV files.
 * @param guard see `csvLine`
 */
export function csvFile(
  { fields, names }: Columns,
  { bom, guard }: { bom: boolean; guard: boolean },
): FileWriter {
  const encoder = new TextEncoder();
  return {
    contentType: 'text/csv; charset=utf-8; header=present',
    extension: 'csv',
    begin: () => encoder.encode((bom ? byteOrderMark : '') + csvHeader(names)),
    rows: (rows) => encoder.encode(rows.map((row) => csvLine(row, fields, guard)).join('')),
    end: () => new Uint8Array(),
  };
}
