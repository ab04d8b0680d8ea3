import { localizationCookie, storage, type Language } from '../storage.ts';

export type { Language };

/** In the order of language switches. The first one is the default. */
export const languages = ['vi', 'en'] as const satisfies readonly Language[];

export const defaultLanguage: Language = 'vi';

/** Locales of `Intl`, with the day before the month, so that members of a team read dates the same way. */
export const locales: Readonly<Record<Language, string>> = { vi: 'vi-VN', en: 'en-GB' };

/** The language of this build. The script in the page's head, development and tests have no single one. */
declare const BUILD_LANGUAGE: Language | undefined;

/** The language of this page, constant for its lifetime. */
export const language: Language =
  typeof BUILD_LANGUAGE === 'undefined'
    ? (storage.localization.read() ?? localizationCookie.read() ?? defaultLanguage)
    : BUILD_LANGUAGE;

/** Stores the language and reloads the page, unless it is the current one. */
export function setLanguage(to: Language): void {
  if (to === language) return;
  storage.localization.write(to);
  window.location.reload();
}
