import type { ExplainedMetric, ReportExplanation } from '@seller-connect/contract';
import { fromE4, toE4 } from '../../../i18n/decimalAmounts.ts';
import { formats, language } from '../../../i18n/index.ts';
import { texts } from './texts.ts';

/** How the values of a metric are written. All amounts are in ten-thousandths. */
export interface MetricFormat {
  /** The smallest amount that is shown, such as one đồng. */
  readonly unitE4: bigint;
  /** Exact. */
  value(amount: string): string;
  /** Exact and signed: `+1.200.000 ₫`, `−0,25 điểm %`. */
  difference(amountE4: bigint): string;
  /** Short and without a sign, for a sentence: `1,2 triệu ₫`. */
  size(amountE4: bigint): string;
}

type UnitKind = 'money' | 'count' | 'percent';

const unitKinds: Record<ExplainedMetric, UnitKind> = {
  gmv: 'money',
  netSales: 'money',
  orders: 'count',
  units: 'count',
  aov: 'money',
  cancellationRate: 'percent',
  payout: 'money',
  fees: 'money',
  adSpend: 'money',
};

export function metricFormat({
  metric,
  currency,
}: Pick<ReportExplanation, 'metric' | 'currency'>): MetricFormat {
  return formatOf(unitKinds[metric], currency);
}

/** Formats the dividend and the divisor of a ratio, which have units of their own. */
export function effectFormat(
  kind: 'dividend' | 'divisor',
  { metric, currency }: Pick<ReportExplanation, 'metric' | 'currency'>,
): MetricFormat {
  return formatOf(kind === 'dividend' && metric === 'aov' ? 'money' : 'count', currency);
}

function formatOf(kind: UnitKind, currency: string): MetricFormat {
  const unitE4 = unitOf(kind, currency);
  const value = (amount: string) => {
    if (kind === 'money') return formats.money(amount, currency);
    return kind === 'count'
      ? formats.number(Number(amount))
      : `${twoDigits.format(Number(amount))}%`;
  };
  const plain = (amountE4: bigint) => {
    const amount = fromE4(sizeOf(amountE4));
    return kind === 'percent' ? texts.points(twoDigits.format(Number(amount))) : value(amount);
  };
  return {
    unitE4,
    value,
    difference: (amountE4) => signOf(amountE4) + plain(amountE4),
    size: (amountE4) =>
      kind === 'money'
        ? formats.shortMoney(fromE4(sizeOf(amountE4)), currency).text
        : plain(amountE4),
  };
}

const twoDigits = new Intl.NumberFormat(language === 'vi' ? 'vi-VN' : 'en-GB', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

function unitOf(kind: UnitKind, currency: string): bigint {
  if (kind === 'count') return 10_000n;
  if (kind === 'percent') return 100n;
  const digits =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
      .maximumFractionDigits ?? 0;
  return 10n ** BigInt(4 - Math.min(4, digits));
}

export const sizeOf = (amountE4: bigint) => (amountE4 < 0n ? -amountE4 : amountE4);
const signOf = (amountE4: bigint) => (amountE4 > 0n ? '+' : amountE4 < 0n ? '−' : '');

/**
 * Rounds parts to the unit that is shown. Each is the step between two rounded running totals, so that the parts that a
 * reader adds up lead from the one shown value to the other.
 */
export function roundParts(
  previous: string,
  differences: readonly bigint[],
  unitE4: bigint,
): bigint[] {
  let total = toE4(previous);
  return differences.map((difference) => {
    const before = roundTo(total, unitE4);
    total += difference;
    return roundTo(total, unitE4) - before;
  });
}

/** Rounds half away from zero. */
export function roundTo(amountE4: bigint, unitE4: bigint): bigint {
  const rounded = ((sizeOf(amountE4) * 2n + unitE4) / (unitE4 * 2n)) * unitE4;
  return amountE4 < 0n ? -rounded : rounded;
}
