import type { ComparedMetrics, ReportComparison, ReportSummary } from '@seller-connect/contract';
import { campaignName } from '@seller-connect/contract/campaign-days';
import { MetricChange, type MetricChangeProps, type MetricContent } from '@seller-connect/ui';
import { formats } from '../../../i18n/index.ts';
import type { DayRange } from '../../../lists/listParams.ts';
import { selectedCampaign, type ReportFilters } from '../filters/filters.ts';
import { texts } from '../texts.ts';
import { knownText } from '../../../i18n/knownText.ts';

export type MetricName = keyof ComparedMetrics;

/** Whether a value has changed from a known one to another, which can be explained. */
export const isChanged = ({
  value,
  previous,
}: Readonly<Record<'value' | 'previous', string | number | null>>) =>
  value !== null && previous !== null && value !== previous;

interface FormattedValue {
  readonly short: string;
  readonly unit?: string;
  readonly exact: string;
}

/** Formats an amount for a tile: short and exact, with the currency sign apart if it follows the number. */
export function formatTileMoney(amount: string, currency: string): FormattedValue {
  const { number, sign, text } = formats.shortMoney(amount, currency);
  const exact = formats.money(amount, currency);
  return text.endsWith(sign) ? { short: number, unit: sign, exact } : { short: text, exact };
}

function formatMetric(name: MetricName, value: string | number, currency: string): FormattedValue {
  if (typeof value === 'string') return formatTileMoney(value, currency);
  const text = name === 'cancellationRate' ? formats.percent(value) : formats.number(value);
  return { short: text, exact: text };
}

export function formatPeriod(period: { readonly from: string; readonly to: string }): string {
  const sameYear = period.from.slice(0, 4) === period.to.slice(0, 4);
  const short = sameYear && period.from !== period.to;
  const first = short ? formats.shortDay(period.from) : formats.day(period.from);
  return formats.range(first, formats.day(period.to));
}

/** Returns the name of a period: a preset, a campaign day, or its days. */
export function periodName(
  filters: Pick<ReportFilters, 'period' | 'from' | 'to'>,
  shown: DayRange,
): string {
  const { period } = filters;
  const campaign = selectedCampaign(filters);
  if (campaign !== null) return campaignName(campaign) ?? campaign;
  return period === 'custom' ? formatPeriod(shown) : texts.periods[period];
}

/** Returns the dates of the comparison and, for an unfinished day, the time until which it counts. */
export function comparedDates(previous: ReportComparison): string {
  return previous.until === null
    ? formatPeriod(previous)
    : texts.compared.until(formatPeriod(previous), previous.until);
}

/**
 * Formats a change with its direction and meaning. The cancellation rate changes by percentage points, because a
 * percentage of a percentage is ambiguous, and its rise is bad news.
 */
function changeOf(
  name: MetricName,
  metric: ComparedMetrics[MetricName],
): MetricChangeProps | undefined {
  const { value, previous, change } = metric;
  if (name === 'cancellationRate') {
    if (typeof value !== 'number' || typeof previous !== 'number') return undefined;
    const points = value - previous;
    const text = texts.points(formats.change(points).replace('%', ''));
    return { text, ...classifyChange(points, false) };
  }
  return change === null
    ? undefined
    : { text: formats.change(change), ...classifyChange(change, true) };
}

/**
 * Returns the direction of a change and whether it is good. `upIsGood` is null if the change cannot be judged, such
 * as part of a day against a whole one. Changes below 0.05% count as flat.
 */
export function classifyChange(
  change: number,
  upIsGood: boolean | null,
): Pick<MetricChangeProps, 'direction' | 'good'> {
  if (Math.abs(change) < 0.0005) return { direction: 'flat', good: null };
  const up = change > 0;
  return { direction: up ? 'up' : 'down', good: upIsGood === null ? null : up === upIsGood };
}

/**
 * Returns the comparison text of a metric, with the same wording for all metrics if the previous period has no
 * orders.
 */
function comparisonText(
  name: MetricName,
  previous: ReportComparison,
  metrics: ComparedMetrics,
  days = comparisonDaysText(previous),
): string {
  const metric = metrics[name];
  const noOrders = metric.previousReason === 'no_orders' || metrics.orders.previous === 0;
  if (noOrders) return texts.noOrdersBefore(days);
  if (metric.previous === null) return texts.notComparable;
  return changeOf(name, metric) ? texts.against(days) : texts.nothingBefore(days);
}

