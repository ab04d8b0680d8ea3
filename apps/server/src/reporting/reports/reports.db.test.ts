import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { sql } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { applyOrders } from '../ingest/apply-orders.ts';
import { applyListings } from '../ingest/apply-listings.ts';
import type { ShopCoverage } from '../metrics/coverage.ts';
import { buildFacts, netSalesE4, nmvE4 } from '../ingest/facts.ts';
import { addDays, localTimes } from '../../platform/calendar.ts';
import { registerShop } from '../ingest/register-shop.ts';
import { buildSkuBuckets } from '../ingest/sku-buckets.ts';
import { reportBreakdown } from './breakdown.ts';
import { reportProducts, reportSummary } from './reports.ts';
import { generateOrders } from '../testing/generate-orders.ts';
import { toDecimal } from '../../platform/money.ts';

const tenantId = newId();
const [hats, tea, books] = [newId(), newId(), newId()];
const now = new Date('2026-11-11T05:00:00Z');
const zone = 'Asia/Ho_Chi_Minh';
const timeOf = localTimes(zone);

const { database } = await openTestDatabase();
let coverage: ShopCoverage[] = [];

const october = new Date('2026-10-01T00:00:00Z');
const inDong = generateOrders({ count: 400, seed: 11, from: october, to: now, skus: 30 });
const oldDays = { from: new Date('2009-12-01T00:00:00Z'), to: new Date('2011-12-10T00:00:00Z') };
const old = generateOrders({ count: 200, seed: 12, skus: 10, prefix: '5', ...oldDays }).map(
  (order) => ({ ...order, currency: 'GBP' }),
);

const dependencies = { database, readCoverage: async () => coverage, now: () => now };
for (const [shopId, name] of [
  [hats, 'Nhà Nón'],
  [tea, 'Trà Việt'],
  [books, 'Sách Cũ'],
] as const) {
  const origin = { platform: 'LAZADA', region: 'VN', currency: 'VND', timeZone: zone } as const;
  await database.tenant(tenantId, (tx) => registerShop(tx, { shopId, name, ...origin }, now));
}
const meta = { observedAt: now, mappingVersion: 1 };
await database.tenant(tenantId, (tx) => applyOrders(tx, hats, inDong, meta));
await database.tenant(tenantId, (tx) => applyOrders(tx, books, old, meta));
coverage = [hats, tea, books].map((shopId) => ({ shopId, asOf: now, open: [] }));

const countBuckets = sql(
  'test.count_buckets',
  `select count(*) filter (where bucket_days = 7) as weeks,
          count(*) filter (where bucket_days = 28) as four_weeks,
          count(*) filter (where bucket_days = 112) as sixteen_weeks
     from reporting.sku_bucket where tenant_id = $1 and shop_id = $2`,
);

/** The expected metrics, computed from the orders themselves. */
function truth(orders: typeof inDong, from: string, to: string) {
  const facts = orders
    .map((order) => buildFacts(order, timeOf).order)
    .filter((fact) => fact.committedDay && fact.committedDay >= from && fact.committedDay <= to);
  const sum = (part: (fact: (typeof facts)[number]) => bigint) =>
    facts.reduce((all, fact) => all + part(fact), 0n);
  return {
    gmv: toDecimal(sum((fact) => fact.gmvE4)),
    nmv: sum(nmvE4),
    netSales: toDecimal(sum(netSalesE4)),
    orders: facts.length,
    units: facts.reduce((all, fact) => all + fact.units, 0),
    cancelled: facts.filter((fact) => fact.isCancelled).length,
    valid: facts.filter((fact) => fact.isValid).length,
  };
}

/** The expected metrics of a day up to a minute of the shop's clock. */
function until(day: string, minute: number) {
  const early = inDong.filter(
    (order) => order.committedAt && timeOf(order.committedAt).minute < minute,
  );
  return truth(early, day, day);
}

const untilNoon = (day: string) => until(day, 720);

function plus(a: ReturnType<typeof truth>, b: ReturnType<typeof truth>) {
  return { gmv: String(BigInt(a.gmv) + BigInt(b.gmv)), orders: a.orders + b.orders };
}

const readSummary = (query: Parameters<typeof reportSummary>[2]) =>
  reportSummary(dependencies, tenantId, query);
const readBreakdown = (query: Parameters<typeof reportBreakdown>[2]) =>
  reportBreakdown(dependencies, tenantId, query);
const readProducts = (query: Parameters<typeof reportProducts>[2]) =>
  reportProducts(dependencies, tenantId, query);

