import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { passwordVariants } from './variants.ts';

/** Shorter entries would match by chance, and passwords that short are rejected for their length anyway. */
const minEntryLength = 4;

const readList = (list: string) =>
  readFileSync(list, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line.length >= minEntryLength);

/** The common passwords and the product's own phrases that the bundled filter is built from. */
export const bundledLists = ['phrases.txt', 'passwords.txt'].map((name) =>
  join(import.meta.dirname, name),
);

/** Yields every variant that a filter of these lists must contain. */
export function* listEntries(lists: readonly string[]): Generator<string> {
  for (const list of lists) for (const line of readList(list)) yield* passwordVariants(line);
}
