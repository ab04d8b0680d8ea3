import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BackupError } from '../platform/backup/storage/backup-storage.ts';
import { walTimeoutSeconds } from '../platform/config/backup-settings.ts';
import type { Configuration } from '../platform/config/configuration.ts';
import { startEmbeddedPostgres } from '@seller-connect/embedded-postgres';

/** How a command connects to the database of the program. */
interface OwnerDatabase {
  /** Connects as the owner of the tables. */
  databaseUrl: string;
  /** The connection of the program. */
  applicationUrl: string;
}

/**
 * Runs `work` with the database of the program, whether the program runs or not. An embedded database that does not run
 * is started for the duration.
 * @param options.mayCreate whether to create an embedded database that does not exist
 */
export async function withOwnerDatabase<T>(
  { DATABASE_URL, DATABASE_ADMIN_URL, dataDir, backup }: Configuration,
  { mayCreate, log }: { mayCreate: boolean; log: (line: string) => void },
  work: (database: OwnerDatabase) => Promise<T>,
): Promise<T> {
  if (DATABASE_URL !== undefined) {
    return work({
      databaseUrl: DATABASE_ADMIN_URL ?? DATABASE_URL,
      applicationUrl: DATABASE_URL,
    });
  }
  if (!mayCreate && !existsSync(join(dataDir, 'postgres', 'cluster'))) {
    throw new BackupError(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL.`);
  }
  const server = await startEmbeddedPostgres({
    dataDir,
    log,
    walTimeoutSeconds: walTimeoutSeconds(backup),
  });
  try {
    const url = server.connectionString;
    return await work({ databaseUrl: url, applicationUrl: url });
  } finally {
    await server.stop();
  }
}
