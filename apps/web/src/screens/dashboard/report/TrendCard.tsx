import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Block, SegmentedControl, Skeleton } from '@seller-connect/ui';
import { TrendChart } from '@seller-connect/ui/charts';
import { BlockFailure } from '../CardError.tsx';
import { summaryQuery } from '../queries.ts';
import { texts } from '../texts.ts';
import { axisOf, trendPoints, trendSeries, trendSummary } from './trendSeries.ts';
import { chartFigures, ordersHref, scopeOf, type ReportView } from '../filters/filters.ts';

export interface TrendBlockProps {
  readonly view: ReportView;
  readonly live: boolean;
  readonly onChange: (view: ReportView) => void;
}

/** The course of one figure. A single day has none, so today is shown at the end of its week. */
export function TrendBlock({ view, live, onChange }: TrendBlockProps) {
  const ofToday = view.period === 'today';
  const shown = useQuery(summaryQuery(ofToday ? { ...view, period: '7d' } : view, live));
  const { data, error, isFetching, isPlaceholderData, refetch } = shown;
  const { history } = useRouter();
  const scope = scopeOf(view, shown);
  const words = texts.trend;
  const figure = view.chart;
  const title = ofToday ? `${words.titles[figure]}, ${words.lastWeek}` : words.titles[figure];

  return (
    <Block title={title} busy={isPlaceholderData}>
      {error && (
        <BlockFailure
          title={words.failed}
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton shape="chart" />}
      {data && (
        <TrendChart
          title={title}
          summary={trendSummary(data, figure)}
          points={trendPoints(data, ({ day }) =>
            ordersHref(
              scope,
              { from: day, to: day },
              figure === 'netSales' ? { fate: 'kept' } : {},
            ),
          )}
          onFollow={(href) => history.push(href)}
          series={trendSeries(data, figure)}
          {...axisOf(figure, data.currency)}
          words={{
            showTable: words.showTable,
            showChart: words.showChart,
            point: words.day,
            keys: `${words.keys} ${words.follow}`,
          }}
          busy={isPlaceholderData}
          controls={
            <SegmentedControl
              label={words.chart}
              value={figure}
              options={chartFigures.map((value) => ({ value, label: texts.figures[value].name }))}
              onValueChange={(chart) => onChange({ ...view, chart })}
            />
          }
        />
      )}
    </Block>
  );
}
