import type {
  ChartNote,
  ListingChange,
  ReportHours,
  ReportSummary,
  Shop,
} from '@seller-connect/contract';
import type { TrendEvent, TrendSeries } from '@seller-connect/ui/charts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { endpointQuery } from '../../../../api/queries/endpointQuery.ts';
import { omitNullish } from '../../../../lists/listParams.ts';
import {
  hasTargets,
  secondComparison,
  toQuery,
  type ReportFilters,
} from '../../filters/filters.ts';
import { daysBetween } from '../../../../i18n/calendarDays.ts';
import { shortenText, eventsOfListings } from './listingEvents.ts';
import { notesQuery } from '../../notes/queries.ts';
import { homeShopsQuery, hoursQuery, summaryQuery } from '../../queries.ts';
import {
  dayPoints,
  groupPoints,
  hourPoints,
  type ChartData,
  type ChartPoint,
} from '../trend/chartData.ts';
import { formatExact } from '../trend/trendSeries.ts';
import { annotate } from './annotations.ts';
import { averageSeries } from './averageSeries.ts';
import { pointTargets, targetOfDay, targetSeries } from './targetSeries.ts';
import { texts } from './texts.ts';
import { comparisonName } from '../metrics.tsx';

/** What a chart shows beside its metrics. It is loaded after the chart. */
export interface ChartExtras {
  /** The chart that it belongs to; null before it is loaded. */
  readonly chart: ChartData | null;
  readonly events: ReadonlyMap<ChartPoint, readonly TrendEvent[]>;
  readonly series: readonly TrendSeries[];
  /** Further columns of the CSV file, with one value per point. */
  readonly columns: readonly ChartColumn[];
}

export interface ChartColumn {
  readonly name: string;
  readonly values: readonly (string | number | null | undefined)[];
}

export const noExtras: ChartExtras = {
  chart: null,
  events: new Map(),
  series: [],
  columns: [],
};

export interface ChartExtrasLoaderProps {
  readonly chart: ChartData;
  /** With the days that the chart shows. */
  readonly filters: ReportFilters;
  readonly live: boolean;
  readonly onExtras: (extras: ChartExtras) => void;
}

/** Loads what the chart shows beside its metrics: named days, notes and the target. It renders nothing. */
export function ChartExtrasLoader(props: ChartExtrasLoaderProps) {
  const { chart, filters, onExtras } = props;
  const { points, granularity } = chart;
  const shops = useQuery(homeShopsQuery).data?.items;
  const [first, last] = [points[0]?.from ?? '', points.at(-1)?.to ?? ''];
  const notes = useQuery({
    ...notesQuery({ from: first, to: last }),
    enabled: points.length > 0,
  }).data?.items;
  const changes = useListingChanges(filters, first, last);
  const target = useTarget(props, first, last);
  const compared = useComparison(props);
  const extras = useMemo((): ChartExtras => {
    const linked = shops ?? [];
    const ofReport = (id: string) => isInReport(id, filters, linked);
    const named = annotate(
      points,
      granularity,
      linked.filter(({ id }) => ofReport(id)),
    );
    const shownNotes = (notes ?? []).filter(({ shop }) => shop === null || ofReport(shop));
    const ofNotes = eventsOfNotes(shownNotes, linked);
    const ofListings = eventsOfListings(changes ?? []);
    return {
      chart,
      // Not when the chart renders: there a malformed note would take the chart along.
      events: new Map(
        points.map((point) => [point, [...ofNotes(point), ...named(point), ...ofListings(point)]]),
      ),
      series: [
        ...(compared ? [compared.series] : []),
        ...(chart.hasAverage ? [averageSeries(chart)] : []),
        ...(target ? [target.series] : []),
      ],
      columns: [...(compared?.columns ?? []), ...(target ? [target.column] : [])],
    };
  }, [chart, points, granularity, shops, notes, changes, filters, target, compared]);
  useEffect(() => onExtras(extras), [extras, onExtras]);
  return null;
}

/** Longest charts, in days, that name changes of products. */
const maxDaysWithChanges = 92;

/** When the products that sell best were sold out or changed their price; undefined without any in long periods. */
function useListingChanges(
  filters: ReportFilters,
  from: string,
  to: string,
): readonly ListingChange[] | undefined {
  const { shops, platform } = toQuery(filters);
  const query = { from, to, ...omitNullish({ shops, platform }) };
  return useQuery({
    ...endpointQuery('listListingChanges', { query, background: true }),
    enabled: from !== '' && daysBetween(from, to) <= maxDaysWithChanges,
    refetchInterval: changesPollIntervalMs,
  }).data?.items;
}

const changesPollIntervalMs = 300_000;

