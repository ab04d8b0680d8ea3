import { createHash } from 'node:crypto';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { createSchemaAt } from '../database/migrations.ts';
import { BackupError } from './storage/backup-storage.ts';
import { connectOwner } from './connect-owner.ts';
import { fillTables } from './fill-tables.ts';
import {
  copyStatement,
  hasInstallation,
  listMigrations,
  listTables,
  type StoredTable,
} from './tables.ts';

/**
 * Copies all tables of an installation into an empty database, which may be of another major version of PostgreSQL, and
 * compares every byte. The copy is one transaction.
 * @throws BackupError if a table does not have the same rows in the same order afterwards
 */
export async function copyInstallation(fromUrl: string, toUrl: string): Promise<void> {
  const from = await connectOwner(fromUrl, 'seller-connect upgrade');
  const to = await connectOwner(toUrl, 'seller-connect upgrade');
  try {
    await from.query('begin isolation level repeatable read read only');
    if (!(await hasInstallation(from))) return;
    await to.query('begin');
    await createSchemaAt(to, await listMigrations(from), toUrl);
    const tables = await listTables(from);
    const digests = new Map<string, string>();
    await fillTables(to, tables, async function* (table) {
      const digest = createHash('sha256');
      for await (const chunk of rowsOf(from, table)) {
        digest.update(chunk);
        yield chunk;
      }
      digests.set(table.name, digest.digest('hex'));
    });
    for (const table of tables) {
      const digest = createHash('sha256');
      for await (const chunk of rowsOf(to, table)) digest.update(chunk);
      if (digest.digest('hex') === digests.get(table.name)) continue;
      throw new BackupError(`The rows of ${table.name} are not the same after they were copied.`);
    }
    await to.query('commit');
    await to.query('analyze');
  } finally {
    await from.end();
    await to.end();
  }
}

function rowsOf(client: pg.Client, table: StoredTable): AsyncIterable<Buffer> {
  return client.query(copyTo(copyStatement(table, 'to stdout')));
}
