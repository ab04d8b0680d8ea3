import type { CanonicalOrder } from '@seller-connect/partners';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectOwner, openTestDatabase } from '../../../test/open-database.ts';
import { queryPrepared } from '../../../test/query-prepared.ts';
import { newId } from '../../platform/ids.ts';
import { applyOrders } from './apply-orders.ts';
import { buildSkuBuckets } from './sku-buckets.ts';
import { generateOrders } from '../testing/generate-orders.ts';
import { orderState } from '../testing/order-arbitrary.ts';
import { registerTestShop } from '../testing/register-test-shop.ts';
import * as scratch from '../testing/recomputed-rollups.ts';

const { url, database } = await openTestDatabase();
const tenantId = newId();

const owner = await connectOwner(url);

const newShop = () => registerTestShop(database, tenantId);

interface Sighting {
  order: CanonicalOrder;
  observedAt: Date;
}

async function deliver(shopId: string, page: readonly Sighting[]): Promise<void> {
  await database.tenant(tenantId, async (tx) => {
    for (const { order, observedAt } of page) {
      await applyOrders(tx, shopId, [order], { observedAt, mappingVersion: 1 });
    }
  });
}

/** Builds buckets as the collector does once all days of the generated orders are synced. */
async function addUp(shopId: string): Promise<void> {
  const [from, now] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-12-20T00:00:00Z')];
  await database.tenant(tenantId, (tx) => buildSkuBuckets(tx, shopId, from, now));
}

const rowsOf = (text: string, shopId: string): Promise<unknown[]> =>
  queryPrepared(owner, text, [shopId]);

/** Returns all rows that reports read, without the ids of tenant and shop. */
async function dump(shopId: string): Promise<unknown> {
  const dumped: Record<string, unknown> = {};
  for (const table of [
    'sales_order',
    'order_item',
    'fact_order',
    'fact_order_item',
    'unsold_order_item',
    'agg_shop_day',
    'agg_shop_hour',
    'agg_sku_day',
    'agg_sku_bucket',
    'sku_bucket',
    'sku',
  ]) {
    dumped[table] = await rowsOf(
      `select (to_jsonb(t) - 'shop_id' - 'tenant_id')::text as row from reporting.${table} t
        where shop_id = $1 order by 1`,
      shopId,
    );
  }
  return dumped;
}

async function expectTrue(shopId: string): Promise<void> {
  expect(await rowsOf(scratch.bucketsWithoutParts, shopId)).toEqual([]);
  expect(await rowsOf(scratch.unsoldItems, shopId)).toEqual(
    await rowsOf(scratch.recomputedUnsoldItems, shopId),
  );
  expect(await rowsOf(scratch.skuBuckets, shopId)).toEqual(
    await rowsOf(scratch.recomputedSkuBuckets, shopId),
  );
  expect(await rowsOf(scratch.storedShopDays, shopId)).toEqual(
    await rowsOf(scratch.recomputedShopDays, shopId),
  );
  expect(await rowsOf(scratch.storedShopHours, shopId)).toEqual(
    await rowsOf(scratch.recomputedShopHours, shopId),
  );
  expect(await rowsOf(scratch.storedSkuDays, shopId)).toEqual(
    await rowsOf(scratch.recomputedSkuDays, shopId),
  );
}

