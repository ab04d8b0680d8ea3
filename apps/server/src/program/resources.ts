import type { PgBoss } from 'pg-boss';
import { Registry } from 'prom-client';
import { registerCollectorMetrics } from '../collector/index.ts';
import { registerPartnerMetrics } from '../partners/index.ts';
import { copyInstallation } from '../platform/backup/copy-installation.ts';
import { walTimeoutSeconds } from '../platform/config/backup-settings.ts';
import { openBackupStorage } from '../platform/backup/storage/open-storage.ts';
import { writeBackup } from '../platform/backup/write-backup.ts';
import { choosePoolSizes, type Configuration } from '../platform/config/configuration.ts';
import {
  connectionTimeouts,
  openDatabase,
  sql,
  type Database,
  type DatabaseRole,
} from '../platform/database/database.ts';
import { connectClient } from '../platform/database/connect-client.ts';
import { migrate } from '../platform/database/migrations.ts';
import {
  primaryReads,
  startStandbyReads,
  type ReadSources,
} from '../platform/database/read-sources.ts';
import { watchSchema } from '../platform/database/schema-watch.ts';
import { startEmbeddedPostgres } from '@seller-connect/embedded-postgres';
import { openEvents, type Events } from '../platform/events.ts';
import { startJobQueue } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log.ts';
import { registerMailMetrics } from '../platform/mail/mail-queue.ts';
import type { Shutdown } from '../platform/process/shutdown.ts';
import { watchDatabase } from '../platform/telemetry/database-watch.ts';
import type { HealthOptions } from '../platform/telemetry/health.ts';
import { loadKeyring, openVault, type KeyProvider, type Vault } from '../platform/vault/vault.ts';

/** What the domains of one process share. */
export interface Resources {
  /** Connection with the role `seller_connect_app`. */
  readonly database: Database;
  /** Connection with the role `seller_connect_identity`. */
  readonly identityDatabase: Database;
  /** Where reports are read: from the primary or a standby. */
  readonly reads: ReadSources;
  readonly boss: PgBoss;
  readonly events: Events;
  readonly keys: KeyProvider;
  readonly vault: Vault;
  readonly health: Required<HealthOptions>;
}

const pingStatement = sql('program.ping', 'select 1');

/** Migrates the database, opens connections, job queue, events and vault, and registers how they are closed. */
export async function openResources(
  configuration: Configuration,
  log: Log,
  shutdown: Shutdown,
  onIncompatible: (error: Error) => void,
): Promise<Resources> {
  const url =
    configuration.DATABASE_URL ?? (await startEmbeddedDatabase(configuration, log, shutdown));
  await migrate(configuration.DATABASE_ADMIN_URL ?? url, url);

  const connect = (role: DatabaseRole, poolSize: number): Database => {
    const opened = openDatabase({ url, role, poolSize, log });
    shutdown.close(() => opened.close());
    return opened;
  };
  const sizes = choosePoolSizes(configuration);
  const database = connect('seller_connect_app', sizes.application);
  const identityDatabase = connect('seller_connect_identity', sizes.identity);
  const watch = watchDatabase({
    ping: () => database.query(pingStatement),
    probe: () => probeDatabase(url),
    log,
  });
  shutdown.close(async () => watch.stop());
  const schemaWatch = await watchSchema({ database, log, onIncompatible });
  shutdown.close(async () => void schemaWatch.stop());
  const sharedRegistry = createSharedRegistry(database, identityDatabase);
  const keys = await loadKeyring({
    keys: configuration.VAULT_KEYS,
    dataDir: configuration.dataDir,
    mayUseFile: configuration.demo || configuration.VAULT_KEY_FILE_ALLOWED === '1',
  });
  const vault = await openVault(database, keys);
  const isWorker = configuration.roles.has('worker');
  const reads = openReads(configuration, database, log, shutdown);
  const boss = await startJobQueue({ url, poolSize: sizes.queue, isWorker, log });
  shutdown.close(() => boss.stop({ graceful: true, timeout: 5000, close: true }));
  const events = openEvents({ url, database, log });
  shutdown.close(() => events.close());
  return {
    database,
    identityDatabase,
    reads,
    boss,
    events,
    keys,
    vault,
    health: {
      checks: [{ name: 'database', check: () => database.query(pingStatement) }],
      readiness: shutdown.readiness,
      sharedRegistry,
      metricsToken: configuration.METRICS_TOKEN ?? null,
      isCutOff: watch.isCutOff,
    },
  };
}

/** Creates the registry of the metrics that are read from the database. */
export function createSharedRegistry(database: Database, identityDatabase: Database): Registry {
  const registry = new Registry();
  registerCollectorMetrics(registry, database);
  registerPartnerMetrics(registry, database);
  registerMailMetrics(registry, identityDatabase);
  return registry;
}

/** Longer than a report may take. */
const standbyAnswerWithinMs = 25_000;

function openReads(
  { DATABASE_READ_URL: url, DATABASE_READ_MAX_LAG_SECONDS: maxLagSeconds, ...rest }: Configuration,
  primary: Database,
  log: Log,
  shutdown: Shutdown,
): ReadSources {
  if (url === undefined || !rest.roles.has('api')) return primaryReads(primary);
  const standby = openDatabase({
    url,
    role: 'seller_connect_app',
    poolSize: rest.DATABASE_POOL_SIZE,
    log,
    answerWithinMs: standbyAnswerWithinMs,
  });
  shutdown.close(() => standby.close());
  const reads = startStandbyReads({ primary, standby, maxLagMs: maxLagSeconds * 1000, log });
  shutdown.close(async () => reads.stop());
  return reads;
}

async function startEmbeddedDatabase(
  configuration: Configuration,
  log: Log,
  shutdown: Shutdown,
): Promise<string> {
  const server = await startEmbeddedPostgres({
    dataDir: configuration.dataDir,
    walTimeoutSeconds: walTimeoutSeconds(configuration.backup),
    log: (line) => log.debug({ line }, 'postgres'),
    copyData: (fromUrl, toUrl) => upgradeData(configuration, log, { fromUrl, toUrl }),
    alarm: (line) => log.error({ event: 'database.ended', line }, 'Embedded database has ended'),
  });
  shutdown.close(() => server.stop());
  return server.connectionString;
}

/** Copies the data of an earlier major version of PostgreSQL, after a backup if there is a place for one. */
async function upgradeData(
  { backup, VAULT_KEYS, dataDir }: Configuration,
  log: Log,
  { fromUrl, toUrl }: { fromUrl: string; toUrl: string },
): Promise<void> {
  log.warn({ event: 'database.upgrading' }, 'Embedded database is being upgraded');
  if (backup) {
    const { backupId } = await writeBackup({
      storage: openBackupStorage(backup.location),
      passphrase: backup.passphrase,
      databaseUrl: fromUrl,
      keyFolder: VAULT_KEYS === undefined ? dataDir : null,
    });
    log.info({ event: 'backup.finished', backupId }, 'Backup before the upgrade is complete');
  }
  await copyInstallation(fromUrl, toUrl);
  log.warn({ event: 'database.upgraded' }, 'Embedded database was upgraded');
}

/** Opens a new connection and runs a query. @throws the error when the database cannot be reached */
async function probeDatabase(url: string): Promise<void> {
  const client = await connectClient({ ...connectionTimeouts, connectionString: url });
  try {
    await client.query('select 1');
  } finally {
    await client.end();
  }
}
