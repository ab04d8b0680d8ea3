import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatAmount, parseAmount } from '../money.ts';
import { SettingsError } from '../settings.ts';
import { readCsv } from './csv.ts';
import type { CsvEntry } from './csv.ts';
import { loadReplays } from './load.ts';
import type { LoadedReplays } from './load.ts';
import { readTime } from './rows.ts';

const header = 'order_id,created_at,status,sku,name,quantity,unit_price,currency,buyer';
/** After all orders of the files. */
const late = 4_000_000_000;

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replay-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function load(
  text: string | Buffer,
  name = `file-${(files += 1)}.csv`,
): Promise<LoadedReplays> {
  const file = join(folder, name);
  await writeFile(file, text);
  return loadReplays([{ platform: 'LAZADA', file }]);
}

async function entriesOf(text: string, chunk = 7): Promise<CsvEntry[]> {
  const bytes = Buffer.from(text, 'utf8');
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  }
  const entries: CsvEntry[] = [];
  for await (const batch of readCsv(chunks())) entries.push(...batch);
  return entries;
}

describe('the CSV parser', () => {
  it('returns the written fields for any chunk size', async () => {
    const field = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', 'đ', ' ', '😀'), maxLength: 8 }),
      fc.constant('Áo "đẹp", cỡ L'),
    );
    const row = fc.array(field, { minLength: 2, maxLength: 5 });
    const quoted = (value: string): string =>
      /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 6 }),
        fc.constantFrom('\n', '\r\n'),
        fc.integer({ min: 1, max: 20 }),
        async (rows, end, chunk) => {
          const text = rows.map((fields) => fields.map(quoted).join(',')).join(end);
          const entries = await entriesOf(text, chunk);
          expect(entries.map((entry) => ('fields' in entry ? entry.fields : entry))).toEqual(rows);
        },
      ),
    );
  });

  it('counts line numbers across blank lines and quoted line breaks', async () => {
    expect(await entriesOf('\ufeffa,b\r\n\r\n"x\r\ny",2\n\n3,4')).toEqual([
      { line: 1, fields: ['a', 'b'] },
      { line: 3, fields: ['x\ny', '2'] },
      { line: 6, fields: ['3', '4'] },
    ]);
  });

  it('loses one line, not the file, to an unclosed quote', async () => {
    const many = Array.from({ length: 200 }, (_, n) => `${n},x`).join('\n');
    const entries = await entriesOf(`a,b\n"open,1\n${many}\n"z"y,2\n5,6`, 64);
    const defects = entries.filter((entry) => 'defect' in entry);
    expect(defects).toEqual([
      { line: 2, defect: 'a quoted field is not closed' },
      { line: 203, defect: 'text follows a closing quote' },
    ]);
    expect(entries.filter((entry) => 'fields' in entry)).toHaveLength(202);
    expect(entries.at(-1)).toEqual({ line: 204, fields: ['5', '6'] });
  });
});

describe('amounts and times', () => {
  it('keeps amounts exact', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), (amount) => {
        expect(parseAmount(formatAmount(amount))).toBe(amount);
        expect(parseAmount(formatAmount(amount, 2))).toBe(amount);
      }),
    );
    expect(parseAmount('0.10')).toBe(1000n);
    expect(parseAmount('1.00000')).toBe(10_000n);
    for (const text of ['', '1e5', '1,000', '.5', '1.', '1.00001', 'NaN', '0x1', '1 000']) {
      expect([text, parseAmount(text)]).toEqual([text, undefined]);
    }
    expect([formatAmount(1_000_000n, 2), formatAmount(1_000_050n, 2)]).toEqual([
      '100.00',
      '100.005',
    ]);
  });

  it.each([
    ['2024-02-29 00:00:00', '2024-02-28T17:00:00Z'],
    ['2024-02-29T00:00:00', '2024-02-28T17:00:00Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00Z'],
    ['2024-02-29T00:00:00+0200', '2024-02-28T22:00:00Z'],
    ['2024-02-29T00:00:00.999-05:30', '2024-02-29T05:30:00Z'],
    ['2024-02-29 08:15', '2024-02-29T01:15:00Z'],
    ['2018-10-31 10:18:27 +0700', '2018-10-31T03:18:27Z'],
    ['2024-02-29', '2024-02-28T17:00:00Z'],
  ])('reads %s as %s', (text, instant) => {
    expect(readTime(text)).toBe(Date.parse(instant) / 1000);
  });

  it.each([
    '',
    '2023-02-29 00:00:00',
    '2024-13-01',
    '01/02/2024',
    '2024-01-01 24:00:00',
    '2024-1-1',
    '1700000000',
    '0001-01-01',
  ])('does not accept %j as a time', (text) => {
    expect(readTime(text)).toBeUndefined();
  });
});

