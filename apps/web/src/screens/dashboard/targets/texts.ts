import { language, selectLocale } from '../../../i18n/index.ts';
import { en } from './texts.en.ts';
import { vi } from './texts.vi.ts';

export const texts = selectLocale(vi, en);

const monthFormat = new Intl.DateTimeFormat('en-GB', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Formats a month: `11/2026`, `Nov 2026`. */
export function formatMonth(month: string): string {
  const [year = '', number = ''] = month.split('-');
  return language === 'vi'
    ? `${Number(number)}/${year}`
    : monthFormat.format(new Date(`${month}-01T00:00:00Z`));
}
