import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { assemble, type Assembly } from '../../../apps/server/src/collector/testing/assembly.ts';
import {
  isFullySynced,
  createSeller,
  type Seller,
} from '../../../apps/server/src/collector/testing/linked-seller.ts';
import type { KillableChild } from '../../../apps/server/src/collector/testing/killable-child.ts';
import { partnerSettings } from '../../../apps/server/src/collector/testing/partner-settings.ts';
import { startReceiverChild } from '../../../apps/server/src/collector/testing/receiver-child.ts';
import { pushTargets, shopeePushUrl } from '../../../apps/server/src/collector/testing/receiver.ts';
import {
  startSandboxProcess,
  type SandboxProcess,
} from '../../../apps/server/src/collector/testing/sandbox-process.ts';
import { startWorkerChild } from '../../../apps/server/src/collector/testing/worker-child.ts';
import {
  isOutage,
  openDatabase,
  sql,
  type Database,
} from '../../../apps/server/src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../../apps/server/src/platform/embedded-postgres/index.ts';
import { createLog } from '../../../apps/server/src/platform/log.ts';
import { migrate } from '../../../apps/server/src/platform/database/migrations.ts';
import {
  startDatabaseProxy,
  type DatabaseProxy,
} from '../../../apps/server/src/platform/database/testing/database-proxy.ts';
import type { ChaosShop } from '../chaos/world.ts';
import { findSalesDifferences } from '../chaos/compare-sales.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

/** The share of messages that never come. */
const lostPushes = 0.3;
/** Of the sandbox's time. */
const stepSeconds = 6 * 3600;
/** Tokens outlive some steps: two that end under one piece of work would be a consent that no longer holds. */
const tokenSeconds = 4 * stepSeconds;
/** A round of all faults takes less. */
const roundSeconds = 6 * 86_400;
const lastBegin = Date.parse('2026-11-10T01:00:00Z');
/** Without any change. */
const maxUnchangedMs = 90_000;

/** Sellers' shops with everything that can fail around them, each part a process of its own but the API. */
export interface FaultsWorld {
  sandbox: SandboxProcess;
  /** Between the processes and the database. */
  proxy: DatabaseProxy;
  /** The database itself, past the proxy. */
  database: Database;
  /** Folder of the database's files. */
  cluster: string;
  /** Null where none can be mounted. */
  disk: SmallDisk | null;
  children: Record<ChildKind, KillableChild>;
  /** Kills one and starts it anew. */
  replace(kind: ChildKind): Promise<void>;
  /** Something happens at the marketplaces: orders, changes, messages; tokens end. */
  happen(): Promise<void>;
  /** Tries to store some megabytes. @returns whether the database has no room for them */
  isFull(): Promise<boolean>;
  /** How many calls the marketplaces have got. */
  calls(): Promise<number>;
  /** Whether the API has the database. */
  isReady(): Promise<boolean>;
  /** Has everything read, as a seller may ask for it. */
  read(): Promise<void>;
  /** Waits until every layer equals the ledgers. @returns what is wrong when nothing changes any more */
  waitUntilConsistent(): Promise<string[]>;
  /** What calls of the API have answered so far that no failure of the database explains. */
  wrongAnswers(): string[];
  /** How often the API has said that its database is away. */
  unavailable(): number;
  /** How often tokens were renewed. */
  renewals(): Promise<number>;
  /** Consents that were lost since this was last asked, by partner and reason. They are given anew at once. */
  lostConsents(): string[];
  stop(): Promise<void>;
}

export type ChildKind = 'worker' | 'receiver';

const platforms = ['LAZADA', 'SHOPEE'] as const;
const renewals = sql(
  'bench.renewals',
  `select count(*)::integer as times from partners.credential_event where tenant_id = $1 and kind = 'refreshed'`,
);
const ping = sql('bench.ping', 'select 1');

/** @param rounds so many rounds of all faults end before the present */
export async function startFaultsWorld(rounds: number): Promise<FaultsWorld> {
  const stops: (() => unknown)[] = [];
  const stop = async () => {
    for (const each of stops.splice(0).toReversed()) await each();
  };
  try {
    return await start(rounds, stops, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  rounds: number,
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
  const sandbox = await startSandboxProcess(['--size', 'tiny', '--clock', clock]);
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
  const assembly = await assemble(options);
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
      waitUntilConsistent(seller, async () => {
        lost.push(...(await relinkShops(assembly, seller, sandbox)));
        const wrong: string[] = [];
        for (const shop of shops) {
          wrong.push(...(await findSalesDifferences(database, sandbox, seller.tenantId, shop)));
        }
        return wrong;
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
    // Whoever has no room for its log ends altogether.
    return isOutage(error);
  } finally {
    await owner.end();
  }
}

async function linkLargest(sandbox: SandboxProcess, seller: Seller): Promise<ChaosShop[]> {
  const linked: ChaosShop[] = [];
  for (const platform of platforms) {
    const [largest] = (await sandbox.shops(platform)).toSorted((a, b) => b.orders - a.orders);
    if (!largest) throw new Error(`The sandbox has no shop of ${platform}`);
    const { externalShopId: external } = largest;
    linked.push({ platform, external, shopId: await seller.link(sandbox, external, platform) });
  }
  return linked;
}

/** Calls the API all the time: whatever happens, it answers, or says that its database is away. */
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

/** Has everything read until it is right; a message that is lost is made up for by that. */
async function waitUntilConsistent(
  seller: Seller,
  findDifferences: () => Promise<string[]>,
): Promise<string[]> {
  let last = { text: '', at: performance.now() };
  let isSyncRequested = false;
  for (;;) {
    if (!isSyncRequested)
      isSyncRequested = (await seller.post('/collector/getData')).status === 200;
    await delay(300);
    const state = await readState(seller, findDifferences);
    if (state.isAtRest && state.wrong.length === 0) return [];
    const text = JSON.stringify(state);
    if (text !== last.text) last = { text, at: performance.now() };
    else if (performance.now() - last.at > maxUnchangedMs) return [...state.wrong, state.progress];
    if (state.isAtRest) isSyncRequested = false;
  }
}

async function readState(
  seller: Seller,
  findWrong: () => Promise<string[]>,
): Promise<{ isAtRest: boolean; wrong: string[]; progress: string }> {
  try {
    const wrong = await findWrong();
    const data = await seller.progress();
    return { isAtRest: isFullySynced(data), wrong, progress: JSON.stringify(data.shops) };
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
