import { maxFileBytes, maxListedDifferences, type Reconciliation } from '@seller-connect/contract';
import { parse } from 'csv-parse/sync';
import { once } from 'node:events';
import { request } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { localTimes } from '../../platform/calendar.ts';
import { sql } from '../../platform/database/database.ts';
import { startReporting, type ReportingHttp } from '../testing/reporting-http.ts';
import { now } from '../testing/sample-tenant.ts';
import { maxFileRows } from './export-file/limits.ts';
import { createProgressRecorder } from './progress-store.ts';
import { reconcile, type ReconcileDependencies, type RefetchOrders } from './reconcile.ts';
import { reconciliationRoutes } from './routes.ts';
import { watchTicks } from './testing/event-loop-ticks.ts';

const heads = 'orderNumber,createTime,unitPrice,sellerDiscountTotal,status';
const timeOf = localTimes('Asia/Ho_Chi_Minh');
/** A local time of the shop, as files contain it. */
const clock = (at: Date) => new Date(at.getTime() + 7 * 3_600_000).toISOString().slice(0, 16);

/** What the marketplace answers. */
const findNone: RefetchOrders = async () => ({ fetched: new Set(), absent: new Set() });
let refreshOrders = findNone;
const { shops, reporting } = await startReporting(12);
const dependencies: ReconcileDependencies = {
  ...shops.dependencies,
  refreshOrders: (...given) => refreshOrders(...given),
  now: () => now,
};
reconciliationRoutes(reporting.http, {
  ...dependencies,
  account: async () => ({ name: 'Lan', email: null }),
});
const firstOrders = shops.orders
  .filter(({ shopId, order }) => shopId === shops.shopIds[0] && order.committedAt)
  .slice(0, 3)
  .map(
    ({ order }) => `${order.orderId},${order.createdAt.toISOString().slice(0, 16)},1,0,delivered`,
  );
/** A Lazada export of three orders of the first shop, all of which differ from the report. */
const file = [heads, ...firstOrders].join('\r\n');

type Who = keyof ReportingHttp['accounts'] | 'nobody';

const call = async (
  who: Who,
  method: 'GET' | 'POST',
  path: string,
  more: object = {},
  payload: string | Readable = file,
) => {
  const answer = await reporting.http.app.inject({
    method,
    url: `/reporting/reconciliations${path}`,
    headers: {
      authorization: `Bearer ${who}`,
      'content-type': 'application/octet-stream',
      ...more,
    },
    ...(method === 'POST' && { payload }),
  });
  const isJson = String(answer.headers['content-type']).includes('json');
  return { status: answer.statusCode, body: isJson ? answer.json() : answer.body };
};

const upload = (who: Who, more: object = {}, payload: string | Readable = file) =>
  call(who, 'POST', `?name=a.csv&shop=${shops.shopIds[0]}`, more, payload);

/** Expects that the groups add up to the comparison, and that the list of each has its orders. */
async function expectGroups(who: Who, body: Reconciliation): Promise<void> {
  const groups = body.groups ?? [];
  expect(body.compared).toBe(body.equal + body.differing);
  expect(groups.reduce((sum, { orders }) => sum + orders, 0)).toBe(body.differing);
  for (const { group, orders, differences } of groups) {
    const path = `/${body.id}/differences?pageSize=100&group=${group}`;
    const { body: listed } = await call(who, 'GET', path);
    const items: { orderId: string }[] = listed.items;
    expect([listed.total, new Set(items.map(({ orderId }) => orderId)).size]).toEqual([
      differences,
      orders,
    ]);
  }
}

