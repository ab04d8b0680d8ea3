import { describe, expect, it } from 'vitest';
import { toQuery, brandFilters } from './filters.ts';

describe('the list of brands in the address', () => {
  it('spec 2: holds search, status, sorting and page, and comes back the same', () => {
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

  it('leaves out what is as usual, and takes what it does not understand for that', () => {
    for (const address of [{}, { q: '', status: 'active', sort: 'colour', page: '0' }]) {
      const view = brandFilters.parse(address);
      expect(brandFilters.toSearchParams(view)).toEqual({});
      expect(toQuery(view)).toEqual({ sort: 'name', page: 1 });
    }
  });

  it('asks the server for nothing where only blanks are typed, and keeps them in the field', () => {
    const view = brandFilters.parse({ q: '  ' });
    expect(view.search).toBe('  ');
    expect(toQuery(view)).toEqual({ sort: 'name', page: 1 });
  });
});
