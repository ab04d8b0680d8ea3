import { formatClock, localTimes } from './calendar.ts';

/** Same as in the web application: English names the month, because numeric dates are ambiguous. */
const englishMonths = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
];

/** Formats an instant: `27/11/2026, 09:05`, in English `27 Nov 2026, 09:05`. */
export function formatDateTime(
  instant: Date,
  isVietnamese: boolean,
  timeZone = 'Asia/Ho_Chi_Minh',
): string {
  const { day, minute } = localTimes(timeZone)(instant);
  return `${formatDay(day, isVietnamese)}, ${formatClock(minute)}`;
}

/** Formats a calendar day (`2026-11-03`) without time zone: `3/11/2026`, in English `3 Nov 2026`. */
export function formatDay(day: string, isVietnamese: boolean): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return isVietnamese
    ? `${Number(date)}/${Number(month)}/${year}`
    : `${Number(date)} ${englishMonths[Number(month) - 1] ?? month} ${year}`;
}
