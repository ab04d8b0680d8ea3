/** Calendar days of a shop, written `YYYY-MM-DD`. Pure arithmetic on the proleptic Gregorian calendar. */

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Returns the number of days since 1970-01-01. */
export function dayNumber(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs);
}

export function dayFromNumber(number: number): string {
  return new Date(number * dayMs).toISOString().slice(0, 10);
}

/** Returns whether the text is a day that exists; 2026-02-30 does not. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}

export function addDays(day: string, days: number): string {
  return dayFromNumber(dayNumber(day) + days);
}

/** Counts the days from `from` to `to`, both included. */
export function countDays(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from) + 1;
}

/** Returns the zone's offset from UTC at an instant, in milliseconds. */
function offsetAt(instantMs: number, timeZone: string): number {
  const instant = Temporal.Instant.fromEpochMilliseconds(instantMs);
  return instant.toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e6;
}

/** For every year that an order can have, zones change their offset only at whole quarters of an hour. */
const quarterHourMs = 900_000;
const maxCachedDays = 10_000;

/** The local day of an instant, and the local minute of that day, 0 to 1439. */
interface LocalTime {
  day: string;
  minute: number;
}
export type LocalTimeOf = (instant: Date) => LocalTime;
export type LocalDayOf = (instant: Date) => string;

/** Returns a function that maps an instant to its day in the zone. */
export function localDays(timeZone: string): LocalDayOf {
  const timeOf = localTimes(timeZone);
  return (instant) => timeOf(instant).day;
}

const calendars = new Map<string, LocalTimeOf>();

/** Returns a function that maps an instant to its local day and minute. Offsets are cached per zone and UTC day. */
export function localTimes(timeZone: string): LocalTimeOf {
  return calendars.getOrInsertComputed(timeZone, createCalendar);
}

function createCalendar(timeZone: string): LocalTimeOf {
  /** By UTC day: the offset if it holds all day, or null if it changes during the day. */
  const offsets = new Map<number, number | null>();
  const days = new Map<number, string>();

  function offsetOfDay(utcDay: number): number | null {
    const known = offsets.get(utcDay);
    if (known !== undefined) return known;
    const first = offsetAt(utcDay * dayMs, timeZone);
    const last = offsetAt((utcDay + 1) * dayMs, timeZone);
    // No zone has ever changed its offset and reverted it within one day.
    const offset = first === last ? first : null;
    if (offsets.size >= maxCachedDays) offsets.clear();
    offsets.set(utcDay, offset);
    return offset;
  }

  return (instant) => {
    const ms = instant.getTime();
    const offset =
      offsetOfDay(Math.floor(ms / dayMs)) ??
      offsetAt(Math.floor(ms / quarterHourMs) * quarterHourMs, timeZone);
    const localMs = ms + offset;
    const number = Math.floor(localMs / dayMs);
    let day = days.get(number);
    if (day === undefined) {
      day = dayFromNumber(number);
      if (days.size >= maxCachedDays) days.clear();
      days.set(number, day);
    }
    return { day, minute: Math.floor((localMs - number * dayMs) / minuteMs) };
  };
}

/** Returns the first instant of a day in the zone. If clocks skip midnight, it is the first instant after the skip. */
export function startOfDay(day: string, timeZone: string): Date {
  const start = Temporal.PlainDate.from(day).toZonedDateTime(timeZone);
  return new Date(start.epochMilliseconds);
}

/** Formats a minute of the day as HH:MM. */
export function formatClock(minute: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}
