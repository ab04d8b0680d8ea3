/** Returns who cancelled, parsed from a partner's text, of which about a dozen spellings exist. */
export function parseCancelledBy(text: string): 'buyer' | 'seller' | 'system' | null {
  const normalized = text.toLowerCase();
  if (normalized === '' || normalized === 'null') return null;
  if (normalized.includes('customer') || normalized.includes('buyer')) return 'buyer';
  return normalized.includes('seller') ? 'seller' : 'system';
}
