import { language } from './language.ts';

const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'variant' });

/** Compares two names in the dictionary order of the page's language: An, Ăn, Ân, Dung, Đà Nẵng. */
export function compareNames(one: string, other: string): number {
  return collator.compare(one, other);
}
