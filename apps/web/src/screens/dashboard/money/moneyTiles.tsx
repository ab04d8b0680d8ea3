import type { ReportMoney } from '@seller-connect/contract';
import { TextLink, type MetricChangeProps, type MetricContent } from '@seller-connect/ui';
import { formats } from '../../../i18n/index.ts';
import { knownText } from '../../../i18n/knownText.ts';
import { formatPeriod, classifyChange, formatTileMoney } from '../report/metrics.tsx';
import { texts as home } from '../texts.ts';
import type { SalesPart } from '../filters/drillDown.ts';
import { texts } from './texts.ts';

/** In display order. */
export const moneyMetricNames = [
  'payout',
  'fees',
  'takeRate',
  'pending',
  'overdueOrders',
  'settledOrders',
] as const;
export type MoneyMetricName = (typeof moneyMetricNames)[number];

/** The basis on which each metric is counted. */
export const metricBasis = {
  payout: 'settled',
  fees: 'settled',
  takeRate: 'committed',
  pending: 'now',
  overdueOrders: 'committed',
  settledOrders: 'committed',
} as const satisfies Record<MoneyMetricName, keyof typeof texts.basis>;

/** Metrics about orders of these days. Payouts and fees consist of settlement lines booked on them. */
const settledOrderMetrics: readonly MoneyMetricName[] = ['takeRate', 'settledOrders'];

/** Returns the sales behind a metric, or null if it does not count orders or has a link of its own. */
export function metricSalesPart(
  name: MoneyMetricName,
  data: ReportMoney | undefined,
): SalesPart | null {
  const isAny = data?.reason === null && data.takeRate.orders > 0;
  return isAny && settledOrderMetrics.includes(name) ? { payout: 'settled' } : null;
}

/** Returns the orders of the period in a payout state. */
function findPayoutState({ states }: ReportMoney, wanted: ReportMoney['states'][number]['state']) {
  return states.find(({ state }) => state === wanted) ?? { orders: 0, netSales: '0' };
}

/** Returns what is not synced yet for the days of a metric. */
function partialOf(data: ReportMoney): string | undefined {
  if (!data.partial) return undefined;
  if (data.daysLoading === 0) return texts.stillSyncing;
  return data.daysLoading < data.period.days
    ? home.daysLoading(data.daysLoading)
    : home.periodLoading;
}

/** Returns the content of a tile; without a value, the reason for it. `overdueHref` links to the overdue orders. */
export function toMoneyTile(
  name: MoneyMetricName,
  data: ReportMoney | undefined,
  {
    refreshing: isRefreshing,
    overdueHref,
  }: { readonly refreshing: boolean; readonly overdueHref: string | undefined },
): MetricContent {
  if (!data) return { state: 'loading' };
  if (data.reason !== null)
    return {
      state: 'missing',
      reason: knownText(texts.reasons, data.reason, texts.reasons.other),
    };
  const common = { state: 'ready', partial: partialOf(data), refreshing: isRefreshing } as const;
  switch (name) {
    case 'payout':
    case 'fees': {
      const { value, previous } = data[name];
      if (value === null) return { state: 'missing', reason: texts.reasons.loading };
      return {
        ...common,
        ...formatTileMoney(value, data.currency),
        value,
        change: changeOf(name, value, previous, data.againstWholeDay),
        against: comparisonText(previous, data),
      };
    }
    case 'takeRate': {
      const { value, fees, netSales } = data.takeRate;
      if (value === null) return { state: 'missing', reason: texts.reasons.not_settled };
      const text = formats.percent(value);
      const parts = [fees, netSales].map(
        (amount) => formats.shortMoney(amount, data.currency).text,
      );
      return {
        ...common,
        short: text,
        exact: text,
        value: String(value),
        against: texts.ofSales(parts[0] ?? '', parts[1] ?? ''),
      };
    }
    case 'pending': {
      const { pending, estimated, currency } = data;
      if (pending === null) return { state: 'missing', reason: texts.reasons.loading };
      const estimateText = formats.shortMoney(estimated, currency).text;
      return {
        ...common,
        ...formatTileMoney(pending, currency),
        value: pending,
        against: data.lastPaidDay ? texts.lastPaid(formats.day(data.lastPaidDay)) : texts.neverPaid,
        foot: Number(estimated) === 0 ? undefined : texts.estimate(estimateText),
      };
    }
    case 'overdueOrders': {
      const { orders, netSales } = findPayoutState(data, 'overdue');
      const worth = texts.worth(formats.shortMoney(netSales, data.currency).text);
      return {
        ...common,
        ...countOf(orders),
        against: orders === 0 ? undefined : worth,
        foot: orders > 0 && <TextLink href={overdueHref}>{texts.seeOrders}</TextLink>,
      };
    }
    case 'settledOrders': {
      const all = data.states.reduce((sum, { orders }) => sum + orders, 0);
      return {
        ...common,
        ...countOf(data.takeRate.orders),
        against: texts.ofOrders(formats.number(all)),
      };
    }
  }
}

function countOf(orders: number) {
  const text = formats.number(orders);
  return { short: text, exact: text, value: String(orders) };
}

/** Higher fees are bad only relative to sales (take rate); on their own they rise with sales. */
function changeOf(
  name: 'payout' | 'fees',
  value: string,
  previous: string | null,
  isOpen: boolean,
): MetricChangeProps | undefined {
  const before = Number(previous);
  if (previous === null || before === 0) return undefined;
  const change = (Number(value) - before) / Math.abs(before);
  const isJudged = name === 'payout' && !isOpen;
  return { text: formats.change(change), ...classifyChange(change, isJudged ? true : null) };
}

function comparisonText(previous: string | null, data: ReportMoney): string {
  if (previous === null) return home.notComparable;
  const dates = formatPeriod(data.previous);
  if (Number(previous) === 0) return home.nothingBefore(dates);
  return data.againstWholeDay ? home.againstWhole(dates) : home.against(dates);
}
