import type { ReportSchedule } from '@seller-connect/contract';
import { endpointQuery } from '../api/queries/endpointQuery.ts';
import type { InvalidatableQuery } from '../api/queries/queryKeys.ts';
import { formatHour } from '../forms/hours.ts';
import { texts } from './texts.ts';

export const schedulesQuery = endpointQuery('listReportSchedules');

/** Queries that show scheduled reports. */
export const scheduleQueryNames = [
  'listReportSchedules',
  'readAudit',
] as const satisfies readonly InvalidatableQuery[];

export type ScheduleTimes = Pick<ReportSchedule, 'rhythm' | 'weekday' | 'monthDay' | 'hour'>;

/** Returns when a report is sent, such as “Every Monday at 08:00”. */
export function formatTimes({ rhythm, weekday, monthDay, hour }: ScheduleTimes): string {
  const time = formatHour(hour);
  switch (rhythm) {
    case 'daily':
      return texts.when.daily(time);
    case 'weekly':
      return texts.when.weekly(texts.weekdays[(weekday ?? 1) - 1] ?? '', time);
    case 'monthly':
      return texts.when.monthly(texts.monthDay(monthDay ?? 1), time);
  }
}
