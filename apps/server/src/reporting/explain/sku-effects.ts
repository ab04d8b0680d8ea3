import type { ExplainedPartKind } from '@seller-connect/contract';
import { divideRounded, sumBy } from '../../platform/money.ts';

/** Sales of a product in one period; money in ten-thousandths. */
export interface SkuSales {
  /** Kept units. */
  units: bigint;
  gmvE4: bigint;
  cancelledE4: bigint;
  failedE4: bigint;
  returnedE4: bigint;
  /** Seller vouchers of kept units. */
  vouchersE4: bigint;
}

/** Sales of a product in a period and in the one that it is compared with. */
export interface ComparedSku {
  now: SkuSales;
  before: SkuSales;
}

/** One part of a difference, in ten-thousandths. */
export interface Effect {
  kind: ExplainedPartKind;
  difference: bigint;
  /** Its own value in both periods; absent for an effect, which has none. */
  value?: bigint;
  previous?: bigint;
  /** Products that it stands for, and their kept units in both periods. */
  count?: number;
  quantity?: bigint;
  previousQuantity?: bigint;
}

export const keptE4 = (sales: SkuSales): bigint =>
  sales.gmvE4 - sales.cancelledE4 - sales.failedE4 - sales.returnedE4;

/**
 * Splits the difference of GMV. The kept value of products with kept units in both periods is split by volume, price
 * and mix; products with kept units in one of them are parts of their own, as is the value that was cancelled, not
 * delivered or returned. The mix is what volume and price leave, so it takes the rounding and the parts add up exactly.
 * @see docs/metrics.md, “Why a value changed”
 */
export function gmvEffects(skus: readonly ComparedSku[]): Effect[] {
  const groups = { both: newGroup(), fresh: newGroup(), gone: newGroup() };
  // The kept value of this period at the average prices of the comparison.
  let atOldPrices = 0n;
  for (const { now, before } of skus) {
    const isInBoth = now.units > 0n && before.units > 0n;
    const group = isInBoth ? groups.both : before.units > 0n ? groups.gone : groups.fresh;
    group.value += keptE4(now);
    group.previous += keptE4(before);
    group.units += now.units;
    group.previousUnits += before.units;
    if (now.units > 0n || before.units > 0n) group.count += 1;
    if (isInBoth) atOldPrices += divideRounded(keptE4(before) * now.units, before.units);
  }
  const { both, fresh, gone } = groups;
  const volume =
    both.previousUnits === 0n
      ? 0n
      : divideRounded(both.previous * both.units, both.previousUnits) - both.previous;
  const ofBoth = { count: both.count, quantity: both.units, previousQuantity: both.previousUnits };
  return [
    { kind: 'volume', difference: volume, ...ofBoth },
    { kind: 'price', difference: both.value - atOldPrices, count: both.count },
    { kind: 'mix', difference: atOldPrices - both.previous - volume, count: both.count },
    { kind: 'new_products', ...differenceOf(fresh) },
    { kind: 'gone_products', ...differenceOf(gone) },
    ...lostEffects(skus, 1n),
  ];
}

/** Splits the difference of net sales into that of GMV and of what is deducted from it. */
export function netSalesEffects(skus: readonly ComparedSku[]): Effect[] {
  return [
    sumEffect('gmv', skus, (sales) => sales.gmvE4, 1n),
    ...lostEffects(skus, -1n),
    sumEffect('vouchers', skus, (sales) => sales.vouchersE4, -1n),
  ];
}

/** The value of units that the buyers did not keep. */
function lostEffects(skus: readonly ComparedSku[], sign: 1n | -1n): Effect[] {
  return [
    sumEffect('cancelled', skus, (sales) => sales.cancelledE4, sign),
    sumEffect('failed', skus, (sales) => sales.failedE4, sign),
    sumEffect('returned', skus, (sales) => sales.returnedE4, sign),
  ];
}

function sumEffect(
  kind: ExplainedPartKind,
  skus: readonly ComparedSku[],
  amountOf: (sales: SkuSales) => bigint,
  sign: 1n | -1n,
): Effect {
  const value = sumBy(skus, ({ now }) => amountOf(now));
  const previous = sumBy(skus, ({ before }) => amountOf(before));
  return { kind, value, previous, difference: sign * (value - previous) };
}

interface SkuGroup {
  value: bigint;
  previous: bigint;
  units: bigint;
  previousUnits: bigint;
  count: number;
}

const newGroup = (): SkuGroup => ({
  value: 0n,
  previous: 0n,
  units: 0n,
  previousUnits: 0n,
  count: 0,
});

function differenceOf({ value, previous, units, previousUnits, count }: SkuGroup) {
  const quantities = { quantity: units, previousQuantity: previousUnits };
  return { value, previous, difference: value - previous, count, ...quantities };
}
