import { describe, expect, it } from 'vitest';
import {
  toDateRange,
  activeFilterKind,
  toQuery,
  parseAuditFilters,
  toSearchParams,
} from './filters.ts';

describe('audit filters', () => {
  it('default to thirty days of everything', () => {
    expect(parseAuditFilters({})).toEqual({ period: '30' });
    expect(toSearchParams({ period: '30' })).toEqual({});
  });

  it('are restored from the address', () => {
    const filters = {
      group: 'shop',
      actor: 'lan',
      period: 'custom',
      from: '2026-11-01',
      to: '2026-11-03',
    } as const;
    expect(parseAuditFilters(toSearchParams(filters))).toEqual(filters);
    expect(parseAuditFilters(toSearchParams({ period: 'all' }))).toEqual({ period: 'all' });
  });

  it.each([
    [{ period: 'all' }, null],
    [{ period: '30' }, 'usual_days'],
    [{ period: '7' }, 'filters'],
    [{ period: 'all', group: 'shop' }, 'filters'],
    [{ period: '30', actor: 'lan' }, 'filters'],
  ] as const)('%o has the active filter kind %s', (filters, kind) => {
    expect(activeFilterKind(filters)).toBe(kind);
  });

  it.each([
    { period: 'custom' },
    { period: 'custom', from: '2026-11-03', to: '2026-11-01' },
    { period: 'custom', from: '2026-02-31', to: '2026-11-01' },
    { period: 'x', group: 'everything', actor: '' },
  ])('fall back to the defaults for invalid parameters: %o', (search) => {
    expect(parseAuditFilters(search)).toEqual({ period: '30' });
  });

  it('query whole days in Vietnam, including the last one', () => {
    expect(toQuery({ period: '7' }, '2026-11-22')).toEqual({
      from: '2026-11-15T17:00:00.000Z',
      until: '2026-11-22T17:00:00.000Z',
    });
    expect(toQuery({ period: 'all', group: 'team', actor: 'lan' }, '2026-11-22')).toEqual({
      group: 'team',
      actor: 'lan',
    });
    expect(toDateRange({ period: '7' }, '2026-11-22')).toEqual({
      from: '2026-11-16',
      to: '2026-11-22',
    });
  });
});
