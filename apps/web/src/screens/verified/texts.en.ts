import { pluralizeRows } from '../../i18n/pluralize.ts';
import type { VerifiedTexts } from './texts.vi.ts';

export const en: VerifiedTexts = {
  title: 'Successfully verified',
  linked: (shops, count) => `${shops} ${count > 1 ? 'are' : 'is'} connected.`,
  linkedAny: (count) => (count > 1 ? 'Your shops are connected.' : 'Your shop is connected.'),
  connecting: 'Connecting data, please wait',
  safe: 'You may leave this page: the synchronisation goes on and nothing is lost.',
  complete: 'The data of your shops has been read.',
  salesComplete: 'Orders and products have been read.',
  moneyFollows: 'Returns and transactions are still being read; there is no need to wait.',
  rows: pluralizeRows,
  rowsSoFar: (rows, unit) => `${pluralizeRows(rows, unit)} so far`,
  syncing: 'reading',
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
  waiting: 'Waiting for its turn',
  partial: 'The first figures are there, the rest is being read.',
  seeReport: 'See the report',
  continue: 'Continue',
  another: 'Connect another shop',
  retryAt: (when) => `It tries again ${when}.`,
  failed: 'The progress could not be asked for. The synchronisation goes on.',
};
