import { language } from './language.ts';

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

const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'variant' });

/** Compares two names as a dictionary of the page's language does: An, Ăn, Ân, Dung, Đà Nẵng. */
export function compareNames(one: string, other: string): number {
  return collator.compare(one, other);
}
