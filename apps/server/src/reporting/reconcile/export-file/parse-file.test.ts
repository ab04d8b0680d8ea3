import { describe, expect, it } from 'vitest';
import { parseAmountE4, createTimeParser } from './cells.ts';
import { parseExportFile } from './parse-file.ts';
import { sheet, zip } from '../testing/workbook-parts.ts';

const zone = 'Asia/Ho_Chi_Minh';
const head = ['orderNumber', 'createTime', 'unitPrice', 'sellerDiscountTotal', 'status'];
const rows = [
  ['400123456789012', '11 Nov 2026 00:15', '159000.00', '-9000.00', 'delivered'],
  ['400123456789012', '11 Nov 2026 00:15', '20000.00', '0.00', 'canceled'],
  ['400123456789777', '12 Nov 2026 23:59', '1000.50', '0', 'pending'],
];
const csv = (mark: string, table = [head, ...rows]) =>
  table.map((row) => row.map((cell) => `"${cell}"`).join(mark)).join('\r\n');

describe('an export file', () => {
  const text = csv(',');
  const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le');
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte-order mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16', utf16],
    ['UTF-16, big-endian', Buffer.from(utf16).swap16()],
    ['semicolons', Buffer.from(csv(';'))],
    ['tabs', Buffer.from(csv('\t'))],
    ['a workbook', zip({ 'xl/worksheets/sheet1.xml': sheet([head, ...rows]) })],
    ['titles above the headings', Buffer.from(`Orders\r\n\r\n${text}`)],
    ['titles above headings with semicolons', Buffer.from(`Orders, 11, 2026\r\n\r\n${csv(';')}`)],
    ['several kinds of line ends', Buffer.from(text.replace(/\r\n(?=.*777)/, '\n'))],
  ])('is parsed the same: %s', async (_name, file) => {
    const read = await parseExportFile(file, zone);
    expect(read.form.platform).toBe('LAZADA');
    expect(read.orders).toMatchObject([
      {
        orderId: '400123456789012',
        placedAt: new Date('2026-11-10T17:15:00Z'),
        status: 'delivered, canceled',
        standings: [['delivered'], ['cancelled']],
        copies: 1,
      },
      { orderId: '400123456789777', placedAt: new Date('2026-11-12T16:59:00Z') },
    ]);
    expect([...(read.orders[0]?.amounts ?? [])]).toEqual([
      ['Z1', 1_790_000_000n],
      ['Z2', 1_700_000_000n],
    ]);
  });

  it('in a Windows code page keeps its Vietnamese headings', async () => {
    const bytes =
      'Ma\u00de \u00f0\u00f5n h\u00e0ng,Ng\u00e0y \u00f0\u00e3\u00f2t h\u00e0ng,Th\u00e0nh ti\u00ea\u00ccn\r\n' +
      '123456789,11/11/2026 20:15:09,1000';
    const { form, orders } = await parseExportFile(Buffer.from(bytes, 'latin1'), zone);
    expect([form.platform, orders.length]).toEqual(['TIKI', 1]);
  });

  it('in a workbook keeps the decimals of numbers, however many', async () => {
    const price = (number: string) => ['400123456789012', '11 Nov 2026 00:15', { number }, '0', ''];
    const prices = ['12.5', '12.34', '12.345', '12.3456'].map(price);
    const file = zip({ 'xl/worksheets/sheet1.xml': sheet([head, ...prices]) });
    const { orders } = await parseExportFile(file, zone);
    expect(orders[0]?.amounts.get('Z1')).toBe(495_306n);
  });

  it('reports an order with repeated rows', async () => {
    const { orders } = await parseExportFile(
      Buffer.from(csv(',', [head, ...rows, ...rows.slice(0, 2)])),
      zone,
    );
    expect(orders.map(({ copies }) => copies)).toEqual([2, 1]);
    expect(orders[0]?.amounts.get('Z1')).toBe(1_790_000_000n);
  });

  const laughs = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>${sheet([['&b;']])}`;
  it.each([
    ['nothing', Buffer.alloc(0), 'file_empty'],
    ['headings only', Buffer.from(csv(',', [head])), 'file_empty'],
    ['other columns', Buffer.from('a,b\r\n1,2'), 'file_unknown'],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), 'file_old_excel'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]), 'file_broken'],
    [
      'a truncated archive',
      zip({ 'xl/worksheets/sheet1.xml': sheet(rows) }).subarray(0, 90),
      'file_broken',
    ],
    ['an archive of something else', zip({ 'word/document.xml': '<x/>' }), 'file_broken'],
    [
      'a truncated sheet',
      zip({ 'xl/worksheets/sheet1.xml': sheet(rows).slice(0, 80) }),
      'file_broken',
    ],
    ['nested entities', zip({ 'xl/worksheets/sheet1.xml': laughs }), 'file_broken'],
    [
      'more than the archive claims',
      zip({ 'xl/worksheets/sheet1.xml': `<x>${' '.repeat(9_000_000)}</x>` }, 100),
      'file_broken',
    ],
    [
      'gigabytes',
      zip({ 'xl/worksheets/sheet1.xml': '<x/>' }, 3_000_000_000),
      'file_too_much_content',
    ],
    [
      'numbers that Excel rounded',
      Buffer.from(csv(',', [head, ['4.00123E+14', ...(rows[0] ?? []).slice(1)]])),
      'file_ids_rounded',
    ],
    [
      'an invalid day',
      Buffer.from(csv(',', [head, ['400123456789012', '31 Feb 2026 00:15', '1', '0', '']])),
      'file_row',
    ],
    [
      'an invalid amount',
      Buffer.from(csv(',', [head, ['400123456789012', '1 Feb 2026 00:15', 'x', '0', '']])),
      'file_row',
    ],
  ])('is refused with an explanation: %s', async (_name, file, code) => {
    await expect(parseExportFile(file, zone)).rejects.toMatchObject({ name: 'Problem', code });
  });
});

it.each([
  ['159000', 1_590_000_000n],
  ['159000.00', 1_590_000_000n],
  ['159.000', 1_590_000_000n],
  ['1,159,000', 11_590_000_000n],
  ['159.000,50 ₫', 1_590_005_000n],
  ['-9000.00', -90_000_000n],
  ['1.59E5', 1_590_000_000n],
  ['158999.99999999997', 1_590_000_000n],
  ['', 0n],
  ['abc', null],
  ['1.2.3', null],
])('parses the amount %s', (cell, amount) => {
  expect(parseAmountE4(cell)).toBe(amount);
});

it.each([
  ['2026-11-11 20:15', '2026-11-11T13:15:00.000Z'],
  ['11/11/2026 20:15:09', '2026-11-11T13:15:09.000Z'],
  ['11 Nov 2026 20:15', '2026-11-11T13:15:00.000Z'],
  ['46337.84375', '2026-11-11T13:15:00.000Z'],
  ['2026-02-30', undefined],
  ['yesterday', undefined],
  ['0001-01-01', undefined],
  ['1899-12-30', undefined],
  ['9999-12-31', undefined],
])('parses the time %s', (cell, instant) => {
  expect(createTimeParser(zone)(cell)?.toISOString()).toBe(instant);
});

it.each([
  ['2026-03-29 00:30', '2026-03-29T00:30:00.000Z'],
  ['2026-03-29 02:30', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29 23:30', '2026-03-29T22:30:00.000Z'],
  ['2026-10-25 12:00:09', '2026-10-25T12:00:09.000Z'],
])('parses the time %s on a day on which clocks change', (cell, instant) => {
  expect(createTimeParser('Europe/London')(cell)?.toISOString()).toBe(instant);
});
