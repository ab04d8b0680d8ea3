import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BackupError } from './storage/backup-storage.ts';
import { copyStatement, listTables, type StoredTable } from './tables.ts';
import { migratedSchemas } from '../database/migration-files.ts';

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

interface Definition {
  tableName: string;
  name: string;
  /** `f` foreign key, `p` primary key, `u` unique constraint, `i` other index. */
  kind: 'f' | 'p' | 'u' | 'i';
  drop: string;
  create: string;
}

/** Indexes and keys that were dropped while tables are being filled. */
interface DroppedIndexes {
  /** Creates the indexes and unique keys of a filled table. */
  createOf(tableName: string): Promise<void>;
  /** Creates the foreign keys, once all tables are filled. */
  createForeignKeys(): Promise<void>;
}

/**
 * Drops all indexes and keys of the empty tables. Building an index over all rows takes a fraction of the time that row
 * by row takes, and without foreign keys the order of the tables does not matter.
 */
async function dropIndexes(client: pg.Client): Promise<DroppedIndexes> {
  const { rows } = await client.query<Definition>(
    `select format('%I.%I', n.nspname, t.relname) as "tableName", c.conname as name, c.contype::text as kind,
            format('alter table %I.%I drop constraint %I', n.nspname, t.relname, c.conname) as drop,
            format('alter table %I.%I add constraint %I %s', n.nspname, t.relname, c.conname,
                   pg_get_constraintdef(c.oid)) as create
       from pg_constraint c
       join pg_class t on t.oid = c.conrelid
       join pg_namespace n on n.oid = t.relnamespace
      where n.nspname = any($1) and t.relname <> 'migration' and c.contype in ('f', 'p', 'u')
     union all
     select format('%I.%I', n.nspname, t.relname), i.relname, 'i', format('drop index %I.%I', n.nspname, i.relname),
            pg_get_indexdef(x.indexrelid)
       from pg_index x
       join pg_class i on i.oid = x.indexrelid
       join pg_class t on t.oid = x.indrelid
       join pg_namespace n on n.oid = t.relnamespace
      where n.nspname = any($1) and t.relkind = 'r' and t.relname <> 'migration'
        and not exists (select from pg_constraint c where c.conindid = x.indexrelid and c.contype in ('p', 'u', 'x'))
     order by 2`,
    [migratedSchemas],
  );
  const foreignKeys = rows.filter(({ kind }) => kind === 'f');
  const indexes = rows.filter(({ kind }) => kind !== 'f');
  for (const { drop } of [...foreignKeys, ...indexes]) await client.query(drop);
  return {
    async createOf(tableName) {
      for (const each of indexes) if (each.tableName === tableName) await client.query(each.create);
    },
    async createForeignKeys() {
      for (const { create } of foreignKeys) await client.query(create);
    },
  };
}