it('a reconciliation is done by members, read by the team, and hidden from other teams', async () => {
  expect((await upload('viewer')).status).toBe(403);
  expect((await upload('nobody')).status).toBe(401);
  const { status, body } = await upload('member');
  expect([status, body.platform, body.reconciledBy]).toEqual([201, 'LAZADA', 'Lan']);
  expect(body.differing).toBeGreaterThan(0);
  for (const who of ['viewer', 'owner'] as const) {
    expect((await call(who, 'GET', '')).body).toMatchObject({ total: 1, items: [{ id: body.id }] });
    expect((await call(who, 'GET', '?page=9')).body).toMatchObject({ total: 1, items: [] });
    expect((await call(who, 'GET', `/${body.id}`)).body).toMatchObject({ verdict: body.verdict });
    const listed = await call(who, 'GET', `/${body.id}/differences`);
    expect(listed.body.total).toBeGreaterThan(0);
    await expectGroups(who, body);
    const exported = await call(who, 'GET', `/${body.id}/export`);
    const rows: Record<string, string>[] = parse(exported.body, { bom: true, columns: true });
    expect(rows).toHaveLength(Math.min(listed.body.total, 5000));
    const effects: string[] = listed.body.items.map(({ effect }: { effect: string }) => effect);
    expect(effects.some((effect) => effect.startsWith('-'))).toBe(true);
    // A spreadsheet adds numbers up, and leaves out what an apostrophe marks as text.
    expect(rows.slice(0, effects.length).map((row) => row['Chênh lệch'])).toEqual(effects);
  }
  expect((await call('stranger', 'GET', '')).body).toMatchObject({ total: 0, items: [] });
  // Filtered by shop, by marketplace, or by both.
  for (const [narrowed, total] of [
    [`shop=${shops.shopIds[0]}`, 1],
    [`shop=${shops.shopIds[1]}`, 0],
    ['platform=LAZADA', 1],
    ['platform=SHOPEE', 0],
    [`platform=LAZADA&shop=${shops.shopIds[1]}`, 0],
  ] as const) {
    const { body: list } = await call('viewer', 'GET', `?${narrowed}`);
    expect({ narrowed, total: list.total }).toEqual({ narrowed, total });
  }
  for (const path of ['', '/differences', '/export']) {
    const hidden = await call('stranger', 'GET', `/${body.id}${path}`);
    expect([hidden.status, hidden.body.error]).toEqual([404, 'reconciliation_unknown']);
  }
  // Another team cannot compare a file with our shop either.
  const theirs = await upload('stranger');
  expect(theirs.status).toBeGreaterThanOrEqual(400);
  expect(theirs.status).toBeLessThan(500);
});

it('reads how many orders were refetched from a result of an older version', async () => {
  const { body } = await upload('member');
  expect(body.refetched).toBe(0);
  const asOlderVersion = sql(
    'test.older_result',
    `update reporting.recon_check set result = result - 'refetched' || '{"readAgain": 3}' where check_id = $1`,
  );
  await shops.database.tenant(shops.tenantId, (tx) => tx.execute(asOlderVersion, [body.id]));
  expect((await call('viewer', 'GET', `/${body.id}`)).body).toMatchObject({ refetched: 3 });
});

it('parses no file of a team without shops, nor for a shop of another team', async () => {
  // A file that is parsed is refused for what it is.
  const unreadable = 'no,export,at,all';
  const parsed = await upload('member', {}, unreadable);
  expect(parsed).toMatchObject({ status: 422, body: { error: 'file_unknown' } });
  const none = await call('stranger', 'POST', '?name=a.csv', {}, unreadable);
  expect(none).toMatchObject({ status: 422, body: { error: 'file_no_shop' } });
  const foreign = await upload('stranger', {}, unreadable);
  expect(foreign).toMatchObject({ status: 404, body: { error: 'shop_unknown' } });
});

it('refuses a file by its content length', async () => {
  const refused = await upload('member', { 'content-length': String(maxFileBytes + 1) });
  expect(refused).toMatchObject({ status: 413, body: { error: 'file_too_large' } });
});

it('accepts one file of a team at a time, however slowly it arrives', async () => {
  const slow = new PassThrough();
  slow.write(heads);
  const first = upload('member', { 'content-length': String(file.length) }, slow);
  // The next upload is rejected only once the first one has begun.
  await expect.poll(async () => (await upload('owner')).body.error).toBe('rate_limited');
  expect((await upload('stranger')).status).not.toBe(429);
  slow.end(file.slice(heads.length));
  expect((await first).status).toBe(201);
  expect((await upload('owner')).status).toBe(201);
});