/** The target of each point. Hours have none, nor orders, a marketplace or several shops. */
function useTarget(
  { chart, filters }: ChartExtrasLoaderProps,
  from: string,
  to: string,
): { readonly series: TrendSeries; readonly column: ChartColumn } | null {
  const { points, metric, granularity, currency } = chart;
  const targeted = metric === 'orders' ? null : metric;
  const query = {
    from: from.slice(0, 7),
    to: to.slice(0, 7),
    metric: targeted ?? 'gmv',
    currency,
    ...(filters.shop === undefined ? {} : { shop: filters.shop }),
  };
  const { data } = useQuery({
    ...endpointQuery('listTargets', { query, background: true }),
    enabled:
      points.length > 0 && targeted !== null && granularity !== 'hour' && hasTargets(filters),
  });
  return useMemo(() => {
    if (!data || targeted === null || granularity === 'hour') return null;
    const targets = pointTargets(points, targetOfDay(data));
    const series = targetSeries(targets, currency);
    return series && { series, column: { name: texts.target, values: targets } };
  }, [data, points, targeted, granularity, currency]);
}

/** The second comparison that the filters choose. */
function useComparison({ chart, filters, live }: ChartExtrasLoaderProps): ComparisonExtras | null {
  const second = secondComparison(filters);
  const isHourly = chart.granularity === 'hour';
  const { data, isPlaceholderData } = useQuery({
    ...summaryQuery(second ?? filters, live),
    enabled: second !== null,
  });
  const hours = useQuery({
    ...hoursQuery(second ?? filters, live),
    enabled: second !== null && isHourly,
  });
  const isWaiting = second === null || isPlaceholderData || (isHourly && hours.isPlaceholderData);
  const summary = isWaiting ? undefined : data;
  return useMemo(
    () => (summary ? comparisonExtras(chart, summary, hours.data) : null),
    [chart, summary, hours.data],
  );
}

/** Longest text of a note above the chart; the tooltip has all of it. */
const shortLength = 14;

/** Whether the filters of the report include a shop. */
function isInReport(
  shopId: string,
  { shop, shops: several, platform }: ReportFilters,
  linked: readonly Shop[],
): boolean {
  const chosen = shop ?? several;
  if (chosen !== undefined && !chosen.split(',').includes(shopId)) return false;
  return platform === undefined || linked.find(({ id }) => id === shopId)?.platform === platform;
}

/** Returns a function that names the notes on the days of a point. */
function eventsOfNotes(
  notes: readonly ChartNote[],
  shops: readonly Shop[],
): (point: ChartPoint) => readonly TrendEvent[] {
  const byDay = Map.groupBy(notes, ({ day }) => day);
  if (byDay.size === 0) return () => [];
  const days = [...byDay.keys()].toSorted();
  const nameOf = (id: string) => shops.find((each) => each.id === id)?.name ?? '';
  return ({ from, to, hour }) => {
    // Of the hours of a day, the first one has its notes.
    if (hour !== undefined && hour > 0) return [];
    const ofPoint = from === to ? [from] : days.filter((day) => day >= from && day <= to);
    return ofPoint
      .flatMap((day) => byDay.get(day) ?? [])
      .map(({ text, shop: shopId }): TrendEvent => ({
        name: shopId === null ? texts.note(text) : texts.shopNote(nameOf(shopId), text),
        short: shortenText(text, shortLength),
        tone: 'info',
        important: true,
      }));
  };
}

/** A second comparison of a chart: its line and its columns of the CSV file. */
interface ComparisonExtras {
  readonly series: TrendSeries;
  readonly columns: readonly ChartColumn[];
}

/**
 * Returns the line of a second comparison, point by point like the first one; null while it is not loaded for the same
 * points, and if no point has a value.
 */
function comparisonExtras(
  chart: ChartData,
  summary: ReportSummary,
  hours: ReportHours | undefined,
): ComparisonExtras | null {
  const { metric, granularity, currency } = chart;
  const points = pointsOf(granularity, summary, hours);
  const isSame = points.every(({ from }, index) => chart.points[index]?.from === from);
  if (points.length !== chart.points.length || !isSame) return null;
  const values = points.map(({ previous }) => previous[metric]);
  if (values.every((value) => value === null)) return null;
  const name = comparisonName(summary.previous);
  return {
    series: {
      id: 'compared',
      name,
      look: 'line',
      color: 'var(--series-before)',
      dash: '2 5',
      values: values.map((value) => (value === null ? null : Number(value))),
      textOf: (index) => formatExact(metric, values[index], currency),
    },
    columns: [{ name, values }],
  };
}

function pointsOf(
  granularity: ChartData['granularity'],
  summary: ReportSummary,
  hours: ReportHours | undefined,
): ChartPoint[] {
  if (granularity === 'hour') return hours ? hourPoints(hours.hours) : [];
  const days = dayPoints(summary.trend);
  return granularity === 'day' ? days : groupPoints(days, granularity);
}
