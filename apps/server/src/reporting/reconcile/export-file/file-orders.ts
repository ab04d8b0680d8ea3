import type { AmountVariant } from '@seller-connect/contract';
import { cutText } from '../../../platform/cut-text.ts';
import { parseAmountE4 } from './cells.ts';
import { maxAmountE4, maxQuantity } from '../../../platform/database/storable-values.ts';
import {
  columnName,
  type Column,
  type FileLayout,
  type DetectedLayout,
  type LineStatus,
} from './layouts.ts';
import { absolute } from '../../../platform/money.ts';

/** A row of an export file below the headings. */
export interface Row {
  readonly line: number;
  readonly cells: ReadonlyMap<Column, string>;
  /** Hash of the whole row; equal rows have equal signatures. */
  readonly signature: string;
}

/** An order as the file contains it. */
export interface FileOrder {
  readonly orderId: string;
  readonly placedAt: Date;
  /** In the words of the file. */
  readonly status: string;
  /**
   * The possible meanings of the status of each row, or of the order; empty if the file has no status or an unknown
   * one.
   */
  readonly standings: readonly (readonly LineStatus[])[];
  /** In ten-thousandths, without repeated rows. */
  readonly amounts: ReadonlyMap<AmountVariant, bigint>;
  /** Units in ten-thousandths; null if the file has no quantities. */
  readonly quantityE4: bigint | null;
  /** How often the file repeats the rows of the order. */
  readonly copies: number;
}

/** A row of an order that cannot be compared because one of its cells cannot be parsed. */
export interface UnreadableRow {
  readonly row: number;
  /** The heading of that cell. */
  readonly column: string;
  /** Null if the number itself cannot be parsed. */
  readonly orderId: string | null;
  readonly placedAt: Date | null;
  /** False for a row without a date, which may be a total. */
  readonly hasDate: boolean;
}

export interface OrderParseContext extends DetectedLayout {
  readonly timeOf: (cell: string) => Date | null;
  /** Collects unknown statuses. */
  readonly unknown: Set<string>;
}

const maxQuantityE4 = BigInt(maxQuantity) * 10_000n;

/** Creates a function that parses the order of some rows, or returns the row that cannot be parsed. */
export function createOrderParser({
  form,
  at,
  timeOf,
  unknown,
}: OrderParseContext): (orderId: string, rows: readonly Row[]) => FileOrder | UnreadableRow {
  const variants = form.variants.filter(({ of }) => of.every((column) => at.has(column)));
  const amountColumns = new Set(variants.flatMap(({ of }) => of));
  if (at.has('quantity')) amountColumns.add('quantity');
  return (orderId, rows) => {
    const { once, copies } = deduplicateRows(rows);
    const [first] = once;
    const cell = first?.cells.get('placedAt') ?? '';
    const placedAt = timeOf(cell);
    const unreadable = (row: Row | undefined, column: Column): UnreadableRow => ({
      row: row?.line ?? 0,
      column: columnName(form, column),
      orderId,
      placedAt,
      hasDate: cell !== '',
    });
    if (!placedAt) return unreadable(first, 'placedAt');
    for (const row of once) {
      for (const column of amountColumns) {
        if (parseAmountE4(row.cells.get(column) ?? '') === null) return unreadable(row, column);
      }
    }
    const quantityE4 = sumQuantityE4(form, at, once);
    if (quantityE4 !== null && absolute(quantityE4) > maxQuantityE4) {
      return unreadable(first, 'quantity');
    }
    const amounts = sumAmounts(variants, once);
    // What is more belongs to another column.
    const maxOfCopyE4 = maxAmountE4 / BigInt(copies);
    const excessive = variants.find(({ name }) => absolute(amounts.get(name) ?? 0n) > maxOfCopyE4);
    if (excessive) return unreadable(first, excessive.of[0]);
    return {
      orderId,
      placedAt,
      ...parseStatus(form, form.statusPerRow ? once : once.slice(0, 1), unknown),
      amounts,
      quantityE4,
      copies,
    };
  };
}

/** Removes repeated rows: an order whose rows each occur twice is in the file twice. */
function deduplicateRows(rows: readonly Row[]): { once: readonly Row[]; copies: number } {
  if (rows.length === 1) return { once: rows, copies: 1 };
  const counts = new Map<string, number>();
  for (const { signature } of rows) counts.set(signature, (counts.get(signature) ?? 0) + 1);
  const copies = [...counts.values()].reduce(greatestCommonDivisor);
  const seen = new Map<string, number>();
  const once = rows.filter(({ signature }) => {
    const count = (seen.get(signature) ?? 0) + 1;
    seen.set(signature, count);
    return count <= (counts.get(signature) ?? 0) / copies;
  });
  return { once, copies };
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

function parseStatus(
  form: FileLayout,
  rows: readonly Row[],
  unknown: Set<string>,
): Pick<FileOrder, 'status' | 'standings'> {
  const standings: (readonly LineStatus[])[] = [];
  const statusTexts = new Set<string>();
  for (const { cells } of rows) {
    const statusText = cutText(cells.get('substatus') || cells.get('status') || '', 100);
    if (statusText === '') continue;
    statusTexts.add(statusText);
    const meaning = statusMeaning(form, statusText);
    if (meaning) standings.push(meaning);
    else unknown.add(cutText(statusText, 60));
  }
  return {
    status: cutText([...statusTexts].slice(0, 100).join(', '), 100),
    // If only some statuses are known, the status is not compared.
    standings: standings.length === rows.length ? standings : [],
  };
}

function statusMeaning(form: FileLayout, word: string): readonly LineStatus[] | undefined {
  const key = word.normalize('NFC').toLowerCase();
  return Object.hasOwn(form.statuses, key) ? form.statuses[key] : undefined;
}

function sumAmounts(
  variants: FileLayout['variants'],
  rows: readonly Row[],
): Map<AmountVariant, bigint> {
  return new Map(
    variants.map(({ name, row }) => [
      name,
      rows.reduce(
        (sum, { cells }, index) =>
          sum + row((column) => parseAmountE4(cells.get(column) ?? '') ?? 0n, index === 0),
        0n,
      ),
    ]),
  );
}

function sumQuantityE4(
  form: FileLayout,
  at: DetectedLayout['at'],
  rows: readonly Row[],
): bigint | null {
  if (form.rowPerPiece) return BigInt(rows.length) * 10_000n;
  if (!at.has('quantity')) return null;
  return rows.reduce(
    (sum, { cells }) => sum + (parseAmountE4(cells.get('quantity') ?? '') ?? 0n),
    0n,
  );
}
