const brandPrefix = 'brand:';
const unknownBrandKey = 'brand?';

/**
 * Returns the key of a brand in responses: an empty brand for products without one, null for products whose
 * marketplace does not say.
 */
export function brandKey(brand: string | null): string {
  return brand === null ? unknownBrandKey : brandPrefix + brand;
}

/** Returns the brand of a key that `brandKey` made. */
export function parseBrandKey(key: string): string | null {
  return key === unknownBrandKey ? null : key.slice(brandPrefix.length);
}
