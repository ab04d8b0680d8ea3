import type { CanonicalOrder } from '@seller-connect/partners';
import fc from 'fast-check';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { openDatabase, type Database } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import { applyOrders } from './apply-orders.ts';
import { registerShop } from './register-shop.ts';
import { addUpSkus } from './sku-spans.ts';
import { madeOrders } from './testing/made-orders.ts';
import { orderState } from './testing/order-arbitrary.ts';

let test: TestDatabase;
let database: Database;
let owner: Client;
const tenantId = newId();

beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase({
    url: test.url,
    role: 'seller_connect_app',
    poolSize: 4,
    log: { error: () => undefined },
  });
  owner = new Client({ connectionString: test.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.close();
  await test.drop();
});

async function newShop(): Promise<string> {
  const shopId = newId();
  await database.tenant(tenantId, (tx) =>
    registerShop(
      tx,
      {
        shopId,
        platform: 'LAZADA',
        name: 'Nhà Nón',
        region: 'VN',
        currency: 'VND',
        timeZone: 'Asia/Ho_Chi_Minh',
      },
      new Date(),
    ),
  );
  return shopId;
}

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

/** As the collector does once the days are in that the made orders lie in. */
async function addUp(shopId: string): Promise<void> {
  const [from, now] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-12-20T00:00:00Z')];
  await database.tenant(tenantId, (tx) => addUpSkus(tx, shopId, from, now));
}

async function rowsOf(text: string, shopId: string): Promise<unknown[]> {
  return (await owner.query(text, [shopId])).rows;
}

/** Everything that reports read, without the ids of the shop. */
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
    'agg_sku_span',
    'sku_span',
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

const keptItem = `i.stage not in ('cancelled', 'failed_delivery') and i.return_state not in ('refunded', 'received')`;
const returnedItem = `i.stage not in ('cancelled', 'failed_delivery') and i.return_state in ('refunded', 'received')`;

/** The rollup of a shop's days and of its SKU days, worked out from canonical rows alone. */
const shopDaysFromScratch = `
  with per_order as (
    select o.order_id, o.currency, o.stage,
           (o.committed_at at time zone 'Asia/Ho_Chi_Minh')::date as day,
           sum(i.seller_price_e4) as gmv,
           coalesce(sum(i.seller_price_e4) filter (where i.stage = 'cancelled'), 0) as cancelled,
           coalesce(sum(i.seller_price_e4) filter (where i.stage = 'failed_delivery'), 0) as failed,
           coalesce(sum(i.seller_price_e4) filter (where ${returnedItem}), 0) as returned,
           coalesce(sum(i.seller_price_e4) filter (where ${keptItem}), 0) as nmv,
           coalesce(sum(i.seller_voucher_e4) filter (where ${keptItem}), 0) as vouchers,
           coalesce(sum(i.quantity) filter (where ${keptItem}), 0) as units,
           bool_or(${keptItem}) as valid
      from reporting.sales_order o join reporting.order_item i using (tenant_id, shop_id, order_id)
     where o.shop_id = $1 group by o.order_id, o.currency, o.stage, o.committed_at
  ), committed as (
    select day, currency, count(*) as orders, count(*) filter (where valid) as valid_orders,
           count(*) filter (where stage = 'cancelled') as cancelled_orders, sum(units) as units,
           sum(gmv) as gmv, sum(cancelled) as cancelled, sum(failed) as failed,
           sum(returned) as returned, sum(nmv) as nmv, sum(nmv - vouchers) as net
      from per_order where day is not null group by 1, 2
  ), placed as (
    select (created_at at time zone 'Asia/Ho_Chi_Minh')::date as day, currency, count(*) as placed
      from reporting.sales_order where shop_id = $1 group by 1, 2
  )
  select day::text, currency, coalesce(placed, 0)::text as placed, coalesce(orders, 0)::text as orders,
         coalesce(valid_orders, 0)::text as valid, coalesce(cancelled_orders, 0)::text as cancelled_orders,
         coalesce(units, 0)::text as units, coalesce(gmv, 0)::text as gmv,
         coalesce(cancelled, 0)::text as cancelled, coalesce(failed, 0)::text as failed,
         coalesce(returned, 0)::text as returned, coalesce(nmv, 0)::text as nmv, coalesce(net, 0)::text as net
    from committed full join placed using (day, currency) order by 1, 2`;

