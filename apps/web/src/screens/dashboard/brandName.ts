import { texts } from './texts.ts';

/** How a brand of the breakdown is called, by its key. */
export function brandName(key: string): string {
  if (key === 'brand:') return texts.breakdown.noBrand;
  return key === 'brand?' ? texts.breakdown.unknownBrand : key.slice('brand:'.length);
}
