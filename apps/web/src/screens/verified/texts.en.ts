import { pluralizeRows } from '../../i18n/pluralize.ts';
import type { VerifiedTexts } from './texts.vi.ts';

export const en: VerifiedTexts = {
  title: 'Successfully verified',
  linked: (shops, count) => `${shops} ${count > 1 ? 'are' : 'is'} connected.`,
  linkedAny: (count) => (count > 1 ? 'Your shops are connected.' : 'Your shop is connected.'),
  connecting: 'Connecting data, please wait',
  safe: 'You can leave this page. The sync will continue, and nothing will be lost.',
  complete: 'Your shops’ data has been synced.',
  salesComplete: 'Orders and products have been synced.',
  moneyFollows: 'Returns and transactions are still syncing. You don’t need to wait.',
  rows: pluralizeRows,
  rowsSoFar: (rows, unit) => `${pluralizeRows(rows, unit)} so far`,
  syncing: 'syncing',
  rowsOf: (rows, all, unit) => `${rows} of ${pluralizeRows(all, unit)}`,
  units: {
    shop: 'shops',
    products: 'products',
    orders: 'orders',
    ads: 'items',
    insights: 'rows',
    returns: 'returns',
    settlements: 'transactions',
  },
  account: 'Account details',
  waiting: 'Waiting to start',
  partial: 'First results are in. We’re still loading the rest.',
  seeReport: 'View report',
  continue: 'Continue',
  another: 'Connect another shop',
  retryAt: (when) => `Retrying ${when}.`,
  failed: 'Couldn’t check the progress. The sync is still running.',
};
