import { describe, expect, it } from 'vitest';
import type { ComparisonResult } from './compare.ts';
import { ordersToRefetch } from './compare.ts';
import { parseExportFile } from './export-file/parse-file.ts';
import { watchTicks } from './testing/event-loop-ticks.ts';
import {
  compareOrders,
  compareSample,
  toCsv,
  sampleLine,
  marketplaces,
  sampleOrder,
  exportRows,
  timeZone,
  type FileRow,
  type Marketplace,
} from './testing/sample-file.ts';

const idAt = (index: number) => `5764852326000${String(index).padStart(5, '0')}`;
const orders = Array.from({ length: 12 }, (_, index) =>
  sampleOrder(idAt(index + 1), {
    createdAt: new Date(Date.UTC(2026, 10, 2 + (index % 5), 4, index)),
  }),
);
const [first] = orders;
if (!first) throw new Error('There are no orders');
const all = (platform: Marketplace, ours = orders) => ours.flatMap((o) => exportRows(o, platform));
const reasonsOf = ({ differences }: ComparisonResult) =>
  differences.map(({ orderId, kind, reason }) => [orderId, kind, reason]);
/** Replaces cells in the rows of one order. */
const changed = (rows: readonly FileRow[], orderId: string, cells: FileRow) =>
  rows.map((row) =>
    Object.values(row).some((cell) => cell.trim() === orderId) ? { ...row, ...cells } : row,
  );

describe.each(marketplaces)('a file of %s', (platform) => {
  it('matches the orders that it was made from', async () => {
    const found = await compareSample(toCsv(all(platform)), orders);
    expect(reasonsOf(found)).toEqual([]);
    expect(found).toMatchObject({
      verdict: 'matched',
      equal: 12,
      notCompared: { statuses: 0, quantities: 0 },
    });
    expect(found.totals.length).toBeGreaterThan(0);
    for (const total of found.totals) expect(total).toMatchObject({ compared: 12, equal: 12 });
  });

  it('expects no orders of the report from before or after its days', async () => {
    const days = [
      [1, []],
      [2, ['only_ours']],
      [6, ['only_ours']],
      [7, []],
    ] as const;
    for (const [day, kinds] of days) {
      const createdAt = new Date(Date.UTC(2026, 10, day, 4));
      const ours = [...orders, sampleOrder(idAt(90), { createdAt })];
      const { differences } = await compareSample(toCsv(all(platform)), ours, {
        from: '2026-11-02',
        to: '2026-11-06',
      });
      expect(differences.map(({ kind }) => kind)).toEqual(kinds);
    }
  });

  it('matches partially where its statuses are unknown, as only the rest is compared', async () => {
    const [heading = ''] = [
      'status',
      'Trạng Thái Đơn Hàng',
      'Trạng thái đơn hàng',
      'Order Status',
    ].filter((each) => Object.hasOwn(all(platform)[0] ?? {}, each));
    const strange = all(platform).map((row) => ({ ...row, [heading]: 'Zustand' }));
    const none = await compareSample(toCsv(strange), orders);
    expect(none).toMatchObject({ verdict: 'partial', notCompared: { statuses: 12 } });
    const one = await compareSample(
      toCsv(changed(all(platform), first.orderId, { [heading]: 'Zustand' })),
      orders,
    );
    expect(one).toMatchObject({ verdict: 'partial', notCompared: { statuses: 1 } });
  });

  it('differs by quantity for the same amount', async () => {
    const more = sampleOrder(first.orderId, {
      createdAt: first.createdAt,
      lines: [sampleLine({ quantity: 2 })],
    });
    const found = await compareSample(toCsv(all(platform)), [more, ...orders.slice(1)]);
    expect(reasonsOf(found)).toEqual([[first.orderId, 'quantity', 'quantity_differs']]);
    expect(found.verdict).toBe('mismatch');
  });

  it('explains orders of a status that it omits, however few, and no others', async () => {
    const cancelled = sampleOrder(idAt(90), { lines: [sampleLine({ stage: 'cancelled' })] });
    const delivered = sampleOrder(idAt(91), { lines: [sampleLine({ stage: 'delivered' })] });
    const returned = sampleOrder(idAt(92), {
      lines: [
        sampleLine({
          stage: platform === 'TIKI' ? 'failed_delivery' : 'delivered',
          isReturned: platform === 'LAZADA',
        }),
      ],
    });
    const ours = [...orders, cancelled, delivered, returned];
    // The file contains another status of the same group.
    const file = toCsv(all(platform, [...orders, returned]));
    const found = await compareSample(file, ours);
    const telling = platform === 'TIKI' || platform === 'LAZADA';
    expect(reasonsOf(found)).toEqual([
      [cancelled.orderId, 'only_ours', 'status_left_out'],
      // Marketplaces that report returned orders as delivered have delivered orders in the file.
      [delivered.orderId, 'only_ours', telling ? 'status_left_out' : 'missing_in_file'],
    ]);
    const [, second] = orders;
    const without = ours.filter((order) => order !== second);
    expect(reasonsOf(await compareSample(toCsv(all(platform, without)), ours))).toEqual([
      [second?.orderId, 'only_ours', 'missing_in_file'],
    ]);
  });
});

