import { addDays } from '../../platform/calendar.ts';
import type { Increase } from './sales-rules.ts';
import { sumBy, compareAmounts } from '../../platform/money.ts';

/** Payouts of a shop on one of its days, in ten-thousandths. */
export interface PaidDay {
  /** Number of paid-out item prices. */
  goodsLines: number;
  /** Paid out for the goods: price, vouchers, subsidies and refunds. */
  goodsE4: bigint;
  /** Deducted by the marketplace; positive. */
  feesE4: bigint;
}

/** Paid days of a shop by `YYYY-MM-DD`; a missing day had no payout. */
export type PaidDays = ReadonlyMap<string, PaidDay>;

/** Days before the checked day that the fee rule needs. */
export const feesLookbackDays = 34;

const minRecentLines = 20;
const minBaselineLines = 50;
/** An alert needs an increase by this share and by a tenth of the baseline. */
const minFeeIncrease = 0.015;

/**
 * Detects a week up to `day` in which the marketplace deducted a clearly larger share than in the four weeks before.
 */
export function detectFeeIncrease(days: PaidDays, day: string): Increase | null {
  const from = addDays(day, -6);
  const recent = sumOf(days, from, 7);
  const before = sumOf(days, addDays(from, -28), 28);
  if (recent.goodsLines < minRecentLines || before.goodsLines < minBaselineLines) return null;
  if (recent.goodsE4 <= 0n || before.goodsE4 <= 0n) return null;
  const share = Number(recent.feesE4) / Number(recent.goodsE4);
  const baseline = Number(before.feesE4) / Number(before.goodsE4);
  const isDrift = share - baseline >= minFeeIncrease && share >= baseline * 1.1;
  return isDrift ? { from, to: day, share, baseline } : null;
}

function sumOf(days: PaidDays, from: string, count: number): PaidDay {
  const sum = { goodsLines: 0, goodsE4: 0n, feesE4: 0n };
  for (let index = 0; index < count; index += 1) {
    const day = days.get(addDays(from, index));
    if (!day) continue;
    sum.goodsLines += day.goodsLines;
    sum.goodsE4 += day.goodsE4;
    sum.feesE4 += day.feesE4;
  }
  return sum;
}

/** Age of the sales days whose overdue orders count: old enough to be paid, recent enough for a dispute. */
export const overdueAgeDays = { oldest: 75, newest: 15 } as const;

/** Fewer overdue orders are usually settled with the buyer. */
const minOverdueOrders = 3;

/** Returns whether enough orders are overdue to contact the marketplace. */
export function shouldAlertOverdue(orders: number): boolean {
  return orders >= minOverdueOrders;
}

/** A campaign's totals of one week. */
export interface CampaignWeek {
  name: string;
  spendE4: bigint;
  purchases: number;
}

const minBaselinePurchases = 10;

/**
 * Returns the campaigns that took at least a fifth of the week's spend without a single purchase, highest spend
 * first. Returns none if the account had fewer than `minBaselinePurchases` before: it does not measure purchases, or
 * sells something else.
 * @param purchasesBefore purchases credited to the account in the four weeks before
 */
export function findCampaignsWithoutSales(
  campaigns: readonly CampaignWeek[],
  purchasesBefore: number,
): CampaignWeek[] {
  if (purchasesBefore < minBaselinePurchases) return [];
  const spend = sumBy(campaigns, ({ spendE4 }) => spendE4);
  return campaigns
    .filter((each) => each.purchases === 0 && each.spendE4 > 0n && each.spendE4 * 5n >= spend)
    .toSorted((a, b) => compareAmounts(b.spendE4, a.spendE4));
}
