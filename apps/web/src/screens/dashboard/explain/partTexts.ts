import type { ExplainedPart, ReportExplanation } from '@seller-connect/contract';
import { metricOrderFilters } from '@seller-connect/contract/metric-orders';
import { toE4 } from '../../../i18n/decimalAmounts.ts';
import { formats } from '../../../i18n/index.ts';
import { ordersHref, type SalesPart, type SalesScope } from '../filters/filters.ts';
import { effectFormat, metricFormat, type MetricFormat } from './amounts.ts';
import { texts } from './texts.ts';

type Explained = Pick<ReportExplanation, 'metric' | 'currency'>;

/** @param by what the part is one of, for the name of the others */
export function partName(
  part: ExplainedPart,
  { metric }: Explained,
  by: 'shop' | 'product' | 'effect',
): string {
  const { kind } = part;
  switch (kind) {
    case 'shop':
    case 'product':
      return part.name;
    case 'others': {
      const count = formats.number(part.count);
      return by === 'shop' ? texts.otherShops(count) : texts.otherProducts(count);
    }
    case 'cancelled':
      return metric === 'orders' ? texts.cancelledOrders : texts.parts.cancelled;
    case 'dividend':
      return metric === 'cancellationRate' ? texts.cancelledOrders : texts.parts.dividend;
    case 'divisor':
      return metric === 'cancellationRate' ? texts.allOrders : texts.parts.divisor;
    case 'volume':
    case 'price':
    case 'mix':
    case 'new_products':
    case 'gone_products':
    case 'gmv':
    case 'failed':
    case 'returned':
    case 'vouchers':
    case 'kept':
    case 'other_orders':
    case 'shop_mix':
      return texts.parts[kind];
  }
}

/** Returns what a part was and is, and what its numbers mean. */
export function partNotes(part: ExplainedPart, explained: Explained): string[] {
  const { kind, difference, count } = part;
  const isMore = toE4(difference) > 0n;
  const format = metricFormat(explained);
  switch (kind) {
    case 'shop':
      return [
        valuesText(part, format),
        explained.metric === 'orders' ? '' : quantityText(part, texts.orders),
      ];
    case 'product':
      return [
        valuesText(part, format),
        explained.metric === 'units' ? '' : quantityText(part, texts.pieces),
        toE4(part.previous) === 0n
          ? texts.onlyNow
          : toE4(part.value) === 0n
            ? texts.onlyBefore
            : '',
      ];
    case 'volume':
      return [quantityText(part, texts.pieces), texts.atOldPrices];
    case 'price':
      return [texts.ofBoth(formats.number(count))];
    case 'mix':
      return [isMore ? texts.dearer : texts.cheaper];
    case 'shop_mix':
      return [isMore ? texts.higherShops : texts.lowerShops];
    case 'new_products':
    case 'gone_products':
      return [texts.products(formats.number(count))];
    case 'dividend':
    case 'divisor':
      return [valuesText(part, effectFormat(kind, explained))];
    case 'gmv':
    case 'cancelled':
    case 'failed':
    case 'returned':
    case 'vouchers':
    case 'kept':
    case 'other_orders':
    case 'others':
      return [valuesText(part, format)];
  }
}

function valuesText({ value, previous }: ExplainedPart, format: MetricFormat): string {
  if (value === null && previous === null) return '';
  const text = (amount: string | null) => (amount === null ? '–' : format.value(amount));
  return texts.fromTo(text(previous), text(value));
}

function quantityText(
  { quantity, previousQuantity }: ExplainedPart,
  counted: (count: string) => string,
): string {
  if (quantity === null || previousQuantity === null) return '';
  return texts.fromTo(formats.number(previousQuantity), counted(formats.number(quantity)));
}

/** Addresses of the orders behind a part in both periods; undefined where no filter of the list selects exactly them. */
export interface PartOrders {
  readonly now: string | undefined;
  readonly before: string | undefined;
}

export function partOrders(
  part: ExplainedPart,
  { metric, period, previous }: ReportExplanation,
  scope: SalesScope,
): PartOrders {
  const filter = orderFilterOf(part, metric);
  if (filter === null) return { now: undefined, before: undefined };
  const { previousUntil } = part;
  // Shops that are synced up to different times have no common one to filter by.
  const isExact = previous.until === null || previousUntil !== null;
  return {
    now: ordersHref(scope, period, filter),
    before: isExact
      ? ordersHref(scope, previous, {
          ...filter,
          ...(previousUntil === null ? {} : { until: previousUntil }),
        })
      : undefined,
  };
}

function orderFilterOf(
  { kind, shopId, sku }: ExplainedPart,
  metric: ReportExplanation['metric'],
): SalesPart | null {
  const { basis: _basis, ...ofMetric } = metricOrderFilters[metric];
  switch (kind) {
    case 'shop':
      return shopId === null ? null : { ...ofMetric, shop: shopId };
    case 'product':
      return shopId === null || sku === null ? null : { ...ofMetric, shop: shopId, sku };
    case 'cancelled':
      return metric === 'orders' ? { stage: 'cancelled' } : { outcome: 'cancelled' };
    case 'failed':
    case 'returned':
    case 'kept':
      return { outcome: kind };
    case 'vouchers':
      return { outcome: 'kept' };
    case 'gmv':
      return {};
    case 'dividend':
      return ofMetric;
    case 'divisor':
      return metric === 'aov' ? ofMetric : {};
    case 'volume':
    case 'price':
    case 'mix':
    case 'new_products':
    case 'gone_products':
    case 'other_orders':
    case 'shop_mix':
    case 'others':
      return null;
  }
}
