import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildFilter } from './bloom-filter.ts';
import { entriesOf, ownLists } from './sources.ts';

/** Writes the filter that is shipped: `node build.ts [list ...]`, with lists of stolen passwords, one a line, beside ours. */
const entries = entriesOf([...ownLists, ...process.argv.slice(2)]);
writeFileSync(join(import.meta.dirname, 'stolen.filter'), buildFilter(entries));
