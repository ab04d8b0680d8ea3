/**
 * Returns a search key without Vietnamese diacritics and letter case, so that "dong bo" finds "Đồng bộ". Apply it to
 * both the stored text and the search term.
 */
export function toSearchKey(text: string): string {
  return normalizeText(text)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[đĐ]/gu, 'd')
    .toLowerCase();
}

/** Normalizes a text for storage: NFC (some systems type decomposed characters), trimmed, single spaces. */
export function normalizeText(text: string): string {
  return text.normalize('NFC').trim().replaceAll(/\s+/gu, ' ');
}
