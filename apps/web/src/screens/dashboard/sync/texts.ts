import { pluralize } from '../../../i18n/pluralize.ts';
import { language } from '../../../i18n/index.ts';
import { vi } from './texts.vi.ts';

/** Texts of the progress of a sync in English. */
export const en: typeof vi = {
  of: (rows, total) => `${rows} of ${total}`,
  rows: {
    shop: (count) => `${count} details`,
    products: (count) => pluralize(count, 'product'),
    orders: (count) => pluralize(count, 'order'),
    ads: (count) => pluralize(count, 'campaign or ad', 'campaigns and ads'),
    insights: (count) => pluralize(count, 'row of ad data', 'rows of ad data'),
    returns: (count) => pluralize(count, 'return'),
    settlements: (count) => pluralize(count, 'settlement transaction'),
  },
  starting: 'starting',
  retryAt: (message, time) => `${message} Next try: ${time}.`,
};

/** Texts of the progress of a sync, in the page's language. */
export const texts = language === 'en' ? en : vi;