it('reports quantities as not compared in a file without them', async () => {
  const rows = all('TIKI').map(({ 'Số lượng': _, ...row }) => row);
  const found = await compareSample(toCsv(rows), orders);
  expect(found).toMatchObject({
    verdict: 'matched',
    notCompared: { statuses: 0, quantities: 12 },
  });
});

it('does not guess statuses that a file of a few orders omits', async () => {
  const cancelled = sampleOrder(idAt(90), { lines: [sampleLine({ stage: 'cancelled' })] });
  const found = await compareSample(toCsv(all('TIKI', orders.slice(0, 4))), [
    ...orders.slice(0, 4),
    cancelled,
  ]);
  expect(reasonsOf(found)).toEqual([[cancelled.orderId, 'only_ours', 'missing_in_file']]);
});

it('explains omitted items of a Lazada file without a status', async () => {
  const mixed = sampleOrder(idAt(90), {
    lines: [sampleLine({ quantity: 2 }), sampleLine({ stage: 'cancelled', priceE4: 300_000_000n })],
  });
  const ours = [...orders, mixed];
  const kept = all('LAZADA', ours).filter(({ status }) => status !== 'canceled');
  const found = await compareSample(toCsv(kept), ours);
  expect(reasonsOf(found)).toEqual([[mixed.orderId, 'amount', 'status_left_out']]);
  expect(found).toMatchObject({ verdict: 'explained', differences: [{ effectE4: -300_000_000n }] });
  const dearer = changed(kept, `${mixed.orderId}-0-0`, { unitPrice: '50001' });
  expect(reasonsOf(await compareSample(toCsv(dearer), ours))).toContainEqual([
    mixed.orderId,
    'amount',
    'amount_differs',
  ]);
});

it('reports the second amount of a Shopee file if only that differs', async () => {
  const rows = changed(all('SHOPEE'), first.orderId, { 'Mã giảm giá của Shop': '1000' });
  const { differences } = await compareSample(toCsv(rows), orders);
  expect(differences).toMatchObject([
    { fileE4: 990_000_000n, oursE4: 1_000_000_000n, effectE4: -10_000_000n },
  ]);
});

describe('an order with an unreadable row', () => {
  const [, second, third] = orders;

  it('is not reported as missing, whatever part of the row is unreadable', async () => {
    const rows = changed(all('TIKI'), first.orderId, { 'Mã đơn hàng': `${first.orderId} (2)` });
    const broken = changed(rows, second?.orderId ?? '', { 'Thành tiền': '#N/A' });
    const found = await compareSample(toCsv(broken), orders);
    expect(reasonsOf(found)).toEqual([
      [first.orderId, 'only_ours', 'row_unreadable'],
      [second?.orderId, 'only_ours', 'row_unreadable'],
    ]);
    expect(found.verdict).toBe('partial');
  });

  it('does not excuse other missing orders', async () => {
    const rows = changed(all('TIKI'), first.orderId, { 'Mã đơn hàng': '#' });
    const without = rows.filter((row) => row['Mã đơn hàng'] !== third?.orderId);
    const found = await compareSample(toCsv(without), orders);
    expect(reasonsOf(found)).toEqual([
      [first.orderId, 'only_ours', 'row_unreadable'],
      [third?.orderId, 'only_ours', 'missing_in_file'],
    ]);
    expect(found.verdict).toBe('mismatch');
  });

  it('may be any order when its row has no time, but not more than there are such rows', async () => {
    const row = { 'Mã đơn hàng': '#', 'Ngày đặt hàng': '#1#' };
    const rows = changed(all('TIKI'), first.orderId, row);
    expect(reasonsOf(await compareSample(toCsv(rows), orders))).toEqual([
      [first.orderId, 'only_ours', 'row_unreadable'],
    ]);
    const without = rows.filter((each) => each['Mã đơn hàng'] !== third?.orderId);
    const reasons = reasonsOf(await compareSample(toCsv(without), orders)).map(
      ([, , reason]) => reason,
    );
    expect(reasons).toEqual(['missing_in_file', 'missing_in_file']);
  });
});

