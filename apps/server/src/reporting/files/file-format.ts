import type { Cell } from '../query/read-rows.ts';
import type { Field } from '../query/data-sets.ts';

/** What a file says about itself, where the format has a place for it. */
export interface FileProperties {
  title: string;
  /** Name and value, in the reader's language. */
  facts: readonly (readonly [string, string])[];
}

type Chunk = Uint8Array | Promise<Uint8Array>;

/**
 * Writes a file piece by piece; each piece may be sent before the next one is asked for, and the next one is asked for
 * only then. A piece is empty where rows are gathered for a later one.
 */
export interface FileWriter {
  contentType: string;
  extension: string;
  begin(): Chunk;
  rows(rows: readonly (readonly Cell[])[]): Chunk;
  end(): Chunk;
}

/** What a file has to know of a column. */
export type FileField = Pick<Field, 'id' | 'type' | 'nullable'>;

export interface Columns {
  fields: readonly FileField[];
  /** What the columns are called. */
  names: readonly string[];
}

/** The ten-thousandths of a decimal text, exactly. */
export function toE4(decimal: string): bigint {
  const [, sign = '', whole = '0', fraction = ''] =
    /^(-?)(\d+)(?:\.(\d{1,4}))?$/.exec(decimal) ?? [];
  const size = BigInt(whole + fraction.padEnd(4, '0'));
  return sign === '-' ? -size : size;
}
