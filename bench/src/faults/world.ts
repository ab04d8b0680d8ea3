import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startWorkerChild } from '../../../apps/server/src/collector/testing/processes/killable-child.ts';
import { partnerSettings } from '../../../apps/server/test/partner-settings.ts';
import { pushTargets } from '../../../apps/server/src/collector/testing/receiver.ts';
import {
  startSandboxProcess,
  type SandboxProcess,
} from '../../../apps/server/src/collector/testing/processes/sandbox-process.ts';
import { freePort } from '../../../scripts/testing/free-ports.ts';
import { isOutage, openDatabase } from '../../../apps/server/src/platform/database/database.ts';
import { startEmbeddedPostgres } from '@seller-connect/embedded-postgres';
import { createLog } from '../../../apps/server/src/platform/log.ts';
import { migrate } from '../../../apps/server/src/platform/database/migrations.ts';
import {
  startDatabaseProxy,
  type DatabaseProxy,
} from '../../../apps/server/src/platform/database/testing/database-proxy.ts';
import { listAdAccounts, type ChaosShop } from '../chaos/world.ts';
import { ownerPool } from '../harness/database.ts';
import {
  countRefreshes,
  linkLargest,
  platforms,
  prepareTokens,
  succeeds,
  tenantOf,
} from '../rolling/linked-shops.ts';
import { RemoteSeller } from '../rolling/remote-seller.ts';
import { environmentFor, runVersion, thisVersion } from '../rolling/version.ts';
import { monitorApi, type ApiMonitor } from './api-monitor.ts';
import { requestSync, waitUntilConsistent, type Books } from './consistency.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

/** The share of pushes that are lost. */
const lostPushShare = 0.3;
/** Step of the sandbox's clock. */
const stepSeconds = 6 * 3600;
/**
 * Tokens outlive several steps. If two tokens expired during one piece of work, this would look like a lost consent.
 */
const tokenSeconds = 4 * stepSeconds;
/** Upper bound of the simulated time that a round of all faults takes. */
const roundSeconds = 5 * 86_400;

/** A process of the product. */
export interface Part {
  /** Sets its clock ahead of the machine's, in milliseconds. */
  setClock(aheadMs: number): void;
  kill(): Promise<unknown>;
}

/** Linked shops and all parts around them that can fail, each a process of its own. */
export interface FaultsWorld {
  sandbox: SandboxProcess;
  /** Sits between the processes and the database. */
  proxy: DatabaseProxy;
  /** Data directory of the database cluster. */
  cluster: string;
  /** Null if no file system can be mounted. */
  disk: SmallDisk | null;
  parts: Record<PartName, Part>;
  /** Kills a process and starts a new one. */
  replace(name: PartName): Promise<void>;
  /** Advances the sandbox's clock: orders are placed and change, pushes are sent, tokens expire. */
  advanceClock(): Promise<void>;
  /**
   * Tries to store several megabytes.
   * @returns whether the disk is full
   */
  isDiskFull(): Promise<boolean>;
  /** Returns the number of calls that the marketplaces received. */
  countCalls(): Promise<number>;
  /** Returns whether the API can reach the database. */
  isReady(): Promise<boolean>;
  /** Returns the calls, the answers of the API and the state of every shop, for the error of a failed fault. */
  describe(): Promise<string>;
  /** Requests a full sync, as a seller does. Returns whether the API accepted it. */
  requestSync(): Promise<boolean>;
  /**
   * Waits until every layer equals the ledgers.
   * @param withMoney whether money and ads are compared too
   * @returns the differences that remain once nothing changes anymore
   */
  waitUntilConsistent(withMoney: boolean): Promise<string[]>;
  /** Calls the API all the time. */
  monitor: ApiMonitor;
  /** Returns how often tokens were refreshed. */
  countRefreshes(): Promise<number>;
  /** Returns the consents lost since the last call, by partner and reason. Lost consents are replaced at once. */
  lostConsents(): string[];
  stop(): Promise<void>;
}

/** The API includes the identity provider and the receiver of pushes. */
export type PartName = 'worker' | 'api';

/**
 * Starts all parts and links the shops.
 * @param rounds the sandbox's clock starts early enough for this many rounds of all faults to end before the present
 * @param months the past of the shops
 */
