/**
 * Encodes the rows of one INSERT as one array per column, in PostgreSQL's binary format. The server reads it in half
 * the time that it takes for JSON, and no text has to be parsed. All numbers are big-endian.
 * @see array_recv and the …recv functions of PostgreSQL (src/backend/utils/adt/arrayfuncs.c and its siblings)
 */

/** One column of rows that are written by one statement. */
export interface Column<Row> {
  readonly name: string;
  /** Type of the values as they are sent. */
  readonly type: string;
  /** Type of the values if they are sent as text: an array of lists has no type of its own. */
  readonly castTo?: string;
  /** Encodes the values of this column as a parameter of a statement. */
  encode(rows: readonly Row[]): Buffer;
}

/** Shared by all calls, which are synchronous. Grows as needed. */
let buffer = Buffer.allocUnsafe(1 << 20);
let offset = 0;

function ensureCapacity(bytes: number): void {
  if (offset + bytes <= buffer.length) return;
  const grown = Buffer.allocUnsafe(Math.max(buffer.length * 2, offset + bytes));
  buffer.copy(grown, 0, 0, offset);
  buffer = grown;
}

/** Encodes a one-dimensional array with lower bound 1. Each element is preceded by its size; -1 stands for null. */
function encodeArray<Value>(
  elementType: number,
  values: readonly (Value | null)[],
  maxBytesOf: (value: Value) => number,
  write: (value: Value) => void,
): Buffer {
  offset = 0;
  ensureCapacity(20);
  const hasNull = values.includes(null) ? 1 : 0;
  for (const word of [values.length === 0 ? 0 : 1, hasNull, elementType]) writeInt32(word);
  if (values.length > 0) {
    writeInt32(values.length);
    writeInt32(1);
  }
  for (const value of values) {
    if (value === null) {
      ensureCapacity(4);
      writeInt32(-1);
      continue;
    }
    ensureCapacity(4 + maxBytesOf(value));
    const start = offset;
    offset += 4;
    write(value);
    buffer.writeInt32BE(offset - start - 4, start);
  }
  return Buffer.from(buffer.subarray(0, offset));
}

function writeInt32(value: number): void {
  offset = buffer.writeInt32BE(value, offset);
}

const upperHalf = 2 ** 32;
const postgresEpochMs = Date.UTC(2000, 0, 1);
const dayMs = 86_400_000;

export function encodeTextArray(values: readonly (string | null)[]): Buffer {
  return encodeArray(25, values, maxUtf8Bytes, (value) => {
    offset += buffer.write(value, offset, 'utf8');
  });
}

function maxUtf8Bytes(value: string): number {
  return value.length * 3;
}

const hyphen = 0x2d;
const zero = 0x30;
const nine = 0x39;
const lowerCase = 0x20;
/** Maps the digit `a` to ten. */
const hexAlphaOffset = 0x61 - 10;

/** @param values UUIDs with or without hyphens */
export function encodeUuidArray(values: readonly (string | null)[]): Buffer {
  return encodeArray(2950, values, sixteenBytes, (value) => {
    let high: number | null = null;
    for (let index = 0; index < value.length; index += 1) {
      const code = value.charCodeAt(index);
      if (code === hyphen) continue;
      const digit = code <= nine ? code - zero : (code | lowerCase) - hexAlphaOffset;
      if (high === null) high = digit << 4;
      else {
        buffer[offset++] = high | digit;
        high = null;
      }
    }
  });
}

function encodeBigintArray(values: readonly (bigint | null)[]): Buffer {
  return encodeArray(20, values, eightBytes, (value) => {
    offset = buffer.writeBigInt64BE(value, offset);
  });
}

function encodeIntegerArray(values: readonly (number | null)[]): Buffer {
  return encodeArray(23, values, eightBytes, writeInt32);
}

function encodeBooleanArray(values: readonly (boolean | null)[]): Buffer {
  return encodeArray(16, values, eightBytes, (value) => {
    offset = buffer.writeUInt8(value ? 1 : 0, offset);
  });
}

/** Encodes days since 2000-01-01. @param values `YYYY-MM-DD` */
export function encodeDayArray(values: readonly (string | null)[]): Buffer {
  let lastDay = '';
  let dayNumber = 0;
  return encodeArray(1082, values, eightBytes, (value) => {
    // Rows are usually sorted by day, so most rows reuse the parsed day of the row before.
    if (value !== lastDay) {
      lastDay = value;
      dayNumber = (Date.parse(`${value}T00:00:00Z`) - postgresEpochMs) / dayMs;
    }
    writeInt32(dayNumber);
  });
}

/** Encodes microseconds since 2000-01-01 00:00 UTC. */
export function encodeInstantArray(values: readonly (Date | null)[]): Buffer {
  return encodeArray(1184, values, eightBytes, (value) => {
    const microseconds = (value.getTime() - postgresEpochMs) * 1000;
    writeInt32(Math.floor(microseconds / upperHalf));
    offset = buffer.writeUInt32BE(microseconds >>> 0, offset);
  });
}

const eightBytes = () => 8;
const sixteenBytes = () => 16;

function defineColumn<Value>(type: string, encode: (values: readonly (Value | null)[]) => Buffer) {
  return <Row>(name: string, value: (row: Row) => Value | null): Column<Row> => ({
    name,
    type,
    encode: (rows) => encode(rows.map(value)),
  });
}

function textListColumn<Row>(
  name: string,
  value: (row: Row) => readonly string[] | null,
): Column<Row> {
  const asText = (row: Row) => {
    const texts = value(row);
    return texts && toArrayLiteral(texts);
  };
  return { ...column.text(name, asText), castTo: 'text[]' };
}

function toArrayLiteral(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

/** Column definitions by type. Each takes the name of the column and a function that reads its value from a row. */
export const column = {
  text: defineColumn('text', encodeTextArray),
  textList: textListColumn,
  uuid: defineColumn('uuid', encodeUuidArray),
  bigint: defineColumn('bigint', encodeBigintArray),
  integer: defineColumn('integer', encodeIntegerArray),
  boolean: defineColumn('boolean', encodeBooleanArray),
  day: defineColumn('date', encodeDayArray),
  instant: defineColumn('timestamptz', encodeInstantArray),
};

/**
 * Returns a subquery `r` of the columns whose parameters begin with number `first`. With unnest() in the select list,
 * arrays are walked in parallel; in the from clause, PostgreSQL materializes the rows first, which takes twice as long.
 */
export function unnestColumns<Row>(columns: readonly Column<Row>[], first: number): string {
  const lists = columns.map(
    ({ name, type }, index) => `unnest($${first + index}::${type}[]) as ${name}`,
  );
  return `(select ${lists.join(', ')}) as r`;
}

/** Returns the names of the columns as an SQL list. */
export function columnNames<Row>(columns: readonly Column<Row>[]): string {
  return columns.map(({ name }) => name).join(', ');
}

/** Returns the values of the columns in `r` as an SQL list. */
export function columnValues<Row>(columns: readonly Column<Row>[]): string {
  return columns.map(({ name, castTo }) => `r.${name}${castTo ? `::${castTo}` : ''}`).join(', ');
}

/** Encodes the rows as parameters of a statement that uses `unnestColumns`. */
export function encodeRows<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Buffer[] {
  return columns.map(({ encode }) => encode(rows));
}
