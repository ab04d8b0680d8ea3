import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { passwordVariants } from './variants.ts';

/** Shorter ones stand in other passwords by chance; such a password is refused for its length anyway. */
const minEntryLength = 4;

const readList = (list: string) =>
  readFileSync(list, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line.length >= minEntryLength);

/** The much used passwords and our own phrases; what the shipped filter is made of. */
export const bundledLists = ['phrases.txt', 'passwords.txt'].map((name) =>
  join(import.meta.dirname, name),
);

/** Everything that a filter of these lists has to have. */
export function* listEntries(lists: readonly string[]): Generator<string> {
  for (const list of lists) for (const line of readList(list)) yield* passwordVariants(line);
}