const shopDays = `
  select day::text, currency, placed_orders::text as placed, orders::text, valid_orders::text as valid,
         cancelled_orders::text, units::text, gmv_e4::text as gmv, cancelled_e4::text as cancelled,
         failed_e4::text as failed, returned_e4::text as returned, nmv_e4::text as nmv,
         net_sales_e4::text as net
    from reporting.agg_shop_day where shop_id = $1 order by 1, 2`;

const localCommit = `o.committed_at at time zone 'Asia/Ho_Chi_Minh'`;
const shopHoursFromScratch = `
  select day::text, hour, currency, count(*)::text as orders,
         count(*) filter (where valid)::text as valid,
         count(*) filter (where stage = 'cancelled')::text as cancelled_orders,
         sum(units)::text as units, sum(gmv)::text as gmv, sum(nmv)::text as nmv, sum(net)::text as net
    from (
      select (${localCommit})::date as day, extract(hour from ${localCommit})::int as hour,
             o.currency, o.stage, bool_or(${keptItem}) as valid, sum(i.seller_price_e4) as gmv,
             coalesce(sum(i.seller_price_e4) filter (where ${keptItem}), 0) as nmv,
             coalesce(sum(i.seller_price_e4 - i.seller_voucher_e4) filter (where ${keptItem}), 0) as net,
             coalesce(sum(i.quantity) filter (where ${keptItem}), 0) as units
        from reporting.sales_order o join reporting.order_item i using (tenant_id, shop_id, order_id)
       where o.shop_id = $1 and o.committed_at is not null
       group by o.order_id, o.committed_at, o.currency, o.stage) per_order
   group by 1, 2, 3 order by 1, 2, 3`;

const shopHours = `
  select day::text, hour::int, currency, orders::text, valid_orders::text as valid,
         cancelled_orders::text, units::text, gmv_e4::text as gmv, nmv_e4::text as nmv,
         net_sales_e4::text as net
    from reporting.agg_shop_hour where shop_id = $1 order by 1, 2, 3`;

const skuDaysFromScratch = `
  select (o.committed_at at time zone 'Asia/Ho_Chi_Minh')::date::text as day, i.sku_key, o.currency,
         count(distinct o.order_id)::text as orders, sum(i.seller_price_e4)::text as gmv,
         coalesce(sum(i.seller_price_e4) filter (where ${keptItem}), 0)::text as nmv,
         coalesce(sum(i.quantity) filter (where ${keptItem}), 0)::text as units
    from reporting.sales_order o join reporting.order_item i using (tenant_id, shop_id, order_id)
   where o.shop_id = $1 and o.committed_at is not null group by 1, 2, 3 order by 1, 2, 3`;

const skuDays = `
  select day::text, sku_key, currency, orders::text, gmv_e4::text as gmv, nmv_e4::text as nmv,
         units::text from reporting.agg_sku_day where shop_id = $1 order by 1, 2, 3`;

const skuSpansFromScratch = `
  select first_day::text, span_days, sku_key, currency, sum(orders)::text as orders,
         sum(units)::text as units, sum(gmv_e4)::text as gmv, sum(cancelled_e4)::text as cancelled,
         sum(failed_e4)::text as failed, sum(returned_e4)::text as returned, sum(nmv_e4)::text as nmv,
         sum(kept_seller_voucher_e4)::text as vouchers, sum(net_sales_e4)::text as net
    from reporting.sku_span s join reporting.agg_sku_day d using (tenant_id, shop_id)
   where shop_id = $1 and d.day between first_day and first_day + span_days - 1
   group by 1, 2, 3, 4 order by 1, 2, 3, 4`;

const skuSpans = `
  select first_day::text, span_days, sku_key, currency, orders::text, units::text, gmv_e4::text as gmv,
         cancelled_e4::text as cancelled, failed_e4::text as failed, returned_e4::text as returned, nmv_e4::text as nmv,
         kept_seller_voucher_e4::text as vouchers, net_sales_e4::text as net
    from reporting.agg_sku_span where shop_id = $1 order by 1, 2, 3, 4`;

/** Spans that are noted without all of the shorter ones that they are made of. */
const spansWithoutParts = `
  select whole.first_day::text, whole.span_days
    from reporting.sku_span whole join (values (7), (28)) as part (span_days) on part.span_days < whole.span_days
   where shop_id = $1 and whole.span_days / part.span_days <> (
     select count(*) from reporting.sku_span each
      where each.shop_id = whole.shop_id and each.span_days = part.span_days
        and each.first_day between whole.first_day and whole.first_day + whole.span_days - 1)`;

