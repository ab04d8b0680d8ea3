import { useRouter } from '@tanstack/react-router';
import {
  ArrowLeftIcon,
  Button,
  Card,
  SegmentedControl,
  Select,
  Skeleton,
} from '@seller-connect/ui';
import { useMemo, useState } from 'react';
import { omitNullish } from '../../../../lists/listParams.ts';
import { BlockBoundary } from '../../../../loading/lazyBlock.tsx';
import { CardError } from '../../CardError.tsx';
import { ReportTrend } from '../../ReportTrend.tsx';
import { ordersHref, salesScope } from '../../filters/drillDown.ts';
import { chartMetrics, withPeriod, type ReportFilters } from '../../filters/filters.ts';
import { texts } from '../../texts.ts';
import { ChartMenus } from './ChartMenus.tsx';
import { ChartExtrasLoader, noExtras } from '../extras/ChartExtrasLoader.tsx';
import { periodName } from '../metrics.tsx';
import styles from './TrendCard.module.css';
import {
  createAxis,
  needsSecondAxis,
  trendPoints,
  trendSeries,
  trendSummary,
} from './trendSeries.ts';
import { useTrendChart } from './chartData.ts';

export interface TrendCardProps {
  readonly filters: ReportFilters;
  /** Today in the shop's time zone. */
  readonly today: string;
  readonly live: boolean;
  readonly onChange: (filters: ReportFilters) => void;
}

const labels = texts.trend;

/** The trend of one or two metrics. Dragging over it selects a shorter period, from which a button leads back. */
export default function TrendCard({ filters, today, live, onChange }: TrendCardProps) {
  const { chart, chartFilters, summary, result, summaryResult, isWeekOfDay, allowed, granularity } =
    useTrendChart(filters, today, live);
  const [extrasOfChart, setExtrasOfChart] = useState(noExtras);
  const { history } = useRouter();
  const { zoomedFrom, zoomTo, zoomBack } = useZoom(filters, onChange);
  const scope = useMemo(
    () => salesScope(filters, summaryResult),
    // The scope follows from these parts; the result object is new on every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [filters, summaryResult.data, summaryResult.isPlaceholderData],
  );
  const metric = filters.chart;
  const unit = labels.title(labels.titles[metric], labels.units[chart?.granularity ?? granularity]);
  const title = isWeekOfDay ? `${unit}, ${labels.lastWeek}` : unit;

  // Those of another chart have other points.
  const extras = extrasOfChart.chart === chart ? extrasOfChart : noExtras;
  const drawn = useMemo(() => {
    if (!chart) return null;
    const kept = chart.metric === 'netSales' ? { outcome: 'kept' as const } : {};
    return {
      points: trendPoints(chart, {
        events: extras.events,
        hrefOf: ({ from, to, hour }) =>
          ordersHref(
            scope,
            { from, to },
            { ...kept, ...(hour === undefined ? {} : { hour: String(hour) }) },
          ),
      }),
      series: [...trendSeries(chart), ...extras.series],
      axis: createAxis(chart.metric, chart.currency),
      secondAxis:
        chart.second !== undefined && needsSecondAxis(chart.metric, chart.second)
          ? createAxis(chart.second, chart.currency)
          : undefined,
    };
  }, [chart, scope, extras]);
  const first = chart?.points[0];
  const hasSeveralDays = first !== undefined && first.from !== chart?.points.at(-1)?.to;

  return (
    <Card title={title} busy={result.isPlaceholderData || result.isPending}>
      {result.error && <CardError title={labels.failed} query={result} />}
      {!chart && !result.error && <Skeleton shape="chart" />}
      {chart && (
        <BlockBoundary>
          <ChartExtrasLoader
            chart={chart}
            filters={chartFilters}
            live={live}
            onExtras={setExtrasOfChart}
          />
        </BlockBoundary>
      )}
      {chart && drawn && summary && (
        <ReportTrend
          title={title}
          summary={trendSummary(summary, chart)}
          points={drawn.points}
          series={drawn.series}
          {...drawn.axis}
          secondAxis={drawn.secondAxis}
          point={labels.unitNames[chart.granularity]}
          keys={[labels.keys, labels.follow, hasSeveralDays && labels.select]
            .filter((each) => each !== false)
            .join(' ')}
          busy={result.isPlaceholderData}
          onFollow={(href) => history.push(href)}
          onSelectRange={
            hasSeveralDays
              ? (from, to) => zoomTo(chart.points[from]?.from, chart.points[to]?.to, today)
              : undefined
          }
          controls={
            <div className={styles.controls}>
              <SegmentedControl
                label={labels.chart}
                value={metric}
                options={chartMetrics.map((value) => ({ value, label: texts.metrics[value].name }))}
                onValueChange={(next) => onChange(withMetric(filters, next))}
              />
              {zoomedFrom !== null && (
                <Button size="small" variant="quiet" icon={<ArrowLeftIcon />} onClick={zoomBack}>
                  {labels.zoomBack(zoomedFrom)}
                </Button>
              )}
            </div>
          }
          actions={
            <>
              {allowed.length > 1 && (
                <Select
                  compact
                  label={labels.granularity}
                  value={granularity}
                  options={allowed.map((value) => ({ value, label: labels.choices[value] }))}
                  onValueChange={(next) => onChange({ ...filters, granularity: next })}
                />
              )}
              <ChartMenus
                filters={filters}
                chart={chart}
                drawn={drawn}
                title={title}
                summary={summary}
                columns={extras.columns}
                onChange={onChange}
              />
            </>
          }
        />
      )}
    </Card>
  );
}

/** Returns the filters with another metric. It takes the place of the second one if they are the same. */
function withMetric(
  { second, ...filters }: ReportFilters,
  chart: ReportFilters['chart'],
): ReportFilters {
  return { ...filters, chart, ...(second === undefined || second === chart ? {} : { second }) };
}

interface Zoom {
  /** The days that were selected. */
  readonly from: string;
  readonly to: string;
  readonly before: ReportFilters;
}

/** Selects days of the chart as the period, and leads back to the period before, one selection at a time. */
function useZoom(filters: ReportFilters, onChange: (filters: ReportFilters) => void) {
  const [zooms, setZooms] = useState<readonly Zoom[]>([]);
  const place = zooms.findLastIndex(({ from, to }) => from === filters.from && to === filters.to);
  const zoom = zooms[place];
  return {
    /** Name of the period to go back to; null where there is none. */
    zoomedFrom:
      zoom === undefined
        ? null
        : periodName(zoom.before, {
            from: zoom.before.from ?? zoom.from,
            to: zoom.before.to ?? zoom.to,
          }),
    zoomTo(from: string | undefined, last: string | undefined, today: string) {
      if (from === undefined || last === undefined || from > today) return;
      const to = last < today ? last : today;
      setZooms([...zooms.slice(0, place + 1), { from, to, before: filters }]);
      onChange(withPeriod(filters, { period: 'custom', from, to }));
    },
    zoomBack() {
      if (!zoom) return;
      const { period, from, to, compare, granularity } = zoom.before;
      setZooms(zooms.slice(0, place));
      onChange({
        ...withPeriod(filters, { period, ...omitNullish({ from, to, compare }) }),
        ...omitNullish({ granularity }),
      });
    },
  };
}
