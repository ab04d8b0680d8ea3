import type { CoverMissing } from '@seller-connect/contract';
import { addDays } from '../../platform/calendar.ts';

/** Full days before today that the mean of units sold per day is taken over. */
export const velocityDays = 28;
/** With fewer days, the mean says little. */
export const minVelocityDays = 7;
/** Stock that lasts for fewer days is low. */
export const lowCoverDays = 7;

/** What a listing sold on the days that count; `units` is greater than zero. */
export interface SalesVelocity {
  units: bigint;
  days: number;
}

/** Days of cover to a tenth, or null with the reason. */
export interface Cover {
  daysOfCover: number | null;
  coverMissing: CoverMissing | null;
}

/** Returns how many days a stock lasts at the velocity. A negative stock counts as none. */
export function coverOf(stock: number | null, velocity: SalesVelocity | null): Cover {
  if (stock === null) return { daysOfCover: null, coverMissing: 'stock_unknown' };
  if (velocity === null) return { daysOfCover: null, coverMissing: 'not_sold' };
  if (velocity.days < minVelocityDays) {
    return { daysOfCover: null, coverMissing: 'short_history' };
  }
  const tenths = Math.round((10 * Math.max(0, stock) * velocity.days) / Number(velocity.units));
  return { daysOfCover: tenths / 10, coverMissing: null };
}

/** Returns SQL for the unrounded days of cover of a listing and its velocity; null without any. */
export const coverSql = (listing: string, velocity: string) =>
  `case when ${velocity}.days >= ${minVelocityDays}
        then greatest(0, ${listing}.stock)::numeric * ${velocity}.days / ${velocity}.units end`;

/** Returns SQL for whether the stock is low, without being sold out. */
export const isLowSql = (listing: string, velocity: string) =>
  `(${listing}.stock > 0 and ${velocity}.days >= ${minVelocityDays}
     and ${listing}.stock::bigint * ${velocity}.days < ${lowCoverDays} * ${velocity}.units)`;

/** Columns of an outer join with `reporting.sales_velocity`. */
export interface StoredVelocity {
  velocityUnits: bigint | null;
  velocityDays: number | null;
}

export function velocityOf({ velocityUnits, velocityDays: days }: StoredVelocity) {
  return velocityUnits === null || days === null ? null : { units: velocityUnits, days };
}

/** A day from which on a stock holds; null where it is unknown. */
export interface StockChange {
  day: string;
  stock: number | null;
}

/**
 * Returns the stock at the end of each day from `from` to `to`. Days before the first change and after `knownTo` have
 * no stock.
 * @param changes in order of days; those before `from` may be included
 */
export function stockByDay(
  changes: readonly StockChange[],
  { from, to, knownTo }: { from: string; to: string; knownTo: string },
): StockChange[] {
  const days: StockChange[] = [];
  let next = 0;
  let stock: number | null = null;
  for (let day = from; day <= to; day = addDays(day, 1)) {
    for (let change = changes[next]; change && change.day <= day; change = changes[next]) {
      ({ stock } = change);
      next += 1;
    }
    days.push({ day, stock: day <= knownTo ? stock : null });
  }
  return days;
}
