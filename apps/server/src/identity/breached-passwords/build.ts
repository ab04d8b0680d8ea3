import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildBloomFilter } from './bloom-filter.ts';
import { listEntries, bundledLists } from './sources.ts';

/**
 * Writes the bundled filter. `node build.ts [list ...]` adds lists of breached passwords, one per line, to the
 * bundled ones.
 */
const entries = listEntries([...bundledLists, ...process.argv.slice(2)]);
writeFileSync(join(import.meta.dirname, 'stolen.filter'), buildBloomFilter(entries));