describe('the summary', () => {
  it('equals the orders exactly, for the period and the previous one', async () => {
    const summary = await readSummary({ period: '7d' });
    const expected = truth(inDong, '2026-11-05', '2026-11-11');
    const before = plus(truth(inDong, '2026-10-29', '2026-11-03'), untilNoon('2026-11-04'));
    expect(summary.previous).toMatchObject({ kind: 'period', until: '12:00' });
    expect(summary.period).toEqual({ from: '2026-11-05', to: '2026-11-11', days: 7 });
    expect(summary.metrics.gmv).toMatchObject({ value: expected.gmv, previous: before.gmv });
    expect(summary.metrics.netSales).toMatchObject({ value: expected.netSales });
    expect(summary.metrics.orders).toMatchObject({
      value: expected.orders,
      previous: before.orders,
      change: (expected.orders - before.orders) / before.orders,
    });
    expect(summary.metrics.units.value).toBe(expected.units);
    expect(summary.metrics.cancellationRate.value).toBeCloseTo(
      expected.cancelled / expected.orders,
      12,
    );
    expect(Number(summary.metrics.aov.value)).toBeCloseTo(
      Number(expected.nmv) / 10_000 / expected.valid,
      3,
    );
    expect(summary.trend.map((point) => point.day)).toEqual(
      Array.from({ length: 7 }, (_, index) => addDays('2026-11-05', index)),
    );
    for (const point of summary.trend) {
      expect(point).toMatchObject({ gmv: truth(inDong, point.day, point.day).gmv });
      const day = addDays(point.day, -7);
      const whole = point.day === '2026-11-11' ? untilNoon(day) : truth(inDong, day, day);
      expect(point).toMatchObject({ previousDay: day, previousGmv: whole.gmv });
    }
    // Today is unfinished.
    expect(summary.trend.map((point) => point.complete)).toEqual([...Array(6).fill(true), false]);
    expect(summary).toMatchObject({ partial: false, daysLoading: 0, asOf: now.toISOString() });
  });

  it('never adds up currencies: one is chosen, the others are named', async () => {
    const summary = await readSummary({ period: '28d' });
    expect(summary).toMatchObject({ currency: 'VND', currencies: ['VND', 'GBP'] });
    expect(summary.freshness.map((each) => each.shopName)).toEqual(['Nhà Nón', 'Trà Việt']);
    await expect(readSummary({ period: '28d', currency: 'EUR' })).rejects.toMatchObject({
      status: 400,
      code: 'currency_unknown',
    });
  });

  it('covers a range years ago', async () => {
    const query = {
      period: 'custom',
      from: '2009-12-01',
      to: '2011-12-31',
      currency: 'GBP',
    } as const;
    const summary = await readSummary(query);
    expect(summary.metrics.gmv.value).toBe(truth(old, query.from, query.to).gmv);
    expect(summary.trend).toHaveLength(761);
    expect(summary.firstDay).toBe('2009-12-01');
  });

  it('marks days that are still syncing, and has no comparison with them', async () => {
    coverage = [
      {
        shopId: hats,
        asOf: null,
        open: [{ from: new Date(0), to: new Date('2026-11-06T17:00:00Z') }],
      },
      { shopId: tea, asOf: now, open: [] },
    ];
    const summary = await readSummary({ period: '7d' });
    // November 5, 6, and 7: orders of the 6th may be paid on the 7th.
    expect(summary).toMatchObject({ partial: true, daysLoading: 3, asOf: null });
    expect(summary.trend.map((point) => point.complete)).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
      false,
    ]);
    expect(summary.metrics.gmv).toMatchObject({ previous: null, change: null });
    expect(summary.freshness).toMatchObject([{ daysLoading: 3 }, { daysLoading: 0 }]);
    coverage = [hats, tea, books].map((shopId) => ({ shopId, asOf: now, open: [] }));
  });

  it('is empty without a shop', async () => {
    const summary = await reportSummary(dependencies, newId(), { period: 'today' });
    expect(summary).toMatchObject({ currency: 'VND', firstDay: null, partial: false });
    expect(summary.metrics).toMatchObject({
      gmv: { value: '0', change: null },
      aov: { value: null },
      cancellationRate: { value: null },
    });
  });
});

