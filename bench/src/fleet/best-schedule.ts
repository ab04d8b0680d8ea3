import type { Platform } from '@seller-connect/contract';
import { createRandom } from '../../../apps/server/test/random.ts';
import { Lateness } from './lateness.ts';
import { callsOfPage, type Marketplace } from './marketplaces.ts';
import type { Fleet, OrderChange } from './traffic.ts';

export interface BestScheduleOptions {
  fleet: Fleet;
  marketplaces: ReadonlyMap<Platform, Marketplace>;
  changes: Iterable<OrderChange>;
  countFrom: number;
  /** Changes that are not in by this instant are as late as it is then. */
  to: number;
  answerMs: number;
  seed: number;
}

/**
 * Computes the best that the quotas of shops and applications allow: every change is known when it happens, pushed or
 * not, as many calls as are allowed run at once, a call takes as many orders of its shop as it can, the longest waiting
 * first, and nothing else costs time. It has no worker, no queue and no database, and shares no code with the twin.
 */
export function computeBestSchedule(options: BestScheduleOptions): Lateness {
  const { fleet, marketplaces, countFrom, to } = options;
  const random = createRandom(options.seed);
  const lateness = new Lateness();
  /** When shop and application may call next, in milliseconds. */
  const shopFreeAt = new Float64Array(fleet.platforms.length);
  const appFreeAt = new Map<Platform, number>();
  /** Changes of the shop's next batch, and when its call starts. */
  const batches = new Map<number, { startsAt: number; changes: number[] }>();

  function finish(shop: number): void {
    const batch = batches.get(shop);
    if (!batch) return;
    batches.delete(shop);
    const endsAt = batch.startsAt + options.answerMs * (0.5 + random());
    for (const at of batch.changes) {
      if (at >= countFrom) lateness.add(Math.min(endsAt, to) - at);
    }
  }

  for (const { at, shop } of options.changes) {
    const platform = fleet.platforms[shop] ?? 'SHOPEE';
    const marketplace = marketplaces.get(platform);
    if (!marketplace) throw new Error(`The fleet has shops of ${platform}, which has no quotas`);
    const batch = batches.get(shop);
    // A call that has not started yet takes the change along.
    if (batch && batch.startsAt >= at && batch.changes.length < marketplace.maxIds) {
      batch.changes.push(at);
      continue;
    }
    finish(shop);
    const calls = callsOfPage(marketplace, 1);
    const startsAt = Math.max(at, shopFreeAt[shop] ?? 0, appFreeAt.get(platform) ?? 0);
    shopFreeAt[shop] = startsAt + (1000 * calls) / marketplace.shopRate;
    if (marketplace.appRate !== null) {
      const appAt = Math.max(at, appFreeAt.get(platform) ?? 0);
      appFreeAt.set(platform, appAt + (1000 * calls) / marketplace.appRate);
    }
    batches.set(shop, { startsAt, changes: [at] });
  }
  for (const shop of batches.keys()) finish(shop);
  return lateness;
}
