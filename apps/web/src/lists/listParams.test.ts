import { expect, it } from 'vitest';
import { parsePage, sortProps } from './listParams.ts';

it('parses and formats the sort order of an address', () => {
  const chosen: string[] = [];
  const props = (sort: 'name' | '-name') =>
    sortProps(sort, ['name', '-name'], (next) => chosen.push(next));
  expect(props('name').sort).toEqual({ column: 'name', direction: 'ascending' });
  expect(props('-name').sort).toEqual({ column: 'name', direction: 'descending' });
  props('name').onSort({ column: 'name', direction: 'descending' });
  props('name').onSort({ column: 'color', direction: 'ascending' });
  expect(chosen).toEqual(['-name']);
});

it.each([
  ['3', 3],
  ['0', 1],
  ['-1', 1],
  ['1.5', 1],
  ['9999999', 1],
  [undefined, 1],
  ['x', 1],
])('parses %j as page %i', (text, page) => {
  expect(parsePage(text)).toBe(page);
});
