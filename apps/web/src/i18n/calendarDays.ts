/** Calendar days as text (`2026-11-03`) without a time zone, as in the contract. */

const pattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const milliseconds = 86_400_000;

/** Returns whether the text is a valid calendar day; `2026-02-31` is not. */
export function isDay(text: string): boolean {
  const match = pattern.exec(text);
  if (!match) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * milliseconds).toISOString().slice(0, 10);
}

/** Returns the number of days from `from` to `to`, both included. */
export function daysBetween(from: string, to: string): number {
  return (
    Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / milliseconds) + 1
  );
}

/** Returns the first day of the week, from Monday, or of the month that a day belongs to. */
export function firstDayOf(unit: 'week' | 'month', day: string): string {
  if (unit === 'month') return `${day.slice(0, 8)}01`;
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

/** Returns the last day of the week or month that a day belongs to. */
export function lastDayOf(unit: 'week' | 'month', day: string): string {
  const first = firstDayOf(unit, day);
  return unit === 'week' ? addDays(first, 6) : addDays(firstDayOf('month', addDays(first, 31)), -1);
}

/** Returns the current day in a time zone (an IANA name). */
export function todayIn(timeZone: string, now: number = Date.now()): string {
  const formatter = formatters.get(timeZone) ?? formatterOf(timeZone);
  formatters.set(timeZone, formatter);
  // Assembled from parts, because order and separators change with the browser's language data.
  const parts = formatter.formatToParts(now);
  const valueOf = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((part) => part.type === type)?.value ?? '';
  return `${valueOf('year').padStart(4, '0')}-${valueOf('month').padStart(2, '0')}-${valueOf('day').padStart(2, '0')}`;
}

/** Cached per time zone, because construction is slow. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
}

/**
 * Parses a typed day such as `3/11/2026` (D/M/YYYY, also with dots or hyphens). Returns null if it is invalid.
 */
export function parseTypedDay(text: string): string | null {
  const match = /^(\d{1,2})\s*[/.-]\s*(\d{1,2})\s*[/.-]\s*(\d{4})$/.exec(text.trim());
  if (!match) return null;
  const [, day = '', month = '', year = ''] = match;
  const found = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(found) ? found : null;
}

/** Formats a day for typing: `3/11/2026`. */
export function formatTypedDay(day: string): string {
  const match = pattern.exec(day);
  return match ? `${Number(match[3])}/${Number(match[2])}/${match[1]}` : '';
}
