const named = 'brand:';
const untold = 'brand?';

/** How answers call a brand: empty for products without one, null for those of which it is not told. */
export function brandKey(brand: string | null): string {
  return brand === null ? untold : named + brand;
}

/** The brand of such a key. */
export function brandOf(key: string): string | null {
  return key === untold ? null : key.slice(named.length);
}
