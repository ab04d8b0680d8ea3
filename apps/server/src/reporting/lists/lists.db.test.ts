import { describe, expect, it } from 'vitest';
import type { CanonicalProduct } from '@seller-connect/partners';
import { openTestDatabase } from '../../../test/open-database.ts';
import { sql } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { toSearchKey } from '../../platform/database/search-key.ts';
import { toDecimal } from '../../platform/money.ts';
import { applyOrders } from '../ingest/apply-orders.ts';
import { applyListings } from '../ingest/apply-listings.ts';
import { buildFacts, itemOutcome, netSalesE4 } from '../ingest/facts.ts';
import { localTimes } from '../../platform/calendar.ts';
import { registerShop } from '../ingest/register-shop.ts';
import { generateOrders } from '../testing/generate-orders.ts';
import { listListings } from './listings.ts';
import { readOrderDetail } from './order-detail.ts';
import { readTodo } from './todo.ts';
import { countOrdersByStage, listOrders } from './orders.ts';

const tenantId = newId();
const stranger = newId();
const [hats, tea] = [newId(), newId()];
const now = new Date('2026-11-11T05:00:00Z');
const zone = 'Asia/Ho_Chi_Minh';
const timeOf = localTimes(zone);
const meta = { observedAt: now, mappingVersion: 1 };

const span = { from: new Date('2026-10-01T00:00:00Z'), to: now, skus: 30 };
const ofHats = generateOrders({ ...span, count: 90, seed: 3 }).map((order, index) =>
  index === 7 ? { ...order, flags: ['voucher_parts_mismatch'] } : order,
);
const ofTea = generateOrders({ ...span, count: 40, seed: 4, prefix: '7' }).map((order) => ({
  ...order,
  items: order.items.map((item) => ({
    ...item,
    skuId: `tea-${item.skuId}`,
    sellerSku: `TRA-${item.sellerSku}`,
    productName: item.productName.replace('Áo thun', 'Trà Đắng'),
  })),
}));
const all = [...ofHats, ...ofTea];
const newestFirst = all.toSorted(
  (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.orderId < b.orderId ? 1 : -1),
);

const { database } = await openTestDatabase();

const market = { region: 'VN', currency: 'VND', timeZone: zone } as const;
await database.tenant(tenantId, async (tx) => {
  await registerShop(tx, { ...market, platform: 'LAZADA', shopId: hats, name: 'Nhà Nón' }, now);
  await registerShop(tx, { ...market, platform: 'SHOPEE', shopId: tea, name: 'Trà Việt' }, now);
  await applyOrders(tx, hats, ofHats, meta);
  await applyOrders(tx, tea, ofTea, meta);
});

const idsOf = (list: { items: { orderId: string }[] }) => list.items.map((each) => each.orderId);

