import { createHash } from 'node:crypto';
import { createTimeParser, detectMonthFirst } from './cells.ts';
import { maxCellCharacters, maxFileCharacters, maxFileRows, maxRowCharacters } from './limits.ts';
import { columnName, detectLayout, type FileLayout, type DetectedLayout } from './layouts.ts';
import { parseOrder, type FileOrder, type Row, type UnreadableRow } from './file-orders.ts';
import { looksRounded, isOrderNumber, isScientific, cleanOrderNumber } from './order-number.ts';
import { fileProblems } from './problems.ts';
import { readText } from './csv-reader.ts';
import { readWorkbook } from './workbook-reader.ts';

export interface ParsedFile {
  readonly form: FileLayout;
  readonly hash: string;
  readonly rows: number;
  readonly orders: readonly FileOrder[];
  /** Rows of orders that could not be read, by their line. Their orders are not among `orders`. */
  readonly unreadable: readonly UnreadableRow[];
  readonly unknownStatuses: readonly string[];
  /** When a workbook says that it was made. */
  readonly createdAt: Date | null;
  /** Dates of digits were read with the month before the day. */
  readonly monthFirst: boolean;
  /** False where the dates can be read day first and month first. */
  readonly isDateOrderClear: boolean;
}

export interface ParseOptions {
  /** How dates are read that can be read both ways. */
  monthFirst?: boolean;
  /** Called after every 500 rows. */
  onRows?: ((rows: number) => void) | undefined;
}

const rowsPerProgress = 500;

/** Headings stand in one of the first rows. */
const maxHeadingRows = 20;

/**
 * Reads an export file: which marketplace's it is, and its orders. Nothing of the buyers is taken out of it. The work
 * grows with the file's length alone, and still takes seconds of a processor: the server reads in a worker thread.
 * @see readInWorker
 * @param timeZone the calendar of the marketplace's shop, once it is known which
 * @throws Problem 422 in words that say what is wrong and what to do
 */
export async function parseExportFile(
  file: Buffer,
  timeZone: string,
  { monthFirst: preferMonthFirst = false, onRows }: ParseOptions = {},
): Promise<ParsedFile> {
  const found = await collectRows(file, onRows);
  const { form, at } = found.recognised;
  const { byOrder } = found;
  if (looksRounded(byOrder.keys())) throw fileProblems.roundedIds();
  const order = detectMonthFirst(placedAtCells(found));
  const monthFirst = order ?? preferMonthFirst;
  const timeOf = createTimeParser(timeZone, { monthFirst, from1904: found.from1904 });
  const unknown = new Set<string>();
  const orders: FileOrder[] = [];
  const unreadable = found.unnumbered.map(({ line, cells }): UnreadableRow => ({
    row: line,
    column: columnName(form, 'orderId'),
    orderId: null,
    placedAt: timeOf(cells.get('placedAt') ?? ''),
    hasDate: true,
  }));
  for (const [orderId, rows] of byOrder) {
    const read = parseOrder(orderId, rows, { form, at, timeOf, unknown });
    if ('column' in read) unreadable.push(read);
    else orders.push(read);
  }
  unreadable.sort((a, b) => a.row - b.row);
  const [first] = unreadable;
  if (orders.length === 0) {
    throw first ? fileProblems.badRow(first.row, first.column) : fileProblems.empty();
  }
  return {
    form,
    hash: createHash('sha256').update(file).digest('hex'),
    rows: found.rows,
    orders,
    unreadable,
    unknownStatuses: [...unknown].slice(0, 20),
    createdAt: found.createdAt,
    monthFirst,
    isDateOrderClear: order !== null,
  };
}

interface FileRows {
  readonly recognised: DetectedLayout;
  readonly byOrder: ReadonlyMap<string, readonly Row[]>;
  /** Rows of orders without a number that can be read. */
  readonly unnumbered: readonly Row[];
  readonly rows: number;
  readonly createdAt: Date | null;
  readonly from1904: boolean;
}

function* placedAtCells({ byOrder, unnumbered }: FileRows): Generator<string> {
  for (const rows of byOrder.values()) {
    for (const { cells } of rows) yield cells.get('placedAt') ?? '';
  }
  for (const { cells } of unnumbered) yield cells.get('placedAt') ?? '';
}

async function collectRows(
  file: Buffer,
  onRows: ((rows: number) => void) | undefined,
): Promise<FileRows> {
  let detected: DetectedLayout | null = null;
  let line = 0;
  let rows = 0;
  const byOrder = new Map<string, Row[]>();
  const unnumbered: Row[] = [];

  const measure = createContentLimit();
  const onRow = (raw: readonly string[]): void => {
    line += 1;
    measure(raw);
    if (!detected) {
      if (line <= maxHeadingRows) detected = detectLayout(raw);
      return;
    }
    const cells = new Map([...detected.at].map(([column, at]) => [column, (raw[at] ?? '').trim()]));
    const orderId = cleanOrderNumber(cells.get('orderId') ?? '');
    if (isScientific(orderId)) throw fileProblems.roundedIds();
    const isNumbered = isOrderNumber(orderId);
    // A row without both is empty, adds others up, or explains the columns.
    if (!isNumbered && !/\d/.test(cells.get('placedAt') ?? '')) return;
    rows += 1;
    if (rows > maxFileRows) throw fileProblems.tooManyRows();
    if (rows % rowsPerProgress === 0) onRows?.(rows);
    const row = { line, cells, signature: rowSignature(raw) };
    const others = byOrder.get(orderId);
    if (!isNumbered) unnumbered.push(row);
    else if (others) others.push(row);
    else byOrder.set(orderId, [row]);
  };
  const onSheet = (): boolean => {
    line = 0;
    return detected === null;
  };

  const about = await readRows(file, { onRow, onSheet });
  return { recognised: requireLayout(detected), byOrder, unnumbered, rows, ...about };
}

/** Refuses cells, rows and files of more text than orders need, before any of it is compared or hashed. */
function createContentLimit(): (cells: readonly string[]) => void {
  let ofFile = 0;
  return (cells) => {
    let ofRow = cells.length;
    for (const { length } of cells) {
      if (length > maxCellCharacters) throw fileProblems.cellTooLong();
      ofRow += length;
    }
    if (ofRow > maxRowCharacters) throw fileProblems.rowTooLong();
    ofFile += ofRow;
    if (ofFile > maxFileCharacters) throw fileProblems.tooMuchContent();
  };
}

/** A variable that a callback sets is narrowed to its first value where it stands; not behind a call. */
function requireLayout(found: DetectedLayout | null): DetectedLayout {
  if (!found) throw fileProblems.unknownColumns();
  return found;
}

async function readRows(
  file: Buffer,
  reader: { onRow(cells: readonly string[]): void; onSheet(): boolean },
): Promise<{ createdAt: Date | null; from1904: boolean }> {
  if (file.length === 0) throw fileProblems.empty();
  const start = file.subarray(0, 4).toString('latin1');
  if (start === 'PK\u0003\u0004') return readWorkbook(file, reader);
  if (start === '\u00d0\u00cf\u0011\u00e0') throw fileProblems.oldExcel();
  readText(file, (cells) => reader.onRow(cells));
  return { createdAt: null, from1904: false };
}

function rowSignature(cells: readonly string[]): string {
  return createHash('sha1').update(cells.join('\u0000')).digest('base64');
}
