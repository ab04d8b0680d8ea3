import type { IncomingHttpHeaders } from 'node:http';
import { languageOf, type Language } from '../platform/problem.ts';

type Headers = Pick<IncomingHttpHeaders, 'cookie' | 'accept-language'>;

/** What was asked for in the address, else what the person chose before, else what the browser prefers. */
export function pageLanguage(headers: Headers, asked = ''): Language {
  if (asked !== '') return languageOf(asked.replaceAll(' ', ','));
  return chosenLanguage(headers) ?? languageOf(headers['accept-language']);
}

/** The cookie that the login area keeps a person's choice in; null when there is none. */
export function chosenLanguage(headers: Headers): Language | null {
  const found = /(?:^|;\s*)localization=(vi|en)(?:;|$)/.exec(headers.cookie ?? '');
  return found ? (found[1] === 'en' ? 'en' : 'vi') : null;
}
