import { pluralize } from '../../../i18n/pluralize.ts';
import { language } from '../../../i18n/index.ts';
import { vi } from './blockTexts.vi.ts';

/** Texts of blocks that are loaded after the metrics in English. */
export const en: typeof vi = {
  breakdown: {
    by: 'Break down by',
    choices: {
      platform: 'Marketplace',
      shop: 'Shop',
      brand: 'Brand',
      hour: 'Hour',
      campaign: 'Campaign',
    },
    titles: {
      platform: 'By marketplace',
      shop: 'By shop',
      brand: 'By brand',
      hour: 'By hour',
      campaign: 'By campaign',
    },
    campaigns: 'Ad spend, with purchases and ROAS as attributed by the ad platform',
    noBrand: 'No brand',
    unknownBrand: 'Brand not provided by the marketplace',
    units: (count) => pluralize(count, 'unit'),
    share: (share) => `${share} of GMV`,
    showTable: 'Show by week or month',
    showBars: 'Show as bars',
    notComparable: 'The previous period is incomplete',
    failed: 'Couldn’t load this breakdown.',
    orders: (count) => pluralize(count, 'order'),
    cancelled: (share) => `${share} canceled`,
    hour: 'Hour',
    hourKeys: 'Use the arrow keys to move between hours, and Enter to open that hour’s orders.',
    bestHour: (hour, value) => `GMV is highest from ${hour}: ${value}.`,
  },
  products: {
    title: 'Top products',
    ofBrand: (brand) => `Products: ${brand}`,
    allBrands: 'All brands',
    summary: (shown, total) =>
      `${shown === total ? '' : `${shown} of `}${pluralize(total, 'product')}, by GMV`,
    name: 'Product',
    units: 'Units',
    gmv: 'GMV',
    change: 'Change',
    sku: (sku) => `SKU ${sku}`,
    noSku: 'No SKU set',
    fresh: 'New',
    more: (count) => `Show ${count} more`,
    fewer: 'Show fewer',
    failed: 'Couldn’t load products.',
    none: 'Products that sell will appear here.',
    noneWhy: 'Nothing was sold in this period.',
  },
  profile: {
    title: 'Your profile is incomplete',
    text: 'Complete it so we can notify you when a shop needs attention.',
    action: 'Complete profile',
    back: 'Show remaining profile steps',
    later: 'Later',
  },
};

/** Texts of blocks that are loaded after the metrics, in the page's language. */
export const blockTexts = language === 'en' ? en : vi;
