import { linkLargest, platforms } from '../rolling/linked-shops.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import {
  assemble,
  shortRunLimits,
  type Assembly,
} from '../../../apps/server/src/collector/testing/assembly.ts';
import {
  isFullySynced,
  createSeller,
  type Seller,
} from '../../../apps/server/src/collector/testing/linked-seller.ts';
import {
  type KillableChild,
  startWorkerChild,
  startReceiverChild,
} from '../../../apps/server/src/collector/testing/killable-child.ts';
import { partnerSettings } from '../../../apps/server/src/collector/testing/partner-settings.ts';
import { pushTargets, shopeePushUrl } from '../../../apps/server/src/collector/testing/receiver.ts';
import {
  startSandboxProcess,
  type SandboxProcess,
} from '../../../apps/server/src/collector/testing/sandbox-process.ts';
import {
  isOutage,
  openDatabase,
  sql,
  type Database,
} from '../../../apps/server/src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../../apps/server/src/platform/embedded-postgres/supervisor.ts';
import { createLog } from '../../../apps/server/src/platform/log.ts';
import { migrate } from '../../../apps/server/src/platform/database/migrations.ts';
import {
  startDatabaseProxy,
  type DatabaseProxy,
} from '../../../apps/server/src/platform/database/testing/database-proxy.ts';
import { findSalesDifferences } from '../chaos/compare-sales.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

/** The share of pushes that are lost. */
const lostPushes = 0.3;
/** Step of the sandbox's clock. */
const stepSeconds = 6 * 3600;
/**
 * Tokens outlive several steps. If two tokens expired during one piece of work, this would look like a lost consent.
 */
const tokenSeconds = 4 * stepSeconds;
/** Upper bound of the simulated time that a round of all faults takes. */
const roundSeconds = 6 * 86_400;
const lastBegin = Date.parse('2026-11-10T01:00:00Z');
/** Gives up if nothing changes for this long. */
const maxUnchangedMs = 90_000;
/** Gives up even if something changes. */
const maxInconsistentMs = 240_000;

/** Linked shops and all parts around them that can fail. Every part except the API is a process of its own. */
export interface FaultsWorld {
  sandbox: SandboxProcess;
  /** Sits between the processes and the database. */
  proxy: DatabaseProxy;
  /** Connects to the database directly, without the proxy. */
  database: Database;
  /** Data directory of the database cluster. */
  cluster: string;
  /** Null if no file system can be mounted. */
  disk: SmallDisk | null;
  children: Record<ChildKind, KillableChild>;
  /** Kills a process and starts a new one. */
  replace(kind: ChildKind): Promise<void>;
  /** Advances the sandbox's clock: orders are placed and change, pushes are sent, tokens expire. */
  happen(): Promise<void>;
  /**
   * Tries to store several megabytes.
   * @returns whether the disk is full
   */
  isFull(): Promise<boolean>;
  /** Returns the number of calls that the marketplaces received. */
  calls(): Promise<number>;
  /** Returns whether the API can reach the database. */
  isReady(): Promise<boolean>;
  /** Requests a full sync, as a seller does. */
  read(): Promise<void>;
  /**
   * Waits until every layer equals the ledgers.
   * @returns the differences that remain once nothing changes anymore
   */
  waitUntilConsistent(): Promise<string[]>;
  /** Returns API responses so far that a database outage does not explain. */
  wrongAnswers(): string[];
  /** Returns how often the API reported that its database is unavailable. */
  unavailable(): number;
  /** Returns how often tokens were refreshed. */
  renewals(): Promise<number>;
  /** Returns the consents lost since the last call, by partner and reason. Lost consents are replaced at once. */
  lostConsents(): string[];
  stop(): Promise<void>;
}

export type ChildKind = 'worker' | 'receiver';

const renewals = sql(
  'bench.renewals',
  `select count(*)::integer as times from partners.credential_event where tenant_id = $1 and kind = 'refreshed'`,
);
const makeHintsDue = sql(
  'bench.make_hints_due',
  'update collector.hint set due_at = now() where tenant_id = $1 and due_at > now()',
);
const ping = sql('bench.ping', 'select 1');

/**
 * @param rounds the sandbox's clock starts early enough for this many rounds of all faults to end before the present
 * @param options.months the past of the shops
 */
