import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { vaultKeyFile } from '../vault/keyring.ts';
import { BackupError, type BackupStorage } from './storage/backup-storage.ts';
import { connectOwner, lowerPriority } from './connect-owner.ts';
import { createBackupKey } from './backup-key.ts';
import { readContent, writeContent, type BackupObjects } from './content.ts';
import {
  deleteBackup,
  newBackupId,
  readManifest,
  writeManifest,
  type BackupFile,
  type BackupTable,
  type Manifest,
} from './manifest.ts';
import {
  copyStatement,
  hasInstallation,
  listMigrations,
  listTables,
  requireAllRows,
} from './tables.ts';

/** Options of backups of both kinds. */
export interface StoreOptions {
  storage: BackupStorage;
  passphrase: string;
  /** Connects as the owner of the tables. */
  databaseUrl: string;
  /** The data folder, whose key file is needed to read stored secrets; null if the keys are stored elsewhere. */
  keyFolder: string | null;
  /** Receives a line about each step that takes long. */
  log?: (line: string) => void;
  now?: () => Date;
  /** Base-2 logarithm of the cost of deriving the key. */
  costLog2?: number;
  /** Size from which a part of a table is stored. */
  partBytes?: number;
}

export interface WriteBackupOptions extends StoreOptions {
  /** Priority of the process that reads the tables, as `setPriority` takes it. */
  priority?: number;
}

/** Key of the advisory lock that prevents two backups of a database at once. The value is arbitrary. */
const backupLockKey = 7_305_120;

/**
 * Backs up all tables as of one moment while others write to them.
 * @throws BackupError if another backup of the database is running, or the storage cannot be used
 */
export function writeBackup(options: WriteBackupOptions): Promise<Manifest> {
  return storeBackup(options, async (client, objects) => {
    await requireLock(client, backupLockKey);
    if (options.priority !== undefined) await lowerPriority(client, options.priority);
    return storeTables(client, objects, options);
  });
}

/**
 * Stores a backup, which is read back and checked before its manifest is stored, so a backup with a manifest is complete
 * and readable. An interrupted one is deleted.
 * @param store stores its contents
 */
export async function storeBackup<Stored extends Manifest>(
  options: StoreOptions,
  store: (client: pg.Client, objects: BackupObjects) => Promise<Stored>,
): Promise<Stored> {
  const { storage, passphrase, partBytes, log = () => undefined, now = () => new Date() } = options;
  const client = await connectOwner(options.databaseUrl, 'seller-connect backup');
  const backupId = newBackupId(now(), randomBytes(3).toString('hex'));
  try {
    const key = await createBackupKey(passphrase, backupId, options.costLog2);
    const objects = { storage, key, backupId, partBytes };
    const manifest = await store(client, objects);
    log('Reading the backup back.');
    await checkContents(objects, manifest);
    const complete = { ...manifest, finishedAt: now().toISOString() };
    await writeManifest(storage, complete, key);
    await readManifest(storage, backupId, passphrase);
    return complete;
  } catch (error) {
    await deleteBackup(storage, backupId).catch(() => undefined);
    throw error;
  } finally {
    // Ends a copy that was begun, too.
    await client.end();
  }
}

/** @throws BackupError if another connection has the lock */
export async function requireLock(client: pg.Client, key: number): Promise<void> {
  const { rows } = await client.query<{ isFree: boolean }>(
    `select pg_try_advisory_lock($1) as "isFree"`,
    [key],
  );
  if (rows[0]?.isFree === true) return;
  throw new BackupError('Another backup of this database is running; wait until it has ended.');
}

/** Returns the manifest of a backup that is not finished, as of the current transaction. */
export async function describeBackup(
  client: pg.Client,
  { backupId }: BackupObjects,
  contents: Pick<Manifest, 'tables' | 'files'>,
): Promise<Manifest> {
  const { rows } = await client.query<{ takenAt: Date; postgres: string; keyIds: string[] }>(
    `select now() as "takenAt", current_setting('server_version') as postgres,
            array(select key_id from platform.vault_key order by first_used_at desc) as "keyIds"`,
  );
  const [described] = rows;
  if (!described) throw new BackupError('The server said nothing.');
  return {
    format: 1,
    backupId,
    program: programVersion(),
    postgres: described.postgres,
    takenAt: described.takenAt.toISOString(),
    finishedAt: '',
    migrations: await listMigrations(client),
    ...contents,
    vaultKeyIds: described.keyIds,
    storedBytes: [...contents.tables, ...contents.files]
      .flatMap(({ parts }) => parts)
      .reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/**
 * Reads a whole backup and compares it with its manifest.
 * @throws BackupError if something is missing or damaged
 */
export async function verifyBackup(
  storage: BackupStorage,
  backupId: string,
  passphrase: string,
): Promise<Manifest> {
  const { manifest, key } = await readManifest(storage, backupId, passphrase);
  await checkContents({ storage, key, backupId }, manifest);
  return manifest;
}

/** Reads everything of a backup. @throws BackupError if something is missing or damaged */
export async function checkContents(objects: BackupObjects, manifest: Manifest): Promise<void> {
  for (const content of [...manifest.files, ...manifest.tables]) {
    await finished(Readable.from(readContent(objects, content.name, content)).resume());
  }
}

async function storeTables(
  client: pg.Client,
  objects: BackupObjects,
  { keyFolder, log = () => undefined }: WriteBackupOptions,
): Promise<Manifest> {
  // All tables are read in one snapshot.
  await client.query('begin isolation level repeatable read read only');
  if (!(await hasInstallation(client))) {
    throw new BackupError(
      'The database has no tables of the program: there is nothing to back up.',
    );
  }
  await requireAllRows(client);
  const tables: BackupTable[] = [];
  for (const table of await listTables(client)) {
    const rows = client.query(copyTo(copyStatement(table, 'to stdout')));
    const content = await writeContent(objects, table.name, rows);
    tables.push({ ...table, rows: rows.rowCount, ...content });
    if (content.bytes > 100_000_000) log(`${table.name}: ${rows.rowCount} rows`);
  }
  const files = await storeKeyFile(objects, keyFolder);
  const manifest = await describeBackup(client, objects, { tables, files });
  await client.query('commit');
  return manifest;
}

export async function storeKeyFile(
  objects: BackupObjects,
  keyFolder: string | null,
): Promise<BackupFile[]> {
  const path = keyFolder === null ? null : join(keyFolder, vaultKeyFile);
  if (path === null || !existsSync(path)) return [];
  return [await storeFile(objects, vaultKeyFile, [readFileSync(path)])];
}

export async function storeFile(
  objects: BackupObjects,
  name: string,
  content: AsyncIterable<Buffer> | readonly Buffer[],
): Promise<BackupFile> {
  return { name, ...(await writeContent(objects, name, Readable.from(content))) };
}

/** Returns the version of the program, which is in the file package.json of the server. */
function programVersion(): string {
  const text = readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8');
  const parsed: unknown = JSON.parse(text);
  return typeof parsed === 'object' && parsed !== null && 'version' in parsed
    ? String(parsed.version)
    : '';
}
