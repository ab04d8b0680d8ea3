import { byteOrderMark, formatCsvLine, guardFormula } from '@seller-connect/contract/csv';
import type { Cell } from '../query/read-rows.ts';
import type { Columns, FileField, FileWriter } from './file-format.ts';

/**
 * Returns one line of a CSV file: decimals with a point, days and instants in ISO 8601, missing values empty.
 * @param guard whether texts are passed through `guardFormula`
 */
export function csvLine(
  cells: readonly Cell[],
  fields: readonly FileField[],
  guard: boolean,
): string {
  return formatCsvLine(
    cells.map((cell, index) => {
      const text = textOf(cell);
      return guard && isUserText(fields[index]) ? guardFormula(text) : text;
    }),
  );
}

/** Returns whether the field holds text from outside; numbers and days cannot be formulas. */
function isUserText(field: FileField | undefined): boolean {
  return field === undefined || field.type === 'text';
}

function textOf(cell: Cell): string {
  return cell instanceof Date ? cell.toISOString() : String(cell ?? '');
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
    // The names are our own and need no guard.
    begin: () => encoder.encode((bom ? byteOrderMark : '') + formatCsvLine(names)),
    rows: (rows) => encoder.encode(rows.map((row) => csvLine(row, fields, guard)).join('')),
    end: () => new Uint8Array(),
  };
}
