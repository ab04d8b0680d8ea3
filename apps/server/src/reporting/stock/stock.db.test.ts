import type { CanonicalOrder, CanonicalProduct } from '@seller-connect/partners';
import { beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { addDays } from '../../platform/calendar.ts';
import { sql } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { raiseAlerts } from '../alerts/raise-alerts.ts';
import { reportingEraser } from '../erase.ts';
import { applyListings } from '../ingest/apply-listings.ts';
import { applyOrders } from '../ingest/apply-orders.ts';
import { registerTestShop } from '../testing/register-test-shop.ts';
import { listListings } from '../lists/listings.ts';
import { generateOrders } from '../testing/generate-orders.ts';
import { listListingChanges } from './listing-changes.ts';
import { readListingStock } from './listing-stock.ts';
import { rebuildSalesVelocity } from './sales-velocity.ts';

const today = '2026-11-11';
const now = noonOf(today);

const { database } = await openTestDatabase();
let tenantId: string;
let shopId: string;

beforeEach(async () => {
  [tenantId, shopId] = [newId(), newId()];
  await registerTestShop(database, tenantId, { shopId, name: 'Hoa Mai' }, now);
});

/** Noon of a day in Vietnam. */
function noonOf(day: string): Date {
  return new Date(`${day}T05:00:00Z`);
}

function listing(sku: string, stock: number | null, changedAt: Date): CanonicalProduct {
  return {
    itemId: `item-${sku}`,
    skuId: sku,
    sellerSku: sku,
    name: `Nón ${sku}`,
    brand: null,
    status: 'active',
    currency: 'VND',
    priceE4: 1_000_000_000n,
    specialPriceE4: null,
    stock,
    pictureUrl: null,
    updatedAt: changedAt,
  };
}

/** Reads a SKU at an instant. */
async function read(
  sku: string,
  stock: number | null,
  at: Date,
  prices: Partial<Pick<CanonicalProduct, 'priceE4' | 'specialPriceE4'>> = {},
): Promise<void> {
  const product = { ...listing(sku, stock, at), ...prices };
  await database.tenant(tenantId, (tx) =>
    applyListings(tx, shopId, [product], { observedAt: at, mappingVersion: 1 }),
  );
}

const [sample] = generateOrders({
  count: 1,
  seed: 1,
  skus: 1,
  from: noonOf(today),
  to: new Date(now.getTime() + 1),
});
let orderNumber = 0;

/** An order of some units of a SKU that the buyers kept. */
function sale(sku: string, day: string, quantity: number): CanonicalOrder {
  const [item] = sample?.items ?? [];
  if (!sample || !item) throw new Error('No order was generated');
  orderNumber += 1;
  const at = noonOf(day);
  const kept = { skuId: sku, quantity, stage: 'completed', returnState: 'none' } as const;
  return {
    ...sample,
    orderId: `${orderNumber}`,
    createdAt: at,
    committedAt: at,
    updatedAt: at,
    stage: 'completed',
    items: [{ ...item, ...kept, lineId: `${orderNumber}` }],
  };
}

async function sell(orders: readonly CanonicalOrder[]): Promise<void> {
  await database.tenant(tenantId, async (tx) => {
    await applyOrders(tx, shopId, orders, { observedAt: now, mappingVersion: 1 });
    await rebuildSalesVelocity(tx, shopId, now);
  });
}

/** A unit on each of the last `count` full days. */
const daily = (sku: string, count: number) =>
  Array.from({ length: count }, (_, index) => sale(sku, addDays(today, -1 - index), 1));

const changesStatement = sql(
  'test.stock_changes',
  'select day, stock from reporting.stock_day where tenant_id = $1 order by sku_key, day',
);
const changes = () =>
  database.tenantRead<{ day: string; stock: number | null }>(tenantId, changesStatement, [
    tenantId,
  ]);

const seriesOf = (sku: string, team = tenantId) =>
  readListingStock(database, team, { shop: shopId, itemId: `item-${sku}`, skuId: sku }, now);

it('stores the last stock of a day in the time zone of the shop, if it has changed', async () => {
  await read('a', null, noonOf('2026-10-30'));
  await read('a', 9, noonOf('2026-11-01'));
  await read('a', 9, noonOf('2026-11-02'));
  await read('a', 7, noonOf('2026-11-03'));
  // Late in the evening in Vietnam, then after midnight.
  await read('a', 5, new Date('2026-11-03T16:59:00Z'));
  await read('a', 4, new Date('2026-11-03T17:01:00Z'));
  // An older state arrives late.
  await database.tenant(tenantId, (tx) =>
    applyListings(tx, shopId, [listing('a', 99, noonOf('2026-11-02'))], {
      observedAt: noonOf('2026-11-05'),
      mappingVersion: 1,
    }),
  );
  await read('a', null, noonOf('2026-11-06'));
  expect(await changes()).toEqual([
    { day: '2026-11-01', stock: 9 },
    { day: '2026-11-03', stock: 5 },
    { day: '2026-11-04', stock: 4 },
    { day: '2026-11-06', stock: null },
  ]);
});

it('records changes after a sync whose clock was ahead, and deletes what it recorded of later days', async () => {
  const ahead = { observedAt: noonOf('2026-12-24'), mappingVersion: 1 };
  for (const sku of ['a', 'b']) {
    await read(sku, 9, noonOf('2026-11-01'));
    const soldOut = { ...listing(sku, 0, noonOf('2026-11-02')), specialPriceE4: 700_000_000n };
    await database.tenant(tenantId, (tx) => applyListings(tx, shopId, [soldOut], ahead));
  }
  await read('a', 7, noonOf('2026-11-03'), { specialPriceE4: 900_000_000n });
  await read('a', 4, noonOf('2026-11-05'));
  await read('b', 9, noonOf('2026-11-03'));
  expect(await changes()).toEqual([
    { day: '2026-11-01', stock: 9 },
    { day: '2026-11-03', stock: 7 },
    { day: '2026-11-05', stock: 4 },
    { day: '2026-11-01', stock: 9 },
  ]);
  await sell([sale('a', '2026-11-04', 2), sale('b', '2026-11-04', 1)]);
  const year = { from: '2026-10-01', to: '2026-12-31' };
  expect(await listListingChanges(database, tenantId, year)).toMatchObject([
    { day: '2026-11-05', kind: 'price_raised', previousPrice: '90000', price: '100000' },
    { day: '2026-11-03', kind: 'price_lowered', previousPrice: '100000', price: '90000' },
  ]);
});

it('deletes changes older than 180 days, except the one still in effect', async () => {
  for (const [stock, day] of ['2026-04-01', '2026-05-01', '2026-05-14', '2026-05-16'].entries()) {
    await read('a', stock, noonOf(day));
  }
  await read('a', 9, now);
  expect(await changes()).toEqual([
    { day: '2026-05-14', stock: 2 },
    { day: '2026-05-16', stock: 3 },
    { day: today, stock: 9 },
  ]);
});

it('returns stock and kept units of each of 90 days', async () => {
  await read('a', 9, noonOf('2026-11-08'));
  await read('a', 2, noonOf('2026-11-10'));
  await sell([...daily('a', 10), sale('a', today, 3)]);
  const { days, velocity, daysOfCover } = await seriesOf('a');
  expect(days).toHaveLength(90);
  expect(days.slice(-5)).toEqual([
    { day: '2026-11-07', stock: null, units: 1 },
    { day: '2026-11-08', stock: 9, units: 1 },
    { day: '2026-11-09', stock: 9, units: 1 },
    { day: '2026-11-10', stock: 2, units: 1 },
    { day: today, stock: null, units: 3 },
  ]);
  // Today is not over and does not count.
  expect({ velocity, daysOfCover }).toEqual({ velocity: { units: 10, days: 10 }, daysOfCover: 2 });
  await read('a', 2, now);
  expect((await seriesOf('a')).days.at(-1)).toMatchObject({ day: today, stock: 2 });
});

it('excludes days that ended sold out without a sale from the mean', async () => {
  await read('a', 5, noonOf('2026-09-01'));
  await read('a', 0, noonOf('2026-10-20'));
  await read('a', 50, noonOf('2026-10-30'));
  // Sold until it ran out on the 20th, and a unit on the 25th, between two readings.
  await sell([
    sale('a', '2026-10-15', 30),
    sale('a', '2026-10-20', 5),
    sale('a', '2026-10-25', 1),
    sale('a', '2026-09-30', 500),
  ]);
  // 28 days, less the 21st to the 24th and the 26th to the 29th.
  expect((await seriesOf('a')).velocity).toEqual({ units: 36, days: 20 });
});

it('counts a new product from its first day, others over 28 days', async () => {
  await read('old', 5, noonOf('2026-09-01'));
  await read('new', 5, noonOf('2026-11-07'));
  await read('idle', 5, noonOf('2026-11-07'));
  await sell([sale('old', '2026-11-09', 14), sale('new', '2026-11-09', 4)]);
  expect(await seriesOf('old')).toMatchObject({ velocity: { units: 14, days: 28 } });
  expect(await seriesOf('new')).toMatchObject({
    velocity: { units: 4, days: 4 },
    coverMissing: 'short_history',
  });
  expect(await seriesOf('idle')).toMatchObject({ velocity: null, coverMissing: 'not_sold' });
});

it('filters the list by low stock, and sorts by cover with unknown values last', async () => {
  const stocks = { out: 0, low: 6, week: 7, much: 900, dead: 0 };
  for (const [sku, stock] of Object.entries(stocks)) await read(sku, stock, now);
  await sell(['out', 'low', 'week', 'much'].flatMap((sku) => daily(sku, 28)));
  const skus = async (query: Parameters<typeof listListings>[2]) =>
    (await listListings(database, tenantId, query)).items.map(({ skuId }) => skuId);
  expect(await skus({ sort: 'cover' })).toEqual(['out', 'low', 'week', 'much', 'dead']);
  expect(await skus({ sort: '-cover' })).toEqual(['much', 'week', 'low', 'out', 'dead']);
  const low = await listListings(database, tenantId, { lowStock: true });
  expect(low).toMatchObject({ total: 1, items: [{ skuId: 'low', daysOfCover: 6 }] });
  expect(await skus({ lowStock: true, search: 'much' })).toEqual([]);
  // Nothing sells any more once the sales are older.
  await database.tenant(tenantId, (tx) =>
    rebuildSalesVelocity(tx, shopId, noonOf(addDays(today, 40))),
  );
  expect(await skus({ lowStock: true })).toEqual([]);
});

const alertsStatement = sql(
  'test.stock_alerts',
  `select data, resolved_at is not null as resolved from notifications.event
    where tenant_id = $1 and kind = 'stock_low' order by event_id`,
);

/** Evaluates the alerts at an instant and returns the products and the state of all those of low stock. */
async function raise(at: Date) {
  const dependencies = {
    database,
    readCoverage: async () => [{ shopId, asOf: at, open: [] }],
    connectedShops: async () => [shopId],
  };
  await raiseAlerts(dependencies, tenantId, at);
  type Row = { data: { products: { name: string; daysLeft: number }[] }; resolved: boolean };
  const rows = await database.tenantRead<Row>(tenantId, alertsStatement, [tenantId]);
  return rows.map(({ data, resolved }) => [data.products.map(({ name }) => name), resolved]);
}

it('alerts once a day about products that sell and run out, not about unsold ones', async () => {
  const stocks = { out: 0, low: 6, week: 7, dead: 0, rare: 0 };
  for (const [sku, stock] of Object.entries(stocks)) await read(sku, stock, now);
  await sell([
    ...['out', 'low', 'week'].flatMap((sku) => daily(sku, 28)),
    sale('low', addDays(today, -5), 1),
    sale('rare', addDays(today, -20), 3),
  ]);
  const products = ['Nón low', 'Nón out'];
  expect(await raise(now)).toEqual([[products, false]]);
  await read('week', 0, new Date(now.getTime() + 3_600_000));
  expect(await raise(new Date(now.getTime() + 3_600_000))).toEqual([[products, false]]);
  const tomorrow = noonOf(addDays(today, 1));
  expect(await raise(tomorrow)).toEqual([
    [products, true],
    [['Nón low', 'Nón out', 'Nón week'], false],
  ]);
  for (const sku of ['out', 'low', 'week']) await read(sku, 100, tomorrow);
  expect((await raise(tomorrow)).map(([, resolved]) => resolved)).toEqual([true, true]);
});

const november = { from: '2026-11-01', to: '2026-11-30' };
const listedChanges = async (team = tenantId) =>
  (await listListingChanges(database, team, november)).map(({ day, kind, name, ...prices }) =>
    prices.price === null
      ? [day, kind, name]
      : [day, kind, name, prices.previousPrice, prices.price],
  );

it('lists when selling products sold out, were restocked or changed their effective price, newest first', async () => {
  await read('a', 5, noonOf('2026-10-20'));
  await read('a', 0, noonOf('2026-10-25'));
  await read('a', 8, noonOf('2026-11-02'));
  await read('a', 3, noonOf('2026-11-03'));
  await read('a', 0, noonOf('2026-11-05'), { specialPriceE4: 800_000_000n });
  // The list price changes, and not what buyers pay.
  await read('a', -1, noonOf('2026-11-06'), {
    priceE4: 9n * 10n ** 8n,
    specialPriceE4: 8n * 10n ** 8n,
  });
  await read('a', null, noonOf('2026-11-07'), { priceE4: 900_000_000n });
  // Nobody buys it.
  await read('idle', 5, noonOf('2026-11-01'));
  await read('idle', 0, noonOf('2026-11-02'));
  await sell([sale('a', '2026-11-04', 2)]);
  expect(await listedChanges()).toEqual([
    ['2026-11-07', 'price_raised', 'Nón a', '80000', '90000'],
    ['2026-11-05', 'price_lowered', 'Nón a', '100000', '80000'],
    ['2026-11-05', 'sold_out', 'Nón a'],
    ['2026-11-02', 'restocked', 'Nón a'],
  ]);
  await expect(
    listListingChanges(database, tenantId, { from: '2026-08-01', to: '2026-11-30' }),
  ).rejects.toMatchObject({ code: 'too_many_days' });
  await expect(
    listListingChanges(database, tenantId, { ...november, shops: newId() }),
  ).rejects.toMatchObject({ status: 404 });
});

it('lists the changes of the twenty best-selling products', async () => {
  const skus = Array.from({ length: 21 }, (_, index) => `s${index + 10}`);
  for (const sku of skus) {
    await read(sku, 5, noonOf('2026-11-01'));
    await read(sku, 0, noonOf('2026-11-02'));
  }
  await sell(skus.map((sku, index) => sale(sku, '2026-11-01', index + 1)));
  const names = (await listedChanges()).map(([, , name]) => name);
  expect(names).toEqual(skus.slice(1).map((sku) => `Nón ${sku}`));
});

it('hides stock from other teams, and deletes it with an erased shop', async () => {
  await read('a', 5, noonOf(addDays(today, -1)));
  await read('a', 0, now);
  await sell(daily('a', 28));
  expect(await listedChanges()).toHaveLength(1);
  expect(await listedChanges(newId())).toEqual([]);
  await expect(seriesOf('a', newId())).rejects.toMatchObject({ status: 404 });
  await expect(seriesOf('b')).rejects.toMatchObject({ code: 'product_unknown' });
  await database.tenant(tenantId, (tx) => reportingEraser.shop(tx, shopId, 100_000));
  expect(await changes()).toEqual([]);
  await expect(seriesOf('a')).rejects.toMatchObject({ status: 404 });
});

it('resolves the alert of an earlier day, however long nothing was evaluated', async () => {
  await read('out', 0, now);
  await sell(daily('out', 28));
  await raise(now);
  expect(await raise(noonOf(addDays(today, 5)))).toEqual([
    [['Nón out'], true],
    [['Nón out'], false],
  ]);
});
