import type { IncomingHttpHeaders } from 'node:http';
import { negotiateLanguage, type Language } from '../../platform/http/problem.ts';

type CookieHeaders = Pick<IncomingHttpHeaders, 'cookie'>;

/**
 * The language of a page of the login area: the stored choice, else the `ui_locales` that the application
 * passed on, else Vietnamese. What the browser prefers is not asked.
 */
export function pageLanguage(headers: CookieHeaders, uiLocales?: unknown): Language {
  const locales = typeof uiLocales === 'string' ? uiLocales.replaceAll(' ', ',') : '';
  return chosenLanguage(headers) ?? negotiateLanguage(locales);
}

/** The cookie that the login area keeps a person's choice in; null when there is none. */
export function chosenLanguage(headers: CookieHeaders): Language | null {
  const found = /(?:^|;\s*)localization=(vi|en)(?:;|$)/.exec(headers.cookie ?? '');
  return found ? (found[1] === 'en' ? 'en' : 'vi') : null;
}
