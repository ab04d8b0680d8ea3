// Entry of `npm run restore`.
import { parseArgs } from 'node:util';
import { listSpentTokens } from './partners/index.ts';
import { BackupError } from './platform/backup/backup-storage.ts';
import { listBackups } from './platform/backup/manifest.ts';
import { openBackupStorage } from './platform/backup/open-storage.ts';
import { restoreBackup } from './platform/backup/restore-backup.ts';
import { loadConfiguration } from './platform/config/configuration.ts';
import { loadKeyring } from './platform/vault/vault.ts';
import { withOwnerDatabase } from './program/owner-database.ts';
import { startupErrorMessage } from './program/startup-errors.ts';

const usage = `Usage: npm run restore [-- [<backup>] [--replace]]
  <backup>   as "npm run backup -- list" shows it; the newest by default
  --replace  deletes everything that is in the database`;
/** Shops are named up to this number. */
const maxNamedShops = 50;

const print = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { replace, wanted } = parseArguments();
  const configuration = loadConfiguration(process.env);
  const { backup: settings, VAULT_KEYS, dataDir } = configuration;
  if (settings === null) {
    throw new BackupError('Set BACKUP_LOCATION and BACKUP_PASSPHRASE to those of the backup.');
  }
  const storage = openBackupStorage(settings.location);
  const backupId = wanted ?? (await listBackups(storage)).complete.at(-1);
  if (backupId === undefined) throw new BackupError(`There are no backups in ${storage.name}.`);
  print(`Restoring the backup ${backupId} of ${storage.name}.`);
  await withOwnerDatabase(configuration, { mayCreate: true, log: print }, async (database) => {
    const { tables, takenAt } = await restoreBackup({
      ...database,
      storage,
      passphrase: settings.passphrase,
      backupId,
      keyFolder: VAULT_KEYS === undefined ? dataDir : null,
      loadKeys: () =>
        loadKeyring({
          keys: VAULT_KEYS,
          dataDir,
          mayUseFile: configuration.demo || configuration.VAULT_KEY_FILE_ALLOWED === '1',
        }),
      replace,
      log: print,
    });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    print(
      `Restored ${rows.toLocaleString('en')} rows in ${tables.length} tables, as of ${takenAt}.`,
    );
    printLosses(takenAt, await listSpentTokens(database.databaseUrl, new Date()));
  });
}

function parseArguments(): { replace: boolean; wanted: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { replace: { type: 'boolean', default: false } },
    });
    if (positionals.length > 1) throw new BackupError(usage);
    return { replace: values.replace, wanted: positionals[0] };
  } catch (error) {
    throw new BackupError(usage, { cause: error });
  }
}

/** Says what a backup cannot bring back. */
function printLosses(
  takenAt: string,
  spent: readonly { platform: string; name: string; externalShopId: string }[],
): void {
  print(`
What does not come back:
- What people did in the application after ${takenAt}. Orders and payouts of that time come back with the next syncs.
- What was erased after that is there again: erase it again. The same goes for withdrawn roles and changed passwords.
- Tokens that a marketplace replaced after that. It accepts each refresh token once, and the newer one is lost.`);
  if (spent.length === 0) {
    print('  No shop has to be linked again for this reason.');
  } else {
    print(
      `  ${spent.length} shops had tokens that were due to be replaced since. If their syncs fail, their sellers have to link them again:`,
    );
  }
  for (const { platform, name, externalShopId } of spent.slice(0, maxNamedShops)) {
    print(`  - ${platform} ${externalShopId}, ${name}`);
  }
  if (spent.length > maxNamedShops) print(`  - and ${spent.length - maxNamedShops} more`);
  print(`
Make sure that the installation that made the backup does not run any more: two of them would spend each other's tokens.
Then start the program.`);
}

main().catch((error: unknown) => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${startupErrorMessage(error) ?? `The restore failed: ${text}`}\n`);
  process.exit(1);
});