describe('a replayed file', () => {
  it('reports the line and the reason of every skipped row', async () => {
    const good = '1,2024-01-01 08:00:00,completed,S,Áo,1,1000,VND,A';
    const change = (position: number, value: string): string =>
      good.split(',').with(position, value).join(',');
    const { shops, reports } = await load(
      [
        header,
        good,
        change(0, ''),
        change(1, 'yesterday'),
        change(2, 'done'),
        change(5, '0'),
        change(5, '1.5'),
        change(5, '20000'),
        change(6, '1.23456'),
        change(6, '-1'),
        change(7, 'đồng'),
        change(7, 'XXZ'),
        change(6, '1000000000001'),
        `${good},extra`,
        '2,2024-01-01 08:00:00',
        '',
        change(2, 'unpaid'),
        '"broken',
        change(2, 'Returned '),
      ].join('\n'),
    );
    const [report] = reports;
    expect(report?.problems.map(({ line }) => line)).toEqual([
      3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 18,
    ]);
    for (const { reason } of report?.problems ?? []) expect(reason.length).toBeGreaterThan(10);
    expect(report).toMatchObject({ rows: 17, accepted: 2, skipped: 15 });
    expect(shops[0]?.orderAt(0, late).units.map(({ life }) => life[0]?.stage)).toEqual([
      'confirmed',
      'returned',
    ]);
  });

  it('accepts any column order, a byte order mark, CRLF and blank lines', async () => {
    const { shops, reports } = await load(
      '\ufeffBuyer,currency,unit_price,quantity,name,sku,status,created_at,order_id,note\r\n' +
        '\r\nLan,vnd,99.5,2,"Áo, ""đẹp""\nhai dòng",S1,completed,2024-01-01T00:00:00Z,77,ghi chú\r\n',
    );
    expect(reports[0]).toMatchObject({ rows: 1, skipped: 0 });
    const order = shops[0]?.orderAt(0, late);
    expect(order).toMatchObject({ number: 77, cod: true, createdAt: Date.UTC(2024, 0, 1) / 1000 });
    expect(order?.units.map(({ name, priceE4 }) => [name, priceE4])).toEqual([
      ['Áo, "đẹp"\nhai dòng', 995_000n],
      ['Áo, "đẹp"\nhai dòng', 995_000n],
    ]);
  });

  it('maps ids that are not numbers to stable numbers', async () => {
    const row = (id: string): string => `${id},2024-01-01 08:00:00,completed,S,Áo,1,1000,VND,A`;
    const ids = [
      'DH-001',
      '007',
      '99999999999999999999',
      '415012345678901',
      '0',
      '9007199254740993',
    ];
    const first = await load([header, ...ids.map(row)].join('\n'), 'same.csv');
    const second = await load([header, ...ids.toReversed().map(row)].join('\n'), 'same.csv');
    const numbers = ({ shops }: LoadedReplays): number[] =>
      ids.map((_, ordinal) => shops[0]?.orderAt(ordinal, late).number ?? 0);
    expect(numbers(second).toReversed()).toEqual(numbers(first));
    expect(new Set(numbers(first)).size).toBe(ids.length);
    expect(numbers(first)[3]).toBe(415_012_345_678_901);
    for (const number of numbers(first)) {
      expect(Number.isSafeInteger(number)).toBe(true);
      expect(String(number)).toHaveLength(15);
      expect(first.shops[0]?.ordinalOf(number)).toBeDefined();
    }
    expect(second.shops[0]?.info.externalShopId).toBe(first.shops[0]?.info.externalShopId);
  });

  it('takes the creation time from the first row of an order, with a notice', async () => {
    const { shops, reports } = await load(
      [
        header,
        '1,2024-01-02 08:00:00,completed,S,Áo,1,1000,VND,A',
        '2,2024-01-01 08:00:00,completed,S,Áo,1,1000,VND,A',
        '1,2024-01-05 08:00:00,completed,T,Quần,1,2000,VND,A',
      ].join('\n'),
    );
    expect(reports[0]).toMatchObject({ skipped: 0, noticed: 1, notices: [{ line: 4 }] });
    expect([0, 1].map((ordinal) => shops[0]?.orderAt(ordinal, late).number)).toEqual([2, 1]);
    expect(shops[0]?.orderAt(1, late).units).toHaveLength(2);
  });

  it('becomes one shop for each currency, and none without rows', async () => {
    const { shops } = await load(
      [
        header,
        '1,2024-01-01,completed,S,Áo,1,1000,VND,A',
        '1,2024-01-01,completed,S,Hat,1,9.99,USD,A',
      ].join('\n'),
      'mixed.csv',
    );
    expect(shops.map(({ info }) => [info.name, info.currency])).toEqual([
      ['mixed (VND)', 'VND'],
      ['mixed (USD)', 'USD'],
    ]);
    expect(shops.map((shop) => shop.orderAt(0, late).number)).toEqual([1, 1]);
    expect((await load(`${header}\n`)).shops).toEqual([]);
  });

  it('hides orders from the future', async () => {
    const { shops } = await load([header, '1,2090-01-01,completed,S,Áo,1,1000,VND,A'].join('\n'));
    expect(shops[0]?.countAt(late - 1)).toBe(Date.UTC(2090, 0, 1) / 1000 < late ? 1 : 0);
    expect(shops[0]?.countAt(Date.UTC(2030, 0, 1) / 1000)).toBe(0);
  });

  it.each([
    ['an empty file', ''],
    ['a file without a header', '1,2024-01-01,completed,S,Áo,1,1000,VND,A\n'],
    ['a header without a required column', `${header.replace(',currency', '')}\n`],
    ['a spreadsheet', Buffer.from([0x50, 0x4b, 3, 4, 0, 0xff, 0xfe])],
  ])('refuses %s', async (_case, text) => {
    await expect(load(text)).rejects.toThrow(SettingsError);
  });
});
