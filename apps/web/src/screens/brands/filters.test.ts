import { describe, expect, it } from 'vitest';
import { toQuery, brandFilters } from './filters.ts';

describe('brand filters in the address', () => {
  it('spec 2: keep search, status, sorting and page', () => {
    const address = { q: 'dương', status: 'Inactive', sort: '-updatedAt', page: '3' };
    const view = brandFilters.parse(address);
    expect(view).toEqual({ search: 'dương', status: 'Inactive', sort: '-updatedAt', page: 3 });
    expect(brandFilters.toSearchParams(view)).toEqual(address);
    expect(toQuery(view)).toEqual({
      search: 'dương',
      status: 'Inactive',
      sort: '-updatedAt',
      page: 3,
    });
  });

  it('omit defaults, and fall back to them for invalid parameters', () => {
    for (const address of [{}, { q: '', status: 'active', sort: 'colour', page: '0' }]) {
      const view = brandFilters.parse(address);
      expect(brandFilters.toSearchParams(view)).toEqual({});
      expect(toQuery(view)).toEqual({ sort: 'name', page: 1 });
    }
  });

  it('omit a blank search from the query, but keep it in the field', () => {
    const view = brandFilters.parse({ q: '  ' });
    expect(view.search).toBe('  ');
    expect(toQuery(view)).toEqual({ sort: 'name', page: 1 });
  });
});
