import { daysBetween, firstDayOf } from '../../../i18n/calendarDays.ts';
import { granularities, type Granularity, type ReportFilters } from '../filters/filters.ts';

/** Longest period by hour that the server accepts, in days. */
const maxHourlyDays = 14;

/** Longest period by day and by week, in days, unless the seller chooses otherwise. */
const maxDefaultDays = 120;
const maxDefaultWeeks = 800;

/** Returns the number of days of a period, as the server counts them. */
export function periodDays(
  { period, from, to }: Pick<ReportFilters, 'period' | 'from' | 'to'>,
  today: string,
): number {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const since = (first: Date) => daysBetween(first.toISOString().slice(0, 10), today);
  switch (period) {
    case 'custom':
      return from === undefined || to === undefined ? 28 : daysBetween(from, to);
    case 'today':
    case 'yesterday':
      return 1;
    case 'last_week':
      return 7;
    case 'week':
      return daysBetween(firstDayOf('week', today), today);
    case 'month':
      return day;
    case 'last_month':
      return new Date(Date.UTC(year, month - 1, 0)).getUTCDate();
    case 'quarter':
      return since(new Date(Date.UTC(year, Math.floor((month - 1) / 3) * 3, 1)));
    case 'year':
      return since(new Date(Date.UTC(year, 0, 1)));
    case '7d':
    case '28d':
    case '90d':
      return Number.parseInt(period, 10);
  }
}

/** Returns the granularities that a period allows: each has at least two points, and hours are few. */
export function allowedGranularities(days: number): readonly Granularity[] {
  const minDays: Record<Granularity, number> = { hour: 0, day: 0, week: 8, month: 32 };
  return granularities.filter(
    (each) => days >= minDays[each] && (each !== 'hour' || days <= maxHourlyDays),
  );
}

/** Returns the chosen granularity if the period allows it, or one that follows from its length. */
export function effectiveGranularity(chosen: Granularity | undefined, days: number): Granularity {
  if (chosen !== undefined && allowedGranularities(days).includes(chosen)) return chosen;
  if (days === 1) return 'hour';
  if (days <= maxDefaultDays) return 'day';
  return days <= maxDefaultWeeks ? 'week' : 'month';
}