it('compares the chosen days only, and reports how much of the file is outside', async () => {
  const ours = shops.orders.filter(({ shopId }) => shopId === shops.shopIds[0]);
  const days = ours.map(({ order }) => timeOf(order.createdAt).day).toSorted();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  expect(first < last).toBe(true);
  const rows = ours.map(({ order }) => `${order.orderId},${clock(order.createdAt)},1,0,delivered`);
  const whole = [heads, ...rows].join('\r\n');
  const path = `?name=a.csv&shop=${shops.shopIds[0]}`;
  const all = await call('member', 'POST', path, {}, whole);
  expect(all.body).toMatchObject({ from: first, to: last, outside: 0, orders: ours.length });
  const one = await call('member', 'POST', `${path}&from=${last}&to=${last}`, {}, whole);
  const outside = days.filter((day) => day !== last).length;
  expect(one.body).toMatchObject({ from: last, to: last, outside, orders: ours.length });
  const other = await call('member', 'POST', `${path}&from=2025-01-01&to=2025-01-31`, {}, whole);
  expect(other).toMatchObject({ status: 422, body: { error: 'file_other_days' } });
  const elsewhere = `?name=a.csv&shop=${shops.shopIds[1]}`;
  const refused = await call('member', 'POST', elsewhere, {}, whole);
  expect(refused).toMatchObject({ status: 422, body: { error: 'file_other_shop' } });
});

it('parses dates month first where only that matches the days of known orders', async () => {
  const early = shops.orders.filter(
    ({ shopId, order }) =>
      shopId === shops.shopIds[0] &&
      order.committedAt &&
      Number(timeOf(order.createdAt).day.slice(8)) <= 12,
  );
  expect(early.length).toBeGreaterThan(1);
  const written = (monthFirst: boolean) => {
    const rows = early.map(({ order }) => {
      const at = clock(order.createdAt);
      const [month, day] = [at.slice(5, 7), at.slice(8, 10)];
      const date = monthFirst ? [month, day] : [day, month];
      return `${order.orderId},${date.join('/')}/${at.slice(0, 4)} ${at.slice(11)},1,0,delivered`;
    });
    return [heads, ...rows].join('\r\n');
  };
  const path = `?name=a.csv&shop=${shops.shopIds[0]}`;
  for (const monthFirst of [true, false]) {
    const { body } = await call('member', 'POST', path, {}, written(monthFirst));
    expect({ monthFirst: body.monthFirst, orders: body.orders }).toEqual({
      monthFirst,
      orders: early.length,
    });
    const kinds = body.reasons.map(({ kind }: { kind: string }) => kind);
    expect(kinds).not.toContain('day');
  }
});

it('names unreadable rows and skips total rows', async () => {
  const rows = file.split('\r\n');
  const [, broken = ''] = rows;
  const orderId = broken.split(',')[0] ?? '';
  const sums = ['99999999,,12,0,', 'Total,,12,0,'];
  const other = `${orderId},2026-11-01 10:00,x,0,delivered`;
  const whole = [...rows.filter((row) => row !== broken), other, ...sums].join('\r\n');
  const { body } = await call('member', 'POST', `?name=a.csv&shop=${shops.shopIds[0]}`, {}, whole);
  expect(body.unreadable).toEqual({ rows: 1, first: [{ row: 4, column: 'unitPrice' }] });
  const listed = await call('member', 'GET', `/${body.id}/differences?reason=row_unreadable`);
  const ids = listed.body.items.map((item: { orderId: string }) => item.orderId);
  expect(ids).toEqual([orderId]);
});

