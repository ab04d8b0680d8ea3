import fc from 'fast-check';
import type {
  OrderList,
  ReportBreakdown,
  ReportMoney,
  ReportProducts,
  ReportSummary,
} from '@seller-connect/contract';
import { metricOrderFilters } from '@seller-connect/contract/metric-orders';
import { describe, expect, it } from 'vitest';
import { toDecimal } from '../../platform/money.ts';
import { applySettlements } from '../money/apply-settlements.ts';
import { reportMoney } from '../money/report-money.ts';
import { startReporting } from '../testing/reporting-http.ts';
import { now, type ExpectedSale } from '../testing/sample-tenant.ts';
import { settlement } from '../testing/worked-example.ts';
import { listOrders } from './orders.ts';

const { shops, reporting } = await startReporting(120);

async function get<Answer>(path: string, query: Record<string, string>): Promise<Answer> {
  const answer = await reporting.http.app.inject({
    url: `${path}?${new URLSearchParams(query).toString()}`,
    headers: { authorization: 'Bearer viewer' },
  });
  expect({ path, query, status: answer.statusCode }).toMatchObject({ status: 200 });
  return answer.json();
}

/** Returns all orders of a list, page by page. */
async function listed(query: Record<string, string>) {
  const items: OrderList['items'] = [];
  for (let page = 1; ; page += 1) {
    const part = await get<OrderList>('/reporting/orders', {
      ...query,
      page: String(page),
      pageSize: '100',
    });
    items.push(...part.items);
    if (items.length >= part.total || part.items.length === 0) {
      expect(items.length).toBe(part.total);
      return items;
    }
  }
}

const sum = (amounts: readonly string[]) =>
  toDecimal(
    amounts.reduce((all, amount) => {
      const [whole = '0', part = ''] = amount.split('.');
      return all + BigInt(whole + part.padEnd(4, '0'));
    }, 0n),
  );

/** Filters of a report. `shop` and `platform` are the team's; `currency` is one that it sells in. */
const day = fc
  .integer({ min: 0, max: 55 })
  .map((later) => new Date(Date.UTC(2026, 8, 18 + later)).toISOString().slice(0, 10));
const scopes = fc.record({
  ends: fc.tuple(day, day),
  shop: fc.option(fc.constantFrom(0, 1, 2), { nil: undefined, freq: 2 }),
  platform: fc.option(fc.constantFrom('LAZADA', 'SHOPEE', 'TIKI'), { nil: undefined, freq: 2 }),
  currency: fc.constantFrom('VND', 'USD'),
});
type Drawn = typeof scopes extends fc.Arbitrary<infer Value> ? Value : never;

function queriesOf({ ends, shop, platform, currency }: Drawn) {
  const [from = '', to = ''] = ends.toSorted();
  const shopId = shop === undefined ? undefined : shops.shopIds[shop];
  const sells = shops.sold.some(
    (sale) =>
      sale.currency === currency &&
      (shopId === undefined || sale.shop_id === shopId) &&
      (platform === undefined || sale.platform === platform),
  );
  const narrowed = platform === undefined ? {} : { platform };
  const days = { from, to };
  const whole = { currency: sells ? currency : 'VND' };
  return {
    report: {
      period: 'custom',
      ...days,
      ...narrowed,
      ...(sells ? whole : {}),
      ...(shopId === undefined ? {} : { shops: shopId }),
    },
    orders: { ...days, ...narrowed, ...whole, ...(shopId === undefined ? {} : { shop: shopId }) },
    isMeant: (sale: ExpectedSale) =>
      sale.day >= from &&
      sale.day <= to &&
      sale.currency === whole.currency &&
      (shopId === undefined || sale.shop_id === shopId) &&
      (platform === undefined || sale.platform === platform),
  };
}

const today = '2026-11-11';
const pushedHour = 1;
const runs = Number(process.env['SCOPES'] ?? 12);

