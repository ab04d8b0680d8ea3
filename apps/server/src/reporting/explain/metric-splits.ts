import type { ExplainedMetric, ExplainedSplit } from '@seller-connect/contract';
import type { Totals } from '../metrics/metric-values.ts';
import type { Part } from './parts.ts';
import {
  addQuotients,
  quotient,
  quotientEffects,
  shopRatioEffects,
  type Quotient,
} from './ratio-effects.ts';
import {
  gmvEffects,
  keptE4,
  netSalesEffects,
  type ComparedSku,
  type SkuSales,
} from './sku-effects.ts';

/** Sales of a shop in a period and in the one that it is compared with. */
export interface ComparedShop {
  shopId: string;
  now: Totals;
  before: Totals;
}

export interface ComparedShopSku extends ComparedSku {
  shopId: string;
  skuKey: string;
}

/** Values in ten-thousandths; null for a ratio without a divisor. */
export interface MetricSplits {
  value: bigint | null;
  previousValue: bigint | null;
  splits: { by: ExplainedSplit['by']; parts: Part[] }[];
}

export type RatioMetric = 'aov' | 'cancellationRate';
export type SumMetric = Exclude<ExplainedMetric, RatioMetric>;

/** Counts are in ten-thousandths too, so that all values of a response have one format. */
const countScale = 10_000n;

interface SumRule {
  ofShop(totals: Totals): bigint;
  /** Absent for a metric that cannot be added over products. */
  ofSku?(sales: SkuSales): bigint;
  effects?(skus: readonly ComparedSku[]): Part[];
}

const sumRules: Record<SumMetric, SumRule> = {
  gmv: { ofShop: ({ gmv }) => gmv, ofSku: ({ gmvE4 }) => gmvE4, effects: gmvEffects },
  netSales: {
    ofShop: ({ netSales }) => netSales,
    ofSku: (sales) => keptE4(sales) - sales.vouchersE4,
    effects: netSalesEffects,
  },
  units: {
    ofShop: ({ units }) => units * countScale,
    ofSku: ({ units }) => units * countScale,
  },
  orders: { ofShop: ({ orders }) => orders * countScale },
};

/** Splits a sum by shop and, where it can be added over products, by product and effect. */
export function splitSum(
  metric: SumMetric,
  shops: readonly ComparedShop[],
  skus: readonly ComparedShopSku[],
): MetricSplits {
  const { ofShop, ofSku, effects } = sumRules[metric];
  const shopParts = shops.map(({ shopId, now, before }): Part => ({
    kind: 'shop',
    shopId,
    ...compare(ofShop(now), ofShop(before)),
    quantity: now.orders,
    previousQuantity: before.orders,
  }));
  const value = sumOf(shopParts, (part) => part.value);
  const previousValue = sumOf(shopParts, (part) => part.previous);
  const byShop = { by: 'shop' as const, parts: shopParts };
  if (metric === 'orders') {
    const byEffect = { by: 'effect' as const, parts: orderEffects(shops) };
    return { value, previousValue, splits: [byShop, byEffect] };
  }
  const skuParts = skus.map(({ shopId, skuKey, now, before }): Part => ({
    kind: 'product',
    shopId,
    skuKey,
    ...compare(ofSku?.(now) ?? 0n, ofSku?.(before) ?? 0n),
    quantity: now.units,
    previousQuantity: before.units,
  }));
  // Products are read after the shops. If a sync changed them in between, they do not add up to the shops.
  const addsUp =
    value === sumOf(skuParts, (part) => part.value) &&
    previousValue === sumOf(skuParts, (part) => part.previous);
  const byProduct = { by: 'product' as const, parts: skuParts };
  const byEffect = effects ? [{ by: 'effect' as const, parts: effects(skus) }] : [];
  return { value, previousValue, splits: addsUp ? [byShop, ...byEffect, byProduct] : [byShop] };
}

/** Splits orders into those with a kept item, cancelled ones, and those of which nothing arrived or was kept. */
function orderEffects(shops: readonly ComparedShop[]): Part[] {
  const part = (kind: Part['kind'], countOf: (totals: Totals) => bigint): Part => {
    const sum = (totals: readonly Totals[]) =>
      totals.reduce((all, each) => all + countOf(each) * countScale, 0n);
    return {
      kind,
      ...compare(sum(shops.map(({ now }) => now)), sum(shops.map(({ before }) => before))),
    };
  };
  return [
    part('kept', ({ validOrders }) => validOrders),
    part('cancelled', ({ cancelledOrders }) => cancelledOrders),
    part('other_orders', (totals) => totals.orders - totals.validOrders - totals.cancelledOrders),
  ];
}

interface RatioRule {
  of(totals: Totals): Quotient;
  /** What one unit of the dividend is multiplied by, so that the quotient is in ten-thousandths. */
  dividendScale: bigint;
}

const ratioRules: Record<RatioMetric, RatioRule> = {
  aov: {
    of: ({ nmv, validOrders }) => ({ dividend: nmv, divisor: validOrders }),
    dividendScale: 1n,
  },
  // In percent.
  cancellationRate: {
    of: ({ cancelledOrders, orders }) => ({
      dividend: cancelledOrders * countScale * 100n,
      divisor: orders,
    }),
    dividendScale: 100n,
  },
};

/** Splits a ratio by its dividend and divisor, and by shop. */
export function splitRatio(metric: RatioMetric, shops: readonly ComparedShop[]): MetricSplits {
  const { of, dividendScale } = ratioRules[metric];
  const quotients = shops.map(({ shopId, now, before }) => ({
    shopId,
    now: of(now),
    before: of(before),
  }));
  const whole = addQuotients(quotients);
  const [value, previousValue] = [quotient(whole.now), quotient(whole.before)];
  if (value === null || previousValue === null) return { value, previousValue, splits: [] };
  const [dividend, divisor] = quotientEffects(whole);
  const { ofShop, mix } = shopRatioEffects(quotients);
  const effectParts: Part[] = [
    {
      ...dividend,
      value: whole.now.dividend / dividendScale,
      previous: whole.before.dividend / dividendScale,
    },
    {
      ...divisor,
      value: whole.now.divisor * countScale,
      previous: whole.before.divisor * countScale,
    },
  ];
  const shopParts = quotients.map(({ shopId, now, before }): Part => ({
    kind: 'shop',
    shopId,
    difference: ofShop.get(shopId) ?? 0n,
    ...present('value', quotient(now)),
    ...present('previous', quotient(before)),
    quantity: now.divisor,
    previousQuantity: before.divisor,
  }));
  return {
    value,
    previousValue,
    splits: [
      { by: 'shop', parts: [...shopParts, { kind: 'shop_mix', difference: mix }] },
      { by: 'effect', parts: effectParts },
    ],
  };
}

const present = (name: 'value' | 'previous', amount: bigint | null) =>
  amount === null ? {} : { [name]: amount };

const compare = (value: bigint, previous: bigint) => ({
  value,
  previous,
  difference: value - previous,
});

function sumOf(parts: readonly Part[], amountOf: (part: Part) => bigint | undefined): bigint {
  return parts.reduce((sum, part) => sum + (amountOf(part) ?? 0n), 0n);
}
