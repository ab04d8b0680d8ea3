/**
 * Normalizes text for search: without diacritics, lower case, `đ` as `d`. Unicode does not decompose `đ`,
 * so it is replaced explicitly.
 */
export function searchKey(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll(/[đĐ]/g, 'd')
    .toLowerCase()
    .trim();
}
