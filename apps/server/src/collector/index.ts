import type { CollectionRun, RawResponses, SyncStatus } from '@seller-connect/contract';
import { redactPersons } from '@seller-connect/partners';
import type { PgBoss } from 'pg-boss';
import { recordAuditEvent, type AuditEvent } from '../audit/index.ts';
import { shopNotFoundProblem } from '../partners/index.ts';
import type { Database, TenantTransaction } from '../platform/database/database.ts';
import type { Events } from '../platform/events.ts';
import type { Http } from '../platform/http/http.ts';
import type { Language } from '../platform/http/problem.ts';
import type { Log } from '../platform/log.ts';
import type { CoverageKind, ShopCoverage } from '../reporting/index.ts';
import { purgeHints, enqueueHint, type StreamHint } from './leases/hint-store.ts';
import { createPushReliability } from './leases/sync-interval.ts';
import { progressTopic, type LinkedShop, type ShopAccessProvider } from './leases/stream-lease.ts';
import { createProgressStreams } from './runs/progress-events.ts';
import { readCoverage } from './runs/coverage.ts';
import { readProgress } from './runs/progress.ts';
import { readRaw } from './raw/raw-store.ts';
import {
  refetchOrders,
  type RefetchedOrders,
  type RefetchOptions,
} from './scheduling/refetch-orders.ts';
import { readRuns } from './runs/run-history.ts';
import { beginRun, defaultRunLimits, findReusableRun, type RunLimits } from './runs/runs.ts';
import type { StreamKey } from './leases/stream-store.ts';
import { defaultSyncIntervalMs } from './planning/platform-streams.ts';
import {
  createCollectorQueues,
  enqueueStreams,
  enqueueHintedStreams,
  startWorker,
} from './scheduling/worker.ts';

export { collectorEraser, deleteStreamsOf } from './erase.ts';
export { deleteOldPages, redactStoredPages } from './raw/raw-maintenance.ts';
export type { StreamHint } from './leases/hint-store.ts';
export { registerCollectorMetrics } from './metrics.ts';
export type { LinkedShop, ShopAccessProvider } from './leases/stream-lease.ts';
export type { StreamKey } from './leases/stream-store.ts';

export interface CollectorDependencies {
  database: Database;
  boss: PgBoss;
  shopAccess: ShopAccessProvider;
  events: Events;
  log: Log;
  runLimits?: RunLimits;
  /** Called after each sync of a shop's own record: after linking and every few hours. */
  onShopSynced?: (tenantId: string, shop: LinkedShop) => Promise<void>;
  /** Called after each slice that may have read something. */
  onDataRead?: (tenantId: string) => Promise<void>;
}

export interface WorkerOptions {
  /** Streams that this process syncs at the same time in the interactive queue. */
  concurrency: number;
  leaseMs?: number;
  sliceMs?: number;
  maxSliceMs?: number;
  changesEveryMs?: number;
  minReportPollMs?: number;
  pollIntervalMs?: number;
}

export interface Collector {
  /** Starts a run for all linked shops of a tenant, or joins the one in progress. */
  start(tenantId: string): Promise<CollectionRun>;
  /**
   * Starts a run for shops in the transaction that links them, or joins the one in progress.
   * @returns what to do after the commit; if it is lost, the workers find the shops at their next poll
   */
  startLinked(tx: TenantTransaction, shops: readonly LinkedShop[]): Promise<() => Promise<void>>;
  /**
   * Inserts a hint in the transaction that stores the push. Call `wake` after the commit.
   */
  enqueueHint(tx: TenantTransaction, hint: StreamHint): Promise<void>;
  /** Wakes a worker for the hints of these streams. A lost call delays them by about a second. */
  wake(keys: readonly StreamKey[]): void;
  /**
   * Fetches named orders of a shop again and waits for them.
   * @returns the orders fetched in time, and those that the partner does not know
   * @throws the reason of the options' `signal` when it is aborted
   */
  refreshOrders(
    shop: { tenantId: string; shopId: string },
    orderIds: readonly string[],
    options: RefetchOptions,
  ): Promise<RefetchedOrders>;
  /** Deletes hints of streams that are not synced any more. */
  purgeHints(): Promise<void>;
  /** Returns which ranges of each shop are not synced yet, for reports. */
  coverage(
    tenantId: string,
    of?: CoverageKind,
    from?: Pick<Database, 'tenantRead'>,
  ): Promise<ShopCoverage[]>;
  /** Returns the instant up to which the orders of each shop are synced. */
  lastSynced(tenantId: string): Promise<Map<string, Date>>;
  /** Returns raw responses about an order without personal data, newest first; at most 50 versions. */
  orderAnswers(
    tx: TenantTransaction,
    shopId: string,
    orderId: string,
  ): Promise<RawResponses['items']>;
  routes(http: Http): void;
  /** Syncs streams in this process until stopped. */
  work(settings: WorkerOptions): Promise<{ stop(): Promise<void> }>;
  /** Ends open event streams. Workers are stopped with the result of `work`. */
  close(): void;
}

const maxRawVersions = 50;

