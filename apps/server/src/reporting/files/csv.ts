import type { Cell } from '../query/read-rows.ts';
import type { Columns, FileField, FileWriter } from './file-format.ts';

/** So that spreadsheets on Windows take the file for UTF-8. */
const byteOrderMark = '\uFEFF';

/** What a spreadsheet would run as a formula, and what looks as if it had been guarded already. */
const formulaPrefix = /^['=+\-@\t\r＝＋－＠]/u;

/**
 * One line of a CSV file (RFC 4180): decimals with a point, days and instants as ISO 8601, nothing for what is missing.
 * A text that a spreadsheet would run as a formula, or that begins with an apostrophe, gets one apostrophe before it;
 * taking one leading apostrophe away from every text gives back what was stored.
 */
export function csvLine(
  cells: readonly Cell[],
  fields: readonly FileField[],
  guard: boolean,
): string {
  return `${cells.map((cell, index) => csvCell(cell, guard && isUserText(fields[index]))).join(',')}\r\n`;
}

/** The line of the columns' names, which are our own. */
export function csvHeader(names: readonly string[]): string {
  return `${names.map((name) => csvCell(name, false)).join(',')}\r\n`;
}

/** Whether what it holds was written by somebody else; numbers and days cannot be formulas. */
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

/** @param guard see `csvLine`. */
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