export async function startFaultsWorld(rounds: number, months: number): Promise<FaultsWorld> {
  const stops: (() => unknown)[] = [];
  const stop = async () => {
    for (const each of stops.splice(0).toReversed()) await each();
  };
  try {
    return await start({ rounds, months }, stops, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  { rounds, months }: { rounds: number; months: number },
  stops: (() => unknown)[],
  stop: () => Promise<void>,
): Promise<FaultsWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'seller-connect-faults-'));
  stops.push(() => rm(dataDir, { recursive: true, force: true }));
  const disk = mountSmallDisk(dataDir);
  stops.push(() => disk?.unmount());
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  stops.push(() => server.stop());
  const url = server.connectionString;
  await migrate(url);
  const log = createLog('silent');
  const database = openDatabase({ url, role: 'seller_connect_app', poolSize: 4, log });
  stops.push(() => database.close());
  const owner = ownerPool(url, 1);
  stops.push(() => owner.end());
  const proxy = await startDatabaseProxy(url);
  stops.push(() => proxy.close());
  const begin = new Date(Date.now() - rounds * roundSeconds * 1000);
  const sandbox = await startSandboxProcess([
    '--size',
    'tiny',
    '--months',
    String(months),
    '--clock',
    begin.toISOString(),
  ]);
  stops.push(() => sandbox.stop());
  await prepareSandbox(sandbox);

  const starters = await createStarters(proxy.url, sandbox);
  const { origins } = starters;
  const parts: Record<PartName, Part> = {
    api: await starters.api(),
    worker: await starters.worker(),
  };
  stops.push(async () => {
    for (const part of Object.values(parts)) await part.kill();
  });
  await sandbox.control('PUT', 'push', pushTargets(origins.app));
  const seller = await RemoteSeller.create(origins, 'seller@demo.test');
  const shops = [...(await linkLargest(sandbox, seller)), await linkAdAccount(sandbox, seller)];
  await sandbox.faults(
    platforms.map((platform) => ({ platform, kind: 'push_lost', probability: lostPushShare })),
  );
  /** Odd while the API is away. */
  let kills = 0;
  const monitor = monitorApi(seller, () => kills);
  stops.push(() => monitor.stop());
  const lost: string[] = [];
  const books: Books = {
    seller,
    shops,
    sandbox,
    database,
    owner,
    tenantId: await tenantOf(database),
    onLostConsent: (each) => lost.push(each),
  };

  return {
    sandbox,
    proxy,
    cluster: join(dataDir, 'postgres', 'cluster'),
    disk,
    parts,
    monitor,
    async replace(name) {
      if (name === 'api') kills += 1;
      await parts[name].kill();
      parts[name] = await starters[name]();
      if (name === 'api') kills += 1;
    },
    advanceClock: () => sandbox.clock({ advanceSeconds: stepSeconds }),
    isReady: () =>
      fetch(`${origins.app}/readyz`, { signal: AbortSignal.timeout(3000) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    isDiskFull: () => isDiskFull(url),
    async countCalls() {
      const { items }: { items: { total: number }[] } = Object(
        await sandbox.control('GET', 'calls'),
      );
      return items.reduce((sum, { total }) => sum + total, 0);
    },
    async describe() {
      const status = await seller.call('GET', '/partner/check_synced_data').catch(String);
      return JSON.stringify({ answered: monitor.answered(), wrong: monitor.wrong(), status });
    },
    requestSync: () => succeeds(() => requestSync(books)),
    waitUntilConsistent: (withMoney) => waitUntilConsistent(books, withMoney),
    countRefreshes: () => countRefreshes(database, books.tenantId),
    lostConsents: () => lost.splice(0),
    stop,
  };
}

/** Freezes the clock. No partner accepts a refresh token that was replaced. */
async function prepareSandbox(sandbox: SandboxProcess): Promise<void> {
  await prepareTokens(sandbox, tokenSeconds);
  await sandbox.control('PUT', 'facebook', { reportMs: 50 });
}

async function linkAdAccount(sandbox: SandboxProcess, seller: RemoteSeller): Promise<ChaosShop> {
  const [account] = await listAdAccounts(sandbox, 1);
  if (!account) throw new Error('The sandbox has no open ad account');
  const { platform, external } = account;
  return { ...account, shopId: await seller.link(sandbox, external, platform) };
}

/** Returns what starts each process, always at the same address. */
async function createStarters(databaseUrl: string, sandbox: SandboxProcess) {
  const [port, identityPort] = [String(await freePort()), String(await freePort())];
  const origins = { app: `http://localhost:${port}`, identity: `http://localhost:${identityPort}` };
  const environment = environmentFor(databaseUrl, sandbox, origins);
  return {
    origins,
    worker: () =>
      startWorkerChild({
        databaseUrl,
        lazadaUrl: sandbox.lazadaUrl,
        callsPerSecond: 1000,
        environment: partnerSettings(sandbox),
      }),
    async api(): Promise<Part> {
      const api = await runVersion(thisVersion, {
        ...environment,
        ROLES: 'api,identity',
        PORT: port,
        IDENTITY_PORT: identityPort,
      });
      await api.ready();
      return api;
    },
  };
}

const fillStatement = `drop table if exists public.filler;
  create table public.filler as select md5(random()::text) as text from generate_series(1, 50000)`;

async function isDiskFull(url: string): Promise<boolean> {
  const owner = new Client({ connectionString: url });
  owner.on('error', () => undefined);
  try {
    await owner.connect();
    await owner.query(fillStatement);
    return false;
  } catch (error) {
    // Postgres shuts down if it cannot write its WAL.
    return isOutage(error);
  } finally {
    await owner.end();
  }
}
