import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formsOf } from './variants.ts';

/** Shorter ones stand in other passwords by chance; such a password is refused for its length anyway. */
const shortest = 4;

const read = (list: string) =>
  readFileSync(list, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line.length >= shortest);

/** The much used passwords and our own phrases; what the shipped filter is made of. */
export const ownLists = ['phrases.txt', 'passwords.txt'].map((name) =>
  join(import.meta.dirname, name),
);

/** Everything that a filter of these lists has to have. */
export function* entriesOf(lists: readonly string[]): Generator<string> {
  for (const list of lists) for (const line of read(list)) yield* formsOf(line);
}
