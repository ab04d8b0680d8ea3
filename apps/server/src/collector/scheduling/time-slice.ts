import type { Database } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import { withSpan } from '../../platform/telemetry/tracing.ts';
import {
  createStreamLease,
  isRefusal,
  type Budget,
  type StreamLease,
  type LinkedShop,
  type ShopAccessProvider,
} from '../leases/stream-lease.ts';
import { releaseStream } from './release-stream.ts';
import { postponeHints, type PendingHint } from '../leases/hint-store.ts';
import { syncAds } from '../streams/ads-stream.ts';
import { syncInsights, type Pending } from '../streams/insights-stream.ts';
import { returnsSource, settlementsSource } from '../windows/money-source.ts';
import { recordSlice } from '../metrics.ts';
import { syncMoney } from '../streams/money-stream.ts';
import { syncOrders } from '../streams/orders-stream.ts';
import { jitterInterval, syncIntervalOf, type PushReliability } from '../leases/sync-interval.ts';
import { reactionTo, type ProblemCode } from '../runs/problems.ts';
import { syncProducts } from '../streams/products-stream.ts';
import { syncHintedOrders } from '../windows/hinted-orders.ts';
import { syncShop } from '../streams/shop-stream.ts';
import {
  acquire,
  isBackfilling,
  StaleLease,
  type StreamRelease,
  type StreamKey,
} from '../leases/stream-store.ts';

export interface SliceDependencies {
  database: Database;
  shopAccess: ShopAccessProvider;
  events: Pick<Events, 'publish'>;
  pushes: PushReliability;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  now: () => Date;
  random: () => number;
  /** Duration of a lease without renewal. */
  leaseMs: number;
  /** Length of a slice if another stream waits for the slot. */
  sliceMs: number;
  /** Length of a slice if no other stream waits. */
  maxSliceMs: number;
  /** Interval of syncs of changed orders, after the backfill. */
  changesEveryMs: number;
  /** Shortest time between two looks at a report of ads that a partner prepares. */
  minReportPollMs: number;
  /** Called after each sync of a shop's own record. */
  onShopSynced: (tenantId: string, shop: LinkedShop) => Promise<void>;
  /** Called after each slice that may have read something. */
  onDataRead: (tenantId: string) => Promise<void>;
}

interface SliceContext {
  stopping: AbortSignal;
  /** Follows hints only and leaves a due sync to another queue. */
  hintsOnly: boolean;
  /** The slot belongs to the interactive queue: a backfill leaves it as soon as it is wanted. */
  isPrompt: boolean;
  /** Whether another stream waits for this slot. */
  isWanted: () => boolean;
}

/** Whether there is more to sync at once, and whether the stream is backfilling. */
export interface SliceResult {
  more: boolean;
  isBackfilling: boolean;
}

/**
 * Syncs one stream for a time slice, if it is due or has due hints and its lease is free. All progress is in the
 * database, so a slice may end or die at any point.
 */
export function runSlice(
  dependencies: SliceDependencies,
  key: StreamKey,
  context: SliceContext,
): Promise<SliceResult> {
  const attributes = {
    'seller_connect.tenant': key.tenantId,
    'seller_connect.shop': key.shopId,
  };
  return withSpan(`read ${key.stream}`, { attributes }, () =>
    acquireAndSync(dependencies, key, context),
  );
}

async function acquireAndSync(
  dependencies: SliceDependencies,
  key: StreamKey,
  context: SliceContext,
): Promise<SliceResult> {
  const startedAtMs = performance.now();
  const { stopping, hintsOnly } = context;
  const due = hintsOnly ? null : await acquire(dependencies.database, key, dependencies.leaseMs);
  const leased = due ?? (await acquire(dependencies.database, key, dependencies.leaseMs, 'hinted'));
  if (!leased) return noWork;
  const shops = await dependencies.shopAccess.listShops(key.tenantId);
  const shop = shops.find((each) => each.shopId === key.shopId);
  if (!shop || shop.status === 'disconnected') {
    await releaseStream(dependencies, leased, { outcome: 'paused' });
    return noWork;
  }
  const lease = createStreamLease({ ...dependencies, stream: leased, shop, stopping });
  try {
    const hints = await lease.readPendingHints();
    const isHintsOnly = due === null && leased.stream === 'orders';
    const result = isHintsOnly
      ? await syncHints(dependencies, lease, hints)
      : await syncUntilYield(dependencies, lease, context);
    recordSlice(leased.stream, result.outcome, startedAtMs);
    await releaseStream(dependencies, lease.stream, result, {
      shop,
      hints: leased.checkpoint === null ? hints : [],
      rowsBefore: leased.rows,
    });
    if (result.outcome === 'succeeded' && leased.stream === 'shop') {
      await dependencies.onShopSynced(leased.tenantId, shop);
    }
    await dependencies.onDataRead(leased.tenantId);
    const hasMore =
      result.outcome === 'followed'
        ? (await lease.readPendingHints()).length > 0
        : result.outcome === 'yielded';
    return { more: hasMore, isBackfilling: isBackfilling(lease.stream) };
  } finally {
    lease.end();
  }
}

const noWork: SliceResult = { more: false, isBackfilling: false };