describe('an unfinished day', () => {
  it('is compared with yesterday and the same weekday, up to the same time', async () => {
    const summary = await readSummary({ period: 'today' });
    expect(summary.previous).toMatchObject({ from: '2026-11-10', kind: 'day', until: '12:00' });
    const [yesterday, week] = [until('2026-11-10', 720), until('2026-11-04', 720)];
    expect(yesterday.orders).toBeGreaterThan(0);
    expect(yesterday.orders).toBeLessThan(truth(inDong, '2026-11-10', '2026-11-10').orders);
    expect(summary.metrics).toMatchObject({
      gmv: { value: truth(inDong, '2026-11-11', '2026-11-11').gmv, previous: yesterday.gmv },
      orders: { previous: yesterday.orders },
    });
    expect(summary.sameWeekday).toMatchObject({
      previous: { from: '2026-11-04', to: '2026-11-04', kind: 'week', until: '12:00' },
      metrics: { gmv: { previous: week.gmv }, netSales: { previous: week.netSales } },
    });
  });

  it('is compared up to the minute of the last sync of each shop', async () => {
    const before = coverage;
    // 03:37 in Vietnam; the other shop was last synced yesterday.
    coverage = [
      { shopId: hats, asOf: new Date('2026-11-10T20:37:30Z'), open: [] },
      { shopId: tea, asOf: new Date('2026-11-10T16:00:00Z'), open: [] },
    ];
    const summary = await readSummary({ period: 'today' });
    expect(summary.previous.until).toBe('03:37');
    expect(summary.metrics.gmv.previous).toBe(until('2026-11-10', 217).gmv);
    coverage = before;
  });

  it('by hour has null values for future hours, and adds up to the day', async () => {
    const { items } = await readBreakdown({
      period: 'today',
      by: 'hour',
    });
    expect(items.map((item) => item.key)).toEqual(Array.from({ length: 24 }, (_, key) => `${key}`));
    expect(items.filter((item) => item.gmv === null).map((item) => Number(item.key))).toEqual(
      Array.from({ length: 11 }, (_, index) => 13 + index),
    );
    const sum = (values: (string | null)[]) =>
      values.reduce((all, value) => all + BigInt(value ?? 0), 0n).toString();
    expect(sum(items.map((item) => item.gmv))).toBe(truth(inDong, '2026-11-11', '2026-11-11').gmv);
    expect(sum(items.map((item) => item.previousGmv))).toBe(until('2026-11-10', 720).gmv);
  });
});

it('compares a campaign day and the previous year with whole periods', async () => {
  const campaign = { from: '2026-10-10', to: '2026-10-10', compare: 'campaign' } as const;
  expect((await readSummary(campaign)).previous.from).toBe('2026-09-09');
  // The period is longer than a year, so the year before overlaps with its beginning.
  const query = { from: '2010-06-01', to: '2011-11-30', compare: 'year', currency: 'GBP' } as const;
  const long = await readSummary(query);
  const yearBefore = truth(old, '2009-06-01', '2010-11-30');
  expect(long.metrics.gmv).toMatchObject({
    value: truth(old, '2010-06-01', '2011-11-30').gmv,
    previous: yearBefore.gmv,
  });
  const { items } = await readBreakdown({ ...query, by: 'platform' });
  expect(items).toMatchObject([{ key: 'LAZADA', previousGmv: yearBefore.gmv }]);
});

it('lists shops that add up to the summary, including those without sales', async () => {
  const shops = await readBreakdown({ period: '7d', by: 'shop' });
  expect(shops.items.map((shop) => [shop.name, shop.gmv])).toEqual([
    ['Nhà Nón', truth(inDong, '2026-11-05', '2026-11-11').gmv],
    ['Trà Việt', '0'],
  ]);
  const before = plus(truth(inDong, '2026-10-29', '2026-11-03'), untilNoon('2026-11-04'));
  expect(shops.items[0]?.previousGmv).toBe(before.gmv);
});

it('returns null values, not zeros, for a shop without a synced day', async () => {
  const before = coverage;
  coverage = [{ shopId: hats, asOf: now, open: [] }];
  const { items } = await readBreakdown({ period: '7d' });
  expect(items).toMatchObject([
    { name: 'Nhà Nón', daysLoading: 0 },
    { name: 'Trà Việt', gmv: null, orders: null, previousGmv: null, daysLoading: 7 },
  ]);
  coverage = before;
});