export async function startFaultsWorld(
  rounds: number,
  { months }: { months: number },
): Promise<FaultsWorld> {
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
  const proxy = await startDatabaseProxy(url);
  stops.push(() => proxy.close());
  const clock = new Date(lastBegin - (rounds - 1) * roundSeconds * 1000).toISOString();
  const sandbox = await startSandboxProcess([
    '--size',
    'tiny',
    '--clock',
    clock,
    '--months',
    String(months),
  ]);
  stops.push(() => sandbox.stop());
  await sandbox.clock({ frozen: true });
  const environment = { ...partnerSettings(sandbox), SHOPEE_PUSH_URL: shopeePushUrl };
  const options = {
    databaseUrl: proxy.url,
    lazadaUrl: sandbox.lazadaUrl,
    callsPerSecond: 1000,
    environment,
    logLevel: 'silent',
  };
  const assembly = await assemble({ ...options, runLimits: shortRunLimits });
  stops.push(() => assembly.stop());
  const seller = await createSeller(assembly, { sessionMs: 86_400_000 });

  const children = {
    worker: await startWorkerChild(options),
    receiver: await startReceiverChild(options),
  };
  stops.push(async () => {
    await children.worker.kill();
    await children.receiver.kill();
  });
  const { port } = new URL(children.receiver.line);
  await sandbox.control('PUT', 'push', pushTargets(children.receiver.line));
  await sandbox.control('PUT', 'lazada', {
    accessTokenSeconds: tokenSeconds,
    refreshGraceSeconds: 0,
  });
  await sandbox.control('PUT', 'shopee', { accessTokenSeconds: tokenSeconds });
  const shops = await linkLargest(sandbox, seller);
  await sandbox.faults(
    platforms.map((platform) => ({ platform, kind: 'push_lost', probability: lostPushes })),
  );
  const api = monitorApi(seller);
  const lost: string[] = [];
  stops.push(() => api.stop());

  return {
    sandbox,
    proxy,
    database,
    cluster: join(dataDir, 'postgres', 'cluster'),
    disk,
    children,
    async replace(kind) {
      await children[kind].kill();
      children[kind] =
        kind === 'worker'
          ? await startWorkerChild(options)
          : await startReceiverChild(options, Number(port));
    },
    happen: () => sandbox.clock({ advanceSeconds: stepSeconds }),
    isReady: () =>
      Promise.race([
        assembly.database.query(ping).then(
          () => true,
          () => false,
        ),
        delay(2000, false),
      ]),
    isFull: () => isFull(url),
    async calls() {
      const { items }: { items: { total: number }[] } = Object(
        await sandbox.control('GET', 'calls'),
      );
      return items.reduce((sum, { total }) => sum + total, 0);
    },
    read: async () => void (await seller.post('/collector/getData')),
    waitUntilConsistent: () =>
      waitUntilConsistent(seller, {
        followHints: () =>
          database.tenant(seller.tenantId, (tx) => tx.execute(makeHintsDue, [seller.tenantId])),
        relink: async () => void lost.push(...(await relinkShops(assembly, seller, sandbox))),
        findDifferences: async () => {
          const wrong: string[] = [];
          for (const shop of shops) {
            wrong.push(...(await findSalesDifferences(database, sandbox, seller.tenantId, shop)));
          }
          return wrong;
        },
      }),
    wrongAnswers: api.wrong,
    unavailable: api.unavailable,
    async renewals() {
      const [row] = await database.tenantRead<{ times: number }>(seller.tenantId, renewals, [
        seller.tenantId,
      ]);
      return row?.times ?? 0;
    },
    lostConsents: () => lost.splice(0),
    stop,
  };
}

const fillStatement = `drop table if exists public.filler;
  create table public.filler as select md5(random()::text) as text from generate_series(1, 50000)`;

async function isFull(url: string): Promise<boolean> {
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

/** Calls the API continuously. It must respond with 200, or with 503 and `database_unavailable`. */
function monitorApi(seller: Seller) {
  const over = new AbortController();
  let unavailable = 0;
  const wrong = new Set<string>();
  const watching = (async () => {
    while (!over.signal.aborted) {
      const { status, body } = await seller.get('/partner/check_synced_data');
      if (status === 503 && Object(body).error === 'database_unavailable') unavailable += 1;
      else if (status !== 200) wrong.add(`the API answered ${status}: ${JSON.stringify(body)}`);
      await delay(250);
    }
  })();
  return {
    wrong: () => [...wrong],
    unavailable: () => unavailable,
    async stop() {
      over.abort();
      await watching;
    },
  };
}

interface Consistency {
  /** Links shops again whose consent was lost. */
  relink(): Promise<void>;
  /** Lets pushes be followed at once whose orders could not be fetched, which takes up to two minutes otherwise. */
  followHints(): Promise<unknown>;
  /** Compares every layer with the ledgers, which takes a hundred times the processor time of the progress. */
  findDifferences(): Promise<string[]>;
}

/** Requests syncs until all data is correct. A sync also makes up for lost pushes. */
async function waitUntilConsistent(seller: Seller, consistency: Consistency): Promise<string[]> {
  const startedAt = performance.now();
  let last = { text: '', at: startedAt };
  let isSyncRequested = false;
  for (;;) {
    // Once: a request while nothing is read makes every stream due again.
    if (!isSyncRequested)
      isSyncRequested = (await seller.post('/collector/getData')).status === 202;
    await delay(300);
    const state = await readState(seller, consistency);
    if (state.isAtRest && state.wrong.length === 0) return [];
    const text = JSON.stringify(state);
    const now = performance.now();
    if (text !== last.text) last = { text, at: now };
    if (now - last.at > maxUnchangedMs || now - startedAt > maxInconsistentMs)
      return [...state.wrong, state.progress];
    if (state.isAtRest) isSyncRequested = false;
  }
}

async function readState(
  seller: Seller,
  { relink, followHints, findDifferences }: Consistency,
): Promise<{ isAtRest: boolean; wrong: string[]; progress: string }> {
  try {
    await relink();
    const data = await seller.progress();
    const isAtRest = isFullySynced(data);
    const wrong = isAtRest ? await findDifferences() : [];
    if (wrong.length > 0) await followHints();
    return { isAtRest, wrong, progress: JSON.stringify(data.shops) };
  } catch (error) {
    return { isAtRest: false, wrong: [], progress: String(error) };
  }
}

async function relinkShops(
  { partners }: Assembly,
  seller: Seller,
  sandbox: SandboxProcess,
): Promise<string[]> {
  const lost: string[] = [];
  for (const shop of await partners.listShops(seller.tenantId)) {
    if (shop.status === 'connected') continue;
    lost.push(`${shop.platform} ${shop.status} ${shop.reason}`);
    await seller.link(sandbox, shop.externalShopId, shop.platform, shop.shopId);
  }
  return lost;
}
