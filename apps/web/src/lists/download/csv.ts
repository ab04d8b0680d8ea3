import { byteOrderMark, formatCsvLine, guardFormula } from '@seller-connect/contract/csv';

export type CsvCell = string | number | null | undefined;

/** Formats rows as CSV with a byte-order mark. A missing value is an empty field. */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return byteOrderMark + rows.map((row) => formatCsvLine(row.map(formatCell))).join('');
}

function formatCell(cell: CsvCell): string {
  return typeof cell === 'string' ? guardFormula(cell) : String(cell ?? '');
}

/** Returns the rows as a file to download. */
export function csvFile(rows: readonly (readonly CsvCell[])[]): Blob {
  return new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' });
}