it('groups by the brand of the listing, and names what has none', async () => {
  const known = [...new Set(inDong.flatMap((order) => order.items.map((item) => item.skuId)))];
  const [first, second] = known;
  if (!first || !second) throw new Error('the made orders have no SKU ids');
  const listingFields = { itemId: '1', sellerSku: '', name: '', status: 'active' };
  const price = { currency: 'VND', priceE4: 0n, specialPriceE4: null, stock: null };
  const listing = { ...listingFields, ...price, pictureUrl: null, updatedAt: now };
  await database.tenant(tenantId, (tx) =>
    applyListings(
      tx,
      hats,
      [
        { ...listing, skuId: first, brand: 'Hoa Mai' },
        { ...listing, skuId: second, brand: '' },
      ],
      { observedAt: now, mappingVersion: 1 },
    ),
  );
  const { items, total } = await readBreakdown({
    period: '28d',
    by: 'brand',
  });
  expect(total).toBe(3);
  expect(new Set(items.map((item) => item.key))).toEqual(
    new Set(['brand:Hoa Mai', 'brand:', 'brand?']),
  );
  const sold = (skuId: string) =>
    truth(
      inDong.map((order) => ({
        ...order,
        items: order.items.filter((item) => item.skuId === skuId),
      })),
      '2026-10-15',
      '2026-11-11',
    );
  expect(items.find((item) => item.key === 'brand:Hoa Mai')).toMatchObject({
    name: 'Hoa Mai',
    gmv: sold(first).gmv,
    units: sold(first).units,
    orders: null,
  });
  expect(items.find((item) => item.key === 'brand:')?.gmv).toBe(sold(second).gmv);
  // The products of a brand add up to the brand: none of another brand, and none missing.
  for (const { key, gmv } of items) {
    const query = { period: '28d', brand: key, limit: 100 } as const;
    const own = await readProducts(query);
    expect(own.total).toBe(own.items.length);
    const worth = own.items.reduce((all, item) => all + BigInt(item.gmv), 0n);
    expect([key, worth.toString()]).toEqual([key, gmv]);
  }
  const none = await readProducts({
    period: '28d',
    brand: 'brand:Nobody',
  });
  expect(none).toMatchObject({ items: [], total: 0 });
  const sum = items.reduce((all, item) => all + BigInt(item.gmv ?? 0), 0n);
  expect(sum.toString()).toBe(truth(inDong, '2026-10-15', '2026-11-11').gmv);
});

it('returns an empty summary for a marketplace without shops', async () => {
  const summary = await readSummary({ period: '7d', platform: 'TIKI' });
  expect(summary).toMatchObject({ metrics: { orders: { value: 0 } }, freshness: [] });
});

it('lists products that add up to the summary, best first, with names', async () => {
  const products = await readProducts({ period: '28d', limit: 100 });
  const sum = products.items.reduce((all, product) => all + BigInt(product.gmv), 0n);
  expect(sum.toString()).toBe(truth(inDong, '2026-10-15', '2026-11-11').gmv);
  expect(products.items[0]?.name).toMatch(/^Áo thun/);
  expect(products.items.map((product) => Number(product.gmv))).toEqual(
    products.items.map((product) => Number(product.gmv)).toSorted((a, b) => b - a),
  );
  const best = await readProducts({ period: '28d', limit: 3 });
  expect(best.items).toEqual(products.items.slice(0, 3));
  expect(best.total).toBe(products.total);
});

it('returns the same products from days and from weekly buckets', async () => {
  const queries = [
    { period: '7d' },
    { period: '28d' },
    { period: 'custom', from: '2026-10-01', to: '2026-11-08' },
    { period: 'custom', from: '2026-10-05', to: '2026-11-01' },
    { period: 'custom', from: '2010-01-13', to: '2011-12-31', currency: 'GBP' },
  ] as const;
  const read = () => Promise.all(queries.map((query) => readProducts({ ...query, limit: 100 })));
  const byDay = await read();
  for (const [shopId, from] of [
    [hats, '2026-10-10T00:00:00Z'],
    [hats, '2026-09-01T00:00:00Z'],
    [books, '2009-11-01T00:00:00Z'],
  ] as const) {
    await database.tenant(tenantId, (tx) => buildSkuBuckets(tx, shopId, new Date(from), now));
    expect(await read()).toEqual(byDay);
  }
  const [spans] = await database.tenantRead<Record<string, bigint>>(tenantId, countBuckets, [
    tenantId,
    hats,
  ]);
  expect(spans).toEqual({ weeks: 16n, fourWeeks: 4n, sixteenWeeks: 1n });
});

it('refuses the shop of another tenant', async () => {
  const stranger = newId();
  for (const shops of [hats, newId(), 'not-an-id']) {
    await expect(
      reportSummary(dependencies, stranger, { period: '7d', shops }),
    ).rejects.toMatchObject({
      status: 404,
      code: 'shop_unknown',
    });
  }
  const mine = await readSummary({ period: '7d', shops: tea });
  expect(mine.metrics.gmv.value).toBe('0');
});
