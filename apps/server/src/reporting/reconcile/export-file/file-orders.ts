import type { AmountVariant } from '@seller-connect/contract';
import { amountOf } from './cells.ts';
import {
  columnName,
  type Column,
  type FileForm,
  type Recognised,
  type Standing,
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
  readonly standings: readonly (readonly Standing[])[];
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

export interface ReadingOrders extends Recognised {
  readonly timeOf: (cell: string) => Date | null;
  /** Takes statuses that nobody knows. */
  readonly unknown: Set<string>;
}

/** The order that some rows are about, or the row that cannot be read. */
export function orderOf(
  orderId: string,
  rows: readonly Row[],
  { form, at, timeOf, unknown }: ReadingOrders,
): FileOrder | UnreadableRow {
  const { once, copies } = onceOf(rows);
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
  const counted = [...columnsToAddUp(form, at)];
  for (const row of once) {
    const wrong = counted.find((column) => amountOf(row.cells.get(column) ?? '') === null);
    if (wrong) return unreadable(row, wrong);
  }
  return {
    orderId,
    placedAt,
    ...statusOf(form, form.statusPerRow ? once : once.slice(0, 1), unknown),
    amounts: amountsOf(form, at, once),
    quantityE4: quantityOf(form, at, once),
    copies,
  };
}

/** The rows without their repetitions: each twice is the order twice. */
function onceOf(rows: readonly Row[]): { once: Row[]; copies: number } {
  const counts = new Map<string, number>();
  for (const { signature } of rows) counts.set(signature, (counts.get(signature) ?? 0) + 1);
  const copies = [...counts.values()].reduce(commonDivisor);
  const seen = new Map<string, number>();
  const once = rows.filter(({ signature }) => {
    const count = (seen.get(signature) ?? 0) + 1;
    seen.set(signature, count);
    return count <= (counts.get(signature) ?? 0) / copies;
  });
  return { once, copies };
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}

function statusOf(
  form: FileForm,
  rows: readonly Row[],
  unknown: Set<string>,
): Pick<FileOrder, 'status' | 'standings'> {
  const standings: (readonly Standing[])[] = [];
  const words = new Set<string>();
  for (const { cells } of rows) {
    const word = (cells.get('substatus') || cells.get('status') || '').slice(0, 100);
    if (word === '') continue;
    words.add(word);
    const meaning = meaningOf(form, word);
    if (meaning) standings.push(meaning);
    else unknown.add(word.slice(0, 60));
  }
  return {
    status: [...words].slice(0, 100).join(', ').slice(0, 100),
    // Known in part only: better not compared at all.
    standings: standings.length === rows.length ? standings : [],
  };
}

function meaningOf(form: FileForm, word: string): readonly Standing[] | undefined {
  const key = word.normalize('NFC').toLowerCase();
  return Object.hasOwn(form.statuses, key) ? form.statuses[key] : undefined;
}

function columnsToAddUp(form: FileForm, at: Recognised['at']): Set<Column> {
  const columns = new Set(toldVariants(form, at).flatMap(({ of }) => of));
  if (at.has('quantity')) columns.add('quantity');
  return columns;
}

function toldVariants(form: FileForm, at: Recognised['at']): FileForm['variants'] {
  return form.variants.filter(({ of }) => of.every((column) => at.has(column)));
}

function amountsOf(
  form: FileForm,
  at: Recognised['at'],
  rows: readonly Row[],
): Map<AmountVariant, bigint> {
  return new Map(
    toldVariants(form, at).map(({ name, row }) => [
      name,
      rows.reduce(
        (sum, { cells }, index) =>
          sum + row((column) => amountOf(cells.get(column) ?? '') ?? 0n, index === 0),
        0n,
      ),
    ]),
  );
}

function quantityOf(form: FileForm, at: Recognised['at'], rows: readonly Row[]): bigint | null {
  if (form.rowPerPiece) return BigInt(rows.length) * 10_000n;
  if (!at.has('quantity')) return null;
  return rows.reduce((sum, { cells }) => sum + (amountOf(cells.get('quantity') ?? '') ?? 0n), 0n);
}
