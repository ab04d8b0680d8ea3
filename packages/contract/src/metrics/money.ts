import type { Metric } from './metric.ts';

const paid = { basis: 'settled', by: ['shop', 'order'] } as const;
const cohort = { basis: 'committed', by: ['shop', 'order'] } as const;

/** Metrics of the marketplaces' settlements. Amounts of lines are signed: positive ones increase the payout. */
export const moneyMetrics = {
  payout: {
    ...paid,
    kind: 'sum',
    unit: 'money',
    rise: 'good',
    formula: 'Σ all lines of settlements that are paid out',
  },
  fees: {
    ...paid,
    kind: 'sum',
    unit: 'money',
    rise: 'bad',
    formula:
      '− Σ paid-out lines of commission, payment, programme, infrastructure and affiliate fees and penalties; reversals lower it',
  },
  pending_payout: {
    ...paid,
    kind: 'sum',
    unit: 'money',
    rise: 'neither',
    formula: 'Σ lines that are booked and not paid out, as of now; estimates are left out',
  },
  estimated_payout: {
    ...paid,
    kind: 'sum',
    unit: 'money',
    rise: 'neither',
    formula:
      'Σ what the marketplaces themselves expect to pay for orders that they have booked nothing of, as of now; in no other metric',
  },
  settled_orders: {
    ...cohort,
    kind: 'sum',
    unit: 'count',
    rise: 'good',
    formula: 'committed orders of which something is paid out',
  },
  settled_net_sales: {
    ...cohort,
    kind: 'sum',
    unit: 'money',
    rise: 'good',
    formula: 'net sales of settled orders',
  },
  settled_fees: {
    ...cohort,
    kind: 'sum',
    unit: 'money',
    rise: 'bad',
    formula: 'fees paid of settled orders, whenever they were paid',
  },
  take_rate: {
    ...cohort,
    kind: 'ratio',
    unit: 'share',
    rise: 'bad',
    dividend: 'settled_fees',
    divisor: 'settled_net_sales',
    formula: 'fees ÷ net sales over settled orders only, the same orders in both',
  },
  overdue_orders: {
    ...cohort,
    kind: 'sum',
    unit: 'count',
    rise: 'bad',
    formula: 'committed orders that arrived more than 15 days ago and of which nothing is paid out',
  },
} as const satisfies Record<string, Metric>;
