/** Normalizes a marketplace's brand: empty for its variants of "no brand", null when none is reported. */
export function normalizeBrand(value: unknown): string | null {
  if (typeof value !== 'string' || value.trim() === '') return null;
  const name = value.trim();
  return /^no[ _-]?brand$/i.test(name) ? '' : name;
}
