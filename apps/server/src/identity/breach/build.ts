import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildFilter } from './filter.ts';
import { formsOf } from './forms.ts';

/**
 * Writes the filter that is shipped: `node build.ts [list ...]`, with lists of stolen passwords, one a line, beside
 * our own phrases.
 */
const lists = [join(import.meta.dirname, 'phrases.txt'), ...process.argv.slice(2)];

function* entries(): Generator<string> {
  for (const list of lists) {
    for (const line of readFileSync(list, 'utf8').split(/\r?\n/)) {
      if (line.length >= 10) yield* formsOf(line);
    }
  }
}

writeFileSync(join(import.meta.dirname, 'stolen.filter'), buildFilter(entries()));
