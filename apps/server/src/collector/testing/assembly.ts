import { loadConfiguration } from '../../platform/configuration.ts';
import { openDatabase, type Database } from '../../platform/database.ts';
import { openEvents, type Events } from '../../platform/events.ts';
import { startJobs } from '../../platform/jobs.ts';
import { createLog } from '../../platform/log.ts';
import { keyring, openVault } from '../../platform/vault/index.ts';
import { createPartners, type Partners } from '../../partners/index.ts';
import { createCollector, type Collector } from '../index.ts';

export interface Assembly {
  database: Database;
  events: Events;
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
}

/** The product's parts that a collection needs, wired as the program wires them. */
export async function assemble(options: AssemblyOptions): Promise<Assembly> {
  const configuration = loadConfiguration({
    LAZADA_APP_KEY: '100240',
    LAZADA_APP_SECRET: 'sc-lazada-secret-0001',
    LAZADA_AUTHORIZE_URL: `${options.lazadaUrl}/oauth/authorize`,
    LAZADA_AUTH_API: `${options.lazadaUrl}/rest`,
    LAZADA_API: `${options.lazadaUrl}/rest`,
    LAZADA_CALLS_PER_SECOND: String(options.callsPerSecond ?? 1000),
  });
  const log = createLog(options.logLevel ?? 'silent');
  const { databaseUrl: url } = options;
  const database = openDatabase({
    url,
    role: 'seller_connect_app',
    poolSize: options.poolSize ?? 8,
    log,
  });
  const events = openEvents({ url, log });
  const boss = await startJobs({ url, poolSize: options.poolSize ?? 8, log });
  const vault = await openVault(database, keyring([{ id: 'test', bytes: Buffer.alloc(32, 7) }]));
  const partners = createPartners({
    configuration,
    database,
    vault,
    log,
    onLinked: async (tenantId, shopIds) => void (await collector.start(tenantId, shopIds)),
    lastSynchronised: (tenantId) => collector.lastSynchronised(tenantId),
  });
  const collector: Collector = await createCollector({
    database,
    boss,
    gate: partners,
    events,
    log,
  });
  return {
    database,
    events,
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
