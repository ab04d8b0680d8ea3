import { texts } from '../texts.ts';

/** Returns the display name of a brand by its key in the breakdown. */
export function brandName(key: string): string {
  if (key === 'brand:') return texts.breakdown.noBrand;
  return key === 'brand?' ? texts.breakdown.unknownBrand : key.slice('brand:'.length);
}
