import { pluralForm, pluralize } from '../../i18n/pluralize.ts';
import { language } from '../../i18n/index.ts';
import { vi } from './texts.vi.ts';

export const en: typeof vi = {
  title: 'Successfully verified',
  linked: (shops, count) => `${shops} ${pluralForm(count, 'is', 'are')} connected.`,
  linkedAny: (count) => (count > 1 ? 'Your shops are connected.' : 'Your shop is connected.'),
  connecting: 'Connecting data, please wait',
  safe: 'You can leave this page. The sync will continue, and nothing will be lost.',
  complete: 'Your shops’ data has been synced.',
  salesComplete: 'Orders and products have been synced.',
  moneyFollows: 'Returns and transactions are still syncing. You don’t need to wait.',
  rowsSoFar: (rows) => `${rows} so far`,
  syncing: 'syncing',
  rowsOf: (rows, all) => `${rows} of ${all}`,
  rows: {
    shop: (count) => pluralize(count, 'shop'),
    products: (count) => pluralize(count, 'product'),
    orders: (count) => pluralize(count, 'order'),
    ads: (count) => pluralize(count, 'item'),
    insights: (count) => pluralize(count, 'row'),
    returns: (count) => pluralize(count, 'return'),
    settlements: (count) => pluralize(count, 'transaction'),
  },
  account: 'Account details',
  waiting: 'Waiting to start',
  partial: 'First results are in. We’re still loading the rest.',
  seeReport: 'View report',
  continue: 'Continue',
  another: 'Connect another shop',
  details: 'Details',
  weekOrders: 'Orders, last 7 days',
  weekSales: 'GMV, last 7 days',
  retryAt: (when) => `Retrying ${when}.`,
  failed: 'Couldn’t check the progress. The sync is still running.',
};

export const texts = language === 'en' ? en : vi;
