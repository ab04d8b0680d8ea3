import type { ReportAds } from '@seller-connect/contract';
import { Card } from '@seller-connect/ui';
import { largestBy } from '../../../i18n/decimalAmounts.ts';
import { formats } from '../../../i18n/index.ts';
import { ReportTrend } from '../ReportTrend.tsx';
import { dayLabel, moneySeries } from '../trendData.ts';
import { texts } from './texts.ts';

/** Ad spend per day of the period; days that are not synced have no value. */
export function SpendCard({ data, busy }: { readonly data: ReportAds; readonly busy: boolean }) {
  const { trend, currency } = data;
  const labels = texts.chart;
  return (
    <Card title={labels.title} busy={busy}>
      <ReportTrend
        title={labels.title}
        summary={summaryOf(data)}
        points={trend.map(dayLabel)}
        series={[
          moneySeries(
            { id: 'adSpend', name: texts.metrics.adSpend.name, look: 'area' },
            trend.map(({ adSpend }) => adSpend),
            currency,
          ),
        ]}
        {...formats.moneyAxis(currency)}
        busy={busy}
      />
    </Card>
  );
}

function summaryOf({ trend, metrics, currency }: ReportAds): string {
  const dearest = largestBy(trend, ({ adSpend }) => adSpend);
  if (!dearest) return texts.reasons.no_spend;
  const money = (amount: string | null) => formats.money(amount ?? '0', currency);
  return texts.chart.summary(
    money(metrics.adSpend.value),
    formats.day(dearest.day),
    money(dearest.adSpend),
  );
}
