// Entry of `npm run restore`.
import { parseArgs } from 'node:util';
import { BackupError } from './platform/backup/storage/backup-storage.ts';
import { listBackups } from './platform/backup/manifest.ts';
import { openBackupStorage } from './platform/backup/storage/open-storage.ts';
import { restoreToMoment } from './platform/backup/point-in-time.ts';
import { restoreBackup } from './platform/backup/restore-backup.ts';
import { walTimeoutSeconds, type BackupSettings } from './platform/config/backup-settings.ts';
import { loadConfiguration, type Configuration } from './platform/config/configuration.ts';
import { loadKeyring } from './platform/vault/vault.ts';
import { withOwnerDatabase } from './program/owner-database.ts';
import { describeLosses, findSpentTokens } from './program/restore-losses.ts';
import { startupErrorMessage } from './program/startup-errors.ts';

const usage = `Usage: npm run restore [-- [<backup> | --at <moment>] [--replace]]
  <backup>   as "npm run backup -- list" shows it; the newest by default
  --at       a moment such as 2026-11-11T23:00:00+07:00, or "latest" for the end of the archived log
  --replace  deletes everything that is in the database`;

const print = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { replace, wanted, at } = parseArguments();
  const configuration = loadConfiguration(process.env);
  const { backup: settings } = configuration;
  if (settings === null) {
    throw new BackupError('Set BACKUP_LOCATION and BACKUP_PASSPHRASE to those of the backup.');
  }
  if (at === undefined) await restoreNamed(configuration, settings, { replace, wanted });
  else await restoreAt(configuration, settings, { replace, until: parseMoment(at) });
  print(`
Make sure that the installation that made the backup does not run anymore: two of them would spend each other's tokens.
Then start the program.`);
}

async function restoreNamed(
  configuration: Configuration,
  settings: BackupSettings,
  { replace, wanted }: { replace: boolean; wanted: string | undefined },
): Promise<void> {
  const storage = openBackupStorage(settings.location);
  const backupId = wanted ?? (await listBackups(storage)).complete.at(-1);
  if (backupId === undefined) throw new BackupError(`There are no backups in ${storage.name}.`);
  print(`Restoring the backup ${backupId} of ${storage.name}.`);
  await withOwnerDatabase(configuration, { mayCreate: true, log: print }, async (database) => {
    const { tables, takenAt } = await restoreBackup({
      ...database,
      ...keysOf(configuration),
      storage,
      passphrase: settings.passphrase,
      backupId,
      replace,
      log: print,
    });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    print(
      `Restored ${rows.toLocaleString('en')} rows in ${tables.length} tables, as of ${takenAt}.`,
    );
    printLosses(takenAt, await findSpentTokens(database.databaseUrl));
  });
}

/** Restores the embedded database as it was at a moment. */
async function restoreAt(
  configuration: Configuration,
  settings: BackupSettings,
  { replace, until }: { replace: boolean; until: Date | null },
): Promise<void> {
  const { dataDir, DATABASE_URL } = configuration;
  if (DATABASE_URL !== undefined) {
    throw new BackupError(
      'The log of DATABASE_URL is archived by its own server: restore it to the moment with the tools of that server, then start the program.',
    );
  }
  const { reachedAt, result: spent } = await restoreToMoment({
    ...keysOf(configuration),
    storage: openBackupStorage(settings.location),
    passphrase: settings.passphrase,
    until,
    dataDir,
    replace,
    walTimeoutSeconds: walTimeoutSeconds(settings),
    log: print,
    work: findSpentTokens,
  });
  const moment = reachedAt.toISOString();
  print(`Restored the database with every change up to ${moment}.`);
  printLosses(moment, spent);
}

function keysOf({ VAULT_KEYS, VAULT_KEY_FILE_ALLOWED, dataDir, demo }: Configuration) {
  return {
    keyFolder: VAULT_KEYS === undefined ? dataDir : null,
    loadKeys: () =>
      loadKeyring({
        keys: VAULT_KEYS,
        dataDir,
        mayUseFile: demo || VAULT_KEY_FILE_ALLOWED === '1',
      }),
  };
}

function parseArguments(): {
  replace: boolean;
  wanted: string | undefined;
  at: string | undefined;
} {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { replace: { type: 'boolean', default: false }, at: { type: 'string' } },
    });
    const { replace, at } = values;
    if (positionals.length > (at === undefined ? 1 : 0)) throw new BackupError(usage);
    return { replace, at, wanted: positionals[0] };
  } catch (error) {
    throw new BackupError(usage, { cause: error });
  }
}

/** @returns the moment, or null for the end of the log. @throws BackupError if the text could mean two moments */
function parseMoment(text: string): Date | null {
  if (text === 'latest') return null;
  const moment = new Date(text);
  const isExact = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  if (isExact && !Number.isNaN(moment.getTime())) return moment;
  throw new BackupError(
    `"${text}" is no moment: write it with its offset, such as 2026-11-11T23:00:00+07:00.`,
  );
}

function printLosses(...losses: Parameters<typeof describeLosses>): void {
  print(`\n${describeLosses(...losses).join('\n')}`);
}

main().catch((error: unknown) => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${startupErrorMessage(error) ?? `The restore failed: ${text}`}\n`);
  process.exit(1);
});
