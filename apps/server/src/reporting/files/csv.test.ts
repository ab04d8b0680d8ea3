import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { formatCsvLine } from '@seller-connect/contract/csv';
import { describe, expect, it } from 'vitest';
import { dataSets, type Field } from '../query/data-sets.ts';
import { csvLine } from './csv.ts';

const field = (set: string, id: string): Field =>
  dataSets.get(set)?.fields.get(id) ?? expect.fail(`${set} has no ${id}`);
const name = field('shops', 'shop_name');
const gmv = field('orders', 'gmv');

describe('a CSV line', () => {
  it('formats numbers, days, instants, booleans and missing values as documented', () => {
    const fields = ['committed_day', 'created_at', 'gmv', 'units', 'is_cod', 'committed_at'].map(
      (id) => field('orders', id),
    );
    const at = new Date('2026-11-11T01:02:03.000Z');
    expect(csvLine(['2026-11-11', at, '-12.5', 3n, true, null], fields, true)).toBe(
      '2026-11-11,2026-11-11T01:02:03.000Z,-12.5,3,true,\r\n',
    );
  });

  it('guards texts on request, and nothing but texts', () => {
    expect(csvLine(['=1', '-1e-7'], [name, gmv], true)).toBe("'=1,-1e-7\r\n");
    expect(csvLine(['=1', '-1e-7'], [name, gmv], false)).toBe('=1,-1e-7\r\n');
  });

  it.each([null, ''])('of one column without a value (%j) is not blank', (cell) => {
    const file = formatCsvLine(['seller_sku']) + csvLine([cell], [name], true);
    expect(parse(file, { columns: true, skip_empty_lines: true })).toEqual([{ seller_sku: '' }]);
  });

  it('is parsed back to the same texts, without the guard', () => {
    const texts = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(texts, (given) => {
        const fields = given.map(() => name);
        const [cells = []] = parse(csvLine(given, fields, true));
        expect(cells.map((cell) => cell.replace(/^'/, ''))).toEqual(given);
      }),
    );
  });
});
