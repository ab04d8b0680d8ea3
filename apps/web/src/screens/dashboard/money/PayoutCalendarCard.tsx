import type { ReportMoney } from '@seller-connect/contract';
import { Card, Skeleton } from '@seller-connect/ui';
import type { TrendSeries } from '@seller-connect/ui/charts';
import { largestBy } from '../../../i18n/decimalAmounts.ts';
import { formats } from '../../../i18n/index.ts';
import { dayLabel, moneySeries, ReportTrend } from '../ReportTrend.tsx';
import { texts } from './texts.ts';

export interface MoneyCardProps {
  /** Undefined while loading. */
  readonly data: ReportMoney | undefined;
  /** The request failed; the error is shown elsewhere. */
  readonly failed: boolean;
  /** A refetch is in progress. */
  readonly busy: boolean;
}

/** Payouts and fees by day. */
export function PayoutCalendarCard({ data, failed, busy }: MoneyCardProps) {
  if (!data && failed) return null;
  const labels = texts.chart;
  return (
    <Card title={labels.title} busy={busy}>
      {!data && <Skeleton shape="chart" />}
      {data && (
        <ReportTrend
          title={labels.title}
          summary={summaryOf(data)}
          points={data.days.map(dayLabel)}
          series={[seriesOf(data, 'payout'), seriesOf(data, 'fees')]}
          {...formats.moneyAxis(data.currency)}
          busy={busy}
        />
      )}
    </Card>
  );
}

function seriesOf({ days, currency }: ReportMoney, name: 'payout' | 'fees'): TrendSeries {
  return moneySeries(
    { id: name, name: texts.metrics[name].name, look: name === 'payout' ? 'area' : 'line' },
    days.map((day) => day[name]),
    currency,
  );
}

function summaryOf({ payout, fees, days, currency }: ReportMoney): string {
  if (payout.value === null || fees.value === null) return texts.reasons.loading;
  const best = largestBy(days, (day) => day.payout);
  if (!best) return texts.chart.nothing;
  const money = (amount: string) => formats.money(amount, currency);
  return (
    texts.chart.summary(money(payout.value), money(fees.value)) +
    texts.chart.best(formats.day(best.day), money(best.payout ?? '0'))
  );
}
