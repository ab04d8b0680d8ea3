import { pluralize } from '../../../i18n/pluralize.ts';
import { language } from '../../../i18n/index.ts';
import { vi } from './texts.vi.ts';

/** Texts of the rows behind a figure in English. */
export const en: typeof vi = {
  title: 'Lines',
  titles: {
    payout: 'Payout lines',
    fees: 'Fee lines',
    adSpend: 'Ad spend by day',
  },
  days: (from, to) => (from === to ? from : `${from} to ${to}`),
  lead: {
    payout: (days) => `What the marketplaces paid out, ${days}.`,
    fees: (days) => `Fees and penalties that the marketplaces kept, ${days}.`,
    adSpend: (days) => `Each campaign, day by day, ${days}.`,
  },
  noMetric: 'No figure selected',
  noMetricText: 'This page opens from a figure of a report.',
  toMoney: 'Payouts and fees',
  failed: 'Couldn’t load the lines.',
  empty: 'No lines',
  emptyText: 'No lines match these days and filters.',
  total: (amount) => `Total: ${amount}`,
  more: 'Load more',
  chosen: 'Filtered by',
  leaveOut: (text) => `Remove filter: ${text}`,
  oneShop: 'One shop',
  oneAccount: 'One ad account',
  day: 'Day',
  kind: 'Kind',
  shop: 'Shop',
  order: 'Order',
  noOrder: 'No order',
  amount: 'Amount',
  campaign: 'Campaign',
  account: 'Account',
  clicks: 'Clicks',
  purchases: 'Purchases',
  counts: (clicks, purchases) =>
    `${pluralize(clicks, 'click')} · ${pluralize(purchases, 'purchase')}`,
};

export const texts = language === 'en' ? en : vi;
