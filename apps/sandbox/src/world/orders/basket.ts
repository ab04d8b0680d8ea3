/** Contents and prices of an order, in whole VND, split exactly among its units. */
import { oneE4, splitProportionally, toE4 } from '../../money.ts';
import { maxUnits } from './order-numbers.ts';
import { draw, drawItem, drawIndex } from '../random.ts';
import { firstIndex } from '../first-index.ts';

const drawKeys = {
  lines: 50,
  quantity: 51,
  sku: 60,
  sellerVoucher: 70,
  sellerVoucherAmount: 71,
  platformVoucher: 72,
  platformVoucherAmount: 73,
  shippingOriginal: 74,
  shippingPlatform: 75,
  shippingSeller: 76,
  shippingVoucher: 77,
} as const;

/** Draws the quantities of an order's lines. Their sum is at most `maxUnits`. */
export function drawQuantities(hash: number): readonly number[] {
  const roll = draw(hash, drawKeys.lines);
  const lines = roll < 0.68 ? 1 : roll < 0.9 ? 2 : roll < 0.98 ? 3 : 4;
  const quantities: number[] = [];
  let room = maxUnits;
  for (let line = 0; line < lines; line += 1) {
    const size = draw(hash, drawKeys.quantity + line);
    const quantity = Math.min(room, size < 0.8 ? 1 : size < 0.95 ? 2 : 3);
    if (quantity > 0) quantities.push(quantity);
    room -= quantity;
  }
  return quantities;
}

/** Draws the variant of a line and returns its position. */
export function skuPosition(hash: number, line: number, popularity: Float64Array): number {
  const target = draw(hash, drawKeys.sku + line);
  return firstIndex(popularity.length - 1, (index) => (popularity[index] ?? 1) > target);
}

export interface Bill {
  /** One entry per unit, in the order of `prices`. */
  readonly voucherSellerE4: readonly bigint[];
  readonly voucherPlatformE4: readonly bigint[];
  readonly shippingE4: readonly bigint[];
  readonly shippingOriginalE4: bigint;
  readonly shippingDiscountSellerE4: bigint;
  readonly shippingDiscountPlatformE4: bigint;
  readonly shippingPaidE4: bigint;
  readonly hasVoucher: boolean;
}

const sellerVouchers = [5_000, 10_000, 15_000, 20_000, 30_000, 50_000];

/** Draws vouchers and shipping of an order with the given unit prices. */
export function drawBill(hash: number, prices: readonly bigint[]): Bill {
  const weights = prices.map((price) => Number(price / oneE4));
  const gross = weights.reduce((sum, weight) => sum + weight, 0);
  const sellerVoucher =
    draw(hash, drawKeys.sellerVoucher) < 0.24
      ? Math.min(
          drawItem(hash, drawKeys.sellerVoucherAmount, sellerVouchers),
          Math.floor(gross / 4),
        )
      : 0;
  const platformPercent = 3 + draw(hash, drawKeys.platformVoucherAmount) * 9;
  const platformVoucher =
    draw(hash, drawKeys.platformVoucher) < 0.3
      ? Math.min(80_000, Math.floor((gross * platformPercent) / 100))
      : 0;
  const original = 15_000 + drawIndex(hash, drawKeys.shippingOriginal, 50) * 500;
  const byPlatform =
    draw(hash, drawKeys.shippingPlatform) < 0.6
      ? Math.min(original, drawItem(hash, drawKeys.shippingVoucher, [15_000, 25_000, 30_000]))
      : 0;
  const bySeller =
    draw(hash, drawKeys.shippingSeller) < 0.15 ? Math.min(original - byPlatform, 5_000) : 0;
  const paid = original - byPlatform - bySeller;
  const equal = prices.map(() => 1);
  return {
    voucherSellerE4: splitProportionally(sellerVoucher, weights).map(toE4),
    voucherPlatformE4: splitProportionally(platformVoucher, weights).map(toE4),
    shippingE4: splitProportionally(paid, equal).map(toE4),
    shippingOriginalE4: toE4(original),
    shippingDiscountSellerE4: toE4(bySeller),
    shippingDiscountPlatformE4: toE4(byPlatform),
    shippingPaidE4: toE4(paid),
    hasVoucher: sellerVoucher > 0,
  };
}
