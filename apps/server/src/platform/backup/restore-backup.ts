import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { createdSchemas } from '../database/migration-files.ts';
import { createSchemaAt } from '../database/migrations.ts';
import type { KeyProvider } from '../vault/vault.ts';
import { addKeysToFile, vaultKeyFile } from '../vault/keyring.ts';
import { BackupError, type BackupStorage } from './storage/backup-storage.ts';
import { connectOwner } from './connect-owner.ts';
import { readContent, type BackupObjects } from './content.ts';
import { fillTables } from './fill-tables.ts';
import { readManifest, type Manifest } from './manifest.ts';

export interface RestoreBackupOptions {
  storage: BackupStorage;
  passphrase: string;
  backupId: string;
  /** Connects as a user who may create schemas and roles. */
  databaseUrl: string;
  /** The connection of the program; its user is granted the program's roles. */
  applicationUrl: string;
  /** The data folder that the backup's key file is added to; null if the keys are stored elsewhere. */
  keyFolder: string | null;
  /** Returns the keys of the vault, after those of the backup were added to the data folder. */
  loadKeys(): Promise<KeyProvider>;
  /** Whether to delete what is in the database. */
  replace: boolean;
  /** Receives a line about each step that takes long. */
  log?: (line: string) => void;
}

/**
 * Restores a backup in one transaction: after a failure the database is as before.
 * @throws BackupError if the database is not empty, a program uses it, the backup is damaged or a key is missing
 */
export async function restoreBackup(options: RestoreBackupOptions): Promise<Manifest> {
  const { storage, backupId, passphrase, log = () => undefined } = options;
  const { manifest, key } = await readManifest(storage, backupId, passphrase);
  const objects = { storage, key, backupId };
  const client = await connectOwner(options.databaseUrl, 'seller-connect restore');
  try {
    await requireUnused(client);
    await client.query('begin');
    await makeEmpty(client, options.replace);
    await createSchemaAt(client, manifest.migrations, options.applicationUrl);
    await fillFromBackup(client, objects, manifest, log);
    await restoreKeyFile(objects, manifest, options.keyFolder);
    await requireVaultKey(client, await options.loadKeys(), manifest);
    await client.query('commit');
    log('All rows are restored. Updating the statistics of the tables.');
    await updateStatistics(client, manifest, log);
    return manifest;
  } finally {
    // Rolls back what was not committed.
    await client.end();
  }
}

/** The restore does not depend on the statistics: the program and the server update them too, once they run. */
async function updateStatistics(
  client: pg.Client,
  { tables }: Manifest,
  log: (line: string) => void,
): Promise<void> {
  try {
    for (const { name } of tables) await client.query(`analyze ${name}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log(
      `The statistics could not all be updated (${reason}). The restore is complete; queries may be slow until the database updates them itself.`,
    );
  }
}

/** How long the server may still list the connections of a program that has ended. */
const listedAfterEndMs = 2000;

/** @throws BackupError if a program of ours is connected to the database */
async function requireUnused(client: pg.Client): Promise<void> {
  const giveUpAt = performance.now() + listedAfterEndMs;
  while (await isUsed(client)) {
    if (performance.now() > giveUpAt)
      throw new BackupError(
        'A running program uses the database: stop all of its processes first.',
      );
    await delay(100);
  }
}

async function isUsed(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and application_name like 'seller-connect%'`,
  );
  return rows.length > 0;
}

async function makeEmpty(client: pg.Client, replace: boolean): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select quote_ident(nspname) as name from pg_namespace where nspname = any($1)',
    [createdSchemas],
  );
  if (rows.length === 0) return;
  if (!replace) {
    throw new BackupError(
      'The database is not empty: restore into another one, or add --replace to delete everything that is in it.',
    );
  }
  await client.query(`set local lock_timeout = '10s'`);
  await client.query(`drop schema ${rows.map(({ name }) => name).join(', ')} cascade`);
}

/** @throws BackupError if a table has other rows than the manifest says */
async function fillFromBackup(
  client: pg.Client,
  objects: BackupObjects,
  { tables, backupId }: Manifest,
  log: (line: string) => void,
): Promise<void> {
  const contents = new Map(tables.map((table) => [table.name, table]));
  const counts = await fillTables(client, tables, async function* ({ name }) {
    const table = contents.get(name);
    if (table === undefined) throw new BackupError(`${name} is not in the backup ${backupId}.`);
    yield* readContent(objects, name, table);
    if (table.bytes > 100_000_000) log(`${name}: ${table.rows} rows`);
  });
  const wrong = tables.find(({ name, rows }) => counts.get(name) !== rows);
  if (wrong) {
    throw new BackupError(
      `${wrong.name} of the backup ${backupId} does not have ${wrong.rows} rows.`,
    );
  }
}

/** Adds the backup's keys to the key file, so that a file that is there keeps its own. */
export async function restoreKeyFile(
  objects: BackupObjects,
  manifest: Manifest,
  keyFolder: string | null,
): Promise<void> {
  if (keyFolder === null || !manifest.files.some(({ name }) => name === vaultKeyFile)) return;
  await addKeysToFile(keyFolder, (await readFileOf(objects, manifest, vaultKeyFile)).toString());
}

/** Returns a small file of a backup. @throws BackupError if it is missing or damaged */
export async function readFileOf(
  objects: BackupObjects,
  { files, backupId }: Manifest,
  name: string,
): Promise<Buffer> {
  const file = files.find((each) => each.name === name);
  if (file === undefined) throw new BackupError(`${name} is not in the backup ${backupId}.`);
  return buffer(readContent(objects, name, file));
}

/** @throws BackupError if the newest key that sealed the restored secrets is not configured */
export async function requireVaultKey(
  client: pg.Client,
  keys: KeyProvider,
  { vaultKeyIds: [keyId] }: Manifest,
): Promise<void> {
  if (keyId === undefined) return;
  const { rows } = await client.query<{ code: Buffer }>(
    'select check_value as code from platform.vault_key where key_id = $1',
    [keyId],
  );
  const isRight =
    keys.keyIds.includes(keyId) && rows[0]?.code.equals(await keys.checkValue(keyId)) === true;
  if (isRight) return;
  throw new BackupError(
    `The secrets in this backup need the vault key "${keyId}", which is not in it: set the VAULT_KEYS of the installation that made it.`,
  );
}
