import { pluralForm, pluralize } from '../../../i18n/pluralize.ts';
import { language } from '../../../i18n/index.ts';
import { vi } from './texts.vi.ts';

/** Texts of the table of shops by week or month in English. */
export const en: typeof vi = {
  caption: (metric) => `${metric} by shop and time`,
  unit: 'Columns',
  units: { week: 'Weeks', month: 'Months' },
  metric: 'Metric',
  shop: 'Shop',
  total: 'Total',
  download: 'Download CSV',
  marketplace: 'Marketplace',
  failed: 'This table couldn’t be loaded.',
  loading: (days) =>
    `${pluralize(days, 'day')} ${pluralForm(days, 'is', 'are')} still loading; the figures may grow.`,
  onlyMonths: 'Periods longer than a year are shown by month.',
  file: 'shops',
};

export const texts = language === 'en' ? en : vi;
