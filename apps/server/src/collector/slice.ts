import type { Stream } from '@seller-connect/contract';
import type { Database } from '../platform/database.ts';
import { notify } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { announceFirstReading } from './first-reading.ts';
import { dropHints, putOff, waitingHints, type WaitingHint } from './hints.ts';
import { hold, progressTopic, type Holding } from './holding.ts';
import { readAds } from './ads-stream.ts';
import { readInsights, type Waiting } from './insights-stream.ts';
import { returnsSource, settlementsSource } from './money-source.ts';
import { readMoney } from './money-stream.ts';
import { readOrders, type Budget } from './orders-stream.ts';
import { pauseOf } from './pause.ts';
import { reactionTo } from './problems.ts';
import { readProducts } from './products-stream.ts';
import { readHintedOrders } from './read-hints.ts';
import { settleRuns } from './runs.ts';
import type { LinkedShop, ShopGate } from './shop-gate.ts';
import { readShop } from './shop-stream.ts';
import {
  claim,
  release,
  Superseded,
  type HeldStream,
  type Release,
  type StreamKey,
  wakeMoney,
} from './stream-store.ts';

export interface SliceDependencies {
  database: Database;
  gate: ShopGate;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  now: () => Date;
  random: () => number;
  /** How long a stream stays with a worker that has fallen silent. */
  leaseMs: number;
  /** How long one stream is read before others get their turn. */
  sliceMs: number;
  /** How often orders that changed are read, once everything is in. */
  changesEveryMs: number;
  /** Runs after a shop's own record was read. */
  onShopRead: (tenantId: string, shop: LinkedShop) => Promise<void>;
}

/**
 * Reads one stream for a while, if it is due or has something to look at, and is free. Everything that it needs
 * to go on is in the database, so that it may end at any point.
 * @param hintsOnly leaves a complete reading that is due to others
 * @returns whether there is more to read at once.
 */
export async function runSlice(
  deps: SliceDependencies,
  key: StreamKey,
  stopping: AbortSignal,
  hintsOnly = false,
): Promise<boolean> {
  const due = hintsOnly ? null : await claim(deps.database, key, deps.leaseMs);
  const held = due ?? (await claim(deps.database, key, deps.leaseMs, 'hinted'));
  if (!held) return false;
  const shops = await deps.gate.listShops(key.tenantId);
  const shop = shops.find((each) => each.shopId === key.shopId);
  if (!shop || shop.status === 'disconnected') {
    await leave(deps, held, { outcome: 'paused' });
    return false;
  }
  const holding = hold({ ...deps, held, shop, stopping });
  try {
    const hints = await waitingHints(deps.database, held);
    const isFollowing = due === null && held.stream === 'orders';
    const how = isFollowing
      ? await follow(deps, holding, hints)
      : await read(deps, holding, hints, stopping);
    await leave(deps, holding.held, how, { shop, hints: held.checkpoint === null ? hints : [] });
    if (how.outcome === 'succeeded' && held.stream === 'shop') {
      await deps.onShopRead(held.tenantId, shop);
    }
    if (how.outcome !== 'followed') return how.outcome === 'yielded';
    return (await waitingHints(deps.database, held)).length > 0;
  } finally {
    holding.end();
  }
}

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
    deps.log.warn({ shopId, stream, hints: hints.length, error }, 'what was told of was not read');
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

async function read(
  deps: SliceDependencies,
  holding: Holding,
  hints: readonly WaitingHint[],
  stopping: AbortSignal,
): Promise<Release> {
  const { stream, shopId, failures } = holding.held;
  const endsAt = performance.now() + deps.sliceMs;
  const budget: Budget = { isSpent: () => stopping.aborted || performance.now() >= endsAt };
  try {
    const left = await readStream(stream, holding, hints, budget);
    if (left === 'more') return { outcome: 'yielded' };
    if (left !== 'done') return { outcome: 'waiting', until: left.until };
    const now = deps.now();
    // A little apart, so that shops that were linked together are not read together for ever.
    const pause = pauseOf(holding.held, deps.changesEveryMs, now) * (0.9 + deps.random() * 0.2);
    return { outcome: 'succeeded', now, nextRunAt: new Date(now.getTime() + pause) };
  } catch (error) {
    if (error instanceof Superseded || holding.signal.aborted) {
      deps.log.info({ shopId, stream }, 'a reading was handed over');
      return { outcome: 'yielded' };
    }
    const reaction = reactionTo(error, failures, deps.random);
    const level = reaction.problem === 'internal' ? 'error' : 'warn';
    deps.log[level]({ shopId, stream, failures, error }, 'a reading failed');
    if (reaction.kind === 'needs_you') return { outcome: 'needs_you', problem: reaction.problem };
    const retryAt = new Date(deps.now().getTime() + reaction.afterMs);
    return { outcome: 'failed', problem: reaction.problem, retryAt };
  }
}

function readStream(
  stream: Stream,
  holding: Holding,
  hints: readonly WaitingHint[],
  budget: Budget,
): Promise<'done' | 'more' | Waiting> {
  switch (stream) {
    case 'shop':
      return readShop(holding);
    case 'products':
      return readProducts(holding, budget);
    case 'orders':
      return readOrders(holding, hints, budget);
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
  /** `hints`: what the reading, when it succeeded, has looked at. */
  about?: { shop: LinkedShop; hints: readonly WaitingHint[] },
): Promise<void> {
  await deps.database.tenant(held.tenantId, async (tx) => {
    if (about && how.outcome === 'succeeded') {
      await announceFirstReading(tx, held, about.shop, how.now);
      await dropHints(tx, held, about.hints);
    }
    await release(tx, held, how);
    if (held.stream === 'orders' && how.outcome === 'succeeded') await wakeMoney(tx, held);
    if (how.outcome !== 'yielded' && how.outcome !== 'waiting' && how.outcome !== 'followed') {
      await settleRuns(tx, held, how, deps.now());
    }
    await notify(tx, progressTopic, held.tenantId);
  });
}
