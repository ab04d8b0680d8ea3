import type { Cell } from '../query/read-rows.ts';
import type { Field } from '../query/data-sets.ts';

/** Metadata of a file, for formats that can store it. */
export interface FileProperties {
  title: string;
  /** Pairs of name and value, in the reader's language. */
  facts: readonly (readonly [string, string])[];
}

type Chunk = Uint8Array | Promise<Uint8Array>;

/**
 * Produces a file chunk by chunk. Each chunk may be sent before the next call, and callers wait for a chunk before
 * they call again. A chunk is empty while rows are buffered for a later one.
 */
export interface FileWriter {
  contentType: string;
  extension: string;
  begin(): Chunk;
  rows(rows: readonly (readonly Cell[])[]): Chunk;
  end(): Chunk;
}

/** The attributes of a column that file formats need. */
export type FileField = Pick<Field, 'id' | 'type' | 'nullable'>;

export interface Columns {
  fields: readonly FileField[];
  /** The column headings. */
  names: readonly string[];
}

/** Converts a decimal string to ten-thousandths without loss. */
export function toE4(decimal: string): bigint {
  const [, sign = '', whole = '0', fraction = ''] =
    /^(-?)(\d+)(?:\.(\d{1,4}))?$/.exec(decimal) ?? [];
  const size = BigInt(whole + fraction.padEnd(4, '0'));
  return sign === '-' ? -size : size;
}