/** Fetches only the orders that hints name. */
async function syncHints(
  dependencies: SliceDependencies,
  lease: StreamLease,
  hints: readonly PendingHint[],
): Promise<StreamRelease> {
  const { stream, shopId } = lease.stream;
  try {
    await syncHintedOrders(lease, hints);
  } catch (error) {
    if (error instanceof StaleLease || lease.signal.aborted) return { outcome: 'followed' };
    const failures = Math.max(0, ...hints.map((hint) => hint.failures));
    const reaction = reactionTo(error, failures, dependencies.random);
    logFailure(dependencies.log, reaction.problem, {
      shopId,
      stream,
      hints: hints.length,
      err: error,
    });
    if (reaction.kind === 'needs_you') return { outcome: 'needs_you', problem: reaction.problem };
    const waitMs = reaction.afterMs;
    await lease.commit((tx, next) =>
      postponeHints(
        tx,
        next,
        hints.map((hint) => ({ ...hint, waitMs })),
        'failed',
      ),
    );
  }
  return { outcome: 'followed' };
}

async function syncUntilYield(
  dependencies: SliceDependencies,
  lease: StreamLease,
  context: SliceContext,
): Promise<StreamRelease> {
  const { stream, shopId, failures, checkpoint } = lease.stream;
  const budget = createBudget(dependencies, lease, context);
  try {
    const status = await syncStream(dependencies, lease, budget).catch((error: unknown) =>
      dropRefusedCheckpoint(lease, {
        error,
        failures,
        isResumed: lease.stream.checkpoint === checkpoint,
      }),
    );
    if (status === 'more') return { outcome: 'yielded' };
    if (status !== 'done') return { outcome: 'waiting', waitMs: status.waitMs };
    const now = dependencies.now();
    const isReliable = dependencies.pushes.isReliable(lease.shop.platform);
    const intervalMs = syncIntervalOf(lease.stream, dependencies.changesEveryMs, now, isReliable);
    return { outcome: 'succeeded', now, pauseMs: jitterInterval(intervalMs, dependencies.random) };
  } catch (error) {
    if (error instanceof StaleLease || lease.signal.aborted) {
      dependencies.log.info(
        { event: 'collector.lease_lost', shopId, stream },
        'Sync stopped: another worker has the lease',
      );
      return { outcome: 'yielded' };
    }
    const reaction = reactionTo(error, failures, dependencies.random);
    logFailure(dependencies.log, reaction.problem, { shopId, stream, failures, err: error });
    if (reaction.kind === 'needs_you') return { outcome: 'needs_you', problem: reaction.problem };
    return { outcome: 'failed', problem: reaction.problem, afterMs: reaction.afterMs };
  }
}

/** The failures in a row after which a doubling wait has lasted about an hour. */
const failuresOfAnHour = 7;

/**
 * Drops a checkpoint whose cursor or report the partner refuses, so that the next attempt begins anew: they expire
 * there, and the same request would be refused for ever. A cursor of the same slice has not expired. Its page is
 * requested again for an hour, because everything would be fetched again only to be refused there.
 * @throws the error
 */
async function dropRefusedCheckpoint(
  lease: StreamLease,
  { error, failures, isResumed }: { error: unknown; failures: number; isResumed: boolean },
): Promise<never> {
  const mayHaveExpired = (isResumed && failures === 0) || failures >= failuresOfAnHour;
  if (isRefusal(error) && mayHaveExpired && lease.stream.checkpoint !== null) {
    await lease.commit(async (_tx, next) => {
      next.checkpoint = null;
    });
  }
  throw error;
}

/** Logs failures that only the operator can fix as errors, and the others as warnings. */
function logFailure(log: SliceDependencies['log'], problem: ProblemCode, context: object): void {
  if (problem === 'partner_not_permitted') {
    const event = 'collector.not_permitted';
    log.error(
      { event, ...context },
      'Sync stopped: the application lacks a permission at the partner',
    );
  } else {
    const level = problem === 'internal' ? 'error' : 'warn';
    log[level]({ event: 'collector.slice_failed', ...context }, 'Sync failed');
  }
}

/**
 * The slice ends after `maxSliceMs`; after `sliceMs` if another stream waits; at once if a backfill occupies an
 * interactive slot that is wanted.
 */
function createBudget(
  dependencies: SliceDependencies,
  lease: StreamLease,
  context: SliceContext,
): Budget {
  const startedAt = performance.now();
  const isOver = () => {
    const elapsed = performance.now() - startedAt;
    if (elapsed >= dependencies.maxSliceMs) return true;
    const isBorrowedSlot = context.isPrompt && isBackfilling(lease.stream);
    return (isBorrowedSlot || elapsed >= dependencies.sliceMs) && context.isWanted();
  };
  return { isSpent: () => context.stopping.aborted || isOver() };
}

function syncStream(
  { minReportPollMs }: SliceDependencies,
  lease: StreamLease,
  budget: Budget,
): Promise<'done' | 'more' | Pending> {
  switch (lease.stream.stream) {
    case 'shop':
      return syncShop(lease);
    case 'products':
      return syncProducts(lease, budget);
    case 'orders':
      return syncOrders(lease, budget);
    case 'ads':
      return syncAds(lease, budget);
    case 'insights':
      return syncInsights(lease, budget, minReportPollMs);
    case 'returns':
      return syncMoney(lease, returnsSource, budget);
    case 'settlements':
      return syncMoney(lease, settlementsSource, budget);
  }
}