describe('orders in any order of arrival', () => {
  it('leave the same rows after replays and repetitions, with rollups equal to a full recount', async () => {
    const scenario = fc
      .array(orderState, { minLength: 1, maxLength: 14 })
      .map((orders): Sighting[] =>
        orders.map((order, index) => ({
          order,
          observedAt: new Date(Date.UTC(2026, 10, 20, 0, 0, index)),
        })),
      )
      .chain((sightings) =>
        fc.tuple(
          fc.constant(sightings),
          fc.shuffledSubarray([...sightings, ...sightings], { minLength: sightings.length * 2 }),
        ),
      );
    await fc.assert(
      fc.asyncProperty(scenario, async ([ordered, shuffled]) => {
        const [first, second] = [await newShop(), await newShop()];
        await deliver(first, ordered);
        await deliver(second, shuffled);
        expect(await dump(second)).toEqual(await dump(first));
        await expectTrue(first);
      }),
      { numRuns: 25 },
    );
  });

  it('keep buckets of one, four and sixteen weeks equal to their days', async () => {
    const scenario = fc
      .array(fc.record({ order: orderState, addsUp: fc.boolean() }), {
        minLength: 2,
        maxLength: 14,
      })
      .map((steps) =>
        steps.map((step, index) => ({ ...step, addsUp: step.addsUp || index === 0 })),
      );
    await fc.assert(
      fc.asyncProperty(scenario, async (steps) => {
        const [added, plain] = [await newShop(), await newShop()];
        for (const [index, { order, addsUp }] of steps.entries()) {
          const page = [{ order, observedAt: new Date(Date.UTC(2026, 10, 20, 0, 0, index)) }];
          await deliver(added, page);
          await deliver(plain, page);
          if (addsUp) await addUp(added);
          await expectTrue(added);
        }
        await addUp(added);
        await addUp(plain);
        await expectTrue(added);
        await expectTrue(plain);
        const sums = [
          await rowsOf(scratch.skuBuckets, added),
          await rowsOf(scratch.skuBuckets, plain),
        ];
        // A week that lost its last sale keeps its row in `sku_bucket`, with no sums.
        expect(sums[0]).toEqual(sums[1]);
      }),
      { numRuns: 20 },
    );
  });

  it.each([20, 400])(
    'leave the same rows in one page as one by one, with %i SKUs',
    async (skus) => {
      const orders = generateOrders({
        count: 150,
        seed: 7,
        from: new Date('2026-11-01T00:00:00Z'),
        to: new Date('2026-11-04T00:00:00Z'),
        skus,
      });
      // Changes a third of them: lines, and with them SKUs, disappear, and sales days move.
      const changed = orders
        .filter((_, index) => index % 3 === 0)
        .map((order, index) => ({
          ...order,
          updatedAt: new Date(order.updatedAt.getTime() + 1000),
          committedAt: index % 2 === 0 ? order.committedAt : null,
          items: order.items.slice(0, 1),
        }));
      const observedAt = new Date('2026-11-20T00:00:00Z');
      const [whole, single] = [await newShop(), await newShop()];
      for (const page of [orders, changed]) {
        await database.tenant(tenantId, (tx) =>
          applyOrders(tx, whole, page, { observedAt, mappingVersion: 1 }),
        );
        await deliver(
          single,
          page.map((order) => ({ order, observedAt })),
        );
        await expectTrue(whole);
      }
      expect(await dump(single)).toEqual(await dump(whole));
    },
  );
});

function made(count: number): CanonicalOrder[] {
  return generateOrders({
    count,
    seed: 3,
    from: new Date('2026-11-01T00:00:00Z'),
    to: new Date('2026-11-03T00:00:00Z'),
    skus: 5,
  });
}

it('clears the old buckets when the sales day changes and lines disappear', async () => {
  const shopId = await newShop();
  const [order] = made(1);
  if (!order?.items[0]) throw new Error('no order was made');
  const wide = {
    ...order,
    committedAt: new Date('2026-11-01T05:00:00Z'),
    items: [order.items[0], { ...order.items[0], lineId: 'second', skuId: 'other' }],
  };
  await deliver(shopId, [{ order: wide, observedAt: new Date() }]);
  const later = {
    ...wide,
    updatedAt: new Date(wide.updatedAt.getTime() + 1000),
    committedAt: new Date('2026-11-05T05:00:00Z'),
    items: [wide.items[0] ?? order.items[0]],
  };
  await deliver(shopId, [{ order: later, observedAt: new Date() }]);
  const days = await rowsOf(
    `select day::text, orders, placed_orders from reporting.agg_shop_day where shop_id = $1 order by day`,
    shopId,
  );
  expect(days).toEqual([
    { day: '2026-11-01', orders: 0, placed_orders: 1 },
    { day: '2026-11-05', orders: 1, placed_orders: 0 },
  ]);
  expect(
    await rowsOf('select day::text from reporting.agg_sku_day where shop_id = $1', shopId),
  ).toEqual([{ day: '2026-11-05' }]);
  await expectTrue(shopId);
});

