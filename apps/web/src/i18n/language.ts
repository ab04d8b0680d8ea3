import { localizationCookie, storage, type Language } from '../storage.ts';

export type { Language };

/** In this order in every switch; the first is the default and the fallback. */
export const languages = ['vi', 'en'] as const satisfies readonly Language[];

export const defaultLanguage: Language = 'vi';

/** The language of this page; it never changes while the page lives. */
export const language: Language =
  storage.localization.read() ?? localizationCookie.read() ?? defaultLanguage;

/** Saves the language and reloads the page; the language that is already shown does nothing. */
export function setLanguage(to: Language): void {
  if (to === language) return;
  storage.localization.write(to);
  window.location.reload();
}

/**
 * The texts of one part of the product in the page's language. Vietnamese is the source: English
 * has to have the same names and the same arguments, or it does not compile.
 */
export function selectLocale<Texts>(vi: Texts, en: NoInfer<Texts>): Texts {
  return language === 'en' ? en : vi;
}
