import type { ExplainedMetric } from '@seller-connect/contract';
import type { Totals } from '../metrics/metric-values.ts';
import { comparedPart as compare, type Part, type Split } from './parts.ts';
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
import { sumBy } from '../../platform/money.ts';

/** Sales of a shop in a period and in the one that it is compared with. */
export interface ComparedShop {
  shopId: string;
  now: Totals;
  before: Totals;
}

export interface ComparedShopSku extends ComparedSku {
  shopId: string;
  skuKey: string;
  /** Its key in the breakdown. */
  brand: string;
}

/** Values in ten-thousandths; null for a ratio without a divisor. */
export interface MetricSplits {
  value: bigint | null;
  previousValue: bigint | null;
  splits: Split[];
}

export type SalesMetric = Exclude<ExplainedMetric, 'payout' | 'fees' | 'adSpend'>;
export type RatioMetric = 'aov' | 'cancellationRate';
export type SumMetric = Exclude<SalesMetric, RatioMetric>;
/** A metric that can be added over products. */
export type SkuMetric = Exclude<SumMetric, 'orders'>;

export const isSkuMetric = (metric: SalesMetric): metric is SkuMetric =>
  metric === 'gmv' || metric === 'netSales' || metric === 'units';

/** Counts are in ten-thousandths too, so that all values of a response have one format. */
const countScale = 10_000n;

const shopValues: Record<SumMetric, (totals: Totals) => bigint> = {
  gmv: ({ gmv }) => gmv,
  netSales: ({ netSales }) => netSales,
  units: ({ units }) => units * countScale,
  orders: ({ orders }) => orders * countScale,
};

interface SkuRule {
  of(sales: SkuSales): bigint;
  effects?(skus: readonly ComparedSku[]): Part[];
}

const skuRules: Record<SkuMetric, SkuRule> = {
  gmv: { of: ({ gmvE4 }) => gmvE4, effects: gmvEffects },
  netSales: { of: (sales) => keptE4(sales) - sales.vouchersE4, effects: netSalesEffects },
  units: { of: ({ units }) => units * countScale },
};

/** Splits a sum by shop and, where it can be added over products, by effect, brand and product. */
export function splitSum(
  metric: SumMetric,
  shops: readonly ComparedShop[],
  skus: readonly ComparedShopSku[],
): MetricSplits {
  const ofShop = shopValues[metric];
  const shopParts = shops.map(({ shopId, now, before }): Part => ({
    kind: 'shop',
    shopId,
    ...compare(ofShop(now), ofShop(before)),
    quantity: now.orders,
    previousQuantity: before.orders,
  }));
  const value = sumBy(shopParts, (part) => part.value ?? 0n);
  const previousValue = sumBy(shopParts, (part) => part.previous ?? 0n);
  const byShop = { by: 'shop' as const, parts: shopParts };
  if (metric === 'orders') {
    const byEffect = { by: 'effect' as const, parts: orderEffects(shops) };
    return { value, previousValue, splits: [byShop, byEffect] };
  }
  const ofSkus = splitSkus(metric, skus);
  // Products are read after the shops. If a sync changed them in between, they do not add up to the shops.
  const addsUp = value === ofSkus.value && previousValue === ofSkus.previousValue;
  const ofProducts = ofSkus.splits.filter(({ by }) => by !== 'shop');
  return { value, previousValue, splits: addsUp ? [byShop, ...ofProducts] : [byShop] };
}

/** Splits the sum of products by shop, effect, brand and product. */
export function splitSkus(metric: SkuMetric, skus: readonly ComparedShopSku[]): MetricSplits {
  const { of, effects } = skuRules[metric];
  const skuParts = skus.map(({ shopId, skuKey, now, before }): Part => ({
    kind: 'product',
    shopId,
    skuKey,
    ...compare(of(now), of(before)),
    quantity: now.units,
    previousQuantity: before.units,
  }));
  const groupsBy = (keyOf: (sku: ComparedShopSku) => string) =>
    [...Map.groupBy(skus, keyOf)].map(([key, group]) => ({
      key,
      ...compare(
        sumBy(group, ({ now }) => of(now)),
        sumBy(group, ({ before }) => of(before)),
      ),
      quantity: sumBy(group, ({ now }) => now.units),
      previousQuantity: sumBy(group, ({ before }) => before.units),
    }));
  const byShop = groupsBy(({ shopId }) => shopId).map(
    // The units of a shop would be taken for its orders.
    ({ key, value, previous, difference }): Part => ({
      kind: 'shop',
      shopId: key,
      value,
      previous,
      difference,
    }),
  );
  const byBrand = groupsBy(({ brand }) => brand).map(({ key, ...compared }): Part => ({
    kind: 'brand',
    brand: key,
    ...compared,
  }));
  return {
    value: sumBy(skuParts, (part) => part.value ?? 0n),
    previousValue: sumBy(skuParts, (part) => part.previous ?? 0n),
    splits: [
      { by: 'shop', parts: byShop },
      ...(effects ? [{ by: 'effect' as const, parts: effects(skus) }] : []),
      { by: 'brand', parts: byBrand },
      { by: 'product', parts: skuParts },
    ],
  };
}

/** Splits orders into those with a kept item, cancelled ones, and those of which nothing arrived or was kept. */
function orderEffects(shops: readonly ComparedShop[]): Part[] {
  const part = (kind: Part['kind'], countOf: (totals: Totals) => bigint): Part => ({
    kind,
    ...compare(
      countScale * sumBy(shops, ({ now }) => countOf(now)),
      countScale * sumBy(shops, ({ before }) => countOf(before)),
    ),
  });
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
    ...optionalField('value', quotient(now)),
    ...optionalField('previous', quotient(before)),
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

const optionalField = (name: 'value' | 'previous', amount: bigint | null) =>
  amount === null ? {} : { [name]: amount };
