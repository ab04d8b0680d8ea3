import { sql } from '../../platform/database/database.ts';
import type { ShopCoverage, ReportDependencies } from './coverage.ts';
import { addTotals, zeroTotals, totalColumns, type Totals } from './metric-values.ts';
import { addDays, localTimes, formatClock } from '../../platform/calendar.ts';
import { comparedDay, type Period, type ResolvedPeriod } from './period.ts';
import type { Scope, ScopeShop } from './scope.ts';

const minutesPerDay = 1440;

/**
 * Sales of each shop ($2, until minute $4, pairwise) on the days $5, by hour: rollups of full hours, and the orders
 * of the hour that has begun.
 */
const readSalesUntil = sql(
  'reporting.sold_until',
  `with cut as materialized (
     select * from unnest($2::uuid[], $4::integer[]) as cut (shop_id, minute)
   )
   select shop_id, day, hour, ${totalColumns}
     from (
       select h.shop_id, h.day, h.hour, orders, valid_orders, cancelled_orders, units, gmv_e4, nmv_e4,
              net_sales_e4
         from cut join reporting.agg_shop_hour h
           on h.tenant_id = $1 and h.shop_id = cut.shop_id and h.day = any($5::date[])
          and h.hour < cut.minute / 60
        where h.currency = $3
       union all
       select f.shop_id, f.committed_day, (f.committed_minute / 60)::smallint, 1, f.is_valid::integer,
              f.is_cancelled::integer, f.units, f.gmv_e4,
              f.gmv_e4 - f.cancelled_e4 - f.failed_e4 - f.returned_e4,
              f.gmv_e4 - f.cancelled_e4 - f.failed_e4 - f.returned_e4 - f.kept_seller_voucher_e4
         from cut join reporting.fact_order f
           on f.tenant_id = $1 and f.shop_id = cut.shop_id and f.committed_day = any($5::date[])
          and f.committed_minute >= cut.minute / 60 * 60 and f.committed_minute < cut.minute
        where f.currency = $3) part
    group by shop_id, day, hour`,
);

export type HourRow = Totals & { shopId: string; day: string; hour: number };

/** Sales of comparison days up to the time of day that the current day is synced to. */
export interface PartialDaySales {
  /** The minute of the day that each shop of the scope is synced to, by its clock. */
  minutes: number[];
  /** The latest of them. */
  minute: number;
  /** `minute` as HH:MM. */
  until: string;
  rows: HourRow[];
  /** Returns the totals of all shops on one of the days. */
  on(day: string): Totals;
}

/**
 * Returns the day that today is compared with, if it is the last day of the previous period. Returns null for a
 * period that does not end today, and if today has no counterpart (the 31st in a comparison with February).
 */
export function partialComparisonDay({ past, previous, today }: ResolvedPeriod): string | null {
  if (past.to !== today || past.days === 0) return null;
  const day = comparedDay(today, past, previous);
  return day === previous.to ? day : null;
}

/** Returns the days of the previous period that count in full: without its last day if that is partial. */
export function withoutPartialDay(previous: Period, partialDay: string | null): Period {
  if (partialDay === null) return previous;
  return { ...previous, to: addDays(previous.to, -1), days: previous.days - 1 };
}

/**
 * Returns the sales of other days up to the time of day that each shop is synced to: a shop that is an hour behind is
 * compared with an hour less, and a shop without any synced part of the day with nothing.
 */
export async function salesUntilTimeOfDay(
  { database, now }: Pick<ReportDependencies, 'database' | 'now'>,
  tenantId: string,
  { shops, currency }: Scope,
  coverage: Promise<readonly Pick<ShopCoverage, 'shopId' | 'asOf'>[]>,
  day: string,
  others: readonly string[],
): Promise<PartialDaySales> {
  const asOfByShop = new Map((await coverage).map((each) => [each.shopId, each.asOf]));
  const minutes = shops.map((shop) =>
    minuteOf(shop, asOfByShop.get(shop.shopId) ?? null, day, now()),
  );
  const minute = Math.max(0, ...minutes);
  const rows = await database.tenantRead<HourRow>(tenantId, readSalesUntil, [
    tenantId,
    shops.map((shop) => shop.shopId),
    currency,
    minutes,
    others,
  ]);
  return {
    minutes,
    minute,
    until: formatClock(minute),
    rows,
    on: (other) => rows.filter((row) => row.day === other).reduce<Totals>(addTotals, zeroTotals),
  };
}

/**
 * Returns the minute of `day` that a shop is synced to: 0 if the day has not begun, `minutesPerDay` if it is
 * complete.
 */
function minuteOf(
  shop: Pick<ScopeShop, 'timeZone'>,
  asOf: Date | null,
  day: string,
  now: Date,
): number {
  if (!asOf) return 0;
  const read = localTimes(shop.timeZone)(asOf < now ? asOf : now);
  if (read.day === day) return read.minute;
  return read.day < day ? 0 : minutesPerDay;
}
