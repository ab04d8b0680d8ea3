import { ConfigurationError } from '../config/environment.ts';
import type { Log } from '../log.ts';
import { startPolling, type Polling } from '../poll.ts';
import { sql, type Database } from './database.ts';
import { loadMigrations, sourceFolder } from './migration-files.ts';

const defaultPollIntervalMs = 10_000;

const readNeeding = sql(
  'platform.read_needing_migration',
  `select domain || '/' || name as name from platform.migration where needs > $1 order by name limit 1`,
);

/** Returns the sentence for a version that is too old for the schema. */
export function newerSchemaMessage(migration: string): string {
  return `The database was migrated by a newer version, and this version cannot work with it since the migration ${migration}: start the newer version.`;
}

interface SchemaWatchOptions {
  database: Pick<Database, 'query'>;
  log: Pick<Log, 'warn'>;
  /** Called once, with a sentence for the operator, after the schema has become too new for this process. */
  onIncompatible(error: ConfigurationError): void;
  /** Number of migrations that this program knows; those beside the program by default. */
  knownMigrations?: number;
  pollIntervalMs?: number;
}

/**
 * Notices that a newer version has migrated the database while this process runs. Migrations that only extend the
 * schema change nothing for it; one with a contract marker ends it if this program is older than the marker says.
 */
export async function watchSchema(options: SchemaWatchOptions): Promise<Polling> {
  const { database, log, onIncompatible, pollIntervalMs = defaultPollIntervalMs } = options;
  const known = options.knownMigrations ?? (await loadMigrations(sourceFolder)).length;
  let isReported = false;

  async function poll(): Promise<void> {
    if (isReported) return;
    const [row] = await database.query<{ name: string }>(readNeeding, [known]);
    if (!row) return;
    isReported = true;
    onIncompatible(new ConfigurationError(newerSchemaMessage(row.name)));
  }
  return startPolling(poll, {
    intervalMs: pollIntervalMs,
    onError: (error, failures) => {
      if (failures > 1) return;
      log.warn(
        { event: 'database.schema_unknown', err: error },
        'Schema version of the database could not be read',
      );
    },
  });
}