export async function createCollector(dependencies: CollectorDependencies): Promise<Collector> {
  const { database, boss, shopAccess, events, log, runLimits = defaultRunLimits } = dependencies;
  const now = () => new Date();
  const stopping = new AbortController();
  await createCollectorQueues(boss);

  async function start(tenantId: string, startedBy?: string): Promise<CollectionRun> {
    const shops = await shopAccess.listShops(tenantId);
    const selected = shops.filter((shop) => shop.status === 'connected');
    const { run, due } = await database.tenant(tenantId, async (tx) => {
      const reusable =
        startedBy === undefined ? null : await findReusableRun(tx, selected, runLimits);
      if (reusable) return { run: reusable, due: [] };
      const started = await beginRun(tx, selected, now());
      if (startedBy !== undefined && started.isNew) {
        await recordAuditEvent(tx, runStartedEvent(startedBy, started.run), now());
      }
      return started;
    });
    await announce(tenantId, due);
    return run;
  }

  async function announce(tenantId: string, due: readonly StreamKey[]): Promise<void> {
    events.publish(progressTopic, tenantId);
    await enqueueStreams(boss, due).catch(logFailedWake(due));
  }

  const wake = batchWakes((keys) => enqueueHintedStreams(boss, keys).catch(logFailedWake(keys)));

  const logFailedWake = (keys: readonly StreamKey[]) => (error: unknown) =>
    log.warn(
      { event: 'collector.wake_failed', err: error, streams: keys.length },
      'Workers were not woken; they find the streams at their next poll',
    );

  return {
    start: (tenantId) => start(tenantId),
    async startLinked(tx, shops) {
      const connected = shops.filter((shop) => shop.status === 'connected');
      const { due } = await beginRun(tx, connected, now());
      return () => announce(tx.tenantId, due);
    },
    enqueueHint,
    wake,
    refreshOrders: (shop, orderIds, options) =>
      refetchOrders(database, shop, orderIds, wake, options),
    purgeHints: () => purgeHints(database, new Date(now().getTime() - 86_400_000)),
    coverage: (tenantId, of, from = database) => readCoverage(from, tenantId, now(), of),
    async lastSynced(tenantId) {
      const coverage = await readCoverage(database, tenantId, now());
      return new Map(coverage.flatMap(({ shopId, asOf }) => (asOf ? [[shopId, asOf]] : [])));
    },
    async orderAnswers(tx, shopId, orderId) {
      const versions = await readRaw(tx, shopId, orderId, {
        max: maxRawVersions,
        entities: ['order', 'order_items'],
      });
      return versions
        .toReversed()
        .slice(0, maxRawVersions)
        .map(({ entity, payload, updatedAt, fetchedAt }) => ({
          part: entity,
          payload: redactPersons(payload).toString(),
          changedAt: updatedAt?.toISOString() ?? null,
          readAt: fetchedAt.toISOString(),
        }));
    },
    routes(http) {
      http.handle('startCollection', ({ session }) => start(session.tenantId, session.accountId));
      http.handle('checkSyncedData', async ({ session, language }) =>
        snapshot(session.tenantId, language),
      );
      http.handle('collectionRuns', async ({ session, query, language }) => {
        const { shopId, page = 1, pageSize = 20 } = query;
        const shops = await shopAccess.listShops(session.tenantId);
        if (!shops.some((shop) => shop.shopId === shopId)) throw shopNotFoundProblem();
        return readRuns(database, session.tenantId, { shopId, page, pageSize, language });
      });
      const progress = createProgressStreams({
        events,
        log,
        stopping: stopping.signal,
        snapshot,
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
    work: (options) =>
      startWorker({
        database,
        boss,
        shopAccess,
        events,
        pushes: createPushReliability(now),
        log,
        now,
        random: Math.random,
        concurrency: options.concurrency,
        onShopSynced: dependencies.onShopSynced ?? (async () => undefined),
        onDataRead: dependencies.onDataRead ?? (async () => undefined),
        leaseMs: options.leaseMs ?? 10_000,
        sliceMs: options.sliceMs ?? 8_000,
        maxSliceMs: options.maxSliceMs ?? 300_000,
        changesEveryMs: options.changesEveryMs ?? defaultSyncIntervalMs.orders,
        minReportPollMs: options.minReportPollMs ?? 500,
        pollIntervalMs: options.pollIntervalMs ?? 1_000,
      }),
    close: () => stopping.abort(),
  };

  async function snapshot(tenantId: string, language: Language): Promise<SyncStatus> {
    const shops = await shopAccess.listShops(tenantId);
    return readProgress(database, tenantId, shops, language, now());
  }
}

/** Collects the keys of calls within 10 ms into one flush, because pushes come in bursts. */
function batchWakes(
  flush: (keys: StreamKey[]) => Promise<void>,
): (keys: readonly StreamKey[]) => void {
  const pending = new Map<string, StreamKey>();
  return (keys) => {
    if (pending.size === 0 && keys.length > 0) {
      setTimeout(() => {
        const batch = [...pending.values()];
        pending.clear();
        void flush(batch);
      }, 10);
    }
    for (const key of keys) pending.set(`${key.tenantId}:${key.shopId}:${key.stream}`, key);
  };
}

function runStartedEvent(accountId: string, run: CollectionRun): AuditEvent {
  return {
    action: 'collection.started',
    actorId: accountId,
    subject: { kind: 'run', id: run.runId, name: run.startedAt },
    details: { shops: String(run.shopIds.length) },
  };
}
