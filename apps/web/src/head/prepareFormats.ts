import { todayIn } from '../i18n/calendarDays.ts';
import { defaultTimeZone } from '../i18n/formats.ts';
import { locales, type Language } from '../i18n/language.ts';

/**
 * Formats a day, a time and an amount. The browser loads the data of a language and its calendar with the first of each,
 * which would delay the first render, and is idle while the scripts are loading.
 */
export function prepareFormats(language: Language): void {
  todayIn(defaultTimeZone);
  new Date().toLocaleTimeString(locales[language], { timeZone: defaultTimeZone });
  (0).toLocaleString(locales[language], { style: 'currency', currency: 'VND' });
}
