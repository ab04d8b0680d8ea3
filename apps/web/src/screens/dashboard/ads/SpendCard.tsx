import type { ReportAds } from '@seller-connect/contract';
import { Card } from '@seller-connect/ui';
import { TrendChart } from '@seller-connect/ui/charts';
import { largestBy } from '../../../i18n/decimalAmounts.ts';
import { formats } from '../../../i18n/index.ts';
import { texts as home } from '../texts.ts';
import { texts } from './texts.ts';

/** Ad spend per day of the period; days that are not synced have no value. */
export function SpendCard({ data, busy }: { readonly data: ReportAds; readonly busy: boolean }) {
  const { trend, currency } = data;
  const labels = texts.chart;
  return (
    <Card title={labels.title} busy={busy}>
      <TrendChart
        title={labels.title}
        summary={summaryOf(data)}
        points={trend.map(({ day, complete }) => ({
          short: formats.shortDay(day),
          long: formats.day(day),
          ...(complete ? {} : { open: labels.open }),
        }))}
        series={[
          {
            id: 'adSpend',
            name: texts.metrics.adSpend.name,
            look: 'area',
            values: trend.map(({ adSpend }) => (adSpend === null ? null : Number(adSpend))),
            textOf: (index) => {
              const spend = trend[index]?.adSpend ?? null;
              return spend === null ? '–' : formats.money(spend, currency);
            },
          },
        ]}
        {...formats.moneyAxis(currency)}
        labels={{
          showTable: home.trend.showTable,
          showChart: home.trend.showChart,
          point: home.trend.day,
          keys: home.trend.keys,
        }}
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
