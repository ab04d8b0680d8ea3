import type { TargetProgress } from '@seller-connect/contract';
import { divideRounded, toDecimal, sumBy } from '../../platform/money.ts';

/** With fewer full days, one day of a campaign would decide the projection. */
const minFullDays = 3;
const unitE4 = 10_000n;

/** A day of the month and its value, in ten-thousandths; null while it is in the future. */
export interface TargetDay {
  day: string;
  valueE4: bigint | null;
}

/** Returns how far a target is reached on a day, what its pace gives by the month's end, and what is needed a day. */
export function progressOf(
  amountE4: bigint,
  days: readonly TargetDay[],
  today: string,
): Omit<TargetProgress, 'metric'> {
  const sum = (some: readonly TargetDay[]) => sumBy(some, ({ valueE4 }) => valueE4 ?? 0n);
  const full = days.filter(({ day }) => day < today);
  const daysLeft = days.length - full.length;
  const reachedE4 = sum(days);
  const fullE4 = sum(full);
  const projectedE4 =
    daysLeft === 0 || full.length < minFullDays
      ? null
      : toUnits(divideRounded(fullE4 * BigInt(days.length), BigInt(full.length)));
  const isOpen = daysLeft > 0 && reachedE4 < amountE4;
  return {
    amount: toDecimal(amountE4),
    reached: toDecimal(reachedE4),
    share: Number(reachedE4) / Number(amountE4),
    // What is sold already is not lost: a strong today may exceed the pace of the days before.
    projected:
      projectedE4 === null ? null : toDecimal(projectedE4 > reachedE4 ? projectedE4 : reachedE4),
    neededPerDay: isOpen ? toDecimal(perDay(amountE4 - fullE4, daysLeft)) : null,
  };
}

function toUnits(valueE4: bigint): bigint {
  return divideRounded(valueE4, unitE4) * unitE4;
}

/** Divides by days, rounded up to a whole unit of the currency, so that the days reach the whole. */
function perDay(valueE4: bigint, days: number): bigint {
  const divisor = BigInt(days) * unitE4;
  return ((valueE4 + divisor - 1n) / divisor) * unitE4;
}