describe('orders', () => {
  it('are listed newest first over all shops, page by page, with a count', async () => {
    const pages = [];
    for (const page of [1, 2, 3]) {
      pages.push(await listOrders(database, tenantId, { page, pageSize: 50 }));
    }
    expect(pages.flatMap(idsOf)).toEqual(newestFirst.map((order) => order.orderId));
    expect(pages.map(({ total, more }) => [total, more])).toEqual(pages.map(() => [130, false]));
    const beyond = await listOrders(database, tenantId, { page: 9, pageSize: 50 });
    expect(beyond).toMatchObject({ items: [], total: 130, page: 9 });
  });

  it('are the newest of all shops where one exceeds the counting limit', async () => {
    const many = newId();
    const [large, small] = [newId(), newId()];
    const given = { region: 'VN', currency: 'VND', timeZone: zone, platform: 'LAZADA' } as const;
    const old = generateOrders({
      ...span,
      to: new Date('2026-10-02T00:00:00Z'),
      count: 10_400,
      seed: 5,
    });
    const [latest] = generateOrders({ ...span, from: now, count: 1, seed: 6, prefix: '9' });
    if (!latest) throw new Error('No order was made');
    await database.tenant(many, async (tx) => {
      await registerShop(tx, { ...given, shopId: large, name: 'Lớn' }, now);
      await registerShop(tx, { ...given, shopId: small, name: 'Nhỏ' }, now);
      await applyOrders(tx, large, old, meta);
      await applyOrders(tx, small, [{ ...latest, committedAt: now }], meta);
    });
    for (const basis of ['created', 'committed'] as const) {
      const list = await listOrders(database, many, { basis });
      expect([idsOf(list)[0], list.total, list.more]).toEqual([latest.orderId, 10_000, true]);
    }
  });

  it('have their value in the report', async () => {
    const { items } = await listOrders(database, tenantId, { pageSize: 100 });
    for (const row of items) {
      const order = all.find((each) => each.orderId === row.orderId);
      if (!order) throw new Error('An order that nobody made');
      const fact = buildFacts(order, timeOf).order;
      const products = new Set(order.items.map((item) => item.productName));
      expect(row).toMatchObject({
        gmv: toDecimal(fact.gmvE4),
        netSales: toDecimal(netSalesE4(fact)),
        units: fact.units,
        stage: order.stage,
        committedAt: order.committedAt?.toISOString() ?? null,
        productCount: products.size,
      });
      expect(row.products.every((name) => products.has(name))).toBe(true);
    }
  });

  it('are filtered by marketplace, shops, stage, days in the time zone of the shop, and flags', async () => {
    expect((await listOrders(database, tenantId, { shop: tea })).total).toBe(ofTea.length);
    const both = { shops: `${tea},${hats}` };
    expect((await listOrders(database, tenantId, both)).total).toBe(all.length);
    expect((await listOrders(database, tenantId, { shops: tea })).total).toBe(ofTea.length);
    expect((await listOrders(database, tenantId, { ...both, platform: 'SHOPEE' })).total).toBe(
      ofTea.length,
    );
    const onShopee = await listOrders(database, tenantId, { platform: 'SHOPEE', pageSize: 100 });
    expect(onShopee.total).toBe(ofTea.length);
    expect(new Set(onShopee.items.map(({ shopId }) => shopId))).toEqual(new Set([tea]));
    expect((await listOrders(database, tenantId, { platform: 'TIKI' })).total).toBe(0);
    const elsewhere = { shop: hats, platform: 'SHOPEE' } as const;
    expect((await listOrders(database, tenantId, elsewhere)).total).toBe(0);
    const cancelled = all.filter((order) => order.stage === 'cancelled');
    expect((await listOrders(database, tenantId, { stage: 'cancelled' })).total).toBe(
      cancelled.length,
    );
    const day = '2026-10-20';
    const ofDay = newestFirst.filter((order) => timeOf(order.createdAt).day === day);
    const listed = await listOrders(database, tenantId, { from: day, to: day });
    expect(idsOf(listed)).toEqual(ofDay.map((order) => order.orderId));
    expect(ofDay.length).toBeGreaterThan(1);
    expect(idsOf(await listOrders(database, tenantId, { odd: true }))).toEqual([
      ofHats[7]?.orderId,
    ]);
  });

  it('are found by number despite filters, by SKU, and by name without diacritics', async () => {
    const wanted = ofHats[3]?.orderId ?? '';
    const narrowed = { search: ` ${wanted} `, from: '2026-11-10', stage: 'unpaid' } as const;
    expect(idsOf(await listOrders(database, tenantId, narrowed))).toEqual([wanted]);
    const sku = ofTea[5]?.items[0]?.sellerSku ?? '';
    const withSku = newestFirst.filter((order) =>
      order.items.some((item) => item.sellerSku === sku),
    );
    expect(
      idsOf(await listOrders(database, tenantId, { search: sku.toLowerCase(), pageSize: 100 })),
    ).toEqual(withSku.map((order) => order.orderId));
    expect((await listOrders(database, tenantId, { search: 'tra dang' })).total).toBe(ofTea.length);
    expect((await listOrders(database, tenantId, { search: 'không có' })).total).toBe(0);
  });

  it('refuse unknown filters', async () => {
    await expect(listOrders(database, tenantId, { shop: newId() })).rejects.toMatchObject({
      status: 404,
    });
    for (const shops of [`${tea},${newId()}`, `${tea},x`]) {
      await expect(listOrders(database, tenantId, { shops })).rejects.toMatchObject({
        status: 404,
      });
    }
    const day = { from: '2026-02-01', to: '2026-02-01' };
    const also = { also: 'both', ...day, alsoFrom: '2026-01-30', alsoTo: '2026-02-30' } as const;
    for (const filter of [{ from: '2026-02-30' }, also]) {
      await expect(listOrders(database, tenantId, filter)).rejects.toMatchObject({
        code: 'period_day',
      });
    }
    await expect(
      listOrders(database, tenantId, { from: '2026-02-02', to: '2026-02-01' }),
    ).rejects.toMatchObject({ code: 'period_reversed' });
  });

  it('are visible to one tenant only', async () => {
    expect((await listOrders(database, stranger, {})).total).toBe(0);
    const [order] = ofHats;
    const key = { shopId: hats, orderId: order?.orderId ?? '' };
    await expect(readOrderDetail(database, stranger, key)).rejects.toMatchObject({ status: 404 });
    expect((await listListings(database, stranger, {})).total).toBe(0);
  });
});

