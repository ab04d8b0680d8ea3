import type { MetricLabels } from './metric.ts';

export const gmv: MetricLabels = {
  name: 'GMV',
  about:
    'The selling price of every order sold in the period, including orders later canceled or returned.',
};
export const orders: MetricLabels = {
  name: 'Orders',
  about: 'Orders sold in the period, including those later canceled or returned.',
};
export const product_orders: MetricLabels = {
  name: 'Orders with the product',
  about:
    'Sold orders that include this product. When you add up several products, an order counts once for each of them.',
};
export const placed_orders: MetricLabels = {
  name: 'Placed orders',
  about: 'Orders by order date, including unpaid ones.',
};
export const cancelled_value: MetricLabels = {
  name: 'Canceled value',
  about: 'The selling price of canceled items, on the order’s sale date.',
};
export const failed_value: MetricLabels = {
  name: 'Failed-delivery value',
  about: 'The selling price of items that couldn’t be delivered, on the order’s sale date.',
};
export const returned_value: MetricLabels = {
  name: 'Returned value',
  about: 'The selling price of items that were returned or refunded, on the order’s sale date.',
};
export const nmv: MetricLabels = {
  name: 'NMV',
  about:
    'GMV minus canceled, undelivered, and returned items: the selling price of items that buyers kept.',
};
export const seller_vouchers: MetricLabels = {
  name: 'Seller vouchers',
  about: 'Vouchers you pay for, on items that buyers kept.',
};
export const net_sales: MetricLabels = {
  name: 'Net sales',
  about:
    'The selling price of items that weren’t canceled, returned, or undelivered, minus vouchers you pay for.',
};
export const units: MetricLabels = {
  name: 'Units',
  about: 'Units sold, excluding canceled, returned, and undelivered ones.',
};
export const valid_orders: MetricLabels = {
  name: 'Valid orders',
  about: 'Sold orders in which the buyer kept at least one item.',
};
export const aov: MetricLabels = {
  name: 'Average order value',
  about: 'The selling price of kept items, divided by the number of valid orders.',
};
export const cancelled_orders: MetricLabels = {
  name: 'Canceled orders',
  about: 'Sold orders in which every item was canceled.',
};
export const cancellation_rate: MetricLabels = {
  name: 'Cancellation rate',
  about: 'Canceled orders divided by sold orders. Lower is better.',
};
export const unknown_items: MetricLabels = {
  name: 'Items with unknown status',
  about: 'Order items whose status we don’t recognize. They count as kept.',
};
