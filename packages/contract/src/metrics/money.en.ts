import type { MetricLabels } from './metric.ts';

export const payout: MetricLabels = {
  name: 'Payout',
  about:
    'What the marketplaces paid out, after fees, refunds, and adjustments. If TikTok Shop doesn’t provide the payout date, the statement’s end date counts.',
};
export const fees: MetricLabels = {
  name: 'Fees',
  about: 'Fees and penalties that the marketplaces deducted from payouts.',
};
export const pending_payout: MetricLabels = {
  name: 'Payout due',
  about: 'What the marketplaces have booked but not paid out yet.',
};
export const estimated_payout: MetricLabels = {
  name: 'Estimated payout',
  about:
    'What TikTok Shop expects to pay for orders that aren’t on a statement yet. It’s an estimate that may change and isn’t added to any other metric.',
};
export const settled_orders: MetricLabels = {
  name: 'Settled orders',
  about: 'Orders sold in the period that have been paid out.',
};
export const settled_net_sales: MetricLabels = {
  name: 'Settled net sales',
  about: 'Net sales from orders that have been paid out.',
};
export const settled_fees: MetricLabels = {
  name: 'Fees on settled orders',
  about: 'Fees on orders that have been paid out.',
};
export const take_rate: MetricLabels = {
  name: 'Take rate',
  about: 'Fees divided by net sales, only for orders that have been paid out.',
};
export const overdue_orders: MetricLabels = {
  name: 'Overdue orders',
  about: 'Orders delivered more than 15 days ago with no payout.',
};
