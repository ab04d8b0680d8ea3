const maxLength = 2000;

/**
 * Returns the first text that is an HTTP(S) address, or null. An address without a scheme (`//host/path`), as
 * marketplaces write them, gets `https:`.
 */
export function parsePictureUrl(...candidates: readonly unknown[]): string | null {
  for (const candidate of candidates) {
    if (typeof candidate !== 'string' || candidate === '' || candidate.length > maxLength) continue;
    const text = candidate.startsWith('//') ? `https:${candidate}` : candidate;
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url && (url.protocol === 'https:' || url.protocol === 'http:')) return url.href;
  }
  return null;
}

/** Returns the first item of a list of unknown shape. */
export function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined;
}
