/** Days are text without a time zone (`2026-11-03`); both ends of a range are included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Returns the range between two days, in whichever order they were chosen. */
export function rangeBetween(day: string, other: string): DayRange {
  return day < other ? { from: day, to: other } : { from: other, to: day };
}

/** Returns the local date of a day, for the calendar. */
export function toDate(day: string): Date {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

/** Returns the day of a local date. */
export function toDay(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const year = String(date.getFullYear()).padStart(4, '0');
  return `${year}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Returns the day that is some days after another one. */
export function shiftDay(day: string, days: number): string {
  const date = toDate(day);
  date.setDate(date.getDate() + days);
  return toDay(date);
}

export interface SelectableDays {
  readonly min: string;
  readonly max: string;
  /** Maximum length of a range. */
  readonly maxDays: number;
}

/** Returns the days that can be chosen: beside the first end of a range, only those within the maximum length. */
export function selectableRange(
  { min, max, maxDays }: SelectableDays,
  firstEnd: string | null,
): DayRange {
  if (firstEnd === null) return { from: min, to: max };
  const [earliest, latest] = [shiftDay(firstEnd, 1 - maxDays), shiftDay(firstEnd, maxDays - 1)];
  return { from: earliest < min ? min : earliest, to: latest > max ? max : latest };
}
