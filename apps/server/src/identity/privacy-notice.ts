import type { Language } from '../platform/http/problem.ts';

/** The version of the notice that the web build shows at `/privacy`; a form that names another is of an old page. */
export const privacyNoticeVersion = '2026-11-24';

/** The version that a form says was agreed to; null where it names none that is shown. */
export function parseAcceptedVersion(given: string | undefined): string | null {
  return given === privacyNoticeVersion ? privacyNoticeVersion : null;
}

/** How long something is kept, for the notice. @param days 0: without an end */
export function formatRetention(days: number, language: Language): string {
  if (days === 0) return language === 'vi' ? 'không giới hạn thời gian' : 'without a limit of time';
  if (language === 'vi') return `${days} ngày`;
  return days === 1 ? '1 day' : `${days} days`;
}
