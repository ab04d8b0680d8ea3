/** Parses the parameters of an insights call. */
import { parseDay } from '../../local-time.ts';
import { accountDay } from '../ads/accounts.ts';
import type { AdAccount } from '../ads/accounts.ts';
import { invalidParameter } from '../errors.ts';
import { readJson, readNames } from './parameters.ts';

export const levels = ['account', 'campaign', 'adset', 'ad'] as const;
export type Level = (typeof levels)[number];

export interface InsightsQuery {
  readonly level: Level;
  readonly fields: readonly string[];
  /** Account-local days, inclusive. */
  readonly from: number;
  readonly to: number;
  /** Days per row; null for the whole range in one row. */
  readonly increment: number | 'monthly' | null;
  readonly windows: readonly string[];
  readonly filters: readonly Filter[];
}

interface Filter {
  readonly field: 'campaign.id' | 'adset.id' | 'ad.id';
  readonly values: readonly string[];
}

const attributionWindows = [
  '1d_click',
  '7d_click',
  '28d_click',
  '1d_view',
  '1d_ev',
  'default',
  'dda',
];

/** Months of history that the platform retains. */
const historyMonths = 37;

function rangeOf(value: unknown): { from: number; to: number } | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'object' || value === null)
    throw invalidParameter('param time_range is malformed');
  const day = (name: 'since' | 'until'): number => {
    const text: unknown = Reflect.get(value, name);
    const parsed = typeof text === 'string' ? parseDay(text) : undefined;
    if (parsed === undefined)
      throw invalidParameter(`param time_range[${name}] must be YYYY-MM-DD`);
    return parsed;
  };
  const range = { from: day('since'), to: day('until') };
  if (range.to < range.from) throw invalidParameter('param time_range: since is after until');
  return range;
}

function presetOf(name: string, today: number): { from: number; to: number } {
  const last = /^last_(\d{1,2})d$/.exec(name)?.[1];
  if (last !== undefined) return { from: today - Number(last), to: today - 1 };
  if (name === 'today') return { from: today, to: today };
  if (name === 'yesterday') return { from: today - 1, to: today - 1 };
  if (name === 'maximum' || name === 'data_maximum') return { from: today - 1120, to: today };
  if (name === 'this_month') {
    const date = new Date(today * 86_400_000);
    return { from: today - date.getUTCDate() + 1, to: today };
  }
  throw invalidParameter(`date_preset ${name} is not offered here`);
}

function incrementOf(text: string): InsightsQuery['increment'] {
  if (text === '' || text === 'all_days') return null;
  if (text === 'monthly') return 'monthly';
  const days = Number(text);
  if (!/^\d{1,2}$/.test(text) || days < 1 || days > 90) {
    throw invalidParameter('param time_increment must be monthly, all_days or 1 to 90');
  }
  return days;
}

function filtersOf(parameters: URLSearchParams): readonly Filter[] {
  const value = readJson(parameters, 'filtering');
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw invalidParameter('param filtering must be an array');
  return value.map((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null)
      throw invalidParameter('param filtering is malformed');
    const field: unknown = Reflect.get(entry, 'field');
    const operator: unknown = Reflect.get(entry, 'operator');
    const filterValue: unknown = Reflect.get(entry, 'value');
    if (field !== 'campaign.id' && field !== 'adset.id' && field !== 'ad.id') {
      throw invalidParameter(`filtering by ${String(field)} is not offered here`);
    }
    if (operator !== 'IN' && operator !== 'EQUAL') {
      throw invalidParameter(`the operator ${String(operator)} is not offered here`);
    }
    return {
      field,
      values: (Array.isArray(filterValue) ? filterValue : [filterValue]).map(String),
    };
  });
}

/**
 * Parses the parameters.
 *
 * @throws {GraphError} 100 if one is malformed or unsupported.
 */
export function readInsightsQuery(
  parameters: URLSearchParams,
  account: AdAccount,
  node: Level,
  now: number,
): InsightsQuery {
  const today = accountDay(account, now);
  const levelName = parameters.get('level') || node;
  const level = levels.find((known) => known === levelName);
  if (level === undefined)
    throw invalidParameter(`param level must be one of ${levels.join(', ')}`);
  if (readNames(parameters, 'breakdowns').length > 0) {
    throw invalidParameter('breakdowns are not offered here');
  }
  const windows = readNames(parameters, 'action_attribution_windows');
  const strange = windows.find(
    (name) => !attributionWindows.includes(name) && !name.endsWith('_view'),
  );
  if (strange !== undefined) throw invalidParameter(`param action_attribution_windows: ${strange}`);
  const range =
    rangeOf(readJson(parameters, 'time_range')) ??
    presetOf(parameters.get('date_preset') || 'last_30d', today);
  const oldest = new Date(now * 1000);
  oldest.setUTCMonth(oldest.getUTCMonth() - historyMonths);
  const oldestDay = Math.floor(oldest.getTime() / 86_400_000);
  if (range.from < oldestDay - 1) {
    throw invalidParameter(
      `(#3018) The start date of the time range cannot be beyond ${historyMonths} months from the current date`,
    );
  }
  return {
    level,
    fields: readNames(parameters, 'fields'),
    from: range.from,
    to: Math.min(range.to, today),
    increment: incrementOf(parameters.get('time_increment') ?? ''),
    windows,
    filters: filtersOf(parameters),
  };
}