it.each([
  ['a barcode in the column of quantities', '159000,8936012345678,0', 'Số lượng'],
  ['a telephone number in the column of prices', '84901234567890,1000,0', 'Giá ưu đãi'],
  ['a price of twenty digits', '12345678901234567890,1,0', 'Giá ưu đãi'],
])('names the row of %s', async (_name, cells, column) => {
  const shopee = 'Mã đơn hàng,Ngày đặt hàng,Giá ưu đãi,Số lượng,Mã giảm giá của Shop';
  const rows = ['S2311AB01,2026-11-01 10:00,1000,1,0', `S2311AB02,2026-11-01 10:00,${cells}`];
  const whole = [shopee, ...rows].join('\r\n');
  const path = `?name=a.csv&shop=${shops.shopIds[1]}`;
  const { status, body } = await call('member', 'POST', path, {}, whole);
  expect([status, body.unreadable]).toEqual([201, { rows: 1, first: [{ row: 3, column }] }]);
});

it('names the row of a date that programs write for none', async () => {
  const whole = `${file}\r\n990000001,0001-01-01 00:00,1,0,delivered`;
  const { status, body } = await upload('member', {}, whole);
  const first = [{ row: 5, column: 'createTime' }];
  expect([status, body.unreadable]).toEqual([201, { rows: 1, first }]);
});

it('keeps a long status without half of an emoji', async () => {
  const status = `${'x'.repeat(59)}🔥🔥`;
  const { status: code, body } = await upload('member', {}, file.replace('delivered', status));
  expect([code, body.unknownStatuses]).toEqual([201, [status.slice(0, 61)]]);
});

it('counts every difference, and lists the first of very many', async () => {
  const count = maxListedDifferences + 7;
  const rows = Array.from(
    { length: count },
    (_, index) => `99${index + 1000},2026-11-01 10:00,1,0,delivered`,
  );
  const path = `?name=a.csv&shop=${shops.shopIds[0]}`;
  const { body } = await call('member', 'POST', path, {}, [heads, ...rows].join('\r\n'));
  expect(body.differing).toBeGreaterThanOrEqual(count);
  const reasons: { count: number }[] = body.reasons;
  expect(reasons.reduce((sum, reason) => sum + reason.count, 0)).toBe(body.differing);
  const listed = await call('member', 'GET', `/${body.id}/differences`);
  expect(listed.body.total).toBe(maxListedDifferences);
  const exported = await call('member', 'GET', `/${body.id}/export`);
  expect(exported.body.trimEnd().split('\r\n')).toHaveLength(1 + maxListedDifferences);
});

it('lists what has no explanation, however many differences wait for a sync', async () => {
  const tomorrow = clock(new Date(now.getTime() + 86_400_000));
  const waiting = Array.from(
    { length: maxListedDifferences + 7 },
    (_, index) => `99${index + 1000},${tomorrow},1,0,delivered`,
  );
  const { body } = await upload('member', {}, [heads, ...waiting, ...firstOrders].join('\r\n'));
  const listed = await call('member', 'GET', `/${body.id}/differences?reason=amount_differs`);
  expect(listed.body.total).toBe(firstOrders.length);
});

it('reports the progress in rows and orders to its team until it is done', async () => {
  const rows = Array.from(
    { length: 4100 },
    (_, index) => `99${String(index).padStart(10, '0')},2026-11-01 10:00,1,0,delivered`,
  );
  const progressUpdates: { phase: string; done: number; total: number | null }[] = [];
  await reconcile(
    dependencies,
    { tenantId: shops.tenantId, accountId: 'a' },
    Buffer.from([heads, ...rows].join('\r\n')),
    { name: 'large.csv', shop: shops.shopIds[0] ?? '' },
    { reportProgress: (progress) => progressUpdates.push(progress) },
  );
  expect(progressUpdates.filter(({ phase }) => phase === 'reading').at(-1)?.done).toBe(4000);
  expect(progressUpdates.filter(({ phase }) => phase === 'comparing')).toEqual(
    [0, 2000, 4000].map((done) => ({ phase: 'comparing', done, total: 4100 })),
  );

  const uploadId = crypto.randomUUID();
  const ask = async (who: Who) => (await call(who, 'GET', `/progress/${uploadId}`)).body;
  let time = 0;
  const progress = createProgressRecorder(shops.database, shops.tenantId, uploadId, () => time);
  // A reconciliation that ends immediately records no progress.
  progress.record({ phase: 'reading', done: 500, total: null });
  time = 600;
  progress.record({ phase: 'reading', done: 1000, total: null });
  time = 1200;
  progress.record({ phase: 'comparing', done: 2000, total: 4100 });
  await expect.poll(() => ask('viewer')).toEqual({ phase: 'comparing', done: 2000, total: 4100 });
  time += 1000;
  progress.record({ phase: 'refetching', done: 3, total: 12 });
  await expect.poll(() => ask('viewer')).toEqual({ phase: 'refetching', done: 3, total: 12 });
  const unknown = { phase: 'waiting', done: 0, total: null };
  expect(await ask('stranger')).toEqual(unknown);
  await progress.end();
  expect(await ask('viewer')).toEqual(unknown);
});

