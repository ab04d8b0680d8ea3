/**
 * A brand as a marketplace writes it; empty for its ways of saying that a product has none, null where nothing is told.
 */
export function brandOf(told: unknown): string | null {
  if (typeof told !== 'string' || told.trim() === '') return null;
  const name = told.trim();
  return /^no[ _-]?brand$/i.test(name) ? '' : name;
}
