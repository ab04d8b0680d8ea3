import type { Stream } from '@seller-connect/contract';
import type { Database } from '../../platform/database/database.ts';
import { notify } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import { spanned } from '../../platform/telemetry/tracing.ts';
import type { Budget } from '../leases/budget.ts';
import { announceFirstReading } from './first-sync.ts';
import { dropHints, putOff, waitingHints, type WaitingHint } from '../leases/hint-store.ts';
import { hold, progressTopic, type Holding } from '../leases/stream-lease.ts';
import { readAds } from '../streams/ads-stream.ts';
import { readInsights, type Waiting } from '../streams/insights-stream.ts';
import { returnsSource, settlementsSource } from '../windows/money-source.ts';
import { countTurn } from '../metrics.ts';
import { readMoney } from '../streams/money-stream.ts';
import { readOrders } from '../streams/orders-stream.ts';
import { pauseOf } from '../leases/sync-interval.ts';
import { reactionTo, type ProblemCode } from '../runs/problems.ts';
import { readProducts } from '../streams/products-stream.ts';
import { readHintedOrders } from '../windows/hinted-orders.ts';
import { settleRuns } from '../runs/runs.ts';
import { isAskedFor, noteScheduled } from '../runs/scheduled-runs.ts';
import type { LinkedShop, ShopGate } from '../leases/shop-access.ts';
import { readShop } from '../streams/shop-stream.ts';
import {
  claim,
  isFilling,
  release,
  Superseded,
  type HeldStream,
  type Release,
  type StreamKey,
  wakeMoney,
} from '../leases/stream-store.ts';

export interface SliceDependencies {
  database: Database;
  gate: ShopGate;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  now: () => Date;
  random: () => number;
  /** How long a stream stays with a worker that has fallen silent. */
  leaseMs: number;
  /** How long one stream is read before others that wait get their turn. */
  sliceMs: number;
  /** How long it is read at most, also when nothing else waits. */
  longestSliceMs: number;
  /** How often orders that changed are read, once everything is in. */
  changesEveryMs: number;
  /** Runs after a shop's own record was read. */
  onShopRead: (tenantId: string, shop: LinkedShop) => Promise<void>;
}

/** Where a slice is run. */
export interface Place {
  stopping: AbortSignal;
  /** Leaves a complete reading that is due to others. */
  hintsOnly: boolean;
  /** Meant for readings that somebody waits for, and not for the filling of histories. */
  isPrompt: boolean;
  /** Whether another stream waits here. */
  isWanted: () => boolean;
}

/** What a slice leaves: more to read at once or not, and whether that is history. */
export interface Rest {
  more: boolean;
  isFilling: boolean;
}

/**
 * Reads one stream for a while, if it is due or has something to look at, and is free. Everything that it needs
 * to go on is in the database, so that it may end at any point.
 */
export function runSlice(deps: SliceDependencies, key: StreamKey, place: Place): Promise<Rest> {
  const attributes = {
    'seller_connect.tenant': key.tenantId,
    'seller_connect.shop': key.shopId,
  };
  return spanned(`read ${key.stream}`, { attributes }, () => readWhatIsDue(deps, key, place));
}

async function readWhatIsDue(deps: SliceDependencies, key: StreamKey, place: Place): Promise<Rest> {
  const since = performance.now();
  const { stopping, hintsOnly } = place;
  const due = hintsOnly ? null : await claim(deps.database, key, deps.leaseMs);
  const held = due ?? (await claim(deps.database, key, deps.leaseMs, 'hinted'));
  if (!held) return nothing;
  const shops = await deps.gate.listShops(key.tenantId);
  const shop = shops.find((each) => each.shopId === key.shopId);
  if (!shop || shop.status === 'disconnected') {
    await leave(deps, held, { outcome: 'paused' });
    return nothing;
  }
  const holding = hold({ ...deps, held, shop, stopping });
  try {
    const hints = await waitingHints(deps.database, held);
    const isFollowing = due === null && held.stream === 'orders';
    const how = isFollowing ? await follow(deps, holding, hints) : await read(deps, holding, place);
    countTurn(held.stream, how.outcome, since);
    await leave(deps, holding.held, how, {
      shop,
      hints: held.checkpoint === null ? hints : [],
      rowsBefore: held.rows,
    });
    if (how.outcome === 'succeeded' && held.stream === 'shop') {
      await deps.onShopRead(held.tenantId, shop);
    }
    const more =
      how.outcome === 'followed'
        ? (await waitingHints(deps.database, held)).length > 0
        : how.outcome === 'yielded';
    return { more, isFilling: isFilling(holding.held) };
  } finally {
    holding.end();
  }
}

const nothing: Rest = { more: false, isFilling: false };

