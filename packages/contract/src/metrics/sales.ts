import type { Metric } from './metric.ts';

const orders = { basis: 'committed', by: ['shop', 'order'] } as const;
const items = { basis: 'committed', by: ['shop', 'sku', 'order'] } as const;

/** Metrics of orders. P is the seller's price of a line, after the seller's own discount and before vouchers. */
export const salesMetrics = {
  gmv: {
    ...items,
    kind: 'sum',
    unit: 'money',
    rise: 'good',
    formula: 'Σ P of all items of committed orders, also of ones later cancelled or returned',
  },
  orders: {
    ...orders,
    kind: 'sum',
    unit: 'count',
    rise: 'good',
    formula: 'committed orders',
  },
  product_orders: {
    basis: 'committed',
    by: ['sku'],
    kind: 'sum',
    unit: 'count',
    rise: 'good',
    formula:
      'committed orders that hold a product, added over products: an order of three products counts three times',
  },
  placed_orders: {
    ...orders,
    basis: 'created',
    kind: 'sum',
    unit: 'count',
    rise: 'good',
    formula: 'orders by the day they were placed, paid or not',
  },
  cancelled_value: {
    ...items,
    kind: 'sum',
    unit: 'money',
    rise: 'bad',
    formula: 'Σ P of cancelled items',
  },
  failed_value: {
    ...items,
    kind: 'sum',
    unit: 'money',
    rise: 'bad',
    formula: 'Σ P of failed items',
  },
  returned_value: {
    ...items,
    kind: 'sum',
    unit: 'money',
    rise: 'bad',
    formula: 'Σ P of returned items',
  },
  nmv: {
    ...items,
    kind: 'sum',
    unit: 'money',
    rise: 'good',
    formula: 'GMV − cancelled − failed − returned = Σ P of kept items',
  },
  seller_vouchers: {
    ...items,
    kind: 'sum',
    unit: 'money',
    rise: 'neither',
    formula: 'Σ seller’s vouchers of kept items',
  },
  net_sales: {
    ...items,
    kind: 'sum',
    unit: 'money',
    rise: 'good',
    formula:
      'NMV − seller’s vouchers of kept items; the marketplace’s own vouchers stay in, because it pays them to the seller',
  },
  units: {
    ...items,
    kind: 'sum',
    unit: 'count',
    rise: 'good',
    formula: 'units of kept items',
  },
  valid_orders: {
    ...orders,
    kind: 'sum',
    unit: 'count',
    rise: 'good',
    formula: 'committed orders with at least one kept item',
  },
  aov: {
    ...orders,
    kind: 'ratio',
    unit: 'money',
    rise: 'good',
    dividend: 'nmv',
    divisor: 'valid_orders',
    formula: 'NMV ÷ valid orders; none without a valid order',
  },
  cancelled_orders: {
    ...orders,
    kind: 'sum',
    unit: 'count',
    rise: 'bad',
    formula: 'committed orders whose items are all cancelled',
  },
  cancellation_rate: {
    ...orders,
    kind: 'ratio',
    unit: 'share',
    rise: 'bad',
    dividend: 'cancelled_orders',
    divisor: 'orders',
    formula: 'cancelled orders ÷ orders; none without an order',
  },
  unknown_items: {
    ...orders,
    kind: 'sum',
    unit: 'count',
    rise: 'bad',
    formula: 'lines of committed orders in a status that nobody here knows; they count as kept',
  },
} as const satisfies Record<string, Metric>;