const unsoldItemsFromScratch = `
  select distinct created_day::text, i.sku_key, order_id
    from reporting.sales_order o join reporting.order_item i using (tenant_id, shop_id, order_id)
   where shop_id = $1 and o.committed_at is null order by 1, 2, 3`;

const unsoldItems = `
  select created_day::text, sku_key, order_id from reporting.unsold_order_item where shop_id = $1 order by 1, 2, 3`;

async function expectTrue(shopId: string): Promise<void> {
  expect(await rowsOf(spansWithoutParts, shopId)).toEqual([]);
  expect(await rowsOf(unsoldItems, shopId)).toEqual(await rowsOf(unsoldItemsFromScratch, shopId));
  expect(await rowsOf(skuSpans, shopId)).toEqual(await rowsOf(skuSpansFromScratch, shopId));
  expect(await rowsOf(shopDays, shopId)).toEqual(await rowsOf(shopDaysFromScratch, shopId));
  expect(await rowsOf(shopHours, shopId)).toEqual(await rowsOf(shopHoursFromScratch, shopId));
  expect(await rowsOf(skuDays, shopId)).toEqual(await rowsOf(skuDaysFromScratch, shopId));
}

describe('whatever the order of arrival', () => {
  it('replays, reordered and repeated states leave the same rows, and rollups equal a count from scratch', async () => {
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
      fc.asyncProperty(scenario, async ([inTurn, shuffled]) => {
        const [first, second] = [await newShop(), await newShop()];
        await deliver(first, inTurn);
        await deliver(second, shuffled);
        expect(await dump(second)).toEqual(await dump(first));
        await expectTrue(first);
      }),
      { numRuns: 25 },
    );
  });

  it('weeks, four weeks and sixteen weeks that are added up early stay equal to their days', async () => {
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
        const sums = [await rowsOf(skuSpans, added), await rowsOf(skuSpans, plain)];
        // A week that has lost its last sale stays noted, with nothing in it.
        expect(sums[0]).toEqual(sums[1]);
      }),
      { numRuns: 20 },
    );
  });

  it.each([20, 400])(
    'one page with many orders of %i SKUs equals the same orders one by one',
    async (skus) => {
      const orders = madeOrders({
        count: 300,
        seed: 7,
        from: new Date('2026-11-01T00:00:00Z'),
        to: new Date('2026-11-04T00:00:00Z'),
        skus,
      });
      // A third of them changes: lines and with them SKUs are gone, sales days move.
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
  return madeOrders({
    count,
    seed: 3,
    from: new Date('2026-11-01T00:00:00Z'),
    to: new Date('2026-11-03T00:00:00Z'),
    skus: 5,
  });
}

it('a changed sales day and a shrinking set of lines clear the old buckets', async () => {
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

it('two workers that write the same day at once lose nothing', async () => {
  const shopId = await newShop();
  const orders = made(200);
  const reading = { observedAt: new Date(), mappingVersion: 1 };
  await Promise.all(
    Array.from({ length: 20 }, (_, part) =>
      database.tenant(tenantId, (tx) =>
        applyOrders(
          tx,
          shopId,
          orders.filter((_order, index) => index % 10 === part % 10),
          reading,
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

it('refuses orders that no store could hold and keeps the rest of the page', async () => {
  const shopId = await newShop();
  const [good, huge, early, odd] = made(4);
  const line = huge?.items[0];
  if (!good || !huge || !line || !early || !odd) throw new Error('no orders were made');
  const applied = await database.tenant(tenantId, (tx) =>
    applyOrders(
      tx,
      shopId,
      [
        { ...good, paymentMethod: 'COD\0\ud800' },
        { ...huge, items: [{ ...line, sellerPriceE4: 10n ** 30n }] },
        { ...early, createdAt: new Date(-1) },
        { ...odd, items: [] },
      ],
      { observedAt: new Date(), mappingVersion: 1 },
    ),
  );
  expect(applied).toMatchObject({ applied: 1 });
  expect(applied.unusable.map((each) => each.orderId)).toEqual([
    huge.orderId,
    early.orderId,
    odd.orderId,
  ]);
  await expectTrue(shopId);
});

it('an unregistered shop, and another tenant’s, is refused', async () => {
  const shopId = await newShop();
  const reading = { observedAt: new Date(), mappingVersion: 1 };
  await expect(
    database.tenant(newId(), (tx) => applyOrders(tx, shopId, made(1), reading)),
  ).rejects.toThrow('not registered');
});
