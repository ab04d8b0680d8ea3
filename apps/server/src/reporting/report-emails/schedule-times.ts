import { addDays, localDays } from '../../platform/calendar.ts';

/** When a report is sent. */
export type Rhythm =
  | { rhythm: 'daily' }
  /** @property weekday ISO 8601: Monday is 1 */
  | { rhythm: 'weekly'; weekday: number }
  /** @property monthDay 1 to 31; the last day of a shorter month */
  | { rhythm: 'monthly'; monthDay: number };

export type ScheduleTimes = Rhythm & { hour: number; timeZone: string };

/** Returns whether two schedules are due at the same times. */
export function isSameTime(one: ScheduleTimes, other: ScheduleTimes): boolean {
  const day = (times: ScheduleTimes) =>
    times.rhythm === 'weekly' ? times.weekday : times.rhythm === 'monthly' ? times.monthDay : null;
  return (
    one.rhythm === other.rhythm &&
    day(one) === day(other) &&
    one.hour === other.hour &&
    one.timeZone === other.timeZone
  );
}

/** Returns the first day after `after` on which a report is due. */
export function nextDueDay(rhythm: Rhythm, after: string): string {
  const day = Temporal.PlainDate.from(after);
  switch (rhythm.rhythm) {
    case 'daily':
      return addDays(after, 1);
    case 'weekly':
      return addDays(after, ((rhythm.weekday - day.dayOfWeek + 6) % 7) + 1);
    case 'monthly': {
      const month = day.toPlainYearMonth();
      const sameMonth = dayOfMonth(month, rhythm.monthDay);
      return sameMonth > after ? sameMonth : dayOfMonth(month.add({ months: 1 }), rhythm.monthDay);
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
    case 'monthly':
      return dayOfMonth(Temporal.PlainYearMonth.from(day).subtract({ months: 1 }), rhythm.monthDay);
  }
}

/** The last day of a shorter month. */
const dayOfMonth = (month: Temporal.PlainYearMonth, day: number) =>
  month.toPlainDate({ day }).toString();

/** Returns the days of the report that is due on a day: from the previous due day to the day before. */
export function reportedDays(rhythm: Rhythm, dueDay: string): { from: string; to: string } {
  return { from: previousDueDay(rhythm, dueDay), to: addDays(dueDay, -1) };
}

/** Returns the instant at which a report is due on a day. */
export function dueInstant({ hour, timeZone }: ScheduleTimes, day: string): Date {
  const local = Temporal.PlainDate.from(day).toPlainDateTime({ hour });
  const { epochMilliseconds } = local.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  return new Date(epochMilliseconds);
}

/** Returns the first report that is due after an instant. */
export function nextDue(times: ScheduleTimes, after: Date): { dueDay: string; dueAt: Date } {
  const today = localDays(times.timeZone)(after);
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
  const today = localDays(times.timeZone)(now);
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
