/**
 * How a password is looked for: as it is, without accents, spaces, punctuation and capitals, and that without digits
 * at its end; and, of one that only repeats itself, what it repeats. People vary a known one in just these ways.
 */
export function passwordVariants(password: string): string[] {
  const normalized = password
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replace(/[^\p{L}\p{N}]/gu, '');
  const withoutEdgeDigits = normalized.replace(/^\d+|\d+$/g, '');
  // What is left may be any short word; too little to tell anything from.
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

/** The shortest text that this one is made of by writing it twice or more often; null when there is none. */
function repeatedUnit(text: string): string | null {
  const at = `${text}${text}`.indexOf(text, 1);
  return text !== '' && at < text.length ? text.slice(0, at) : null;
}
