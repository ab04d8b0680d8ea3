import { campaignName } from '@seller-connect/contract/campaign-days';
import {
  TrendChart,
  type TrendAxis,
  type TrendChartProps,
  type TrendPointLabel,
  type TrendSeries,
} from '@seller-connect/ui/charts';
import { useMemo } from 'react';
import { formats } from '../../i18n/index.ts';
import { lazyBlock } from '../../loading/lazyBlock.tsx';
import { texts } from './texts.ts';

const labels = texts.trend;

/** Loaded when the chart is switched to it. */
const TrendTable = lazyBlock(async () => {
  const charts = await import('@seller-connect/ui/charts/TrendTable.tsx');
  return { default: charts.TrendTable };
}, null);

export interface ReportTrendProps
  extends Omit<TrendChartProps, 'labels' | 'axis' | 'table'>, TrendAxis {
  /** Header of the points in the table; days by default. */
  readonly point?: string;
  /** Keyboard instructions for screen readers. */
  readonly keys?: string;
}

/** A trend chart with the texts of the report. */
export function ReportTrend({
  point = labels.day,
  keys = labels.keys,
  axisText,
  minStep,
  ...chart
}: ReportTrendProps) {
  const axis = useMemo(
    () => ({ axisText, ...(minStep === undefined ? {} : { minStep }) }),
    [axisText, minStep],
  );
  const { showTable, showChart, legend, selecting } = labels;
  return (
    <TrendChart
      {...chart}
      table={TrendTable}
      axis={axis}
      labels={{ showTable, showChart, point, keys, legend, selecting }}
    />
  );
}

interface TrendDay {
  readonly day: string;
  readonly complete: boolean;
}

/** Returns the labels of a day: its date, the campaign of that day, and whether it can still change. */
export function dayLabel({ day, complete }: TrendDay): TrendPointLabel {
  const campaign = campaignName(day);
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const lead = texts.compared.weekdays[weekday];
  return {
    ...(lead !== undefined && { lead: lead.charAt(0).toLocaleUpperCase() + lead.slice(1) }),
    ...(campaign !== null && { events: [{ name: campaign }] }),
    short: formats.shortDay(day),
    long: formats.day(day),
    ...(complete ? {} : { open: texts.trend.open }),
  };
}

/** Returns a series of amounts; null for no value. */
export function moneySeries(
  series: Pick<TrendSeries, 'id' | 'name' | 'look'>,
  amounts: readonly (string | null)[],
  currency: string,
): TrendSeries {
  return {
    ...series,
    values: amounts.map((amount) => (amount === null ? null : Number(amount))),
    textOf(index) {
      const amount = amounts[index] ?? null;
      return amount === null ? '–' : formats.money(amount, currency);
    },
  };
}
