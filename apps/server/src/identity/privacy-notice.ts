import type { Language } from '../platform/http/problem.ts';

/**
 * The version of the notice that the web build shows at `/privacy`. A form with another version comes from an old
 * page.
 */
export const privacyNoticeVersion = '2026-11-24';

/** Returns the version that the form's user accepted; null unless it is the current one. */
export function parseAcceptedVersion(given: string | undefined): string | null {
  return given === privacyNoticeVersion ? privacyNoticeVersion : null;
}

/** Formats a retention period for the notice. @param days 0 means no limit */
export function formatRetention(days: number, language: Language): string {
  if (days === 0) return language === 'vi' ? 'không giới hạn thời gian' : 'no time limit';
  if (language === 'vi') return `${days} ngày`;
  return days === 1 ? '1 day' : `${days} days`;
}
