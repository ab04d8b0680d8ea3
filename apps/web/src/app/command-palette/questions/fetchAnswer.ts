import type {
  BreakdownItem,
  Platform,
  Query,
  ReportsQuery,
  ReportSummary,
} from '@seller-connect/contract';
import { coreClient } from '../../../api/index.ts';
import { omitNullish } from '../../../lists/listParams.ts';
import type { QuestionMetric } from './lexicon.ts';
import type { Days } from './parseDays.ts';
import type { Question } from './parseQuestion.ts';

/** A figure of the report, with its days and what it is compared with. */
export interface Answer {
  readonly unit: 'money' | 'count' | 'share';
  readonly currency: string;
  readonly days: Days;
  /** Null if there is no value, such as a ratio without an order. */
  readonly value: string | number | null;
  /** Relative to the previous value, or in points of a share; null if there is nothing to compare with. */
  readonly change: number | null;
  readonly previousDays: Days;
  /** The last previous day counts up to this time; null for whole days. */
  readonly until: string | null;
  /** Not all days are synced yet. */
  readonly partial: boolean;
  readonly parts: readonly AnswerPart[];
  /** Number of all parts, also of those that are not among `parts`. */
  readonly partCount: number;
}

export interface AnswerPart {
  readonly key: string;
  readonly name: string;
  readonly platform: Platform | null;
  readonly value: string | number | null;
}

/** Where a metric is read: in the summary of the report, or as a field of a data set. */
const sources = {
  gmv: { summary: 'gmv', unit: 'money' },
  net_sales: { summary: 'netSales', unit: 'money' },
  orders: { summary: 'orders', unit: 'count' },
  units: { summary: 'units', unit: 'count' },
  aov: { summary: 'aov', unit: 'money' },
  cancellation_rate: { summary: 'cancellationRate', unit: 'share' },
  cancelled_orders: { dataSet: 'shop_day', unit: 'count' },
  placed_orders: { dataSet: 'shop_day', unit: 'count' },
  returned_value: { dataSet: 'shop_day', unit: 'money' },
  cancelled_value: { dataSet: 'shop_day', unit: 'money' },
  payout: { dataSet: 'payout_day', unit: 'money' },
  fees: { dataSet: 'payout_day', unit: 'money' },
  ad_spend: { dataSet: 'ad_day', unit: 'money' },
} as const satisfies Record<
  QuestionMetric,
  { unit: Answer['unit'] } & ({ summary: keyof ReportSummary['metrics'] } | { dataSet: string })
>;

/** Metrics that the breakdown by shop and marketplace has, too. */
const brokenDown = {
  gmv: 'gmv',
  net_sales: 'netSales',
  orders: 'orders',
  units: 'units',
  cancellation_rate: 'cancellationRate',
} as const satisfies Partial<Record<QuestionMetric, keyof BreakdownItem>>;

const maxParts = 5;

/** Returns the filters of the report that a question asks for. */
export function toReportQuery({
  period,
  compare,
  platform,
  shopIds,
}: Question): Query<'reportSummary'> {
  return {
    ...(typeof period === 'string' ? { period } : { period: 'custom', ...period }),
    ...(compare === 'year' && { compare }),
    ...omitNullish({ platform, shops: shopIds?.join() }),
  };
}

/** Reads the answer of a question. The summary resolves its days in the calendar of the shops. */
export async function fetchAnswer(question: Question, signal: AbortSignal): Promise<Answer> {
  const query = toReportQuery(question);
  const options = { signal, background: true };
  const source = sources[question.metric];
  const [summary, parts] = await Promise.all([
    coreClient().call('reportSummary', { query, ...options }),
    readParts(question, options),
  ]);
  const { period, previous, currency, partial } = summary;
  const facts = {
    unit: source.unit,
    currency,
    days: { from: period.from, to: period.to },
    previousDays: { from: previous.from, to: previous.to },
    until: previous.until,
    partial,
    ...parts,
  };
  if ('summary' in source) {
    const { value, previous: base, change } = summary.metrics[source.summary];
    const hasShares = source.unit === 'share' && value !== null && base !== null;
    return { ...facts, value, change: hasShares ? Number(value) - Number(base) : change };
  }
  // A data set has whole days only, so a started day is not compared.
  const isWhole = previous.until === null;
  const [current, before] = await Promise.all([
    readField(question, source.dataSet, facts.days, currency, options),
    isWhole ? readField(question, source.dataSet, facts.previousDays, currency, options) : null,
  ]);
  const base = before && !before.partial ? Number(before.value) : 0;
  const { value } = current;
  return {
    ...facts,
    currency: current.currency ?? currency,
    partial: current.partial,
    value,
    change: base === 0 || value === null ? null : (Number(value) - base) / Math.abs(base),
  };
}

interface CallOptions {
  signal: AbortSignal;
  background: boolean;
}

async function readField(
  { metric, platform, shopIds }: Question,
  dataSet: string,
  days: Days,
  currency: string,
  options: CallOptions,
) {
  const body: ReportsQuery = {
    dataSet,
    fields: [metric],
    dateRange: days,
    ...(dataSet !== 'ad_day' && { currency }),
    ...(shopIds !== undefined && { shops: [...shopIds] }),
    ...(platform !== undefined && {
      filters: [[{ field: 'platform', operator: 'eq', values: [platform] }]],
    }),
  };
  const { rows, meta } = await coreClient().call('queryReports', { body, ...options });
  const value = rows[0]?.[0] ?? null;
  return {
    value: typeof value === 'boolean' ? null : value,
    currency: meta.currency,
    partial: meta.partial,
  };
}

async function readParts(
  question: Question,
  options: CallOptions,
): Promise<Pick<Answer, 'parts' | 'partCount'>> {
  const { metric, by } = question;
  if ((by !== 'shop' && by !== 'platform') || !isBrokenDown(metric)) {
    return { parts: [], partCount: 0 };
  }
  const query = { ...toReportQuery(question), by };
  const { items, total } = await coreClient().call('reportBreakdown', { query, ...options });
  return {
    parts: items.slice(0, maxParts).map(({ key, name, platform, ...item }) => ({
      key,
      name,
      platform,
      value: item[brokenDown[metric]],
    })),
    partCount: total,
  };
}

function isBrokenDown(metric: QuestionMetric): metric is keyof typeof brokenDown {
  return Object.hasOwn(brokenDown, metric);
}
