import type { ReportBreakdown } from '@seller-connect/contract';
import type { TrendPointLabel, TrendSeries } from '@seller-connect/ui/charts';
import { useRouter } from '@tanstack/react-router';
import { largestBy } from '../../../../i18n/decimalAmounts.ts';
import { formats } from '../../../../i18n/index.ts';
import { ordersHref, type SalesScope } from '../../filters/drillDown.ts';
import { moneySeries, ReportTrend } from '../../ReportTrend.tsx';
import { texts } from '../../texts.ts';
import { blockTexts } from '../blockTexts.ts';
import { comparisonName } from '../metrics.tsx';

const labels = blockTexts.breakdown;
const { hourShort, hourLong } = texts.trend;

interface HourlyChartProps {
  readonly data: ReportBreakdown;
  readonly scope: SalesScope;
  readonly busy: boolean;
}

/** Hours in the shop's time zone, summed over all days of the period. */
export function HourlyChart({ data, scope, busy }: HourlyChartProps) {
  const { history } = useRouter();
  return (
    <ReportTrend
      title={labels.titles.hour}
      summary={hourSummary(data)}
      points={hourPoints(data, (hour) => ordersHref(scope, data.period, { hour }))}
      onFollow={(href) => history.push(href)}
      series={hourSeries(data)}
      {...formats.moneyAxis(data.currency)}
      point={labels.hour}
      keys={labels.hourKeys}
      busy={busy}
    />
  );
}

/** Returns the hours of a breakdown with their start and end as labels, linked to their orders. */
function hourPoints(
  { items }: ReportBreakdown,
  hrefOf: (hour: string) => string | undefined,
): TrendPointLabel[] {
  return items.map(({ key, orders }) => {
    const hour = Number(key);
    const href = (orders ?? 0) > 0 && { href: hrefOf(key) };
    return { short: hourShort(hour), long: hourLong(hour), ...href };
  });
}

/** Returns the GMV by hour and, if it is completely synced, that of the comparison. */
function hourSeries(data: ReportBreakdown): TrendSeries[] {
  const { items, currency } = data;
  const before = items.map((item) => item.previousGmv);
  const series = [
    moneySeries(
      { id: 'now', name: texts.trend.now, look: 'area' },
      items.map((item) => item.gmv),
      currency,
    ),
  ];
  if (before.some((value) => value !== null)) {
    const name = comparisonName(data.previous);
    series.push(moneySeries({ id: 'before', name, look: 'before' }, before, currency));
  }
  return series;
}

/** Describes the hour with the highest GMV in a sentence. */
function hourSummary({ items, currency }: ReportBreakdown): string {
  const best = largestBy(items, ({ gmv }) => gmv);
  if (!best || best.gmv === null) return texts.trend.nothing;
  return labels.bestHour(hourLong(Number(best.key)), formats.money(best.gmv, currency));
}