describe('orders by stage', () => {
  it('are counted like the list of each stage, with the same filters', async () => {
    const filter = { shop: hats, from: '2026-10-05', to: '2026-11-05' };
    const { stages } = await countOrdersByStage(database, tenantId, filter, now);
    for (const { stage, orders, more } of stages) {
      const list = await listOrders(database, tenantId, { ...filter, stage });
      expect({ stage, orders, more }).toEqual({ stage, orders: list.total, more: list.more });
    }
    const listed = await listOrders(database, tenantId, filter);
    expect(stages.reduce((sum, { orders }) => sum + orders, 0)).toBe(listed.total);
    const foreign = await countOrdersByStage(database, stranger, {}, now);
    expect(foreign.stages.every(({ orders }) => orders === 0)).toBe(true);
  });

  it('have to-do counts that equal the lists they link to', async () => {
    const [seller, shopId] = [newId(), newId()];
    const waiting = ofHats.slice(0, 5).map((order) => ({ ...order, stage: 'to_ship' as const }));
    await database.tenant(seller, async (tx) => {
      const shop = { region: 'VN', currency: 'VND', timeZone: zone, platform: 'LAZADA' } as const;
      await registerShop(tx, { ...shop, shopId, name: 'Nhà Nón' }, now);
      await applyOrders(tx, shopId, waiting, meta);
    });
    const { toShip, overdue, soldOut } = await readTodo(database, seller, now);
    expect(toShip).toEqual({ orders: 5, more: false });
    const { from, to } = overdue;
    const late = { payout: 'overdue', basis: 'committed', from, to } as const;
    expect(overdue.orders).toBe((await listOrders(database, seller, late, now)).total);
    expect(soldOut).toBe((await listListings(database, seller, { soldOut: true })).total);
  });
});

it('show the picture of their first product, and on each line that of its listing', async () => {
  const [seller, shopId] = [newId(), newId()];
  const [order] = ofHats.filter(({ items }) => items.length === 1);
  if (!order) throw new Error('No order has one item');
  const pictureUrl = 'https://cf.shopee.vn/file/hat';
  const [item] = order.items;
  const product: CanonicalProduct = {
    itemId: 'hat',
    skuId: item?.skuId ?? '',
    sellerSku: '',
    name: 'Nón lá',
    brand: null,
    status: 'active',
    currency: 'VND',
    priceE4: 1n,
    specialPriceE4: null,
    stock: 1,
    pictureUrl,
    updatedAt: now,
  };
  await database.tenant(seller, async (tx) => {
    const shop = { region: 'VN', currency: 'VND', timeZone: zone, platform: 'SHOPEE' } as const;
    await registerShop(tx, { ...shop, shopId, name: 'Nhà Nón' }, now);
    await applyOrders(tx, shopId, [order], meta);
    await applyListings(tx, shopId, [product], meta);
    // A listing that lost its picture keeps the last one.
    await applyListings(tx, shopId, [{ ...product, pictureUrl: null }], meta);
  });
  expect((await listOrders(database, seller, {})).items[0]?.picture).toBe(pictureUrl);
  expect((await listListings(database, seller, {})).items[0]?.picture).toBe(pictureUrl);
  const detail = await readOrderDetail(database, seller, { shopId, orderId: order.orderId });
  expect(detail.lines.map(({ picture }) => picture)).toEqual([pictureUrl]);
});

describe('one order', () => {
  it('has its lines, their outcomes, and its values in the report', async () => {
    for (const order of ofHats.slice(0, 20)) {
      const found = await readOrderDetail(database, tenantId, {
        shopId: hats,
        orderId: order.orderId,
      });
      const fact = buildFacts(order, timeOf).order;
      expect(found).toMatchObject({
        salesDay: fact.committedDay,
        placedDay: fact.createdDay,
        gmv: toDecimal(fact.gmvE4),
        cancelled: toDecimal(fact.cancelledE4),
        returned: toDecimal(fact.returnedE4),
        sellerVouchers: toDecimal(fact.keptSellerVoucherE4),
        readAt: now.toISOString(),
      });
      const lines = new Map(found.lines.map((line) => [line.lineId, line]));
      expect(lines.size).toBe(order.items.length);
      for (const item of order.items) {
        expect(lines.get(item.lineId)).toMatchObject({
          sellerPrice: toDecimal(item.sellerPriceE4),
          rawStatus: item.rawStatus,
          outcome: itemOutcome(item),
        });
      }
    }
  });
});

