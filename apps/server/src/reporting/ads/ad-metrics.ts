import type { AdFigures, AdReason } from '@seller-connect/contract';
import { toDecimal } from '../../platform/money.ts';

/** Sums of a period, in ten-thousandths of the report's currency. */
export interface AdSums {
  spend: bigint;
  purchaseValue: bigint;
}

export const noSums: AdSums = { spend: 0n, purchaseValue: 0n };

export interface AdFacts {
  now: AdSums & { netSales: bigint };
  /** null: the period before is not completely read of all accounts. */
  before: (AdSums & { netSales: bigint }) | null;
  /** The sales of the period before are completely read. */
  salesBefore: boolean;
  hasAccount: boolean;
  hasAccountInCurrency: boolean;
  /** No day of the period has come. */
  isToCome: boolean;
  /** The period is one day that is not over: what sold is read up to another time than what was spent. */
  isOpenDay: boolean;
  /** No day of the period is read. */
  isUnread: boolean;
  /** The report is about some of the shops. */
  isSomeShops: boolean;
  /** There is no shop whose sales the spend could be set against. */
  isWithoutShops: boolean;
  /** Money was spent in another currency than the report's. */
  spendsElsewhere: boolean;
}

/** The figures of ads, each with why it is none; pure. Formulas: docs/metrics.md. */
export function adFigures(facts: AdFacts): AdFigures {
  const { now, before } = facts;
  const unknown = reasonForNoSpend(facts);
  const apart = unknown ?? reasonForNotBlended(facts);
  const sales = before && facts.salesBefore ? before : null;
  const blended = (parts: (sums: AdSums & { netSales: bigint }) => Parts, without: AdReason) => {
    const figure = ratio(apart, parts(now), sales && parts(sales), without);
    return facts.isOpenDay ? { ...figure, change: null } : figure;
  };
  const earlier = unknown === null ? before : null;
  return {
    adSpend: {
      value: unknown === null ? toDecimal(now.spend) : null,
      previous: earlier && toDecimal(earlier.spend),
      change: earlier && changeOf(Number(now.spend), Number(earlier.spend)),
      reason: unknown,
      previousReason: earlier ? null : (unknown ?? 'not_read'),
    },
    blendedRoas: blended(({ netSales, spend }) => [netSales, spend], 'no_spend'),
    adCostRatio: blended(({ netSales, spend }) => [spend, netSales], 'no_sales'),
    channelRoas: ratio(
      unknown,
      [now.purchaseValue, now.spend],
      before && [before.purchaseValue, before.spend],
      'no_spend',
    ),
  };
}

function reasonForNoSpend(facts: AdFacts): AdReason | null {
  if (!facts.hasAccount) return 'no_account';
  if (!facts.hasAccountInCurrency) return 'other_currency';
  if (facts.isToCome) return 'to_come';
  return facts.isUnread ? 'loading' : null;
}

/** Why spend and sales cannot be set against each other. */
function reasonForNotBlended(facts: AdFacts): AdReason | null {
  if (facts.isWithoutShops) return 'no_sales';
  if (facts.isSomeShops) return 'some_shops';
  return facts.spendsElsewhere ? 'other_currency' : null;
}

type Parts = readonly [dividend: bigint, divisor: bigint];

/** None where the divisor is zero, or below it: sales that were all taken back divide nothing. */
function divided([dividend, divisor]: Parts): number | null {
  return divisor > 0n ? Number(dividend) / Number(divisor) : null;
}

function ratio(
  reason: AdReason | null,
  now: Parts,
  before: Parts | null,
  withoutDivisor: AdReason,
): AdFigures['blendedRoas'] {
  const value = reason === null ? divided(now) : null;
  const previous = reason === null && before ? divided(before) : null;
  return {
    value,
    previous,
    change: value === null || previous === null ? null : changeOf(value, previous),
    reason: value === null ? (reason ?? withoutDivisor) : null,
    previousReason:
      previous === null ? (reason ?? (before ? withoutDivisor : ('not_read' as const))) : null,
  };
}

function changeOf(value: number, previous: number): number | null {
  return previous === 0 ? null : (value - previous) / Math.abs(previous);
}
