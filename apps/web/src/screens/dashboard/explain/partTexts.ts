import type { ExplainedPart, ExplainedSplit, ReportExplanation } from '@seller-connect/contract';
import { metricOrderFilters } from '@seller-connect/contract/metric-orders';
import { toE4 } from '../../../i18n/decimalAmounts.ts';
import { formats, sharedTexts } from '../../../i18n/index.ts';
import {
  ordersHref,
  productsAnchor,
  reportHref,
  type SalesPart,
  type SalesScope,
} from '../filters/drillDown.ts';
import { feeClassName } from '../money/feeClassName.ts';
import { brandName } from '../report/brandName.ts';
import { rowsHref, type RowMetric, type RowPart } from '../rows/rowsHref.ts';
import { effectFormat, metricFormat, type MetricFormat } from './amounts.ts';
import { texts } from './texts.ts';

type Explained = Pick<ReportExplanation, 'metric' | 'currency'>;

/** @param by what the part is one of, for the name of the others */
export function partName(
  part: ExplainedPart,
  { metric }: Explained,
  by: ExplainedSplit['by'],
): string {
  const { kind } = part;
  switch (kind) {
    case 'shop':
    case 'product':
    case 'brand':
    case 'account':
    case 'campaign':
    case 'fee_class':
      return nameOfOne(part);
    case 'others':
      // Effects are never merged.
      return texts.others[by === 'effect' ? 'product' : by](formats.number(part.count));
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
    default:
      return sharedTexts.other;
  }
}

/** Returns the name of a part that is one of several: as the data has it, or the text of its key. */
export function nameOfOne({ brand, feeClass, name }: ExplainedPart): string {
  if (brand !== null) return brandName(brand);
  return feeClass === null ? name : feeClassName(feeClass);
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
        explained.metric === 'orders' ? '' : quantityText(part, countOf(explained.metric)),
      ];
    case 'fee_class':
      return [valuesText(part, format), quantityText(part, texts.lines)];
    case 'brand':
      return [
        valuesText(part, format),
        explained.metric === 'units' ? '' : quantityText(part, texts.units),
      ];
    case 'account':
    case 'campaign':
      return [valuesText(part, format)];
    case 'product':
      return [
        valuesText(part, format),
        explained.metric === 'units' ? '' : quantityText(part, texts.units),
        toE4(part.previous) === 0n
          ? texts.onlyNow
          : toE4(part.value) === 0n
            ? texts.onlyBefore
            : '',
      ];
    case 'volume':
      return [quantityText(part, texts.units), texts.atOldPrices];
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

const countOf = (metric: Explained['metric']) =>
  metric === 'payout' || metric === 'fees' ? texts.lines : texts.orders;

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

/** Addresses of the rows behind a part in both periods; undefined where no filter of a list selects exactly them. */
export interface PartRows {
  readonly now: string | undefined;
  readonly before: string | undefined;
  readonly labels: { readonly now: string; readonly before: string };
}

/** Returns the orders, products, payout lines or ad days behind a part. */
export function partRows(
  part: ExplainedPart,
  explanation: ReportExplanation,
  scope: SalesScope,
): PartRows {
  const { metric, period, previous, currency } = explanation;
  if (metric === 'payout' || metric === 'fees' || metric === 'adSpend') {
    const rowPart = rowPartOf(part);
    const href = (days: ReportExplanation['period']) =>
      rowPart === null ? undefined : rowsHref(scope, metric, { ...days, currency }, rowPart);
    return { now: href(period), before: href(previous), labels: rowLabels(metric) };
  }
  const { brand } = part;
  if (brand !== null) {
    const href = (days: ReportExplanation['period']) => productsHref(scope, days, brand);
    const labels = { now: texts.productsNow, before: texts.productsBefore };
    return { now: href(period), before: href(previous), labels };
  }
  return { ...partOrders(part, explanation, scope), labels: orderLabels };
}

const orderLabels = { now: texts.ordersNow, before: texts.ordersBefore };

const rowLabels = (metric: RowMetric) =>
  metric === 'adSpend'
    ? { now: texts.daysNow, before: texts.daysBefore }
    : { now: texts.linesNow, before: texts.linesBefore };

function rowPartOf({ kind, shopId, campaignId, feeClass }: ExplainedPart): RowPart | null {
  if (kind === 'fee_class') return feeClass === null ? null : { class: feeClass };
  if (shopId === null) return null;
  if (kind === 'shop') return { shop: shopId };
  if (kind === 'account') return { account: shopId };
  return campaignId === null ? null : { account: shopId, campaign: campaignId };
}

function partOrders(
  part: ExplainedPart,
  { metric, period, previous }: ReportExplanation,
  scope: SalesScope,
): Pick<PartRows, 'now' | 'before'> {
  const ofPair = pairedOrders[part.kind];
  if (ofPair) return pairHrefs(ofPair, part, { period, previous }, scope);
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

/** Which products of a period the parts of GMV by volume, price and mix consist of. */
interface PairedOrders {
  readonly also: 'both' | 'only';
  readonly in: readonly ('now' | 'before')[];
}

const pairedOrders: Partial<Record<ExplainedPart['kind'], PairedOrders>> = {
  volume: { also: 'both', in: ['now', 'before'] },
  price: { also: 'both', in: ['now', 'before'] },
  mix: { also: 'both', in: ['now', 'before'] },
  new_products: { also: 'only', in: ['now'] },
  gone_products: { also: 'only', in: ['before'] },
};

/** Orders with a product that buyers kept in both periods, or in one of them only. */
function pairHrefs(
  paired: PairedOrders,
  { previousUntil }: ExplainedPart,
  { period, previous }: Pick<ReportExplanation, 'period' | 'previous'>,
  scope: SalesScope,
): Pick<PartRows, 'now' | 'before'> {
  const filter = (other: ReportExplanation['period']): SalesPart => ({
    outcome: 'kept',
    also: paired.also,
    alsoFrom: other.from,
    alsoTo: other.to,
  });
  const isExact = previous.until === null || previousUntil !== null;
  const until = previousUntil === null ? {} : { until: previousUntil };
  return {
    now: paired.in.includes('now') ? ordersHref(scope, period, filter(previous)) : undefined,
    before:
      paired.in.includes('before') && isExact
        ? ordersHref(scope, previous, { ...filter(period), ...until })
        : undefined,
  };
}

function orderFilterOf(
  { kind, shopId, sku }: ExplainedPart,
  metric: ReportExplanation['metric'],
): SalesPart | null {
  if (metric === 'payout' || metric === 'fees' || metric === 'adSpend') return null;
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
    case 'brand':
    case 'account':
    case 'campaign':
    case 'fee_class':
    case 'others':
      return null;
  }
}

/** Returns the address of the report of some days with the products of a brand. */
function productsHref(
  scope: SalesScope,
  { from, to }: ReportExplanation['period'],
  brand: string,
): string | undefined {
  if (scope === null) return undefined;
  const days = { period: 'custom', from, to } as const;
  return `${reportHref({ ...scope, ...days, chart: 'gmv', brand })}#${productsAnchor}`;
}
