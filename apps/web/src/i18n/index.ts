import { createFormats } from './formats.ts';
import { selectLocale, language } from './language.ts';
import { en } from './texts/shared.en.ts';
import { vi } from './texts/shared.vi.ts';

export { selectLocale, language, languages, setLanguage } from './language.ts';
export type { Language } from './language.ts';
export { defaultTimeZone } from './formats.ts';
export type { MoneyParts } from './money.ts';

/** The shared texts in the page's language. */
export const sharedTexts = selectLocale(vi, en);

/** Numbers, money, dates and lists as the page's language writes them. */
export const formats = createFormats(language);
