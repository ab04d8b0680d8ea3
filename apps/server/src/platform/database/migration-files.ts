import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const domains = [
  'platform',
  'identity',
  'audit',
  'sellers',
  'partners',
  'collector',
  'reporting',
  'catalogue',
  'pricing',
  'notifications',
  'pushes',
  'privacy',
] as const;

/** The schemas that the migrations create tables in. The job queue creates its own. */
export const migratedSchemas: readonly string[] = domains;
/** All schemas of an installation: with those of the reporting views and of the job queue. */
export const createdSchemas: readonly string[] = [...domains, 'rpt', 'pgboss'];

export interface Migration {
  domain: string;
  name: string;
  text: string;
  checksum: string;
  /**
   * Number of the migration that a program must know at least to work with the schema after this one; null if any
   * older program can.
   */
  needs: number | null;
}

/** Contains a folder per domain; `<domain>/schema/*.sql` are its migrations. */
export const sourceFolder = join(import.meta.dirname, '../..');

/** Marks a migration that older programs cannot work with. `npm run check` requires it for contracting statements. */
const contractMarker = /^-- contract: needs (\d{3})$/m;

function readContractMarker(text: string): number | null {
  const [, number] = contractMarker.exec(text) ?? [];
  return number === undefined ? null : Number(number);
}

/** Reads the migrations of all domains in the order of their numbers, which are one sequence: 001, 002, … */
export async function loadMigrations(folder: string): Promise<Migration[]> {
  const found: Migration[] = [];
  for (const domain of domains) {
    const schema = join(folder, domain, 'schema');
    const names = await readdir(schema).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    for (const name of names.filter((each) => each.endsWith('.sql'))) {
      const text = await readFile(join(schema, name), 'utf8');
      const checksum = hash('sha256', text, 'hex');
      found.push({ domain, name, text, checksum, needs: readContractMarker(text) });
    }
  }
  if (found.length === 0) throw new Error('No migration was found beside the program');
  found.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const [index, { domain, name }] of found.entries()) {
    const number = String(index + 1).padStart(3, '0');
    if (!name.startsWith(`${number}-`)) {
      throw new Error(
        `The migration ${domain}/${name} should have the number ${number}: all domains share one sequence`,
      );
    }
  }
  return found;
}
