import type { AuditExportQuery, AuditGroup } from '@seller-connect/contract';
import { addDays, isDay, todayIn } from '../../i18n/calendarDays.ts';
import { defaultTimeZone } from '../../i18n/index.ts';

export const groups = ['team', 'shop', 'collection', 'profile', 'settings', 'reports'] as const;
export const periods = ['7', '30', '90', 'all', 'custom'] as const;
export type PeriodName = (typeof periods)[number];

/** What the log is narrowed to, as it stands in the address. */
export interface AuditFilters {
  readonly group?: AuditGroup;
  /** Account of the person. */
  readonly actor?: string;
  readonly period: PeriodName;
  /** Days, both included; with the period `custom` alone. */
  readonly from?: string;
  readonly to?: string;
}

const defaultPeriod: PeriodName = '30';

/** Reads the address; what it does not say, or says wrongly, is as usual. */
export function parseAuditFilters(search: Readonly<Record<string, unknown>>): AuditFilters {
  const { group, actor, period, from, to } = search;
  const found = periods.find((each) => each === period) ?? defaultPeriod;
  const days = [from, to].map((each) => (typeof each === 'string' && isDay(each) ? each : null));
  const [first = null, last = null] = days;
  const known = groups.find((each) => each === group);
  const whole = {
    ...(known && { group: known }),
    ...(typeof actor === 'string' && actor !== '' && { actor }),
  };
  if (found !== 'custom') return { ...whole, period: found };
  if (first === null || last === null || first > last) return { ...whole, period: defaultPeriod };
  return { ...whole, period: found, from: first, to: last };
}

/** The address of a view; what is usual is left out. */
export function toSearchParams(filters: AuditFilters): Record<string, string> {
  const { group, actor, period, from, to } = filters;
  return {
    ...(group && { group }),
    ...(actor !== undefined && { actor }),
    ...(period !== defaultPeriod && { period }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

/** What leaves something of the log out: what somebody chose, or only the usual days; null when nothing does. */
export function activeFilterKind({
  group,
  actor,
  period,
}: AuditFilters): 'filters' | 'usual_days' | null {
  if (group !== undefined || actor !== undefined) return 'filters';
  if (period === 'all') return null;
  return period === defaultPeriod ? 'usual_days' : 'filters';
}

/** First and last day of a view; null from the beginning on. */
export function toDateRange(
  { period, from, to }: AuditFilters,
  today: string = todayIn(defaultTimeZone),
): { from: string; to: string } | null {
  if (from !== undefined && to !== undefined) return { from, to };
  const count = Number(period);
  return Number.isNaN(count) ? null : { from: addDays(today, 1 - count), to: today };
}

/** Days of the log begin and end as those of the reports do: in Vietnam, which has no summer time. */
const startOfDay = (day: string) => new Date(`${day}T00:00:00+07:00`).toISOString();

/** What the server is asked for. */
export function toQuery(filters: AuditFilters, today?: string): AuditExportQuery {
  const days = toDateRange(filters, today);
  return {
    ...(filters.group && { group: filters.group }),
    ...(filters.actor !== undefined && { actor: filters.actor }),
    ...(days && { from: startOfDay(days.from), until: startOfDay(addDays(days.to, 1)) }),
  };
}
