import { language } from '../i18n/index.ts';
import { vi } from './texts.vi.ts';

export const en: typeof vi = {
  team: 'Team',
  from: 'From',
  scope: 'Shops',
  period: 'Period',
  asOf: 'As of',
  search: 'Search',
  currency: 'Currency',
};

export const texts = language === 'en' ? en : vi;
