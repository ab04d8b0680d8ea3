import { expect, it } from 'vitest';
import { columnParams, exportFields, parseColumns } from './columns.ts';

const set = {
  all: ['name', 'price', 'stock', 'status'],
  initial: ['name', 'price', 'stock'],
} as const;
const parse = (search: Record<string, string>) => parseColumns<string>(set, search);

it.each([
  [{}, ['name', 'price', 'stock'], 1],
  [{ cols: 'name.stock.price' }, ['name', 'stock', 'price'], 1],
  // The first column stays first, whatever an address says.
  [{ cols: 'stock.name' }, ['name', 'stock'], 1],
  [{ cols: 'color.status.status', freeze: '2' }, ['name', 'status'], 2],
  [{ cols: '', freeze: '9' }, ['name'], 1],
  [{ freeze: '0' }, ['name', 'price', 'stock'], 0],
])('parses the columns of the address %j', (search, columns, frozen) => {
  const choice = parse(search);
  expect(choice).toEqual({ columns, frozen });
  const { cols, freeze } = columnParams<string>(set, choice);
  const again = {
    ...(cols === null ? {} : { cols }),
    ...(freeze === null ? {} : { freeze: String(freeze) }),
  };
  expect(parse(again)).toEqual(choice);
});

it('omits default columns from the address', () => {
  expect(columnParams<string>(set, parse({ cols: 'name.price.stock', freeze: '1' }))).toEqual({
    cols: null,
    freeze: null,
  });
});

it('exports the fields of the selected columns once each, and all fields by default', () => {
  const fields = { name: ['a', 'b'], price: ['c', 'd'], stock: ['e'], status: ['d'] };
  expect(exportFields<string>(set, parse({}), fields)).toBeUndefined();
  expect(exportFields<string>(set, parse({ cols: 'name.status.price' }), fields)).toBe('a,b,d,c');
});
