import type { CollectionRun, OrderAnswers } from '@seller-connect/contract';
import { redactPersons } from '@seller-connect/partners';
import type { PgBoss } from 'pg-boss';
import { record, type Happening } from '../audit/index.ts';
import { shopNotFound } from '../partners/index.ts';
import type { Database, TenantTransaction } from '../platform/database/database.ts';
import { notify, type Events } from '../platform/events.ts';
import type { Http } from '../platform/http/http.ts';
import type { Log } from '../platform/log.ts';
import type { Covered, ShopCoverage } from '../reporting/index.ts';
import { forgetHints, noteHint, type StreamHint } from './leases/hint-store.ts';
import { progressTopic } from './leases/stream-lease.ts';
import { createProgressStreams } from './runs/progress-events.ts';
import { readCoverage, readProgress } from './runs/progress.ts';
import { readRaw } from './raw/raw-store.ts';
import { refreshOrders, type RefreshOptions } from './scheduling/refetch-orders.ts';
import { readRuns } from './runs/run-history.ts';
import { beginRun, runThatAnswers } from './runs/runs.ts';
import type { LinkedShop, ShopGate } from './leases/shop-access.ts';
import type { StreamKey } from './leases/stream-store.ts';
import { usualPauseMs } from './planning/platform-streams.ts';
import { createCollectorQueue, enqueue, enqueueHinted, startWorker } from './scheduling/worker.ts';

export { collectorRows, deleteStreamsOf } from './erase.ts';
export { deleteOldPages, redactStoredPages } from './raw/raw-maintenance.ts';
export type { StreamHint } from './leases/hint-store.ts';
export { collectorReadings } from './metrics.ts';
export type { LinkedShop, ShopGate } from './leases/shop-access.ts';
export type { StreamKey } from './leases/stream-store.ts';

export interface CollectorDependencies {
  database: Database;
  boss: PgBoss;
  gate: ShopGate;
  events: Events;
  log: Log;
  now?: () => Date;
  /** Runs after a shop's own record was read, which happens when it is linked and every few hours. */
  onShopRead?: (tenantId: string, shop: LinkedShop) => Promise<void>;
}

export interface WorkerSettings {
  /** Streams read at the same time by this process. */
  concurrency: number;
  leaseMs?: number;
  sliceMs?: number;
  longestSliceMs?: number;
  changesEveryMs?: number;
  lookEveryMs?: number;
}

export interface Collector {
  /** Starts reading every linked shop of a tenant, or some of them; the run that runs already, if any. */
  start(tenantId: string, shopIds?: readonly string[]): Promise<CollectionRun>;
  /**
   * Notes where a partner said that something changed, inside the transaction that keeps its message. Call `look`
   * once that is committed.
   */
  note(tx: TenantTransaction, hint: StreamHint): Promise<void>;
  /** Has what was noted of these streams looked at now. Losing the request delays it by about a second. */
  look(keys: readonly StreamKey[]): void;
  /**
   * Has named orders of a shop read at once, and waits for it for a while.
   * @returns the orders that were read in time
   * @throws the reason of the options' `signal` when it is aborted
   */
  refreshOrders(
    shop: { tenantId: string; shopId: string },
    orderIds: readonly string[],
    options: RefreshOptions,
  ): Promise<ReadonlySet<string>>;
  /** Forgets what was noted of streams that nobody reads any more. */
  forgetNotes(): Promise<void>;
  /** What reports need to know about what is not read yet. */
  coverage(tenantId: string, of?: Covered): Promise<ShopCoverage[]>;
  /** When orders of each shop were last read to the present. */
  lastSynchronised(tenantId: string): Promise<Map<string, Date>>;
  /** What the marketplace answered about an order, word for word, the newest first; at most 50 versions. */
  orderAnswers(tenantId: string, shopId: string, orderId: string): Promise<OrderAnswers['items']>;
  routes(http: Http): void;
  /** Reads streams in this process until stopped. */
  work(settings: WorkerSettings): Promise<{ stop(): Promise<void> }>;
  /** Ends open event streams; a worker is stopped by what `work` returned. */
  close(): void;
}

/** An order that changes for months is told by its newest versions. */
const mostAnswers = 50;

