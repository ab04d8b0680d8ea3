import { describe, expect, it } from 'vitest';
import { parseExportFile } from './export-file/parse-file.ts';

const zone = 'Asia/Ho_Chi_Minh';
const heads = ['orderNumber', 'createTime', 'unitPrice', 'sellerDiscountTotal', 'status'];
const good = ['400123456789012', '11 Nov 2026 00:15', '159000', '0', 'delivered'];
const other = ['400123456789777', '12 Nov 2026 23:59', '1000', '0', 'pending'];

const csv = (...rows: readonly (readonly string[])[]) =>
  Buffer.from(
    [heads, ...rows]
      .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
      .join('\r\n'),
  );
const idsOf = ({ orders }: Awaited<ReturnType<typeof parseExportFile>>) =>
  orders.map(({ orderId }) => orderId);

describe('an order number', () => {
  it.each([
    ['an apostrophe, by which Excel and our own files mark text', "'400123456789012"],
    ['a formula that makes it text', '="400123456789012"'],
    ['blanks around it', ' 400123456789012\t'],
    ['a zero decimal part', '400123456789012.0'],
  ])('is parsed without %s', async (_name, cell) => {
    const read = await parseExportFile(csv([cell, ...good.slice(1)], other), zone);
    expect(idsOf(read)).toEqual(['400123456789012', '400123456789777']);
    expect(read.unreadable).toEqual([]);
  });

  it('that is unreadable is reported with its row, and other rows are parsed', async () => {
    const broken = ['400123456789012 (2)', ...good.slice(1)];
    const read = await parseExportFile(csv(other, broken, ['', ...good.slice(1)]), zone);
    expect(idsOf(read)).toEqual(['400123456789777']);
    expect(read.unreadable).toMatchObject([
      { row: 3, column: 'orderNumber', orderId: null, placedAt: new Date('2026-11-10T17:15:00Z') },
      { row: 4, column: 'orderNumber', orderId: null },
    ]);
  });

  it('is reported where every row has an unreadable one', async () => {
    const file = csv(['#400123456789012', ...good.slice(1)], ['#2', ...other.slice(1)]);
    await expect(parseExportFile(file, zone)).rejects.toMatchObject({
      code: 'file_row',
      details: { row: 2, column: 'orderNumber' },
    });
  });

  it.each([
    ['Excel kept 15 digits of 18', ['576485232600000000', '576485311700000000']],
    ['Excel wrote powers of ten', ['5.76485E+17', '576485311700012345']],
  ])('is refused when it was rounded: %s', async (_name, ids) => {
    const file = csv(...ids.map((id) => [id, ...good.slice(1)]));
    await expect(parseExportFile(file, zone)).rejects.toMatchObject({ code: 'file_ids_rounded' });
  });

  it('may end in zeros where others do not, or by coincidence', async () => {
    const single = await parseExportFile(csv(['4001234567890120', ...good.slice(1)]), zone);
    expect(idsOf(single)).toEqual(['4001234567890120']);
    const ids = ['576485232600000000', '576485311700012345'];
    const mixed = await parseExportFile(csv(...ids.map((id) => [id, ...good.slice(1)])), zone);
    expect(idsOf(mixed)).toEqual(ids);
  });
});

describe('a row without an order', () => {
  it.each([
    ['a total in English', ['Total', '', '160000', '0', '']],
    ['a total in Vietnamese', ['Tổng cộng', '', '160000', '0', '']],
    ['a total with a count', ['Total: 29 orders', '', '160000', '0', '']],
    ['the explanation of the columns', ['The number of the order.', 'When.', 'Price.', '', '']],
    ['nothing', ['', '', '', '', '']],
  ])('is skipped: %s', async (_name, row) => {
    const read = await parseExportFile(csv(row, good, other), zone);
    expect([idsOf(read).length, read.unreadable]).toEqual([2, []]);
  });
});

describe('an unreadable cell', () => {
  it.each([
    ['an invalid day', 'createTime', ['31 Feb 2026 00:15', '1', '0', '']],
    ['an invalid amount', 'unitPrice', ['1 Feb 2026 00:15', 'x', '0', '']],
  ])('excludes its order and is reported: %s', async (_name, column, cells) => {
    const read = await parseExportFile(csv(good, ['400123456789777', ...cells]), zone);
    expect(idsOf(read)).toEqual(['400123456789012']);
    expect(read.unreadable).toMatchObject([{ row: 3, column, orderId: '400123456789777' }]);
  });
});
