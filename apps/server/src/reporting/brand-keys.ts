const brandPrefix = 'brand:';
const unknownBrandKey = 'brand?';

/** How answers call a brand: empty for products without one, null for those of which it is not told. */
export function brandKey(brand: string | null): string {
  return brand === null ? unknownBrandKey : brandPrefix + brand;
}

/** The brand of such a key. */
export function parseBrandKey(key: string): string | null {
  return key === unknownBrandKey ? null : key.slice(brandPrefix.length);
}
