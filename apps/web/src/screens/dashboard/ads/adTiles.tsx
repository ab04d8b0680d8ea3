import type { AdMetrics, ReportAds } from '@seller-connect/contract';
import type { MetricChangeProps, MetricContent } from '@seller-connect/ui';
import { Sparkline } from '@seller-connect/ui/charts';
import { formats, language } from '../../../i18n/index.ts';
import { knownText } from '../../../i18n/knownText.ts';
import type { ReportFilters } from '../filters/filters.ts';
import { formatPeriod, classifyChange, formatTileMoney } from '../report/metrics.tsx';
import { texts as home } from '../texts.ts';
import { texts } from './texts.ts';

/** In display order. */
export const adMetricNames = [
  'adSpend',
  'blendedRoas',
  'adCostRatio',
  'channelRoas',
] as const satisfies readonly (keyof AdMetrics)[];
type Name = (typeof adMetricNames)[number];

const factor = new Intl.NumberFormat(language === 'vi' ? 'vi-VN' : 'en-GB', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** `4,27×` */
export function formatRatio(value: number): string {
  return texts.times(factor.format(value));
}

function formatMetric(name: Name, value: string | number, currency: string) {
  if (typeof value === 'string') return formatTileMoney(value, currency);
  const text = name === 'adCostRatio' ? formats.percent(value) : formatRatio(value);
  return { short: text, exact: text };
}

/** A ratio changes by percentage points, because a percentage of a percentage is ambiguous. */
function changeOf(name: Name, data: ReportAds): MetricChangeProps | undefined {
  const { value, previous, change } = data.metrics[name];
  if (change === null) return undefined;
  // A change of spend is neither good nor bad, and neither is any change against a longer period.
  const isJudged = name !== 'adSpend' && !data.againstWholeDay;
  if (name === 'adCostRatio') {
    if (typeof value !== 'number' || typeof previous !== 'number') return undefined;
    const points = value - previous;
    const text = home.points(formats.change(points).replace('%', ''));
    return { text, ...classifyChange(points, isJudged ? false : null) };
  }
  return { text: formats.change(change), ...classifyChange(change, isJudged ? true : null) };
}

/** What was missing where a metric was zero: a ratio is zero if its dividend is. */
const zeroBefore = {
  adSpend: 'no_spend',
  blendedRoas: 'no_sales',
  adCostRatio: 'no_spend',
  channelRoas: 'no_purchases',
} as const satisfies Record<Name, keyof typeof texts.noneBefore>;

function comparisonText(
  name: Name,
  { metrics, previous, againstWholeDay }: ReportAds,
): string | undefined {
  const metric = metrics[name];
  const dates = formatPeriod(previous);
  const { previousReason } = metric;
  if (previousReason === 'no_spend' || previousReason === 'no_sales') {
    return texts.noneBefore[previousReason](dates);
  }
  if (metric.previous === null) return home.notComparable;
  if (Number(metric.value) === 0 && Number(metric.previous) === 0) return undefined;
  if (metric.change === null && Number(metric.previous) === 0) {
    return texts.noneBefore[zeroBefore[name]](dates);
  }
  if (!againstWholeDay) return home.against(dates);
  return metric.change === null && previous.days === 1
    ? texts.untilNow(dates)
    : home.againstWhole(dates);
}

function partialOf({ partial, daysLoading, period, trend }: ReportAds): string | undefined {
  if (!partial) return undefined;
  const isToCome = trend.at(-1)?.complete === false && trend.at(-1)?.adSpend === null;
  if (daysLoading === 0) return isToCome ? texts.toCome : texts.stillSyncing;
  return daysLoading < period.days ? home.daysLoading(daysLoading) : home.periodLoading;
}

/** Returns the content of a tile; without a value, the reason for it. */
export function toAdTile(
  name: Name,
  data: ReportAds | undefined,
  { compare }: ReportFilters,
  isRefreshing: boolean,
): MetricContent {
  if (!data) return { state: 'loading' };
  const metric = data.metrics[name];
  if (metric.value === null) {
    return {
      state: 'missing',
      reason: knownText(texts.reasons, metric.reason ?? 'no_spend', home.notComparable),
    };
  }
  return {
    state: 'ready',
    ...formatMetric(name, metric.value, data.currency),
    value: String(metric.value),
    change: changeOf(name, data),
    against: comparisonText(name, data),
    partial: partialOf(data),
    foot: footOf(name, data, compare),
    refreshing: isRefreshing,
  };
}

function footOf(name: Name, data: ReportAds, compare: ReportFilters['compare']) {
  if (name === 'adSpend' && data.trend.length > 1) {
    if (data.trend.every(({ adSpend }) => Number(adSpend) === 0)) return undefined;
    return (
      <Sparkline
        values={data.trend.map(({ adSpend }) => (adSpend === null ? null : Number(adSpend)))}
        open={data.trend.map(({ complete }) => !complete)}
      />
    );
  }
  const { previous } = data.metrics[name];
  if (previous === null) return undefined;
  return home.before(
    home.compared.names[compare ?? 'period'],
    formatMetric(name, previous, data.currency).exact,
  );
}
