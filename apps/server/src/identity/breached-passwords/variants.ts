/**
 * Returns the forms in which a password is looked up, since users vary known passwords in these ways: unchanged;
 * normalized (no accents, spaces, punctuation or capitals); without leading and trailing digits; and the repeated
 * unit of a password that repeats itself.
 */
export function passwordVariants(password: string): string[] {
  const normalized = password
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replace(/[^\p{L}\p{N}]/gu, '');
  const withoutEdgeDigits = normalized.replace(/^\d+|\d+$/g, '');
  // Dropping digits may leave any short word, which says too little; hence the minimum length below.
  const repeated = [normalized, withoutEdgeDigits].flatMap((text) => repeatedUnit(text) ?? []);
  return [
    ...new Set([
      password,
      normalized,
      ...(withoutEdgeDigits.length >= 10 ? [withoutEdgeDigits] : []),
      ...repeated,
    ]),
  ];
}

/** Returns the shortest unit that the text repeats at least twice; null when there is none. */
function repeatedUnit(text: string): string | null {
  const at = `${text}${text}`.indexOf(text, 1);
  return text !== '' && at < text.length ? text.slice(0, at) : null;
}
