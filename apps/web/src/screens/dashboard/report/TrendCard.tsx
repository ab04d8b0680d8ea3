import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Card, SegmentedControl, Skeleton } from '@seller-connect/ui';
import { CardError } from '../CardError.tsx';
import { ReportTrend } from '../ReportTrend.tsx';
import { summaryQuery } from '../queries.ts';
import { texts } from '../texts.ts';
import { createAxis, trendPoints, trendSeries, trendSummary } from './trendSeries.ts';
import { chartMetrics, ordersHref, salesScope, type ReportFilters } from '../filters/filters.ts';

export interface TrendCardProps {
  readonly filters: ReportFilters;
  readonly live: boolean;
  readonly onChange: (filters: ReportFilters) => void;
}

/** The trend of one metric. A single day has no trend, so today is shown at the end of its week. */
export function TrendCard({ filters, live, onChange }: TrendCardProps) {
  const ofToday = filters.period === 'today';
  const summaryResult = useQuery(
    summaryQuery(ofToday ? { ...filters, period: '7d' } : filters, live),
  );
  const { data, error, isPlaceholderData } = summaryResult;
  const { history } = useRouter();
  const scope = salesScope(filters, summaryResult);
  const labels = texts.trend;
  const metric = filters.chart;
  const title = ofToday ? `${labels.titles[metric]}, ${labels.lastWeek}` : labels.titles[metric];

  return (
    <Card title={title} busy={isPlaceholderData}>
      {error && <CardError title={labels.failed} query={summaryResult} />}
      {!data && !error && <Skeleton shape="chart" />}
      {data && (
        <ReportTrend
          title={title}
          summary={trendSummary(data, metric)}
          points={trendPoints(data, metric, ({ day }) =>
            ordersHref(
              scope,
              { from: day, to: day },
              metric === 'netSales' ? { outcome: 'kept' } : {},
            ),
          )}
          onFollow={(href) => history.push(href)}
          series={trendSeries(data, metric)}
          {...createAxis(metric, data.currency)}
          keys={`${labels.keys} ${labels.follow}`}
          busy={isPlaceholderData}
          controls={
            <SegmentedControl
              label={labels.chart}
              value={metric}
              options={chartMetrics.map((value) => ({ value, label: texts.metrics[value].name }))}
              onValueChange={(chart) => onChange({ ...filters, chart })}
            />
          }
        />
      )}
    </Card>
  );
}
