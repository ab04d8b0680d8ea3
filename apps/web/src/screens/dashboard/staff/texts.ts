import { language } from '../../../i18n/index.ts';
import { vi } from './texts.vi.ts';

export const en: typeof vi = {
  title: 'Catalog and prices',
  lead: 'What’s waiting, and the latest changes.',
  waiting: 'Waiting',
  nothing: 'Nothing is waiting.',
  failed: 'Couldn’t load the catalog and prices.',
  draft: 'Unsaved draft',
  draftText: 'You have an unfinished form in this tab.',
  resume: 'Continue',
  withoutPrices: (count) => `Brands without prices: ${count}`,
  addPrice: 'Add price',
  inactive: (count) => `Inactive brands that still have prices: ${count}`,
  more: (count) => `and ${count} more`,
  changedBrands: 'Latest brand changes',
  changedPrices: 'Latest prices',
  changed: (when) => `Updated ${when}`,
  validFrom: (day) => `Since ${day}`,
  all: { brands: 'All brands', prices: 'All prices' },
  empty: {
    brands: 'No brands yet',
    brandsText: 'Brands that you create appear here.',
    newBrand: 'Create brand',
    prices: 'No prices yet',
    pricesText: 'Prices that you add appear here.',
    newPrice: 'Add price',
  },
  inactiveBrand: 'Inactive',
  connect: 'Do you sell, too? Connect a shop to see its report.',
  connectAction: 'Connect a shop',
};

export const texts = language === 'en' ? en : vi;
