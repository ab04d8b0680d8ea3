/**
 * A brand as a marketplace writes it; empty for its ways of saying that a product has none, null where nothing is told.
 */
export function normalizeBrand(value: unknown): string | null {
  if (typeof value !== 'string' || value.trim() === '') return null;
  const name = value.trim();
  return /^no[ _-]?brand$/i.test(name) ? '' : name;
}
