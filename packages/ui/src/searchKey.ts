/**
 * A text as people search for it: without marks, in lower case, `đ` as `d`. Unicode takes `đ` for a
 * letter of its own, so dropping the marks of a decomposed text leaves it in place.
 */
export function searchKey(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll(/[đĐ]/g, 'd')
    .toLowerCase()
    .trim();
}
