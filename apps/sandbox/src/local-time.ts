/**
 * Time zone of all shops of the sandbox. It has had UTC+7 without daylight saving since 1975, so plain arithmetic is
 * exact.
 */
export const shopTimeZone = 'Asia/Ho_Chi_Minh';
export const shopOffsetSeconds = 7 * 3600;

export const minuteSeconds = 60;
export const hourSeconds = 3600;
export const daySeconds = 86_400;

/** Returns the shop-local day (days since 1970-01-01) of an instant in epoch seconds. */
export function dayOf(epochSeconds: number): number {
  return Math.floor((epochSeconds + shopOffsetSeconds) / daySeconds);
}

/** Returns the first instant (epoch seconds) of a shop-local day. */
export function startOfDay(day: number): number {
  return day * daySeconds - shopOffsetSeconds;
}

/** Cache: a world spans a few years, and each day is formatted many thousand times. */
const formattedDays = new Map<number, string>();

/** Formats a day number as `YYYY-MM-DD`. */
export function formatDay(day: number): string {
  const cached = formattedDays.get(day);
  if (cached !== undefined) return cached;
  const text = new Date(day * daySeconds * 1000).toISOString().slice(0, 10);
  // Limits the cache, because callers may pass arbitrary days.
  if (formattedDays.size < 10_000) formattedDays.set(day, text);
  return text;
}

/** Parses `YYYY-MM-DD` into a day number. Returns undefined if it is not a real calendar day. */
export function parseDay(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const ms = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(ms)) return undefined;
  const day = ms / (daySeconds * 1000);
  return formatDay(day) === text ? day : undefined;
}

/** Returns the day number of a calendar date (month 1 to 12). */
export function dayNumber(year: number, month: number, dayOfMonth: number): number {
  return Date.UTC(year, month - 1, dayOfMonth) / (daySeconds * 1000);
}

interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly dayOfMonth: number;
  /** 0 is Sunday. */
  readonly weekday: number;
}

/** Returns the calendar parts of a day number. */
export function calendarDay(day: number): CalendarDay {
  const date = new Date(day * daySeconds * 1000);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    dayOfMonth: date.getUTCDate(),
    weekday: date.getUTCDay(),
  };
}

/** Formats an instant as `YYYY-MM-DD HH:mm:ss` in shop time. */
export function localDateTime(epochSeconds: number): string {
  const day = dayOf(epochSeconds);
  const second = Math.floor(epochSeconds) - startOfDay(day);
  const minute = Math.floor(second / 60);
  return `${formatDay(day)} ${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}:${twoDigits(second % 60)}`;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : `${value}`;
}

/** Formats an instant in epoch seconds as ISO 8601 in UTC. */
export function isoInstant(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString();
}
