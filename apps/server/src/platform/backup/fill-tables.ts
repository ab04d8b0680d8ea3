import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BackupError } from './backup-storage.ts';
import { dropIndexes } from './indexes.ts';
import { copyStatement, listTables, type StoredTable } from './tables.ts';

/**
 * Replaces the rows of all tables, in the caller's transaction, which has created them.
 * @param tables all tables of the database
 * @param rowsOf returns the rows of a table in PostgreSQL's binary COPY format
 * @returns the number of rows per table
 * @throws BackupError if the database has other tables or columns
 */
export async function fillTables(
  client: pg.Client,
  tables: readonly StoredTable[],
  rowsOf: (table: StoredTable) => AsyncIterable<Buffer>,
): Promise<ReadonlyMap<string, number>> {
  const created = await listTables(client);
  if (describe(created) !== describe(tables)) {
    throw new BackupError('The tables are not those of the migrations that created them.');
  }
  // The migrations insert rows of their own, which are among the rows to come.
  await client.query(`truncate ${created.map(({ name }) => name).join(', ')}`);
  const { rows: confined } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relforcerowsecurity and format('%I.%I', n.nspname, c.relname) = any($1)`,
    [created.map(({ name }) => name)],
  );
  // Row-level security binds the owner too, and COPY refuses such a table.
  for (const { name } of confined) {
    await client.query(`alter table ${name} no force row level security`);
  }
  const indexes = await dropIndexes(client);
  await client.query(`set local maintenance_work_mem = '256MB'`);
  const counts = new Map<string, number>();
  for (const table of created) {
    const copying = client.query(copyFrom(copyStatement(table, 'from stdin')));
    await pipeline(rowsOf(table), copying);
    counts.set(table.name, copying.rowCount);
    await indexes.createOf(table.name);
  }
  await indexes.createForeignKeys();
  for (const { name } of confined) {
    await client.query(`alter table ${name} force row level security`);
  }
  return counts;
}

function describe(tables: readonly StoredTable[]): string {
  return tables.map(({ name, columns }) => `${name} (${columns.join()})`).join('; ');
}
