import { hash } from 'node:crypto';
import { createTimeParser, detectMonthFirst } from './cells.ts';
import {
  maxCellCharacters,
  maxFileCharacters,
  maxFileRows,
  maxHeadingRows,
  maxRowCharacters,
} from './limits.ts';
import {
  columnName,
  detectLayout,
  type Column,
  type FileLayout,
  type DetectedLayout,
} from './layouts.ts';
import { createOrderParser, type FileOrder, type Row, type UnreadableRow } from './file-orders.ts';
import { looksRounded, isOrderNumber, isScientific, cleanOrderNumber } from './order-number.ts';
import { fileProblems } from './problems.ts';
import { readText } from './csv-reader.ts';
import { readWorkbook } from './workbook-reader.ts';

export interface ParsedFile {
  readonly form: FileLayout;
  readonly hash: string;
  readonly rows: number;
  readonly orders: readonly FileOrder[];
  /** Rows of orders that cannot be parsed, sorted by line. Their orders are missing in `orders`. */
  readonly unreadable: readonly UnreadableRow[];
  readonly unknownStatuses: readonly string[];
  /** The creation time in the workbook's properties. */
  readonly createdAt: Date | null;
  /** Numeric dates were parsed with the month before the day. */
  readonly monthFirst: boolean;
  /** False if the dates can be read both day first and month first. */
  readonly isDateOrderClear: boolean;
}

export interface ParseOptions {
  /** How ambiguous dates are parsed. */
  monthFirst?: boolean;
  /** Called after every 500 rows. */
  onRows?: ((rows: number) => void) | undefined;
}

const rowsPerProgress = 500;

/**
 * Parses an export file: detects its marketplace and returns its orders. No personal data of buyers is extracted. The
 * work grows linearly with the file's length, but can take seconds of CPU time, so the server parses in a worker
 * thread.
 * @see parseInWorker
 * @param timeZone the time zone of the shop
 * @throws Problem 422 that says what is wrong and what to do
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
  const parseOrder = createOrderParser({ form, at, timeOf, unknown });
  for (const [orderId, rows] of byOrder) {
    const read = parseOrder(orderId, rows);
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
    hash: hash('sha256', file, 'hex'),
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
  /** Rows of orders whose number cannot be parsed. */
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
    const cells = new Map<Column, string>();
    for (const [column, at] of detected.at) cells.set(column, (raw[at] ?? '').trim());
    const orderId = cleanOrderNumber(cells.get('orderId') ?? '');
    if (isScientific(orderId)) throw fileProblems.roundedIds();
    const isNumbered = isOrderNumber(orderId);
    // A row with neither is empty, a total, or an explanation of the columns.
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

/**
 * Creates a check that rejects cells, rows and files with more text than orders need, before the text is compared or
 * hashed.
 */
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

/**
 * Returns the layout. A function, because TypeScript narrows a variable that only a callback assigns to its initial
 * value.
 * @throws Problem 422 if no layout was detected
 */
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
  return hash('sha1', cells.join('\u0000'), 'base64');
}