/** Looks at what the partner told of, and at nothing else. */
async function follow(
  deps: SliceDependencies,
  holding: Holding,
  hints: readonly WaitingHint[],
): Promise<Release> {
  const { stream, shopId } = holding.held;
  try {
    await readHintedOrders(holding, hints);
  } catch (error) {
    if (error instanceof Superseded || holding.signal.aborted) return { outcome: 'followed' };
    const attempts = Math.max(0, ...hints.map((hint) => hint.attempts));
    const reaction = reactionTo(error, attempts, deps.random);
    logFailure(deps.log, reaction.problem, { shopId, stream, hints: hints.length, err: error });
    if (reaction.kind === 'needs_you') return { outcome: 'needs_you', problem: reaction.problem };
    const waitMs = reaction.afterMs;
    await holding.commit((tx, next) =>
      putOff(
        tx,
        next,
        hints.map((hint) => ({ ...hint, waitMs })),
      ),
    );
  }
  return { outcome: 'followed' };
}

async function read(deps: SliceDependencies, holding: Holding, place: Place): Promise<Release> {
  const { stream, shopId, failures } = holding.held;
  const budget = budgetOf(deps, holding, place);
  try {
    const told = () => waitingHints(deps.database, holding.held);
    const left = await readStream(stream, holding, told, budget);
    if (left === 'more') return { outcome: 'yielded' };
    if (left !== 'done') return { outcome: 'waiting', until: left.until };
    const now = deps.now();
    // A little apart, so that shops that were linked together are not read together for ever.
    const pauseMs = pauseOf(holding.held, deps.changesEveryMs, now) * (0.9 + deps.random() * 0.2);
    return { outcome: 'succeeded', now, pauseMs };
  } catch (error) {
    if (error instanceof Superseded || holding.signal.aborted) {
      deps.log.info({ shopId, stream }, 'a reading was handed over');
      return { outcome: 'yielded' };
    }
    const reaction = reactionTo(error, failures, deps.random);
    logFailure(deps.log, reaction.problem, { shopId, stream, failures, err: error });
    if (reaction.kind === 'needs_you') return { outcome: 'needs_you', problem: reaction.problem };
    return { outcome: 'failed', problem: reaction.problem, afterMs: reaction.afterMs };
  }
}

/** What nobody but the operator can mend is logged as an error; the rest passes, or the seller is asked. */
function logFailure(log: SliceDependencies['log'], problem: ProblemCode, about: object): void {
  if (problem === 'partner_not_permitted') {
    const event = 'collector.not_permitted';
    log.error({ event, ...about }, 'the application lacks a right at the partner');
  } else {
    const level = problem === 'internal' ? 'error' : 'warn';
    log[level]({ event: 'collector.slice_failed', ...about }, 'a reading failed');
  }
}

/** Until others wait and have a right to go on; a history makes room at once where it is not meant to be read. */
function budgetOf(deps: SliceDependencies, holding: Holding, place: Place): Budget {
  const startedAt = performance.now();
  const isOver = () => {
    const elapsed = performance.now() - startedAt;
    if (elapsed >= deps.longestSliceMs) return true;
    const isGuest = place.isPrompt && isFilling(holding.held);
    return (isGuest || elapsed >= deps.sliceMs) && place.isWanted();
  };
  return { isSpent: () => place.stopping.aborted || isOver() };
}

function readStream(
  stream: Stream,
  holding: Holding,
  told: () => Promise<readonly WaitingHint[]>,
  budget: Budget,
): Promise<'done' | 'more' | Waiting> {
  switch (stream) {
    case 'shop':
      return readShop(holding);
    case 'products':
      return readProducts(holding, budget);
    case 'orders':
      return readOrders(holding, told, budget);
    case 'ads':
      return readAds(holding, budget);
    case 'insights':
      return readInsights(holding, budget);
    case 'returns':
      return readMoney(holding, returnsSource, budget);
    case 'settlements':
      return readMoney(holding, settlementsSource, budget);
  }
}

async function leave(
  deps: SliceDependencies,
  held: HeldStream,
  how: Release,
  /** `hints`: what the reading, when it succeeded, has looked at. `rowsBefore`: what was there when it began. */
  about?: { shop: LinkedShop; hints: readonly WaitingHint[]; rowsBefore: bigint },
): Promise<void> {
  const rowsBefore = about?.rowsBefore ?? held.rows;
  await deps.database.tenant(held.tenantId, async (tx) => {
    if (about && how.outcome === 'succeeded') {
      await announceFirstReading(tx, held, about.shop, how.now);
      await dropHints(tx, held, about.hints);
    }
    await release(tx, held, how);
    if (held.stream === 'orders' && how.outcome === 'succeeded') await wakeMoney(tx, held);
    if (how.outcome !== 'yielded' && how.outcome !== 'waiting' && how.outcome !== 'followed') {
      const isAsked = await isAskedFor(tx, held);
      await settleRuns(tx, held, how, deps.now());
      if (!isAsked && how.outcome !== 'paused') {
        await noteScheduled(tx, held, how, { rowsBefore, now: deps.now() });
      }
    }
    await notify(tx, progressTopic, held.tenantId);
  });
}
