import type { Stream } from '@seller-connect/contract';
import type { Database } from '../platform/database.ts';
import { notify } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { announceFirstReading } from './first-reading.ts';
import { hold, progressTopic, type Holding } from './holding.ts';
import { readOrders, type Budget } from './orders-stream.ts';
import { reactionTo } from './problems.ts';
import { readProducts } from './products-stream.ts';
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
}

const hourMs = 3_600_000;

/** When a stream is read again after everything is in. */
function pauseOf(stream: Stream, deps: SliceDependencies): number {
  if (stream === 'orders') return deps.changesEveryMs;
  return stream === 'products' ? hourMs : 6 * hourMs;
}

/**
 * Reads one stream for a while, if it is due and free. Everything that it needs to go on is in the
 * database, so that it may end at any point.
 * @returns whether there is more to read at once.
 */
export async function runSlice(
  deps: SliceDependencies,
  key: StreamKey,
  stopping: AbortSignal,
): Promise<boolean> {
  const held = await claim(deps.database, key, deps.leaseMs);
  if (!held) return false;
  const shops = await deps.gate.listShops(key.tenantId);
  const shop = shops.find((each) => each.shopId === key.shopId);
  if (!shop || shop.status === 'disconnected') {
    await leave(deps, held, { outcome: 'paused' });
    return false;
  }
  const holding = hold({ ...deps, held, shop, stopping });
  try {
    const how = await read(deps, holding, stopping);
    await leave(deps, holding.held, how, shop);
    return how.outcome === 'yielded';
  } finally {
    holding.end();
  }
}

async function read(
  deps: SliceDependencies,
  holding: Holding,
  stopping: AbortSignal,
): Promise<Release> {
  const { stream, shopId, failures } = holding.held;
  const endsAt = performance.now() + deps.sliceMs;
  const budget: Budget = { isSpent: () => stopping.aborted || performance.now() >= endsAt };
  try {
    const left = await readStream(stream, holding, budget);
    if (left === 'more') return { outcome: 'yielded' };
    const now = deps.now();
    // A little apart, so that shops that were linked together are not read together for ever.
    const pause = pauseOf(stream, deps) * (0.9 + deps.random() * 0.2);
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

function readStream(stream: Stream, holding: Holding, budget: Budget): Promise<'done' | 'more'> {
  switch (stream) {
    case 'shop':
      return readShop(holding);
    case 'products':
      return readProducts(holding, budget);
    case 'orders':
      return readOrders(holding, budget);
  }
}

async function leave(
  deps: SliceDependencies,
  held: HeldStream,
  how: Release,
  shop?: LinkedShop,
): Promise<void> {
  await deps.database.tenant(held.tenantId, async (tx) => {
    if (shop && how.outcome === 'succeeded') await announceFirstReading(tx, held, shop, how.now);
    await release(tx, held, how);
    if (how.outcome !== 'yielded') await settleRuns(tx, held, how, deps.now());
    await notify(tx, progressTopic, held.tenantId);
  });
}
