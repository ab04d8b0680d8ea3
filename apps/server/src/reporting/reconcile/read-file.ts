import { createHash } from 'node:crypto';
import { mostFileRows, type AmountVariant } from '@seller-connect/contract';
import { amountOf, localTimes } from './cells.ts';
import {
  columnName,
  recognise,
  type Column,
  type FileForm,
  type Recognised,
  type Standing,
} from './forms.ts';
import { fileProblem } from './problems.ts';
import { readText } from './text-file.ts';
import { readWorkbook } from './workbook.ts';

/** An order as the file tells it. */
export interface FileOrder {
  readonly orderId: string;
  readonly placedAt: Date;
  /** In the file's words. */
  readonly status: string;
  /** For each status of the order, what it can mean; empty where the file does not tell or nobody knows it. */
  readonly standings: readonly (readonly Standing[])[];
  /** In ten-thousandths, of the order told once. */
  readonly amounts: ReadonlyMap<AmountVariant, bigint>;
  /** How often all of its rows come. */
  readonly copies: number;
}

export interface ReadFile {
  readonly form: FileForm;
  readonly hash: string;
  readonly rows: number;
  readonly orders: readonly FileOrder[];
  readonly unknownStatuses: readonly string[];
  /** When a workbook says that it was made. */
  readonly createdAt: Date | null;
}

interface Row {
  readonly line: number;
  readonly cells: ReadonlyMap<Column, string>;
  /** Tells rows apart: everything that the row says. */
  readonly signature: string;
}

/** After so many more rows, whoever waits is told. */
const rowsToTell = 500;

/** Headings stand in one of the first rows. */
const mostHeadRows = 20;

/**
 * Reads an export file: which marketplace's it is, and its orders. Nothing of the buyers is taken out of it.
 * @param timeZone the calendar of the marketplace's shop, once it is known which
 * @throws Problem 422 in words that say what is wrong and what to do
 */
export async function readFile(
  file: Buffer,
  timeZone: string,
  onRows?: (rows: number) => void,
): Promise<ReadFile> {
  let known: Recognised | null = null;
  let line = 0;
  let rows = 0;
  const byOrder = new Map<string, Row[]>();

  const onRow = (cells: readonly string[]): void => {
    line += 1;
    if (!known) {
      if (line <= mostHeadRows) known = recognise(cells);
      return;
    }
    const told = new Map([...known.at].map(([column, at]) => [column, (cells[at] ?? '').trim()]));
    const orderId = told.get('orderId') ?? '';
    // An empty row, a row of sums, or the row that explains the columns: no order's number has a space.
    if (orderId === '' || !/^[0-9A-Za-z-]{4,64}$/.test(orderId.replace(/\.0$/, ''))) {
      if (/^\d(?:[.,]\d+)?E\+?\d+$/i.test(orderId)) throw fileProblem.roundedIds();
      return;
    }
    rows += 1;
    if (rows > mostFileRows) throw fileProblem.tooManyRows();
    if (rows % rowsToTell === 0) onRows?.(rows);
    const row = { line, cells: told, signature: signatureOf(cells) };
    const id = orderId.replace(/\.0$/, '');
    const others = byOrder.get(id);
    if (others) others.push(row);
    else byOrder.set(id, [row]);
  };

  const createdAt = await rowsOf(file, onRow);
  const found = recognised(known);
  if (byOrder.size === 0) throw fileProblem.empty();
  const unknown = new Set<string>();
  const timeOf = localTimes(timeZone);
  const orders = [...byOrder].map(([orderId, lines]) =>
    orderOf(orderId, lines, found, timeOf, unknown),
  );
  return {
    form: found.form,
    hash: createHash('sha256').update(file).digest('hex'),
    rows,
    orders,
    unknownStatuses: [...unknown].slice(0, 20),
    createdAt,
  };
}

/** A variable that a callback sets is narrowed to its first value where it stands; not behind a call. */
function recognised(found: Recognised | null): Recognised {
  if (!found) throw fileProblem.unknownColumns();
  return found;
}

async function rowsOf(file: Buffer, onRow: (cells: string[]) => void): Promise<Date | null> {
  if (file.length === 0) throw fileProblem.empty();
  const start = file.subarray(0, 4).toString('latin1');
  if (start === 'PK\u0003\u0004') return (await readWorkbook(file, onRow)).createdAt;
  if (start === '\u00d0\u00cf\u0011\u00e0') throw fileProblem.oldExcel();
  await readText(file, onRow);
  return null;
}

function signatureOf(cells: readonly string[]): string {
  return createHash('sha1').update(cells.join('\u0000')).digest('base64');
}

function orderOf(
  orderId: string,
  rows: readonly Row[],
  { form, at }: Recognised,
  timeOf: (cell: string) => Date | null,
  unknown: Set<string>,
): FileOrder {
  const copies = copiesOf(rows);
  const seen = new Map<string, number>();
  const once = rows.filter(({ signature }) => {
    const count = (seen.get(signature) ?? 0) + 1;
    seen.set(signature, count);
    return count <= rows.filter((row) => row.signature === signature).length / copies;
  });
  const [first] = once;
  const placedAt = timeOf(first?.cells.get('placedAt') ?? '');
  if (!placedAt) throw fileProblem.badRow(first?.line ?? 0, columnName(form, 'placedAt'));
  const standings: (readonly Standing[])[] = [];
  const words = new Set<string>();
  for (const { cells } of form.statusPerRow ? once : once.slice(0, 1)) {
    const word = cells.get('substatus') || cells.get('status') || '';
    if (word === '' || words.has(word)) continue;
    words.add(word);
    const meaning = meaningOf(form, word);
    if (meaning) standings.push(meaning);
    else unknown.add(word.slice(0, 60));
  }
  return {
    orderId,
    placedAt,
    status: [...words].join(', ').slice(0, 100),
    // Known in part only: better not compared at all.
    standings: standings.length === words.size ? standings : [],
    amounts: amountsOf(form, at, once),
    copies,
  };
}

function meaningOf(form: FileForm, word: string): readonly Standing[] | undefined {
  const key = word.normalize('NFC').toLowerCase();
  return Object.hasOwn(form.statuses, key) ? form.statuses[key] : undefined;
}

/** 2 when every row comes twice (or four times, when an order has it twice), and so on. */
function copiesOf(rows: readonly Row[]): number {
  const counts = [...Map.groupBy(rows, ({ signature }) => signature).values()].map(
    (same) => same.length,
  );
  return counts.reduce(commonDivisor);
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}

function amountsOf(
  form: FileForm,
  at: Recognised['at'],
  rows: readonly Row[],
): Map<AmountVariant, bigint> {
  const told = form.variants.filter(({ of }) => of.every((column) => at.has(column)));
  return new Map(
    told.map(({ name, row }) => [
      name,
      rows.reduce((sum, { cells, line }, index) => {
        const amount = (column: Column): bigint => {
          const read = amountOf(cells.get(column) ?? '');
          if (read === null) throw fileProblem.badRow(line, columnName(form, column));
          return read;
        };
        return sum + row(amount, index === 0);
      }, 0n),
    ]),
  );
}
