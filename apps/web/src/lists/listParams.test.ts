import { expect, it } from 'vitest';
import { parsePage, sortProps } from './listParams.ts';

it('reads an order of an address and writes it again', () => {
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
])('takes %j for page %i', (text, page) => {
  expect(parsePage(text)).toBe(page);
});
