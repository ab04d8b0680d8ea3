import { addDays } from '../../platform/calendar.ts';
import type { Increase } from './sales-rules.ts';

/** What was paid out to a shop on one of its days, in ten-thousandths. */
export interface PaidDay {
  /** How many times a buyer's price was paid out. */
  goodsLines: number;
  /** For the goods: price, vouchers, subsidies and refunds. */
  goodsE4: bigint;
  /** What the marketplace kept. */
  feesE4: bigint;
}

/** The days of a shop by name; on a day that is not there nothing was paid out. */
export type PaidDays = ReadonlyMap<string, PaidDay>;

/** How far back the rule of fees looks, counted from the day that it looks at. */
export const feesLookbackDays = 34;

const minRecentLines = 20;
const minBaselineLines = 50;
/** A drift that people are told of: by this many points, and by a tenth of what is usual. */
const minFeeIncrease = 0.015;

/** Whether the marketplace kept a clearly larger share of what it paid out in the week to `day` than in the four before. */
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

/** Sales days whose overdue orders are counted: old enough to be paid, young enough to be asked about. */
export const overdueAgeDays = { oldest: 75, newest: 15 } as const;

/** Fewer overdue orders than this are settled by a word with the buyer as a rule. */
const minOverdueOrders = 3;

/** Whether so many orders are overdue that the marketplace should be asked. */
export function shouldAlertOverdue(orders: number): boolean {
  return orders >= minOverdueOrders;
}

/** What a campaign did in a week. */
export interface CampaignWeek {
  name: string;
  spendE4: bigint;
  purchases: number;
}

const minBaselinePurchases = 10;

/**
 * The campaigns that took a good part of a week's spend and brought no purchase at all, the dearest first. None where the
 * account is credited hardly any purchases anyway: then it does not measure them, or sells something else.
 * @param purchasesBefore what the account was credited in the four weeks before.
 */
export function findCampaignsWithoutSales(
  campaigns: readonly CampaignWeek[],
  purchasesBefore: number,
): CampaignWeek[] {
  if (purchasesBefore < minBaselinePurchases) return [];
  const spend = campaigns.reduce((sum, each) => sum + each.spendE4, 0n);
  return campaigns
    .filter((each) => each.purchases === 0 && each.spendE4 > 0n && each.spendE4 * 5n >= spend)
    .toSorted((a, b) => (a.spendE4 < b.spendE4 ? 1 : a.spendE4 > b.spendE4 ? -1 : 0));
}