/** Returns the previous value of a metric, or why there is none. */
function previousOf(name: MetricName, summary: ReportSummary): string {
  const { previous } = summary.metrics[name];
  if (previous === null || summary.metrics.orders.previous === 0) {
    return comparisonText(name, summary.previous, summary.metrics);
  }
  const { short, unit } = formatMetric(name, previous, summary.currency);
  return texts.before(
    comparisonName(summary.previous),
    unit === undefined ? short : `${short}\u00a0${unit}`,
  );
}

interface SecondComparisonProps {
  readonly name: MetricName;
  readonly other: Pick<ReportSummary, 'previous' | 'metrics'>;
}

/** A second comparison, shown below the first. */
function SecondComparison({ name, other: { previous, metrics } }: SecondComparisonProps) {
  const change = changeOf(name, metrics[name]);
  // GMV names the days of the year before; the other metrics have less room.
  const days =
    previous.kind === 'year' && name !== 'gmv'
      ? comparisonName(previous).toLocaleLowerCase()
      : undefined;
  return (
    <span>
      {change && <MetricChange {...change} />}{' '}
      <span>{comparisonText(name, previous, metrics, days)}</span>
    </span>
  );
}

/** How far figures may be behind; nothing if they are current. */
export function LagNote({ seconds }: { readonly seconds: number | undefined }) {
  return seconds === undefined ? null : <p>{texts.behind(formats.number(seconds))}</p>;
}

/** Returns which part of the period is not synced or in the future; the whole period if no day is complete. */
function partialOf(summary: ReportSummary): string | undefined {
  const { partial, daysLoading, daysToCome, period } = summary;
  if (!partial) return undefined;
  if (daysLoading === 0) return texts.daysToCome(daysToCome);
  return daysLoading < period.days - daysToCome
    ? texts.daysLoading(daysLoading)
    : texts.periodLoading;
}

/** Returns the content of a metric tile. `other` has a second comparison. */
export function toTile(
  name: MetricName,
  summary: ReportSummary | undefined,
  isRefreshing: boolean,
  other?: ReportSummary,
): MetricContent {
  if (!summary) return { state: 'loading' };
  const metric = summary.metrics[name];
  if (metric.value === null) {
    return {
      state: 'missing',
      reason: metric.reason === 'to_come' ? texts.toCome : texts.noValue,
    };
  }
  return {
    state: 'ready',
    ...formatMetric(name, metric.value, summary.currency),
    value: String(metric.value),
    change: changeOf(name, metric),
    // GMV, the main metric, names the compared days. The others show what they were.
    against:
      name === 'gmv'
        ? comparisonText(name, summary.previous, summary.metrics)
        : previousOf(name, summary),
    partial: name === 'gmv' ? partialOf(summary) : undefined,
    foot: (summary.sameWeekday || other) && (
      <>
        {summary.sameWeekday && <SecondComparison name={name} other={summary.sameWeekday} />}
        {other && <SecondComparison name={name} other={other} />}
      </>
    ),
    refreshing: isRefreshing,
  };
}

/** Returns the short name of the comparison, used as the name of its series. */
export function comparisonName({ kind }: Pick<ReportComparison, 'kind'>): string {
  return knownText(texts.compared.names, kind, texts.compared.names.period);
}

/** Returns the days of the comparison as a label: “yesterday until 14:37”, “10.10”, “16/11 – 22/11/2025”. */
function comparisonDaysText(previous: ReportComparison): string {
  const { until } = previous;
  const days = describeDays(previous, until !== null);
  // The second comparison of a day omits the time, which the first one shows.
  const isWeekday = previous.kind === 'week' && previous.from === previous.to;
  if (until === null || isWeekday) return days;
  return texts.compared.until(days, until);
}

function describeDays({ kind, from, to }: ReportComparison, isOpen: boolean): string {
  const labels = texts.compared;
  if (kind === 'campaign') return campaignName(from) ?? formats.shortDay(from);
  if (kind === 'year') {
    return formats.range(from === to ? formats.day(from) : formats.shortDay(from), formats.day(to));
  }
  if (kind === 'day' && isOpen) return labels.yesterday;
  if (kind === 'week' && isOpen && from === to) return labels.lastWeekday(weekdayOf(from));
  return formats.range(formats.shortDay(from), formats.shortDay(to));
}

/** Returns the name of the weekday. Index 0 is Sunday. */
function weekdayOf(day: string): string {
  return texts.compared.weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '';
}
