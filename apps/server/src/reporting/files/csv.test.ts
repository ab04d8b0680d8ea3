import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataSets, type Field } from '../query/data-sets.ts';
import { csvHeader, csvLine } from './csv.ts';

const field = (set: string, id: string): Field =>
  dataSets.get(set)?.fields.get(id) ?? expect.fail(`${set} has no ${id}`);
const name = field('shops', 'shop_name');
const gmv = field('orders', 'gmv');

/** An independent CSV reader (RFC 4180). */
function read(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let end = 0;
  for (const [whole, cell = '', separator] of text.matchAll(
    /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/g,
  )) {
    end += whole.length;
    row.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (separator === ',') continue;
    rows.push(row);
    row = [];
  }
  if (end !== text.length) throw new Error(`not CSV: ${text}`);
  return rows;
}

describe('a CSV line', () => {
  it('formats numbers, days, instants, booleans and missing values as documented', () => {
    const fields = ['committed_day', 'created_at', 'gmv', 'units', 'is_cod', 'committed_at'].map(
      (id) => field('orders', id),
    );
    const at = new Date('2026-11-11T01:02:03.000Z');
    expect(csvLine(['2026-11-11', at, '-12.5', 3n, true, null], fields, true)).toBe(
      '2026-11-11,2026-11-11T01:02:03.000Z,-12.5,3,true,\r\n',
    );
    expect(csvHeader(['Doanh số, gộp', 'b'])).toBe('"Doanh số, gộp",b\r\n');
  });

  it.each(['=1+1', '+84901', '-2', '@cmd', '\tx', "'quoted", '＝1'])(
    'escapes %j as text',
    (text) => {
      expect(read(csvLine([text], [name], true))).toEqual([[`'${text}`]]);
      expect(read(csvLine([text], [name], false))).toEqual([[text]]);
    },
  );

  it('writes negative amounts as numbers', () => {
    expect(csvLine(['-2'], [gmv], true)).toBe('-2\r\n');
  });

  it.each([null, ''])('of one column without a value (%j) is not blank', (cell) => {
    const file = csvHeader(['seller_sku']) + csvLine([cell], [name], true);
    expect(parse(file, { columns: true, skip_empty_lines: true })).toEqual([{ seller_sku: '' }]);
  });

  it('is parsed back to the same text by RFC 4180, without the escaping apostrophe', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 5 }),
        (texts) => {
          const [cells = []] = read(
            csvLine(
              texts,
              texts.map(() => name),
              true,
            ),
          );
          expect(cells.map((cell) => cell.replace(/^'/, ''))).toEqual(texts);
        },
      ),
    );
  });
});
