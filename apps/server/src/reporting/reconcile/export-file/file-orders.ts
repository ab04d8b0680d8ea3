import type { AmountVariant } from '@seller-connect/contract';
import { parseAmountE4 } from './cells.ts';
import {
  columnName,
  type Column,
  type FileLayout,
  type DetectedLayout,
  type LineStatus,
} from './layouts.ts';

/** A row of an export file below its headings. */
export interface Row {
  readonly line: number;
  readonly cells: ReadonlyMap<Column, string>;
  /** Tells rows apart: everything that the row says. */
  readonly signature: string;
}

/** An order as the file tells it. */
export interface FileOrder {
  readonly orderId: string;
  readonly placedAt: Date;
  /** In the file's words. */
  readonly status: string;
  /** What the status of each row, or of the order, can mean; empty where the file does not tell or nobody knows it. */
  readonly standings: readonly (readonly LineStatus[])[];
  /** In ten-thousandths, of the order told once. */
  readonly amounts: ReadonlyMap<AmountVariant, bigint>;
  /** Pieces in ten-thousandths; null where the file does not tell. */
  readonly quantityE4: bigint | null;
  /** How often all of its rows come. */
  readonly copies: number;
}

/** A row about an order that cannot be compared because of one of its cells. */
export interface UnreadableRow {
  readonly row: number;
  /** The heading of the cell. */
  readonly column: string;
  /** Null where the number itself cannot be read. */
  readonly orderId: string | null;
  readonly placedAt: Date | null;
  /** False for a row without a date: it may add others up. */
  readonly hasDate: boolean;
}

export interface OrderParseContext extends DetectedLayout {
  readonly timeOf: (cell: string) => Date | null;
  /** Takes statuses that nobody knows. */
  readonly unknown: Set<string>;
}

/** The order that some rows are about, or the row that cannot be read. */
export function parseOrder(
  orderId: string,
  rows: readonly Row[],
  { form, at, timeOf, unknown }: OrderParseContext,
): FileOrder | UnreadableRow {
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
  const counted = [...amountColumns(form, at)];
  for (const row of once) {
    const wrong = counted.find((column) => parseAmountE4(row.cells.get(column) ?? '') === null);
    if (wrong) return unreadable(row, wrong);
  }
  return {
    orderId,
    placedAt,
    ...parseStatus(form, form.statusPerRow ? once : once.slice(0, 1), unknown),
    amounts: sumAmounts(form, at, once),
    quantityE4: sumQuantityE4(form, at, once),
    copies,
  };
}

/** The rows without their repetitions: each twice is the order twice. */
function deduplicateRows(rows: readonly Row[]): { once: Row[]; copies: number } {
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
    const statusText = (cells.get('substatus') || cells.get('status') || '').slice(0, 100);
    if (statusText === '') continue;
    statusTexts.add(statusText);
    const meaning = statusMeaning(form, statusText);
    if (meaning) standings.push(meaning);
    else unknown.add(statusText.slice(0, 60));
  }
  return {
    status: [...statusTexts].slice(0, 100).join(', ').slice(0, 100),
    // Known in part only: better not compared at all.
    standings: standings.length === rows.length ? standings : [],
  };
}

function statusMeaning(form: FileLayout, word: string): readonly LineStatus[] | undefined {
  const key = word.normalize('NFC').toLowerCase();
  return Object.hasOwn(form.statuses, key) ? form.statuses[key] : undefined;
}

function amountColumns(form: FileLayout, at: DetectedLayout['at']): Set<Column> {
  const columns = new Set(availableVariants(form, at).flatMap(({ of }) => of));
  if (at.has('quantity')) columns.add('quantity');
  return columns;
}

function availableVariants(form: FileLayout, at: DetectedLayout['at']): FileLayout['variants'] {
  return form.variants.filter(({ of }) => of.every((column) => at.has(column)));
}

function sumAmounts(
  form: FileLayout,
  at: DetectedLayout['at'],
  rows: readonly Row[],
): Map<AmountVariant, bigint> {
  return new Map(
    availableVariants(form, at).map(({ name, row }) => [
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
