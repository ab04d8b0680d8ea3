import type { Platform } from '@seller-connect/contract';
import { createRandom } from '../../../apps/server/test/random.ts';

/** One order that changed at a marketplace. */
export interface OrderChange {
  /** Milliseconds since the epoch. */
  at: number;
  shop: number;
  /** Whether the marketplace's push about it arrives. */
  isPushed: boolean;
}

/** Shops, largest first. */
export interface Fleet {
  readonly platforms: readonly Platform[];
  /** Sums of the shops' shares of all changes, up to and with each shop. */
  readonly cumulativeShares: Float64Array;
}

/** Shares of the marketplaces in Vietnam, rounded. */
export const vietnam: readonly (readonly [Platform, number])[] = [
  ['SHOPEE', 0.55],
  ['TIKTOK', 0.35],
  ['LAZADA', 0.07],
  ['TIKI', 0.03],
];

/** Keeps the largest shop at one in a hundred changes of a fleet of a hundred thousand shops. */
const rankOffset = 10;

/** Sizes follow the law of Zipf and Mandelbrot: a shop's share falls with its rank. */
export function createFleet(
  shops: number,
  shares: readonly (readonly [Platform, number])[],
  seed = 1,
): Fleet {
  const random = createRandom(seed);
  const cumulativeShares = new Float64Array(shops);
  const platforms: Platform[] = [];
  let sum = 0;
  for (let rank = 1; rank <= shops; rank += 1) {
    sum += 1 / (rank + rankOffset);
    cumulativeShares[rank - 1] = sum;
    let left = random();
    const found = shares.find(([, share]) => (left -= share) < 0);
    platforms.push(found?.[0] ?? 'SHOPEE');
  }
  for (let index = 0; index < shops; index += 1) {
    cumulativeShares[index] = (cumulativeShares[index] ?? 0) / sum;
  }
  return { platforms, cumulativeShares };
}

/**
 * Changes per hour of the day in Vietnam, as multiples of a weekday's mean: people buy at noon and in the evening, and
 * sellers ship in the morning.
 */
export const weekday: readonly number[] = [
  0.8, 0.4, 0.3, 0.2, 0.2, 0.3, 0.5, 0.8, 1.1, 1.3, 1.3, 1.3, 1.4, 1.2, 1.1, 1.1, 1.1, 1.1, 1.1,
  1.4, 1.8, 1.9, 1.6, 1.2,
];
/** The campaign of 11 November: most is bought in the first hour, then at noon and from eight in the evening on. */
export const campaign: readonly number[] = [
  14, 6, 2.5, 1.2, 0.8, 0.8, 1.2, 2, 3.5, 4.5, 4.5, 5, 6.5, 4.5, 4, 4, 4, 4, 4, 5, 8.5, 8, 7, 8,
];
/** The rush after midnight of a campaign: twice the rate of its hour at first, halved every five minutes. */
const rushHalfLifeMs = 5 * 60_000;

const hourMs = 3_600_000;
/** Vietnam has no daylight saving time. */
const offsetMs = 7 * hourMs;

/** Returns how many times a weekday's mean happens at an instant of 10 or 11 November 2026. */
export function intensityAt(at: number): number {
  const local = new Date(at + offsetMs);
  const isCampaign = local.getUTCDate() === 11;
  const hour = (isCampaign ? campaign : weekday)[local.getUTCHours()] ?? 1;
  const sinceMidnightMs = (at + offsetMs) % (24 * hourMs);
  const rush = isCampaign ? 2 ** (-sinceMidnightMs / rushHalfLifeMs) : 0;
  return hour * (1 + rush);
}

export interface TrafficOptions {
  fleet: Fleet;
  from: number;
  to: number;
  /** Of the whole fleet on a weekday. */
  changesPerDay: number;
  intensity(at: number): number;
  /** Share of pushes that never arrive. */
  lostPushShare: number;
  seed: number;
}

/** Generates the changes of a fleet in the order of their times: a Poisson process, the same for the same seed. */
export function* generateChanges(options: TrafficOptions): Generator<OrderChange, void, void> {
  const { fleet, from, to, intensity, lostPushShare } = options;
  const random = createRandom(options.seed);
  const perMs = options.changesPerDay / (24 * hourMs);
  for (let at = from; ;) {
    // Intensities change slowly against the time between two changes of a fleet; a minute is skipped where none comes.
    const waitMs = -Math.log(1 - random()) / (perMs * intensity(at));
    at += Math.min(waitMs, 60_000);
    if (at >= to) return;
    if (waitMs > 60_000) continue;
    yield { at, shop: pickShop(fleet, random()), isPushed: random() >= lostPushShare };
  }
}

function pickShop({ cumulativeShares }: Fleet, point: number): number {
  let [low, high] = [0, cumulativeShares.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cumulativeShares[middle] ?? 1) < point) low = middle + 1;
    else high = middle;
  }
  return low;
}
