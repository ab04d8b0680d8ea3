// Entry of `npm run backup`, and of the process that the worker starts for a scheduled backup.
import { setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { BackupError, type BackupStorage } from './platform/backup/storage/backup-storage.ts';
import {
  deleteOutdatedBases,
  restorableRange,
  verifyLog,
  writeBaseBackup,
} from './platform/backup/base-backup.ts';
import { backupTime, listBackups, type Manifest } from './platform/backup/manifest.ts';
import { openBackupStorage } from './platform/backup/storage/open-storage.ts';
import { deleteOutdatedBackups } from './platform/backup/retention.ts';
import { verifyBackup, writeBackup } from './platform/backup/write-backup.ts';
import { loadConfiguration, type Configuration } from './platform/config/configuration.ts';
import { createLog } from './platform/log.ts';
import { withOwnerDatabase } from './program/owner-database.ts';
import { startupErrorMessage } from './program/startup-errors.ts';

const usage = `Usage: npm run backup [-- list | verify [<backup>]]
  (nothing)  makes a backup at BACKUP_LOCATION and deletes those older than BACKUP_RETENTION_DAYS
  list       shows the backups that are there, oldest first
  verify     reads a backup, the newest by default with the archived log, and compares it with its manifest`;

/** Lower than that of syncs, also for the server's process that reads the tables. */
const scheduledPriority = 10;

const print = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { isScheduled, isBaseOnly, positionals } = parseArguments();
  const [command = 'make', backupId, ...rest] = positionals;
  const configuration = loadConfiguration(process.env);
  if (isScheduled) return makeScheduled(configuration, isBaseOnly);
  if (command === 'make' && backupId === undefined) await make(configuration, print);
  else if (command === 'list' && backupId === undefined) await list(configuration);
  else if (command === 'verify' && rest.length === 0) await verify(configuration, backupId);
  else throw new BackupError(usage);
}

function parseArguments(): { isScheduled: boolean; isBaseOnly: boolean; positionals: string[] } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        scheduled: { type: 'boolean', default: false },
        'base-only': { type: 'boolean', default: false },
      },
    });
    return { isScheduled: values.scheduled, isBaseOnly: values['base-only'], positionals };
  } catch (error) {
    throw new BackupError(usage, { cause: error });
  }
}

async function make(
  configuration: Configuration,
  log: (line: string) => void,
  priority?: number,
): Promise<{ manifest: Manifest; deleted: string[] }> {
  const { location, passphrase, retentionDays, logSeconds } = requireSettings(configuration);
  const storage = openBackupStorage(location);
  const manifest = await withOwnerDatabase(
    configuration,
    { mayCreate: false, log: () => undefined },
    ({ databaseUrl }) =>
      writeBackup({
        storage,
        passphrase,
        databaseUrl,
        keyFolder: configuration.VAULT_KEYS === undefined ? configuration.dataDir : null,
        ...(priority !== undefined && { priority }),
        log,
      }),
  );
  const deleted = await deleteOutdatedBackups(storage, retentionDays);
  if (logSeconds > 0) deleted.push(...(await makeBase(configuration, storage, log)));
  log(`Backup ${describe(manifest)} is in ${storage.name} and was read back without a fault.`);
  if (deleted.length > 0) log(`Deleted as outdated: ${deleted.join(', ')}.`);
  if (configuration.VAULT_KEYS !== undefined) {
    log('VAULT_KEYS is not part of it: keep it apart, because a restore needs it.');
  }
  return { manifest, deleted };
}

/** Copies the files of the database, for restores to a moment. @returns the ids of the base backups that were deleted */
async function makeBase(
  configuration: Configuration,
  storage: BackupStorage,
  log: (line: string) => void,
): Promise<string[]> {
  const { passphrase, retentionDays } = requireSettings(configuration);
  const { dataDir } = configuration;
  await withOwnerDatabase(
    configuration,
    { mayCreate: false, log: () => undefined },
    async ({ databaseUrl }) => {
      const keyFolder = configuration.VAULT_KEYS === undefined ? dataDir : null;
      await writeBaseBackup({ storage, passphrase, databaseUrl, dataDir, keyFolder, log });
    },
  );
  return deleteOutdatedBases(storage, retentionDays);
}

/** Logs as the worker does, and yields to it. Ends when the worker does. */
async function makeScheduled(configuration: Configuration, isBaseOnly: boolean): Promise<void> {
  const endWithWorker = () => process.exit(1);
  process.on('disconnect', endWithWorker);
  setPriority(scheduledPriority);
  const log = createLog(configuration.LOG_LEVEL);
  const show = (line: string) => log.debug({ line }, 'backup');
  if (isBaseOnly) {
    const storage = openBackupStorage(requireSettings(configuration).location);
    const deleted = await makeBase(configuration, storage, show);
    log.info({ event: 'backup.base_finished', deleted }, 'Base backup is complete');
  } else {
    const { manifest, deleted } = await make(configuration, show, scheduledPriority);
    const { backupId, storedBytes } = manifest;
    log.info({ event: 'backup.finished', backupId, storedBytes, deleted }, 'Backup is complete');
  }
  process.off('disconnect', endWithWorker);
  if (process.connected) process.disconnect();
}

async function list(configuration: Configuration): Promise<void> {
  const storage = openBackupStorage(requireSettings(configuration).location);
  const { complete, unfinished } = await listBackups(storage);
  for (const backupId of complete) print(`${backupId}  ${backupTime(backupId).toISOString()}`);
  for (const backupId of unfinished) print(`${backupId}  under way or interrupted`);
  if (complete.length + unfinished.length === 0) print(`There are no backups in ${storage.name}.`);
  const range = await restorableRange(storage);
  if (range === null) return;
  print(
    `Every moment from ${range.from.toISOString()} to ${range.to.toISOString()} can be restored with --at${range.hasGap ? '; then the log has a gap, which the next backup closes' : ''}.`,
  );
}

async function verify(configuration: Configuration, wanted: string | undefined): Promise<void> {
  const { location, passphrase } = requireSettings(configuration);
  const storage = openBackupStorage(location);
  const backupId = wanted ?? (await listBackups(storage)).complete.at(-1);
  if (backupId === undefined) throw new BackupError(`There are no backups in ${storage.name}.`);
  print(`Backup ${describe(await verifyBackup(storage, backupId, passphrase))} is complete.`);
  const log = wanted === undefined ? await verifyLog(storage, passphrase) : null;
  if (log === null) return;
  print(
    `Base backup ${log.backupId} and the ${log.segments} segments of the log after it, up to ${log.to.toISOString()}, are complete.`,
  );
}

function requireSettings({ backup }: Configuration): NonNullable<Configuration['backup']> {
  if (backup !== null) return backup;
  throw new BackupError(
    'Set BACKUP_LOCATION to a folder or to s3://bucket/prefix, and BACKUP_PASSPHRASE to a passphrase of at least 16 characters.',
  );
}

function describe({ backupId, tables, storedBytes }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${backupId} (${rows.toLocaleString('en')} rows in ${tables.length} tables, ${(storedBytes / 1e6).toFixed(1)} MB)`;
}

main().catch((error: unknown) => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${startupErrorMessage(error) ?? `The backup failed: ${text}`}\n`);
  process.exit(1);
});