it('stores the times of an unchanged order with a newer mapping, and keeps them with an older one', async () => {
  const shopId = await newShop();
  const [order] = made(1);
  if (!order) throw new Error('No order was made');
  const before = { ...order, shippedAt: null, deliveredAt: null, cancelledAt: null };
  const after = {
    ...order,
    shippedAt: new Date('2026-11-02T02:00:00Z'),
    deliveredAt: new Date('2026-11-04T02:00:00Z'),
    cancelledAt: new Date('2026-11-05T02:00:00Z'),
  };
  const stored = async (state: CanonicalOrder, mappingVersion: number, day: number) => {
    const observedAt = new Date(Date.UTC(2026, 10, day));
    await database.tenant(tenantId, (tx) =>
      applyOrders(tx, shopId, [state], { observedAt, mappingVersion }),
    );
    return rowsOf(
      'select shipped_at, delivered_at, cancelled_at from reporting.sales_order where shop_id = $1',
      shopId,
    );
  };
  const none = [{ shipped_at: null, delivered_at: null, cancelled_at: null }];
  const { shippedAt: shipped_at, deliveredAt: delivered_at, cancelledAt: cancelled_at } = after;
  expect(await stored(before, 1, 20)).toEqual(none);
  expect(await stored(after, 2, 21)).toEqual([{ shipped_at, delivered_at, cancelled_at }]);
  expect(await stored(before, 1, 22)).toEqual([{ shipped_at, delivered_at, cancelled_at }]);
  expect(await stored(before, 2, 23)).toEqual(none);
});

it('loses no order when two workers write the same day concurrently', async () => {
  const shopId = await newShop();
  const orders = made(200);
  const meta = { observedAt: new Date(), mappingVersion: 1 };
  await Promise.all(
    Array.from({ length: 20 }, (_, part) =>
      database.tenant(tenantId, (tx) =>
        applyOrders(
          tx,
          shopId,
          orders.filter((_order, index) => index % 10 === part % 10),
          meta,
        ),
      ),
    ),
  );
  expect(
    await rowsOf(
      'select count(*)::int as orders from reporting.sales_order where shop_id = $1',
      shopId,
    ),
  ).toEqual([{ orders: 200 }]);
  await expectTrue(shopId);
});

it('rejects orders that cannot be stored, and stores the rest of the page', async () => {
  const shopId = await newShop();
  const [good, huge, early, late, odd, sum, pieces, half] = made(8);
  const line = huge?.items[0];
  if (!good || !huge || !line || !early || !late || !odd || !sum || !pieces || !half) {
    throw new Error('no orders were made');
  }
  const repeated = (changes: object) =>
    Array.from({ length: 3000 }, (_, index) => ({ ...line, lineId: String(index), ...changes }));
  const applied = await database.tenant(tenantId, (tx) =>
    applyOrders(
      tx,
      shopId,
      [
        { ...good, paymentMethod: 'COD\0\ud800' },
        { ...huge, items: [{ ...line, sellerPriceE4: 10n ** 30n }] },
        { ...early, createdAt: new Date(-1) },
        { ...late, deliveredAt: new Date('2200-01-01T00:00:00Z') },
        { ...odd, items: [] },
        { ...sum, items: repeated({ sellerPriceE4: 10n ** 16n }) },
        { ...pieces, items: repeated({ quantity: 1_000_000 }) },
        { ...good, orderId: 'null\0' },
        { ...half, items: [{ ...line, skuId: 'half\ud800' }] },
      ],
      { observedAt: new Date(), mappingVersion: 1 },
    ),
  );
  expect(applied.changed).toHaveLength(1);
  expect(applied.unusable.map((each) => each.id)).toEqual([
    huge.orderId,
    early.orderId,
    late.orderId,
    odd.orderId,
    sum.orderId,
    pieces.orderId,
    'null\0',
    half.orderId,
  ]);
  await expectTrue(shopId);
});

it('stores an order with two products whose names differ in a character that cannot be stored', async () => {
  const shopId = await newShop();
  const [order] = made(1);
  const [line] = order?.items ?? [];
  if (!order || !line) throw new Error('no order was made');
  const items = ['CUP', 'CUP\0'].map((sellerSku, index) => ({
    ...line,
    lineId: String(index),
    skuId: null,
    sellerSku,
  }));
  const applied = await database.tenant(tenantId, (tx) =>
    applyOrders(tx, shopId, [{ ...order, items }], { observedAt: new Date(), mappingVersion: 1 }),
  );
  expect(applied.changed).toEqual([order.orderId]);
  await expectTrue(shopId);
});

it('refuses an unregistered shop and the shop of another tenant', async () => {
  const shopId = await newShop();
  const meta = { observedAt: new Date(), mappingVersion: 1 };
  await expect(
    database.tenant(newId(), (tx) => applyOrders(tx, shopId, made(1), meta)),
  ).rejects.toThrow('not registered');
});