it('compares the largest file in slices without blocking other requests', async () => {
  const rows = Array.from(
    { length: maxFileRows },
    (_, index) => `97${index + 1_000_000},2026-11-0${(index % 9) + 1} 10:00,1,0,delivered`,
  );
  const largest = Buffer.from([heads, ...rows].join('\r\n'));
  const endTicks = watchTicks();
  const { result } = await reconcile(
    dependencies,
    { tenantId: shops.tenantId, accountId: 'a' },
    largest,
    { name: 'largest.csv', shop: shops.shopIds[0] ?? '' },
  );
  const ticks = endTicks();
  expect(result).toMatchObject({ rows: maxFileRows, orders: maxFileRows });
  // In one piece, what is done to all orders at once takes more than 100 ms of CPU time.
  expect(Math.max(...ticks)).toBeLessThan(100);
});

it('stores nothing of an aborted reconciliation', async () => {
  const before = (await call('member', 'GET', '')).body.total;
  const given = { name: 'cancelled.csv', shop: shops.shopIds[0] ?? '' };
  const who = { tenantId: shops.tenantId, accountId: 'a' };
  const cancelled = reconcile(dependencies, who, Buffer.from(file), given, {
    signal: AbortSignal.abort(new Error('cancelled')),
  });
  await expect(cancelled).rejects.toThrow('cancelled');
  expect((await call('member', 'GET', '')).body.total).toBe(before);
});

it('aborts when the client disconnects, stores nothing, and accepts the next file', async () => {
  const origin = await reporting.http.app.listen({ host: '127.0.0.1', port: 0 });
  /** Begins an upload of a file with more bytes than `text`, if it is `isOpen`. */
  const begin = (text: string, isOpen: boolean) => {
    const client = request(
      `${origin}/reporting/reconciliations?name=left.csv&shop=${shops.shopIds[0]}`,
      {
        method: 'POST',
        headers: {
          authorization: 'Bearer member',
          'content-type': 'application/octet-stream',
          'content-length': text.length + Number(isOpen),
        },
      },
    );
    client.on('error', () => undefined);
    client.write(text);
    return client;
  };
  const expectNothingLeft = async () => {
    await expect.poll(async () => (await upload('owner')).status).toBe(201);
    const { body } = await call('owner', 'GET', '?pageSize=100');
    const names = body.items.map(({ fileName }: { fileName: string }) => fileName);
    expect(names).toContain('a.csv');
    expect(names).not.toContain('left.csv');
  };

  const arrived = once(reporting.http.app.server, 'request');
  const receiving = begin(heads, true);
  await arrived;
  await expect.poll(async () => (await upload('owner')).body.error).toBe('rate_limited');
  receiving.destroy();
  await expectNothingLeft();

  const requested = Promise.withResolvers<AbortSignal | undefined>();
  refreshOrders = async (_shop, _orderIds, { signal }) => {
    refreshOrders = findNone;
    requested.resolve(signal);
    await once(signal ?? AbortSignal.any([]), 'abort');
    throw signal?.reason;
  };
  const comparing = begin(file, false);
  const signal = await requested.promise;
  expect((await upload('owner')).body.error).toBe('rate_limited');
  expect(signal?.aborted).toBe(false);
  comparing.destroy();
  await expectNothingLeft();
});
