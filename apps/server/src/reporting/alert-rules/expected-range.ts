import { divideRounded, compareAmounts, absolute } from '../../platform/money.ts';

/** The same weekday of this many weeks before is what a day is compared with. */
export const baselineWeeks = 8;
/** With fewer comparable days, nothing is usual yet. */
export const minBaselineDays = 5;

/** 3 × 1.4826 × 10,000: three standard deviations of a normal distribution, estimated by the MAD. */
const deviationsE4 = 44_478n;
/** The range reaches at least a tenth of the median to both sides: equal days would leave no room at all. */
const minMarginDivisor = 10n;

/** What is usual, both ends included. */
export interface ExpectedRange {
  low: bigint;
  median: bigint;
  high: bigint;
}

/**
 * Returns the usual range of values: their median ± three robust standard deviations (1.4826 × the median absolute
 * deviation), at least ± 10 %. Below zero only if the median is. Null with fewer than {@link minBaselineDays} values. Up
 * to two of five values, such as campaign days, do not move the median beyond the others.
 */
export function expectedRange(values: readonly bigint[]): ExpectedRange | null {
  if (values.length < minBaselineDays) return null;
  const median = medianOf(values);
  const deviation = medianOf(values.map((value) => absolute(value - median)));
  const robust = divideRounded(deviation * deviationsE4, 10_000n);
  const minMargin = absolute(median) / minMarginDivisor;
  const margin = robust > minMargin ? robust : minMargin;
  const low = median - margin;
  return { low: low < 0n && median >= 0n ? 0n : low, median, high: median + margin };
}

/** Returns the median; of an even number of values, the mean of the middle two, rounded toward zero. */
export function medianOf(values: readonly bigint[]): bigint {
  const sorted = values.toSorted(compareAmounts);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0n;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n;
  return (lower + upper) / 2n;
}
