import { language } from '../../../i18n/index.ts';
import { vi } from './texts.vi.ts';

export const en: typeof vi = {
  alert: 'Set an alert…',
  arrange: 'Customize…',
  title: 'Customize dashboard',
  about: 'Choose the blocks you see and their order. Your choice is kept in this browser.',
  blocks: {
    chart: 'Chart',
    breakdown: 'Sales by shop, brand, hour',
    products: 'Top products',
    ads: 'Ads',
  },
  reset: 'Reset to default',
  done: 'Done',
};

export const texts = language === 'en' ? en : vi;
