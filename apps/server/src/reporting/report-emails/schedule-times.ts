import { addDays, dayNumber, localTimes, startOfDay } from '../../platform/calendar.ts';

/** When a report is sent. */
export type Rhythm =
  | { rhythm: 'daily' }
  /** @property weekday ISO 8601: Monday is 1 */
  | { rhythm: 'weekly'; weekday: number }
  /** @property monthDay 1 to 31; the last day of a shorter month */
  | { rhythm: 'monthly'; monthDay: number };

export type ScheduleTimes = Rhythm & { hour: number; timeZone: string };

/** Returns the first day after `after` on which a report is due. */
export function nextDueDay(rhythm: Rhythm, after: string): string {
  switch (rhythm.rhythm) {
    case 'daily':
      return addDays(after, 1);
    case 'weekly':
      // 1970-01-01 was a Thursday, the fourth day of its week.
      return addDays(after, ((rhythm.weekday - ((dayNumber(after) + 3) % 7) + 5) % 7) + 1);
    case 'monthly': {
      const sameMonth = dayOfMonth(after.slice(0, 7), rhythm.monthDay);
      return sameMonth > after ? sameMonth : dayOfMonth(monthAfter(after), rhythm.monthDay);
    }
  }
}

/** Returns the due day before `day`, which must be a due day itself. */
export function previousDueDay(rhythm: Rhythm, day: string): string {
  switch (rhythm.rhythm) {
    case 'daily':
      return addDays(day, -1);
    case 'weekly':
      return addDays(day, -7);
    case 'monthly': {
      const before = addDays(`${day.slice(0, 7)}-01`, -1);
      return dayOfMonth(before.slice(0, 7), rhythm.monthDay);
    }
  }
}

/** Returns the days of the report that is due on a day: from the previous due day to the day before. */
export function reportedDays(rhythm: Rhythm, dueDay: string): { from: string; to: string } {
  return { from: previousDueDay(rhythm, dueDay), to: addDays(dueDay, -1) };
}

/** Returns the instant at which a report is due on a day. */
export function dueInstant({ hour, timeZone }: ScheduleTimes, day: string): Date {
  const start = startOfDay(day, timeZone);
  const guess = new Date(start.getTime() + hour * 3_600_000);
  const local = localTimes(timeZone)(guess);
  // Clocks that were changed since midnight.
  const lateMinutes = local.day === day ? local.minute - hour * 60 : 0;
  return new Date(guess.getTime() - lateMinutes * 60_000);
}

/** Returns the first report that is due after an instant. */
export function nextDue(times: ScheduleTimes, after: Date): { dueDay: string; dueAt: Date } {
  const today = localTimes(times.timeZone)(after).day;
  let dueDay = nextDueDay(times, addDays(today, -1));
  let dueAt = dueInstant(times, dueDay);
  if (dueAt <= after) {
    dueDay = nextDueDay(times, dueDay);
    dueAt = dueInstant(times, dueDay);
  }
  return { dueDay, dueAt };
}

/** Returns the due day of the latest report whose days are over, whether or not its hour has come. */
export function currentDueDay(times: ScheduleTimes, now: Date): string {
  const today = localTimes(times.timeZone)(now).day;
  const { dueDay } = nextDue(times, now);
  return dueDay > today ? previousDueDay(times, dueDay) : dueDay;
}

/** Returns the latest due day up to an instant, from `dueDay` on. Reports that nobody sent in time are left out. */
export function latestDueDay(times: ScheduleTimes, dueDay: string, now: Date): string {
  let day = dueDay;
  for (;;) {
    const next = nextDueDay(times, day);
    if (dueInstant(times, next) > now) return day;
    day = next;
  }
}

function dayOfMonth(month: string, day: number): string {
  const last = Number(addDays(`${monthAfter(`${month}-01`)}-01`, -1).slice(8));
  return `${month}-${String(Math.min(day, last)).padStart(2, '0')}`;
}

/** Returns the month after that of a day, as `YYYY-MM`. */
function monthAfter(day: string): string {
  return addDays(`${day.slice(0, 7)}-28`, 4).slice(0, 7);
}
