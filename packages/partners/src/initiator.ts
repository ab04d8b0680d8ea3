/** Who cancelled, from a partner's own words, which have about a dozen spellings. */
export function initiator(text: string): 'buyer' | 'seller' | 'system' | null {
  const words = text.toLowerCase();
  if (words === '' || words === 'null') return null;
  if (words.includes('customer') || words.includes('buyer')) return 'buyer';
  return words.includes('seller') ? 'seller' : 'system';
}
