import type pg from 'pg';
import { migratedSchemas } from '../database/migration-files.ts';
import { ownerPolicy } from '../database/migrations.ts';
import { BackupError } from './storage/backup-storage.ts';

/** A table and its columns, without those that PostgreSQL computes. Names are quoted where needed. */
export interface StoredTable {
  name: string;
  columns: string[];
}

/** Returns whether the database has tables of the program. */
export async function hasInstallation(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('platform.migration') is not null as "isThere"`,
  );
  return rows[0]?.isThere === true;
}

/** Returns the applied migrations in the order of their numbers. */
export async function listMigrations(
  client: pg.Client,
): Promise<{ domain: string; name: string; checksum: string }[]> {
  const { rows } = await client.query<{ domain: string; name: string; checksum: string }>(
    'select domain, name, checksum from platform.migration order by name collate "C"',
  );
  return rows;
}

/** Returns the tables of all domains. The job queue's tables are not among them: the next start creates them. */
export async function listTables(client: pg.Client): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(
    `select format('%I.%I', n.nspname, c.relname) as name,
            array_agg(quote_ident(a.attname) order by a.attnum) as columns
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where n.nspname = any($1) and c.relkind = 'r' and (n.nspname, c.relname) <> ('platform', 'migration')
      group by n.nspname, c.relname order by n.nspname collate "C", c.relname collate "C"`,
    [migratedSchemas],
  );
  return rows;
}

/**
 * Checks that the connection sees the rows of all tenants. Row-level security binds the owner of the tables too; a start
 * of the program gives it a policy that lets it read.
 * @throws BackupError if rows would be missing
 */
export async function requireAllRows(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any($1) and c.relkind = 'r' and row_security_active(c.oid)
        and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = $2
                           and pg_has_role(p.polroles[1], 'usage'))`,
    [migratedSchemas, ownerPolicy],
  );
  const [first] = rows;
  if (first === undefined) return;
  throw new BackupError(
    `The user of the database may not read all rows of ${first.name}: name the owner of the tables in DATABASE_ADMIN_URL, and start this version of the program once.`,
  );
}

/** Returns the statement that sends or receives all rows of a table in PostgreSQL's binary format. */
export function copyStatement(table: StoredTable, direction: 'to stdout' | 'from stdin'): string {
  // The table was truncated in the same transaction, so its rows need not be frozen by a later vacuum.
  const options = direction === 'from stdin' ? 'format binary, freeze' : 'format binary';
  return `copy ${table.name} (${table.columns.join(', ')}) ${direction} (${options})`;
}