describe('the orders listed behind a metric are those it consists of', () => {
  it('for every metric of Home, in any scope of shop, marketplace, days and currency', async () => {
    await fc.assert(
      fc.asyncProperty(scopes, async (drawn) => {
        const { report, orders, isMeant } = queriesOf(drawn);
        const { metrics: figures } = await get<ReportSummary>('/reporting/summary', report);
        const sold = shops.sold.filter(isMeant);
        const behind = async (name: keyof typeof metricOrderFilters) =>
          listed({ ...orders, ...metricOrderFilters[name] });
        const all = await behind('orders');
        // A period in the future has neither value nor orders.
        expect(all.length).toBe(figures.orders.value ?? 0);
        expect(all.map((order) => order.orderId).toSorted()).toEqual(
          sold.map((sale) => sale.order_id).toSorted(),
        );
        expect(sum((await behind('gmv')).map((order) => order.gmv))).toBe(figures.gmv.value ?? '0');
        expect(sum((await behind('netSales')).map((order) => order.netSales))).toBe(
          figures.netSales.value ?? '0',
        );
        const ofUnits = await behind('units');
        expect(ofUnits.reduce((pieces, order) => pieces + order.units, 0)).toBe(
          figures.units.value ?? 0,
        );
        expect((await behind('aov')).length).toBe(
          sold.filter((sale) => sale.valid_orders > 0n).length,
        );
        const cancelled = await behind('cancellationRate');
        expect(all.length === 0 ? null : cancelled.length / all.length).toBe(
          figures.cancellationRate.value,
        );
      }),
      { numRuns: runs },
    );
  });

  it('for every day, marketplace, shop, hour and product of a report', async () => {
    await fc.assert(
      fc.asyncProperty(scopes, fc.nat(), async (drawn, chosen) => {
        const { report, orders } = queriesOf(drawn);
        const basis = { basis: 'committed' } as const;
        const summary = await get<ReportSummary>('/reporting/summary', report);
        const point = summary.trend[chosen % summary.trend.length];
        const ofDay = { from: point?.day ?? '', to: point?.day ?? '' };
        expect((await listed({ ...orders, ...basis, ...ofDay })).length).toBe(
          // A day in the future has neither value nor orders.
          point?.orders ?? 0,
        );
        for (const by of ['platform', 'shop', 'hour'] as const) {
          const found = await get<ReportBreakdown>('/reporting/breakdown', { ...report, by });
          const item = found.items[chosen % Math.max(1, found.items.length)];
          if (!item) continue;
          const own = await listed({ ...orders, ...basis, [by]: item.key });
          expect({ by, key: item.key, orders: own.length }).toEqual({
            by,
            key: item.key,
            // An hour that is not synced has no value unless an order of it is known.
            orders: item.orders ?? 0,
          });
        }
        const products = await get<ReportProducts>('/reporting/products', report);
        const product = products.items[chosen % Math.max(1, products.items.length)];
        if (!product) return;
        const productQuery = { ...orders, shop: product.shopId, sku: product.id };
        expect((await listed(productQuery)).length).toBe(product.orders);
        const named = await get<OrderList>('/reporting/orders', productQuery);
        expect(named.product).toBe(product.name);
      }),
      {
        numRuns: runs,
        // An order of an hour that today's synchronisation has not reached: a push has brought it.
        examples: [
          [{ ends: [today, today], shop: 0, platform: undefined, currency: 'VND' }, pushedHour],
        ],
      },
    );
  });

  it('for every state of payouts and for all settled orders', async () => {
    const { database, tenantId, dependencies, shopIds } = shops;
    const [shopId = ''] = shopIds;
    const paid = shops.orders.filter((each) => each.shopId === shopId).slice(10, 40);
    const settlements = paid.map(({ order: { orderId, items } }, index) => {
      const price = items.reduce((all, item) => all + item.sellerPriceE4, 0n) / 10_000n;
      const amount = index % 3 === 0 ? 100 : Number(price);
      const changes = { settlementId: orderId, orderId };
      return settlement([['item_price', amount]], changes);
    });
    await database.tenant(tenantId, (tx) =>
      applySettlements(
        tx,
        shopId,
        { settlements, statements: [] },
        { observedAt: now, mappingVersion: 1 },
      ),
    );
    const days = { from: '2026-09-15', to: '2026-11-11' };
    const money: ReportMoney = await reportMoney(dependencies, tenantId, {
      period: 'custom',
      ...days,
      currency: 'VND',
    });
    expect(money.takeRate.orders).toBeGreaterThan(5);
    expect(money.states.filter(({ orders }) => orders > 0).length).toBeGreaterThan(2);
    const count = async (payout: ReportMoney['states'][number]['state'] | 'settled') =>
      (await listOrders(database, tenantId, { ...days, currency: 'VND', payout }, now)).total;
    for (const { state, orders } of money.states) {
      expect({ state, orders: await count(state) }).toEqual({ state, orders });
    }
    expect(await count('settled')).toBe(money.takeRate.orders);
  });
});

describe('a list of sales', () => {
  it('is ordered by sales time, page by page, with any filter', async () => {
    const [shopId = ''] = shops.shopIds;
    for (const query of [
      { basis: 'committed' },
      { basis: 'committed', stage: 'completed' },
      { basis: 'committed', stage: 'cancelled' },
      { outcome: 'returned' },
      { hour: '9' },
      { basis: 'committed', search: 'ao thun' },
      { basis: 'committed', shop: shopId, outcome: 'failed' },
    ]) {
      const rows = await listed(query);
      const times = rows.map((order) => order.committedAt ?? '');
      expect(rows.length).toBeGreaterThan(0);
      expect(times.every((time) => time !== '')).toBe(true);
      // Sorted to the minute; within a minute, orders are sorted by number.
      const minutes = times.map((time) => time.slice(0, 16));
      expect({ query, minutes }).toEqual({ query, minutes: minutes.toSorted().toReversed() });
      expect(new Set(rows.map((order) => order.shopId + order.orderId)).size).toBe(rows.length);
    }
  });

  it('applies all of its filters at once', async () => {
    const [shopId = ''] = shops.shopIds;
    const wanted = shops.orders.filter(
      ({ shopId: id, order }) =>
        id === shopId && order.committedAt !== null && order.stage === 'completed',
    );
    const sku = wanted[0]?.order.items[0]?.skuId ?? '';
    const withSku = wanted.filter(({ order }) => order.items.some((item) => item.skuId === sku));
    const kept = withSku.filter(({ order }) =>
      order.items.some((item) => item.returnState === 'none'),
    );
    const query = { shop: shopId, sku, stage: 'completed', outcome: 'kept', currency: 'VND' };
    const rows = await listed(query);
    expect(rows.map((order) => order.orderId).toSorted()).toEqual(
      kept.map(({ order }) => order.orderId).toSorted(),
    );
    expect(await listed({ ...query, odd: 'true' })).toEqual([]);
    expect(await listed({ ...query, currency: 'USD' })).toEqual([]);
    expect((await listed({ ...query, payout: 'not_due', hour: '3' })).length).toBe(0);
  });
});
