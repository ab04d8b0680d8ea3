/** Stock of a product, and when it last changed. */
import { dayOf, startOfDay } from '../../local-time.ts';
import type { Listing, ListingSku } from '../orders/order.ts';
import { draw, drawIndex, mix } from '../random.ts';

const drawKeys = { period: 1, phase: 2, stock: 3, soldOut: 4 } as const;

/** Returns the instant of the last restocking in epoch seconds. This is also a listing's last change. */
export function restockedAt(listing: Listing, now: number): number {
  const hash = listing.number >>> 0;
  const period = 5 + drawIndex(hash, drawKeys.period, 15);
  const phase = drawIndex(hash, drawKeys.phase, 8 * 3600) + 8 * 3600;
  const today = dayOf(now);
  const day = today - ((today + hash) % period);
  const restocked = startOfDay(day) + phase;
  return Math.max(listing.createdAt, restocked <= now ? restocked : restocked - period * 86_400);
}

/** Returns the number of units available. */
export function stockAt(sku: ListingSku, updated: number): number {
  const hash = mix(sku.number >>> 0, dayOf(updated));
  return draw(hash, drawKeys.soldOut) < 0.04 ? 0 : 5 + drawIndex(hash, drawKeys.stock, 400);
}