describe('a file that is newer than the last sync', () => {
  const exportedAt = new Date('2026-11-20T05:00:00Z');
  const asOf = new Date('2026-11-20T04:59:00Z');
  const wrong = toCsv(changed(all('TIKI'), first.orderId, { 'Thành tiền': '101733' }));
  const recent = new Date('2026-11-20T01:00:00Z');

  it.each([
    ['was completed weeks ago', {}, 'amount_differs'],
    ['is still in transit', { stage: 'shipping' }, 'not_read_yet'],
    ['changed within hours of the export', { changedAt: recent }, 'not_read_yet'],
    [
      'changed after the export',
      { changedAt: new Date(exportedAt.getTime() + 1) },
      'changed_since',
    ],
  ])('explains an amount only where the order %s', async (_how, given, reason) => {
    const { createdAt, orderId } = first;
    const ours = [sampleOrder(orderId, { createdAt, ...given }), ...orders.slice(1)];
    const found = await compareSample(wrong, ours, { exportedAt, asOf });
    expect(found.differences.find(({ kind }) => kind === 'amount')?.reason).toBe(reason);
  });

  it('explains nothing once the order was refetched', async () => {
    const ours = [
      sampleOrder(first.orderId, { createdAt: first.createdAt, changedAt: recent }),
      ...orders.slice(1),
    ];
    const refetched = new Set([first.orderId]);
    const found = await compareSample(wrong, ours, { exportedAt, asOf, refetched });
    expect(reasonsOf(found)).toEqual([[first.orderId, 'amount', 'amount_differs']]);
    expect(found.verdict).toBe('mismatch');
  });

  it('does not excuse an order that the marketplace does not know', async () => {
    const newer = sampleOrder(idAt(90), { createdAt: new Date('2026-11-20T04:59:30Z') });
    const file = toCsv([...all('TIKI'), ...exportRows(newer, 'TIKI')]);
    const before = await compareSample(file, orders, { exportedAt, asOf });
    expect(reasonsOf(before)).toEqual([[newer.orderId, 'only_file', 'not_read_yet']]);
    expect(before.verdict).toBe('maturing');
    const absent = new Set([newer.orderId]);
    const after = await compareSample(file, orders, { exportedAt, asOf, absent });
    expect(reasonsOf(after)).toEqual([[newer.orderId, 'only_file', 'missing_with_us']]);
    expect(after.verdict).toBe('mismatch');
  });

  it('refetches the orders that differ, and no others', async () => {
    const newer = sampleOrder(idAt(90), { createdAt: new Date('2026-11-20T04:59:30Z') });
    const rows = [
      ...changed(all('TIKI'), first.orderId, { 'Thành tiền': '101733' }),
      ...exportRows(newer, 'TIKI'),
    ];
    const found = await compareSample(toCsv(rows), orders, { exportedAt, asOf });
    expect(await ordersToRefetch(found, { exportedAt, asOf })).toEqual([
      first.orderId,
      newer.orderId,
    ]);
    expect(await ordersToRefetch(found, { exportedAt, asOf: exportedAt })).toEqual([]);
    expect(await ordersToRefetch(found, { exportedAt: null, asOf })).toHaveLength(2);
  });
});

describe('a large file', () => {
  const many = Array.from({ length: 20_000 }, (_, index) => sampleOrder(idAt(index)));
  const parse = async () => {
    const rows = many.flatMap((order) => exportRows(order, 'LAZADA'));
    const { form, orders: file, unreadable } = await parseExportFile(toCsv(rows), timeZone);
    return { form, file, unreadable };
  };

  it('is compared in slices without blocking other requests, until the caller leaves', async () => {
    const parsed = await parse();
    const endTicks = watchTicks();
    const found = await compareOrders(parsed, many);
    const ticks = endTicks();
    expect(found).toMatchObject({ verdict: 'matched', equal: 20_000 });
    // In one piece it takes some 150 ms of CPU time.
    expect(ticks.length).toBeGreaterThan(3);
    expect(Math.max(...ticks)).toBeLessThan(100);

    const leaving = new AbortController();
    const comparing = compareOrders(parsed, many, {}, leaving.signal);
    leaving.abort(new Error('left'));
    await expect(comparing).rejects.toThrow('left');
  });
});