it('merges many equal lines of an order into one with a quantity', async () => {
  const [made] = ofHats;
  const [piece] = made?.items ?? [];
  if (!made || !piece) throw new Error('no order was made up');
  const items = Array.from({ length: 900 }, (_, index): typeof piece => ({
    ...piece,
    lineId: `9${index}`,
    skuId: index < 600 ? 'a' : 'b',
    sellerSku: index < 600 ? 'A' : 'B',
    // Vouchers split over lines differ by one đồng.
    sellerVoucherE4: index % 2 === 0 ? 10_000n : 20_000n,
    stage: index === 0 ? 'cancelled' : 'completed',
    rawStatus: index === 0 ? 'canceled' : 'delivered',
    returnState: 'none',
  }));
  const order = { ...made, orderId: '990000000000001', items };
  await database.tenant(tenantId, (tx) => applyOrders(tx, hats, [order], meta));
  const { lines } = await readOrderDetail(database, tenantId, {
    shopId: hats,
    orderId: order.orderId,
  });
  const price = piece.sellerPriceE4;
  expect(
    lines.map(({ sellerSku, outcome, quantity, equalLines, sellerPrice, sellerVoucher }) => [
      sellerSku,
      outcome,
      quantity,
      equalLines,
      sellerPrice,
      sellerVoucher,
    ]),
  ).toEqual([
    ['A', 'cancelled', 1, 1, toDecimal(price), '1'],
    ['A', 'kept', 599, 599, toDecimal(price * 599n), '899'],
    ['B', 'kept', 300, 300, toDecimal(price * 300n), '450'],
  ]);
});

describe('listings', () => {
  const listing = (index: number, more: Partial<CanonicalProduct> = {}): CanonicalProduct => ({
    itemId: `i${index}`,
    skuId: `s${index}`,
    sellerSku: `SKU-${index}`,
    name: `Nón lá số ${index}`,
    brand: null,
    status: 'active',
    currency: 'VND',
    priceE4: BigInt(100 + index) * 10_000_000n,
    specialPriceE4: null,
    stock: index,
    pictureUrl: null,
    updatedAt: now,
    ...more,
  });

  it('are searched, filtered, sorted and paged', async () => {
    const made = [
      listing(1, { specialPriceE4: 1_000_000_000_000n }),
      listing(2, { stock: 0 }),
      listing(3, { stock: null, name: 'Đèn lồng' }),
      listing(4),
    ];
    await database.tenant(tenantId, (tx) => applyListings(tx, hats, made, meta));
    const skus = async (query: Parameters<typeof listListings>[2]) =>
      (await listListings(database, tenantId, query)).items.map((each) => each.skuId);
    expect(await skus({})).toEqual(['s3', 's1', 's2', 's4']);
    expect(await skus({ sort: '-price' })).toEqual(['s1', 's4', 's3', 's2']);
    // A stock that the marketplace does not disclose is not zero.
    expect(await skus({ sort: 'stock' })).toEqual(['s2', 's1', 's4', 's3']);
    expect(await skus({ soldOut: true })).toEqual(['s2']);
    expect(await skus({ search: 'den long' })).toEqual(['s3']);
    expect(await skus({ search: 'sku-4' })).toEqual(['s4']);
    expect(await skus({ shop: tea })).toEqual([]);
    const second = await listListings(database, tenantId, { page: 2, pageSize: 3 });
    expect(second).toMatchObject({ items: [{ skuId: 's4', stock: 4 }], total: 4 });
    const beyond = await listListings(database, tenantId, { page: 7, pageSize: 3 });
    expect(beyond).toMatchObject({ items: [], total: 4 });
    // The totals are of all pages.
    expect(second.totals).toEqual({ stock: 5, stockUnknown: 1 });
    const ofSoldOut = await listListings(database, tenantId, { soldOut: true });
    expect(ofSoldOut.totals).toEqual({ stock: 0, stockUnknown: 0 });
    expect(await skus({ sort: '-sku' })).toEqual(['s4', 's3', 's2', 's1']);
  });

  it('use the same search key in the database as in the server', async () => {
    const key = sql('test.search_key', 'select reporting.search_key($1) as key');
    for (const text of ['  Đường  Xanh ', 'Trà Đạo'.normalize('NFD'), 'ƯỚP muối ỵ', 'plain 12%']) {
      const [row] = await database.query<{ key: string }>(key, [text]);
      expect(row?.key).toBe(toSearchKey(text));
    }
  });
});
