import { divideRounded, sumBy } from '../../platform/money.ts';
import type { Effect } from './sku-effects.ts';

/** Dividend and divisor of a ratio. The dividend is scaled, so that the quotient is in ten-thousandths. */
export interface Quotient {
  dividend: bigint;
  divisor: bigint;
}

export interface ComparedQuotient {
  now: Quotient;
  before: Quotient;
}

export interface ShopQuotient extends ComparedQuotient {
  shopId: string;
}

export const quotient = ({ dividend, divisor }: Quotient): bigint | null =>
  divisor === 0n ? null : divideRounded(dividend, divisor);

/** Adds the dividends and the divisors: ratios are never added. */
export function addQuotients(shops: readonly ComparedQuotient[]): ComparedQuotient {
  const add = (parts: readonly Quotient[]) => ({
    dividend: sumBy(parts, ({ dividend }) => dividend),
    divisor: sumBy(parts, ({ divisor }) => divisor),
  });
  return { now: add(shops.map(({ now }) => now)), before: add(shops.map(({ before }) => before)) };
}

/** The difference of a ratio whose divisors are positive in both periods. */
function ratioDifference({ now, before }: ComparedQuotient): bigint {
  return divideRounded(now.dividend, now.divisor) - divideRounded(before.dividend, before.divisor);
}

/**
 * Splits the difference of a ratio: first the dividend changes, then the divisor. The parts add up exactly, because one
 * begins where the other ends.
 */
export function quotientEffects(whole: ComparedQuotient): [Effect, Effect] {
  const { now, before } = whole;
  const between = divideRounded(now.dividend, before.divisor);
  return [
    { kind: 'dividend', difference: between - divideRounded(before.dividend, before.divisor) },
    { kind: 'divisor', difference: divideRounded(now.dividend, now.divisor) - between },
  ];
}

/**
 * Splits the difference of a ratio by shop: each shop's own change at its present share of the divisor, and the change
 * of the shares. A shop with a divisor in one period only is a part as a whole. The shares take the rounding.
 * @see docs/metrics.md, “Why a value changed”
 */
export function shopRatioEffects(shops: readonly ShopQuotient[]): {
  ofShop: Map<string, bigint>;
  mix: bigint;
} {
  const whole = addQuotients(shops);
  const ofShop = new Map(
    shops.map((shop) => [
      shop.shopId,
      shop.now.divisor > 0n && shop.before.divisor > 0n
        ? ownChange(shop, whole)
        : fullContribution(shop, whole),
    ]),
  );
  const sum = sumBy(ofShop.values(), (part) => part);
  return { ofShop, mix: ratioDifference(whole) - sum };
}

/** d₁ₛ ÷ D₁ × (n₁ₛ ÷ d₁ₛ − n₀ₛ ÷ d₀ₛ), over a common divisor. */
function ownChange({ now, before }: ComparedQuotient, whole: ComparedQuotient): bigint {
  return divideRounded(
    now.dividend * before.divisor - before.dividend * now.divisor,
    whole.now.divisor * before.divisor,
  );
}

/** n₁ₛ ÷ D₁ − n₀ₛ ÷ D₀ − N₀ ÷ D₀ × (d₁ₛ ÷ D₁ − d₀ₛ ÷ D₀), over a common divisor. */
function fullContribution({ now, before }: ComparedQuotient, whole: ComparedQuotient): bigint {
  const [later, earlier] = [whole.now.divisor, whole.before.divisor];
  return divideRounded(
    now.dividend * earlier * earlier -
      before.dividend * later * earlier -
      whole.before.dividend * (now.divisor * earlier - before.divisor * later),
    later * earlier * earlier,
  );
}