export async function createCollector(deps: CollectorDependencies): Promise<Collector> {
  const { database, boss, gate, events, log } = deps;
  const now = deps.now ?? (() => new Date());
  const stopping = new AbortController();
  await createCollectorQueue(boss);

  async function start(
    tenantId: string,
    { shopIds, startedBy }: { shopIds?: readonly string[]; startedBy?: string },
  ): Promise<CollectionRun> {
    const shops = await gate.listShops(tenantId);
    const wanted = shops.filter(
      (shop) => shop.status === 'connected' && (!shopIds || shopIds.includes(shop.shopId)),
    );
    const { run, due } = await database.tenant(tenantId, async (tx) => {
      const answer = startedBy === undefined ? null : await runThatAnswers(tx, wanted);
      if (answer) return { run: answer, due: [] };
      const begun = await beginRun(tx, wanted, now());
      if (startedBy !== undefined && begun.isNew) {
        await record(tx, startedRun(startedBy, begun.run), now());
      }
      await notify(tx, progressTopic, tenantId);
      return begun;
    });
    await enqueue(boss, due);
    return run;
  }

  const look = gathering(async (keys) => {
    await enqueueHinted(boss, keys).catch((error: unknown) => {
      log.warn(
        { err: error, streams: keys.length },
        'a worker was not woken; it will look by itself',
      );
    });
  });

  return {
    start: (tenantId, shopIds) => start(tenantId, { ...(shopIds && { shopIds }) }),
    note: noteHint,
    look,
    refreshOrders: (shop, orderIds, options) =>
      refreshOrders(database, shop, orderIds, look, options),
    forgetNotes: () => forgetHints(database, new Date(now().getTime() - 86_400_000)),
    coverage: (tenantId, of) => readCoverage(database, tenantId, now(), of),
    async lastSynchronised(tenantId) {
      const coverage = await readCoverage(database, tenantId, now());
      return new Map(coverage.flatMap(({ shopId, asOf }) => (asOf ? [[shopId, asOf]] : [])));
    },
    async orderAnswers(tenantId, shopId, orderId) {
      const versions = await database.tenant(tenantId, (tx) =>
        readRaw(tx, shopId, orderId, { max: mostAnswers, entities: ['order', 'order_items'] }),
      );
      return versions
        .toReversed()
        .slice(0, mostAnswers)
        .map(({ entity, payload, updatedAt, fetchedAt }) => ({
          part: entity,
          payload: redactPersons(payload).toString(),
          changedAt: updatedAt?.toISOString() ?? null,
          readAt: fetchedAt.toISOString(),
        }));
    },
    routes(http) {
      http.handle('startCollection', ({ session }) =>
        start(session.tenantId, { startedBy: session.accountId }),
      );
      http.handle('checkSyncedData', async ({ session, language }) =>
        readProgress(database, session.tenantId, await linked(session.tenantId), language, now()),
      );
      http.handle('collectionRuns', async ({ session, query, language }) => {
        const { shopId, page = 1, pageSize = 20 } = query;
        const shops = await linked(session.tenantId);
        if (!shops.some((shop) => shop.shopId === shopId)) throw shopNotFound();
        return readRuns(database, session.tenantId, { shopId, page, pageSize, language });
      });
      const progress = createProgressStreams({
        events,
        log,
        stopping: stopping.signal,
        snapshot: async (tenantId, language) =>
          readProgress(database, tenantId, await linked(tenantId), language, now()),
      });
      http.handle('collectionEvents', async ({ session, language, reply, checkSession }) => {
        const { tenantId, accountId, expiresAt: sessionEndsAt } = session;
        await progress.open({
          reply,
          tenantId,
          accountId,
          language,
          sessionEndsAt,
          checkSession,
        });
        return undefined;
      });
    },
    work: (settings) =>
      startWorker({
        database,
        boss,
        gate,
        log,
        now,
        random: Math.random,
        concurrency: settings.concurrency,
        onShopRead: deps.onShopRead ?? (async () => undefined),
        leaseMs: settings.leaseMs ?? 10_000,
        sliceMs: settings.sliceMs ?? 8_000,
        longestSliceMs: settings.longestSliceMs ?? 300_000,
        changesEveryMs: settings.changesEveryMs ?? usualPauseMs.orders,
        lookEveryMs: settings.lookEveryMs ?? 1_000,
      }),
    close: () => stopping.abort(),
  };

  function linked(tenantId: string): Promise<LinkedShop[]> {
    return gate.listShops(tenantId);
  }
}

/** Messages come in bursts: what they ask for within a moment is asked for together. */
function gathering(
  ask: (keys: StreamKey[]) => Promise<void>,
): (keys: readonly StreamKey[]) => void {
  const waiting = new Map<string, StreamKey>();
  return (keys) => {
    if (waiting.size === 0 && keys.length > 0) {
      setTimeout(() => {
        const gathered = [...waiting.values()];
        waiting.clear();
        void ask(gathered);
      }, 10);
    }
    for (const key of keys) waiting.set(`${key.tenantId}:${key.shopId}:${key.stream}`, key);
  };
}

function startedRun(accountId: string, run: CollectionRun): Happening {
  return {
    action: 'collection.started',
    actorId: accountId,
    subject: { kind: 'run', id: run.runId, name: run.startedAt },
    details: { shops: String(run.shopIds.length) },
  };
}
