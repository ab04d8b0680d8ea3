import type { Database } from '../../platform/database/database.ts';
import { dayFromNumber, dayNumber, localDays } from '../../platform/calendar.ts';
import type { Period } from './period.ts';
import type { ScopeShop } from './scope.ts';

export interface ReportDependencies {
  database: Pick<Database, 'tenant' | 'tenantRead'>;
  readCoverage: ReadCoverage;
  now(): Date;
}

/** How far a shop is synced. The collector supplies it, so that a report can state what it lacks. */
export interface ShopCoverage {
  shopId: string;
  /** All changes up to here are synced; null before the first sync is complete. */
  asOf: Date | null;
  /** Ranges of order times that are not synced yet. */
  open: { from: Date; to: Date }[];
}

/**
 * `sales`: the orders of shops and the days of ad accounts. `money`: payouts; shops whose marketplace discloses none
 * are missing from the result.
 */
export type CoverageKind = 'sales' | 'money';

/** @param from server to read from; the primary by default */
export type ReadCoverage = (
  tenantId: string,
  of?: CoverageKind,
  from?: Pick<Database, 'tenantRead'>,
) => Promise<ShopCoverage[]>;

/** An order can be paid on the day after it was placed, so an open range also covers the next day. */
const maxPaymentLagMs = 86_400_000;

/** Returns the days of a period that a shop's open ranges touch. */
export function loadingDays(
  coverage: Pick<ShopCoverage, 'open'>,
  period: Period,
  timeZone: string,
): Set<string> {
  const dayOf = localDays(timeZone);
  const first = dayNumber(period.from);
  const last = dayNumber(period.to);
  const days = new Set<string>();
  for (const { from, to } of coverage.open) {
    if (to <= from) continue;
    const start = Math.max(first, dayNumber(dayOf(from)));
    const end = Math.min(last, dayNumber(dayOf(new Date(to.getTime() - 1 + maxPaymentLagMs))));
    for (let day = start; day <= end; day += 1) days.add(dayFromNumber(day));
  }
  return days;
}

/** Returns the coverage of every shop of the report. For a shop that was never synced, everything is open. */
export function coverageOfShops(
  shops: readonly ScopeShop[],
  coverage: readonly ShopCoverage[],
  now: Date,
): (Pick<ShopCoverage, 'asOf' | 'open'> & { shop: ScopeShop })[] {
  const known = new Map(coverage.map((each) => [each.shopId, each]));
  return shops.map((shop) => ({
    shop,
    asOf: known.get(shop.shopId)?.asOf ?? null,
    open: known.get(shop.shopId)?.open ?? [{ from: new Date(0), to: now }],
  }));
}

/** Like `coverageOfShops`, for payouts: only shops whose marketplace discloses them. */
export function payoutCoverageOfShops(
  shops: readonly ScopeShop[],
  coverage: readonly ShopCoverage[],
  now: Date,
) {
  const reported = new Set(coverage.map(({ shopId }) => shopId));
  return coverageOfShops(
    shops.filter(({ shopId }) => reported.has(shopId)),
    coverage,
    now,
  );
}

/** Returns the oldest instant in ISO 8601, or null if one of them is unknown or there is none. */
export function oldestInstant(instants: readonly (Date | null)[]): string | null {
  const times = instants.map((instant) => instant?.getTime() ?? null);
  if (times.length === 0 || times.includes(null)) return null;
  return new Date(Math.min(...times.filter((time) => time !== null))).toISOString();
}
