import { language } from '../../../i18n/index.ts';
import { addDays } from '../../../i18n/calendarDays.ts';
import type { ReportFilters } from '../filters/filters.ts';

/** Returns the month (`2026-11`) after, or for a negative number before, another. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
}

/** Returns the month that the report shows as a whole, or null for any other period. */
export function shownMonth(
  { period, from, to }: Pick<ReportFilters, 'period' | 'from' | 'to'>,
  today: string,
): string | null {
  const current = today.slice(0, 7);
  if (period === 'month') return current;
  if (period === 'last_month') return addMonths(current, -1);
  if (from === undefined || to === undefined || !from.endsWith('-01')) return null;
  const month = from.slice(0, 7);
  return to === addDays(`${addMonths(month, 1)}-01`, -1) ? month : null;
}

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
