import { addDays } from '../../platform/calendar.ts';
import { medianOf } from '../alert-rules/expected-range.ts';

/** Sales of a shop on one of its days, by sales day; amounts in ten-thousandths. */
export interface ShopDay {
  orders: number;
  cancelledOrders: number;
  gmvE4: bigint;
  returnedE4: bigint;
}

/** Days of a shop by `YYYY-MM-DD`; a missing day had no orders. */
export type ShopDays = ReadonlyMap<string, ShopDay>;

/** A day that sold far less than its weekday usually does. */
export interface SalesDrop {
  day: string;
  gmvE4: bigint;
  /** The median of the same weekday in the four weeks before. */
  baselineE4: bigint;
}

/** A share, from 0 to 1, that rose well beyond its baseline. */
export interface Increase {
  from: string;
  to: string;
  share: number;
  baseline: number;
}

/** Days before the checked day that the rules need. */
export const lookbackDays = 49;

const baselineOffsetsDays = [7, 14, 21, 28];
/** Below this baseline, order counts vary by chance. */
const minOrdersPerDay = 10;

/**
 * Detects a day whose sales are at most half of the baseline. The baseline is the median of the same weekday in four
 * weeks: one campaign day among them neither hides a drop nor makes an ordinary day look like one.
 */
export function detectSalesDrop(days: ShopDays, day: string): SalesDrop | null {
  const before = baselineOffsetsDays.map((back) => days.get(addDays(day, -back)) ?? zeroDay);
  const baselineOrders = medianOf(before.map((each) => BigInt(each.orders)));
  const baselineE4 = medianOf(before.map((each) => each.gmvE4));
  if (baselineOrders < BigInt(minOrdersPerDay) || baselineE4 === 0n) return null;
  const { gmvE4 } = days.get(day) ?? zeroDay;
  return gmvE4 * 2n <= baselineE4 ? { day, gmvE4, baselineE4 } : null;
}

const minRecentOrders = 20;
const minBaselineOrders = 50;
/** An alert needs twice the baseline share and an increase by this much. */
const minIncrease = 0.05;

/** Detects a week up to `day` with a far larger share of cancelled orders than the four weeks before. */
export function detectCancellationIncrease(days: ShopDays, day: string): Increase | null {
  return detectIncrease(days, { from: addDays(day, -6), to: day }, (sum) =>
    sum.orders === 0 ? null : sum.cancelledOrders / sum.orders,
  );
}

/** Returns arrive over two weeks; a week is judged after that. */
const returnsDelayDays = 14;

/** Detects a far larger share of returned value, in the week that ended two weeks before `day`. */
export function detectReturnIncrease(days: ShopDays, day: string): Increase | null {
  const to = addDays(day, -returnsDelayDays);
  return detectIncrease(days, { from: addDays(to, -6), to }, (sum) =>
    sum.gmvE4 === 0n ? null : Number(sum.returnedE4) / Number(sum.gmvE4),
  );
}

function detectIncrease(
  days: ShopDays,
  { from, to }: { from: string; to: string },
  shareOf: (sum: ShopDay) => number | null,
): Increase | null {
  const recent = sumOf(days, from, 7);
  const before = sumOf(days, addDays(from, -28), 28);
  if (recent.orders < minRecentOrders || before.orders < minBaselineOrders) return null;
  const share = shareOf(recent);
  const baseline = shareOf(before);
  if (share === null || baseline === null) return null;
  return share >= 2 * baseline && share - baseline >= minIncrease
    ? { from, to, share, baseline }
    : null;
}

const zeroDay: ShopDay = { orders: 0, cancelledOrders: 0, gmvE4: 0n, returnedE4: 0n };

function sumOf(days: ShopDays, from: string, count: number): ShopDay {
  const sum = { ...zeroDay };
  for (let index = 0; index < count; index += 1) {
    const day = days.get(addDays(from, index)) ?? zeroDay;
    sum.orders += day.orders;
    sum.cancelledOrders += day.cancelledOrders;
    sum.gmvE4 += day.gmvE4;
    sum.returnedE4 += day.returnedE4;
  }
  return sum;
}
