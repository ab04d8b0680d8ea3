import { blockTexts } from './blockTexts.ts';

/** Returns the display name of a brand by its key in the breakdown. */
export function brandName(key: string): string {
  if (key === 'brand:') return blockTexts.breakdown.noBrand;
  return key === 'brand?' ? blockTexts.breakdown.unknownBrand : key.slice('brand:'.length);
}
