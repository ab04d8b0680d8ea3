import { rawNumber, type RawNumber } from '../src/parsing/lossless-json.ts';

/** JSON whose numbers keep their digits: `JSON.parse` alone would round 64-bit ids. */
export type JsonTree =
  | null
  | boolean
  | string
  | RawNumber
  | JsonTree[]
  | { [name: string]: JsonTree };

declare global {
  // @see https://tc39.es/proposal-json-parse-with-source/
  interface JSON {
    isRawJSON(value: unknown): value is RawNumber;
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source: string }) => unknown,
    ): JsonTree;
  }
}

export function parseTree(text: string): JsonTree {
  return JSON.parse(text, (_key: string, value: unknown, { source }: { source: string }) =>
    typeof value === 'number' ? rawNumber(source) : value,
  );
}

export const isRawNumber = (node: JsonTree | undefined): node is RawNumber => JSON.isRawJSON(node);

export function isTreeObject(node: JsonTree | undefined): node is { [name: string]: JsonTree } {
  return typeof node === 'object' && node !== null && !Array.isArray(node) && !isRawNumber(node);
}
