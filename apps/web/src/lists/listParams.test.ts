import { expect, it } from 'vitest';
import { parsePage, fromTableSort, toTableSort } from './listParams.ts';

it('reads an order of an address and writes it again', () => {
  expect(toTableSort('name')).toEqual({ column: 'name', direction: 'ascending' });
  expect(toTableSort('-updatedAt')).toEqual({ column: 'updatedAt', direction: 'descending' });
  const sorts = ['name', '-name'] as const;
  expect(fromTableSort({ column: 'name', direction: 'descending' }, sorts)).toBe('-name');
  expect(fromTableSort({ column: 'colour', direction: 'ascending' }, sorts)).toBeNull();
});

it.each([
  ['3', 3],
  ['0', 1],
  ['-1', 1],
  ['1.5', 1],
  ['9999999', 1],
  [undefined, 1],
  ['x', 1],
])('takes %j for page %i', (text, page) => {
  expect(parsePage(text)).toBe(page);
});
