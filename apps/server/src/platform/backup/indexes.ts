import type pg from 'pg';
import { migratedSchemas } from '../database/migration-files.ts';

interface Definition {
  tableName: string;
  name: string;
  /** `f` foreign key, `p` primary key, `u` unique constraint, `i` other index. */
  kind: 'f' | 'p' | 'u' | 'i';
  drop: string;
  create: string;
}

/** Indexes and keys that were dropped while tables are being filled. */
export interface DroppedIndexes {
  /** Creates the indexes and unique keys of a filled table. */
  createOf(tableName: string): Promise<void>;
  /** Creates the foreign keys, once all tables are filled. */
  createForeignKeys(): Promise<void>;
}

/**
 * Drops all indexes and keys of the empty tables. Building an index over all rows takes a fraction of the time that row
 * by row takes, and without foreign keys the order of the tables does not matter.
 */
export async function dropIndexes(client: pg.Client): Promise<DroppedIndexes> {
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
