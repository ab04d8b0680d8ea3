import type { PgBoss } from 'pg-boss';
import { loadConfiguration, type Configuration } from '../../platform/config/configuration.ts';
import { openDatabase, type Database } from '../../platform/database/database.ts';
import { openEvents, type Events } from '../../platform/events.ts';
import { startJobQueue } from '../../platform/jobs/jobs.ts';
import { createLog, type Log } from '../../platform/log.ts';
import { createKeyring, openVault } from '../../platform/vault/vault.ts';
import { lazadaSettings } from '../../../test/partner-settings.ts';
import { createPartners, type Partners } from '../../partners/index.ts';
import { createCollector, type Collector, type CollectorDependencies } from '../index.ts';

export interface Assembly {
  configuration: Configuration;
  log: Log;
  database: Database;
  events: Events;
  boss: PgBoss;
  partners: Partners;
  collector: Collector;
  stop(): Promise<void>;
}

export interface AssemblyOptions {
  databaseUrl: string;
  lazadaUrl: string;
  callsPerSecond?: number;
  poolSize?: number;
  logLevel?: string;
  /** Replaces the log on standard output. */
  log?: Log;
  /** Settings of further partners. */
  environment?: Record<string, string>;
  onShopSynced?: CollectorDependencies['onShopSynced'];
  runLimits?: CollectorDependencies['runLimits'];
  /** Wraps the database that the parts use. */
  through?: (database: Database) => Database;
}

/** Returns the environment of a process that uses the sandbox's applications. */
export function environmentOf(
  options: Pick<AssemblyOptions, 'lazadaUrl' | 'callsPerSecond' | 'environment'>,
): Record<string, string> {
  return {
    ...lazadaSettings(options.lazadaUrl, options.callsPerSecond),
    LAZADA_APP_CALLS_PER_SECOND: '10000',
    ...options.environment,
  };
}

/** For sellers who request data again and again. */
export const shortRunLimits = { joinMs: 1000, fiveRunsMs: 0 };

/** The only key of the vault. */
export const assemblyKey = { id: 'test', bytes: Buffer.alloc(32, 7) };

/** Wires the parts that syncing needs, as the program does. */
export async function assemble(options: AssemblyOptions): Promise<Assembly> {
  const configuration = loadConfiguration(environmentOf(options));
  const log = options.log ?? createLog(options.logLevel ?? 'silent');
  const { databaseUrl: url } = options;
  const opened = openDatabase({
    url,
    role: 'seller_connect_app',
    poolSize: options.poolSize ?? 8,
    log,
  });
  const database = options.through?.(opened) ?? opened;
  const events = openEvents({ url, database, log });
  const boss = await startJobQueue({ url, poolSize: options.poolSize ?? 8, log });
  const vault = await openVault(database, createKeyring([assemblyKey]));
  const partners = createPartners({
    configuration,
    database,
    vault,
    log,
    startSync: (tx, shops) => collector.startLinked(tx, shops),
    lastSynced: (tenantId) => collector.lastSynced(tenantId),
  });
  const collector: Collector = await createCollector({
    database,
    boss,
    shopAccess: partners,
    events,
    log,
    ...(options.onShopSynced && { onShopSynced: options.onShopSynced }),
    ...(options.runLimits && { runLimits: options.runLimits }),
  });
  return {
    configuration,
    log,
    database,
    events,
    boss,
    partners,
    collector,
    async stop() {
      collector.close();
      await boss.stop({ graceful: true, timeout: 5000, close: true });
      await events.close();
      await database.close();
    },
  };
}
