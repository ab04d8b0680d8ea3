import type { AuditExportQuery, AuditGroup } from '@seller-connect/contract';
import { addDays, todayIn } from '../../i18n/calendarDays.ts';
import { formatParams, parseChoice, parseDays } from '../../lists/listParams.ts';
import type { UrlFilters } from '../../lists/useUrlState.ts';
import { defaultTimeZone } from '../../i18n/index.ts';

export const groups = ['team', 'shop', 'collection', 'profile', 'settings', 'reports'] as const;
export const periods = ['7', '30', '90', 'all', 'custom'] as const;
export type PeriodName = (typeof periods)[number];

/** Filters of the audit log, as in the URL. */
export interface AuditFilters {
  readonly group?: AuditGroup;
  /** Account ID. */
  readonly actor?: string;
  readonly period: PeriodName;
  /** First and last day, inclusive; only with the period `custom`. */
  readonly from?: string;
  readonly to?: string;
}

const defaultPeriod: PeriodName = '30';

/** Parses the search parameters; missing or invalid ones get their defaults. */
export function parseAuditFilters(search: Readonly<Record<string, unknown>>): AuditFilters {
  const { actor } = search;
  const group = parseChoice(groups, search['group']);
  const period = parseChoice(periods, search['period']) ?? defaultPeriod;
  const shared = {
    ...(group && { group }),
    ...(typeof actor === 'string' && actor !== '' && { actor }),
  };
  if (period !== 'custom') return { ...shared, period };
  const days = parseDays(search);
  return days ? { ...shared, period, ...days } : { ...shared, period: defaultPeriod };
}

/** Returns the search parameters of the filters, without defaults. */
export function toSearchParams(filters: AuditFilters): Record<string, string> {
  const { group, actor, period, from, to } = filters;
  return formatParams({ group, actor, period, from, to }, { period: defaultPeriod });
}

/** Returns what hides entries: `filters` of the user, `usual_days` for the default period alone, or null. */
export function activeFilterKind({
  group,
  actor,
  period,
}: AuditFilters): 'filters' | 'usual_days' | null {
  if (group !== undefined || actor !== undefined) return 'filters';
  if (period === 'all') return null;
  return period === defaultPeriod ? 'usual_days' : 'filters';
}

/** Returns the first and last day of the filters, or null for the whole log. */
export function toDateRange(
  { period, from, to }: AuditFilters,
  today: string = todayIn(defaultTimeZone),
): { from: string; to: string } | null {
  if (from !== undefined && to !== undefined) return { from, to };
  const dayCount = Number(period);
  return Number.isNaN(dayCount) ? null : { from: addDays(today, 1 - dayCount), to: today };
}

/** Returns the midnight at which a day starts in Vietnam, as in the reports. Vietnam has no daylight saving time. */
const startOfDay = (day: string) => new Date(`${day}T00:00:00+07:00`).toISOString();

/** Returns the query of the API call. `until` is the end of the last day. */
export function toQuery(filters: AuditFilters, today?: string): AuditExportQuery {
  const days = toDateRange(filters, today);
  return {
    ...(filters.group && { group: filters.group }),
    ...(filters.actor !== undefined && { actor: filters.actor }),
    ...(days && { from: startOfDay(days.from), until: startOfDay(addDays(days.to, 1)) }),
  };
}

export const auditFilters: UrlFilters<AuditFilters> = {
  parse: parseAuditFilters,
  toSearchParams,
};
