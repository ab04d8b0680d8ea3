import type { MetricLabels } from './metric.ts';

export const payout: MetricLabels = {
  name: 'Payout',
  about:
    'What the marketplaces paid out, after fees, refunds and corrections. Where TikTok Shop does not tell the day that it paid, the day its statement ended counts.',
};
export const fees: MetricLabels = {
  name: 'Fees',
  about: 'Fees and penalties that the marketplaces kept of what they paid out.',
};
export const pending_payout: MetricLabels = {
  name: 'Payout due',
  about: 'What the marketplaces have booked and not paid out yet.',
};
export const estimated_payout: MetricLabels = {
  name: 'Estimated payout',
  about:
    'What TikTok Shop itself expects to pay for orders that are on no statement yet. An estimate: it may change, and is added to nothing.',
};
export const settled_orders: MetricLabels = {
  name: 'Settled orders',
  about: 'Orders committed in the period that are paid out.',
};
export const settled_net_sales: MetricLabels = {
  name: 'Settled net sales',
  about: 'Net sales of the orders that are paid out.',
};
export const settled_fees: MetricLabels = {
  name: 'Fees of settled orders',
  about: 'Fees of the orders that are paid out.',
};
export const take_rate: MetricLabels = {
  name: 'Take rate',
  about: 'Fees divided by net sales, over orders that are paid out only.',
};
export const overdue_orders: MetricLabels = {
  name: 'Overdue orders',
  about: 'Orders that arrived more than 15 days ago and of which nothing is paid out.',
};
