import type { AdMetrics, MissingAdReason } from '@seller-connect/contract';
import { toDecimal } from '../../platform/money.ts';

/** Sums of a period, in ten-thousandths of the report's currency. */
export interface AdSums {
  spend: bigint;
  purchaseValue: bigint;
}

export const zeroAdSums: AdSums = { spend: 0n, purchaseValue: 0n };

/** Sums of a period that spend and sales are compared by. */
interface ComparedSums extends AdSums {
  netSales: bigint;
}

export interface AdMetricsInput {
  now: ComparedSums;
  /** Null if the previous period is not completely synced for all accounts. */
  before: ComparedSums | null;
  /** The sales of the previous period are completely synced. */
  hasPreviousSales: boolean;
  hasAccount: boolean;
  hasAccountInCurrency: boolean;
  /** The period lies in the future. */
  isToCome: boolean;
  /** The period is one unfinished day, which no whole day is compared with. */
  isOpenDay: boolean;
  /** Today's sales and spend are synced up to different times. */
  isSyncedApart: boolean;
  /** No day of the period is synced. */
  isUnsynced: boolean;
  /** The report covers only some of the shops. */
  isSomeShops: boolean;
  /** There is no shop whose sales could be compared with the spend. */
  isWithoutShops: boolean;
  /** Money was spent in a currency other than the report's. */
  spendsElsewhere: boolean;
}

/** Returns the ad metrics, each with the reason why it has no value. Formulas: docs/metrics.md. */
export function adMetrics(facts: AdMetricsInput): AdMetrics {
  const { now, before } = facts;
  const missingReason = spendMissingReason(facts);
  const blendedReason = missingReason ?? blendedMissingReason(facts);
  const blendedBefore = before && facts.hasPreviousSales ? before : null;
  const blended = (ratioOf: (sums: ComparedSums) => Ratio, withoutDivisor: MissingAdReason) => {
    const previous = blendedBefore && ratioOf(blendedBefore);
    const metric = ratioMetric(blendedReason, ratioOf(now), previous, withoutDivisor);
    return facts.isOpenDay ? { ...metric, change: null } : metric;
  };
  const earlier = missingReason === null ? before : null;
  return {
    adSpend: {
      value: missingReason === null ? toDecimal(now.spend) : null,
      previous: earlier && toDecimal(earlier.spend),
      change: earlier && relativeChange(Number(now.spend), Number(earlier.spend)),
      reason: missingReason,
      previousReason: earlier ? null : (missingReason ?? 'not_read'),
    },
    blendedRoas: blended(({ netSales, spend }) => [netSales, spend], 'no_spend'),
    adCostRatio: blended(({ netSales, spend }) => [spend, netSales], 'no_sales'),
    channelRoas: ratioMetric(
      missingReason,
      [now.purchaseValue, now.spend],
      before && [before.purchaseValue, before.spend],
      'no_spend',
    ),
  };
}

function spendMissingReason(facts: AdMetricsInput): MissingAdReason | null {
  if (!facts.hasAccount) return 'no_account';
  if (!facts.hasAccountInCurrency) return 'other_currency';
  if (facts.isToCome) return 'to_come';
  return facts.isUnsynced ? 'loading' : null;
}

/** Returns why spend and sales cannot be compared, or null if they can. */
function blendedMissingReason(facts: AdMetricsInput): MissingAdReason | null {
  if (facts.isWithoutShops) return 'no_sales';
  if (facts.isSomeShops) return 'some_shops';
  if (facts.spendsElsewhere) return 'other_currency';
  // Over several days, the difference of minutes does not matter.
  return facts.isOpenDay && facts.isSyncedApart ? 'different_times' : null;
}

type Ratio = readonly [dividend: bigint, divisor: bigint];

/** Returns null for a divisor of zero or below: net sales are negative when returns exceed them. */
function ratioValue([dividend, divisor]: Ratio): number | null {
  return divisor > 0n ? Number(dividend) / Number(divisor) : null;
}

function ratioMetric(
  reason: MissingAdReason | null,
  now: Ratio,
  before: Ratio | null,
  withoutDivisor: MissingAdReason,
): AdMetrics['blendedRoas'] {
  const value = reason === null ? ratioValue(now) : null;
  const previous = reason === null && before ? ratioValue(before) : null;
  return {
    value,
    previous,
    change: value === null || previous === null ? null : relativeChange(value, previous),
    reason: value === null ? (reason ?? withoutDivisor) : null,
    previousReason:
      previous === null ? (reason ?? (before ? withoutDivisor : ('not_read' as const))) : null,
  };
}

function relativeChange(value: number, previous: number): number | null {
  return previous === 0 ? null : (value - previous) / Math.abs(previous);
}
