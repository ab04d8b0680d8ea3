import { dayFromNumber, dayNumber, localDays } from '../../platform/calendar.ts';
import type { Period } from './period.ts';
import type { ScopeShop } from './scope.ts';

/** What has been read of a shop: told by whoever collects, so that a report can say what it lacks. */
export interface ShopCoverage {
  shopId: string;
  /** Everything that happened up to here is in; null before the first reading is complete. */
  asOf: Date | null;
  /** Stretches of order times that are still to be read. */
  open: { from: Date; to: Date }[];
}

/**
 * `sales`: the orders of shops, and the days of ad accounts. `money`: what marketplaces tell of payouts; a shop whose
 * marketplace tells nothing of them is not among the answers.
 */
export type CoverageKind = 'sales' | 'money';

export type ReadCoverage = (tenantId: string, of?: CoverageKind) => Promise<ShopCoverage[]>;

/** An order can be paid on the day after it was placed, so a stretch keeps the next day open too. */
const maxPaymentLagMs = 86_400_000;

/** The days of a period that a shop's open stretches touch. */
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

/** Every shop of the report with what is known of its reading; of one never read, everything is open. */
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

/** The same for payouts, of the shops whose marketplaces tell of them. */
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

/** The oldest instant as text; null when one of them is unknown, or there is none. */
export function oldestInstant(instants: readonly (Date | null)[]): string | null {
  const times = instants.map((instant) => instant?.getTime() ?? null);
  if (times.length === 0 || times.includes(null)) return null;
  return new Date(Math.min(...times.filter((time) => time !== null))).toISOString();
}
