import { createFormats } from './formats.ts';
import { knownText } from './knownText.ts';
import { language } from './language.ts';
import { sharedTexts } from './texts/shared.ts';

export { language, languages, setLanguage } from './language.ts';
export type { Language } from './language.ts';
export { defaultTimeZone } from './formats.ts';
export { sharedTexts };

/** Returns the name of a partner; one that is newer than the page has a neutral one. */
export const partnerName = (partner: string): string =>
  knownText(sharedTexts.partners, partner, sharedTexts.otherPartner);

/** Formats of numbers, money, dates and lists in the page's language. */
export const formats = createFormats(language);

let collator: Intl.Collator | undefined;

/** Compares two names in the dictionary order of the page's language: An, Ăn, Ân, Dung, Đà Nẵng. */
export function compareNames(one: string, other: string): number {
  collator ??= new Intl.Collator(language, { numeric: true, sensitivity: 'variant' });
  return collator.compare(one, other);
}
