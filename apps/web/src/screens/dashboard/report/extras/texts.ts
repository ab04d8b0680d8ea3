import { language } from '../../../../i18n/index.ts';
import { vi } from './texts.vi.ts';

/** Texts of what the chart shows beside the metric in English. */
export const en: typeof vi = {
  target: 'Target',
  note: (text) => `Note: ${text}`,
  shopNote: (shop, text) => `Note (${shop}): ${text}`,
  changes: {
    sold_out: { name: (products) => `Sold out: ${products}`, short: 'Sold out' },
    restocked: { name: (products) => `Back in stock: ${products}`, short: 'Restocked' },
    price_lowered: { name: (products) => `Price cut: ${products}`, short: 'Price cut' },
    price_raised: { name: (products) => `Price increase: ${products}`, short: 'Price up' },
  },
  priced: (product, before, after) => `${product} (${before} → ${after})`,
  moreProducts: (count) => `${count} more products`,
};

export const texts = language === 'en' ? en : vi;
