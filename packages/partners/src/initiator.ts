/** Who cancelled, from a partner's own words, which have about a dozen spellings. */
export function parseCancelledBy(text: string): 'buyer' | 'seller' | 'system' | null {
  const normalized = text.toLowerCase();
  if (normalized === '' || normalized === 'null') return null;
  if (normalized.includes('customer') || normalized.includes('buyer')) return 'buyer';
  return normalized.includes('seller') ? 'seller' : 'system';
}
