import type { PriceAdjustment, PriceOutcome } from '@seller-connect/contract';
import type { LocalizedText } from '../platform/http/problem.ts';
import { e4PerDong, maxPriceE4 } from './price-rules.ts';
import { absolute } from '../platform/money.ts';

/** Parses a number of percent or đồng into hundredths. */
function parseHundredths(value: string): bigint {
  const [, sign, whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(value) ?? [];
  const size = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'));
  return sign === '-' ? -size : size;
}

/** Rounds `amount / divisor` to the nearest multiple of `unit`, half away from zero. */
function roundToMultiple(amount: bigint, divisor: bigint, unit: bigint): bigint {
  const step = divisor * unit;
  const size = absolute(amount);
  const steps = (size * 2n + step) / (step * 2n);
  return (amount < 0n ? -steps : steps) * unit;
}

/** Returns the list price after an adjustment, rounded once. The result may be invalid: see `adjustmentOutcome`. */
export function adjustPrice(listE4: bigint, adjustment: PriceAdjustment): bigint {
  const amount = parseHundredths(adjustment.value);
  const unit = BigInt(adjustment.roundTo) * e4PerDong;
  // Without an adjustment the price is not rounded either.
  if (amount === 0n) return listE4;
  return adjustment.kind === 'percent'
    ? roundToMultiple(listE4 * (10_000n + amount), 10_000n, unit)
    : roundToMultiple(listE4 + amount * 100n, 1n, unit);
}

/** Returns whether a list price may change to `after`, or why not. */
export function adjustmentOutcome(
  price: { listE4: bigint; floorE4: bigint },
  after: bigint,
): Extract<PriceOutcome, 'changed' | 'unchanged' | 'below_floor' | 'too_high'> {
  if (after === price.listE4) return 'unchanged';
  if (after < price.floorE4) return 'below_floor';
  return after > maxPriceE4 ? 'too_high' : 'changed';
}

/** Why a price was not changed. */
export const outcomeTexts: Record<PriceOutcome, LocalizedText> = {
  changed: { vi: '', en: '' },
  unchanged: { vi: 'Giá không đổi', en: 'Price unchanged' },
  below_floor: { vi: 'Thấp hơn giá thấp nhất', en: 'Below the lowest price' },
  too_high: {
    vi: 'Cao hơn 999.999.999.999 đồng',
    en: 'Above 999,999,999,999 đồng',
  },
  changed_meanwhile: {
    vi: 'Người khác vừa thay đổi sản phẩm này',
    en: 'Someone else just changed this product',
  },
  not_found: { vi: 'Không tìm thấy sản phẩm này', en: 'Product not found' },
};
