import type { IncomingHttpHeaders } from 'node:http';
import { negotiateLanguage, type Language } from '../../platform/http/problem.ts';

type CookieHeaders = Pick<IncomingHttpHeaders, 'cookie'>;

/**
 * Returns the language of a login area page: the stored choice, else the `ui_locales` passed by the application,
 * else Vietnamese. The browser's preferred languages are ignored.
 */
export function pageLanguage(headers: CookieHeaders, uiLocales?: unknown): Language {
  const locales = typeof uiLocales === 'string' ? uiLocales.replaceAll(' ', ',') : '';
  return chosenLanguage(headers) ?? negotiateLanguage(locales);
}

/** Returns the language stored in the login area's cookie; null when there is none. */
export function chosenLanguage(headers: CookieHeaders): Language | null {
  const found = /(?:^|;\s*)localization=(vi|en)(?:;|$)/.exec(headers.cookie ?? '');
  return found ? (found[1] === 'en' ? 'en' : 'vi') : null;
}
