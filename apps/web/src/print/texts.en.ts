import type { PrintTexts } from './texts.vi.ts';

export const en: PrintTexts = {
  team: 'Team',
  from: 'From',
  scope: 'Shops',
  period: 'Period',
  asOf: 'As of',
  filters: 'Filters',
  search: 'Search',
  currency: 'Currency',
};
