import type { MetricLabels } from './metric.ts';

export const gmv: MetricLabels = {
  name: 'GMV',
  about:
    'The selling price of every order committed in the period, including orders that were cancelled or returned later.',
};
export const orders: MetricLabels = {
  name: 'Orders',
  about: 'Orders committed in the period, including those that were cancelled or returned later.',
};
export const product_orders: MetricLabels = {
  name: 'Orders with the product',
  about:
    'Committed orders that hold this product. Added over several products, an order counts once for each of them.',
};
export const placed_orders: MetricLabels = {
  name: 'Placed orders',
  about: 'Orders by the day they were placed, also those not paid for.',
};
export const cancelled_value: MetricLabels = {
  name: 'Cancelled value',
  about: 'The selling price of cancelled items, on the day their order was committed.',
};
export const failed_value: MetricLabels = {
  name: 'Failed-delivery value',
  about: 'The selling price of items that could not be delivered, on the day of their order.',
};
export const returned_value: MetricLabels = {
  name: 'Returned value',
  about:
    'The selling price of items that were sent back or refunded, on the day their order was committed.',
};
export const nmv: MetricLabels = {
  name: 'NMV',
  about:
    'GMV less what was cancelled, not delivered or returned: the selling price of the items that were kept.',
};
export const seller_vouchers: MetricLabels = {
  name: 'Seller’s vouchers',
  about: 'The vouchers that you pay for, on items that were kept.',
};
export const net_sales: MetricLabels = {
  name: 'Net sales',
  about:
    'The selling price of items that were not cancelled, not returned and did not fail to be delivered, less the vouchers that you pay for.',
};
export const units: MetricLabels = {
  name: 'Units',
  about: 'Pieces sold, without those cancelled, returned or not delivered.',
};
export const valid_orders: MetricLabels = {
  name: 'Valid orders',
  about: 'Committed orders that kept at least one item.',
};
export const aov: MetricLabels = {
  name: 'Average order value',
  about: 'The selling price of kept items, divided by the orders that kept at least one.',
};
export const cancelled_orders: MetricLabels = {
  name: 'Cancelled orders',
  about: 'Committed orders whose items were all cancelled.',
};
export const cancellation_rate: MetricLabels = {
  name: 'Cancellation rate',
  about: 'Cancelled orders divided by committed orders. A rise is bad news.',
};
export const unknown_items: MetricLabels = {
  name: 'Lines in an unknown status',
  about: 'Order lines in a status that we do not know; they count as kept.',
};
