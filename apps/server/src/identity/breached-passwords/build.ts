import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildBloomFilter } from './bloom-filter.ts';
import { listEntries, bundledLists } from './sources.ts';

/** Writes the filter that is shipped: `node build.ts [list ...]`, with lists of stolen passwords, one a line, beside ours. */
const entries = listEntries([...bundledLists, ...process.argv.slice(2)]);
writeFileSync(join(import.meta.dirname, 'stolen.filter'), buildBloomFilter(entries));
