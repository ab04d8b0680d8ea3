/**
 * What a text is searched by: without Vietnamese marks and letter case, so that "dong bo" finds "Đồng bộ".
 * Applied to the stored text and to what is searched for alike.
 */
export function toSearchKey(text: string): string {
  return normalizeText(text)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[đĐ]/gu, 'd')
    .toLowerCase();
}

/** As texts are stored: composed (some systems type decomposed), trimmed, with single spaces. */
export function normalizeText(text: string): string {
  return text.normalize('NFC').trim().replaceAll(/\s+/gu, ' ');
}
