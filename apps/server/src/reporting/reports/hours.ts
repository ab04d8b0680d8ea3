import { maxHourlyDays } from '@seller-connect/contract';
import type { HourPoint, ReportHours, ReportQuery } from '@seller-connect/contract';
import { localTimes } from '../../platform/calendar.ts';
import { sql } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { toDecimal } from '../../platform/money.ts';
import {
  coverageOfShops,
  loadingDays,
  oldestInstant,
  type ReportDependencies,
} from '../metrics/coverage.ts';
import { totalColumns, zeroTotals, type Totals } from '../metrics/metric-values.ts';
import { comparedDay, type Period } from '../metrics/period.ts';
import { scopeFilter, scopeValues } from '../metrics/scope.ts';
import { daysOf, resolveReportScope } from './reports.ts';

const readHoursStatement = sql(
  'reporting.hours',
  `select day, hour, ${totalColumns} from reporting.agg_shop_hour
    where ${scopeFilter} and (day between $4 and $5 or day between $6 and $7) group by day, hour`,
);

/**
 * Returns the sales of every hour of a period, by the shops' clock, and of the same hours of the period that it is
 * compared with.
 * @throws Problem 400 for a period longer than {@link maxHourlyDays}
 */
export async function reportHours(
  dependencies: ReportDependencies,
  tenantId: string,
  query: ReportQuery,
): Promise<ReportHours> {
  const { scope, ...resolved } = await resolveReportScope(dependencies, tenantId, query);
  const { period, past, previous } = resolved;
  if (period.days > maxHourlyDays) {
    throw new Problem(
      400,
      'period_too_long',
      {
        vi: `Số liệu theo giờ có cho tối đa ${maxHourlyDays} ngày. Hãy chọn khoảng ngắn hơn.`,
        en: `Hourly figures cover at most ${maxHourlyDays} days. Choose a shorter period.`,
      },
      { days: period.days, maxDays: maxHourlyDays },
    );
  }
  const now = dependencies.now();
  const [rows, coverage] = await Promise.all([
    dependencies.database.tenantRead<Totals & { day: string; hour: number }>(
      tenantId,
      readHoursStatement,
      [...scopeValues(tenantId, scope), previous.from, previous.to, past.from, past.to],
    ),
    dependencies.readCoverage(tenantId),
  ]);
  const covered = coverageOfShops(scope.shops, coverage, now);
  const loadingIn = (days: Period) =>
    new Set(covered.flatMap((each) => [...loadingDays(each, days, each.shop.timeZone)]));
  const [loading, loadingBefore] = [loadingIn(past), loadingIn(previous)];
  const timeOf = localTimes(scope.timeZone);
  const asOf = oldestInstant(covered.map((each) => each.asOf));
  const synced = asOf === null ? null : timeOf(new Date(asOf));
  const current = timeOf(now);

  const byHour = new Map<string, Totals>(rows.map((row) => [`${row.day} ${row.hour}`, row]));
  const totalsIn = (day: string, hour: number) => byHour.get(`${day} ${hour}`) ?? zeroTotals;
  /** Whether a minute of a day is not later than a point in time. */
  const isReached = (day: string, minute: number, time: typeof synced) =>
    time !== null && (day < time.day || (day === time.day && minute <= time.minute));

  function toPoint(day: string, hour: number): HourPoint {
    const sold = isReached(day, hour * 60, current) ? totalsIn(day, hour) : null;
    const previousDay = comparedDay(day, past.days === 0 ? period : past, previous);
    const before =
      previousDay === null || loadingBefore.has(previousDay) ? null : totalsIn(previousDay, hour);
    return {
      day,
      hour,
      gmv: sold && toDecimal(sold.gmv),
      netSales: sold && toDecimal(sold.netSales),
      orders: sold && Number(sold.orders),
      previousDay,
      previousGmv: before && toDecimal(before.gmv),
      previousNetSales: before && toDecimal(before.netSales),
      previousOrders: before && Number(before.orders),
      complete: !loading.has(day) && isReached(day, (hour + 1) * 60, synced),
    };
  }

  return {
    period,
    previous: { ...previous, until: null },
    currency: scope.currency,
    currencies: scope.currencies,
    timeZone: scope.timeZone,
    hours: daysOf(period).flatMap((day) =>
      Array.from({ length: 24 }, (_, hour) => toPoint(day, hour)),
    ),
  };
}
