import type { CanonicalOrder } from '@seller-connect/partners';
import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { newId } from '../../platform/ids.ts';
import { applyOrders } from '../ingest/apply-orders.ts';
import { applyListings } from '../ingest/apply-listings.ts';
import { reportAds } from '../ads/ad-report.ts';
import { reportBreakdown } from './breakdown.ts';
import { reportMoney } from '../money/report-money.ts';
import { registerShop } from '../ingest/register-shop.ts';
import { reportHours } from './hours.ts';
import { reportSummary } from './reports.ts';
import { generateOrders } from '../testing/generate-orders.ts';

const [tenantId, shopId] = [newId(), newId()];
/** Noon of November 24 in Vietnam. */
const now = new Date('2026-11-24T05:00:00Z');

const { database } = await openTestDatabase();

/** An order of one unit, paid cash on delivery: it becomes a sale when it is placed. */
function order(number: number, createdAt: string, skuId = '1'): CanonicalOrder {
  const [made] = generateOrders({ count: 1, seed: 1, from: now, to: now, skus: 1 });
  const [item] = made?.items ?? [];
  if (!made || !item) throw new Error('no order was made up');
  const at = new Date(createdAt);
  const orderId = String(1_000_000 + number);
  return {
    ...made,
    orderId,
    createdAt: at,
    updatedAt: at,
    committedAt: at,
    isCod: true,
    stage: 'completed',
    items: [
      {
        ...item,
        lineId: orderId,
        skuId,
        sellerPriceE4: 1_000_000_000n,
        listPriceE4: 1_000_000_000n,
        sellerVoucherE4: 0n,
        stage: 'completed',
        returnState: 'none',
        updatedAt: at,
      },
    ],
  };
}

/** Two orders a day, at 09:00 and 21:00, all of one SKU before November 2026 and of another one from then on. */
function twoADay(from: string, to: string): CanonicalOrder[] {
  const orders: CanonicalOrder[] = [];
  for (let at = Date.parse(`${from}T02:00:00Z`); at <= Date.parse(`${to}T23:00:00Z`);) {
    const sku = at < Date.parse('2026-10-31T17:00:00Z') ? '1' : '2';
    orders.push(order(at / 3_600_000, new Date(at).toISOString(), sku));
    at += 12 * 3_600_000;
  }
  return orders.filter(({ createdAt }) => createdAt <= now);
}

const coverage = [{ shopId, asOf: now, open: [] }];
const dependencies = { database, readCoverage: async () => coverage, now: () => now };
const market = { region: 'VN', currency: 'VND', timeZone: 'Asia/Ho_Chi_Minh' };
const meta = { observedAt: now, mappingVersion: 1 };
await database.tenant(tenantId, async (tx) => {
  await registerShop(tx, { shopId, name: 'Nhà Nón', platform: 'LAZADA', ...market }, now);
  await applyOrders(tx, shopId, twoADay('2023-02-20', '2025-12-31'), meta);
  await applyOrders(tx, shopId, twoADay('2026-09-01', '2026-11-24'), meta);
  const price = {
    currency: 'VND',
    priceE4: 0n,
    specialPriceE4: null,
    stock: null,
    pictureUrl: null,
  };
  const listingFields = {
    itemId: '1',
    sellerSku: '',
    name: '',
    status: 'active',
    updatedAt: now,
  };
  const skus = [
    { skuId: '1', brand: 'Hoa Mai' },
    { skuId: '2', brand: 'An Nhiên' },
  ].map((sku) => ({ ...listingFields, ...price, ...sku }));
  await applyListings(tx, shopId, skus, meta);
});

const sum = (values: readonly (string | null)[]) =>
  values.reduce((all, value) => all + BigInt(value ?? 0), 0n).toString();

describe('a future period', () => {
  const query = { from: '2026-12-01', to: '2026-12-07' };

  it('has null values instead of zeros', async () => {
    const summary = await reportSummary(dependencies, tenantId, query);
    expect(summary).toMatchObject({ partial: true, daysLoading: 0, daysToCome: 7 });
    for (const figure of Object.values(summary.metrics)) {
      expect(figure).toEqual({
        value: null,
        previous: null,
        change: null,
        reason: 'to_come',
        previousReason: 'to_come',
      });
    }
    expect(summary.trend.map(({ gmv, orders }) => [gmv, orders])).toEqual(
      Array.from({ length: 7 }, () => [null, null]),
    );
  });

  it('has null values by shop, hour and brand, for payouts and for ads', async () => {
    for (const by of ['shop', 'platform', 'hour'] as const) {
      const { items } = await reportBreakdown(dependencies, tenantId, { ...query, by });
      expect(items.length).toBeGreaterThan(0);
      for (const item of items) expect(item).toMatchObject({ gmv: null, previousGmv: null });
    }
    const brands = await reportBreakdown(dependencies, tenantId, { ...query, by: 'brand' });
    expect(brands.items).toEqual([]);
    const money = await reportMoney(dependencies, tenantId, query);
    expect(money).toMatchObject({ reason: 'to_come', payout: { value: null }, partial: true });
    const ads = await reportAds(dependencies, tenantId, query);
    expect(ads.trend.map(({ adSpend }) => adSpend)).toEqual(Array(7).fill(null));
    expect(ads.partial).toBe(true);
  });
});

describe('a period that extends past today', () => {
  it('covers its past days and compares them with as many days before', async () => {
    const query = { from: '2026-11-01', to: '2026-11-30' };
    const summary = await reportSummary(dependencies, tenantId, query);
    expect(summary).toMatchObject({
      partial: true,
      daysLoading: 0,
      daysToCome: 6,
      previous: { from: '2026-10-01', to: '2026-10-24', until: '12:00' },
      // 23 days with two orders and one day until noon, in both periods.
      metrics: { orders: { value: 47, previous: 47, change: 0 } },
    });
    expect(summary.trend.map(({ orders }) => orders)).toEqual([
      ...Array(23).fill(2),
      1,
      ...Array(6).fill(null),
    ]);
    expect(sum(summary.trend.map(({ previousGmv }) => previousGmv))).toBe(
      summary.metrics.gmv.previous,
    );
  });
});

describe('a period that ends today', () => {
  it.each(['today', 'week', '7d', '28d', 'month'] as const)(
    '%s is compared up to the same time of its last day, so that constant sales show no change',
    async (period) => {
      const {
        metrics: figures,
        previous,
        trend,
      } = await reportSummary(dependencies, tenantId, { period });
      expect(previous.until).toBe('12:00');
      expect(figures.orders).toMatchObject({ value: figures.orders.previous, change: 0 });
      expect(trend.at(-1)).toMatchObject({ orders: 1, previousOrders: 1 });
      for (const by of ['shop', 'platform', 'hour'] as const) {
        const { items } = await reportBreakdown(dependencies, tenantId, { period, by });
        const before = sum(items.map(({ previousGmv }) => previousGmv));
        expect([by, before]).toEqual([by, figures.gmv.previous]);
      }
    },
  );

  it('compares this week with the same weekdays of the last week, once', async () => {
    const { previous } = await reportSummary(dependencies, tenantId, { period: 'week' });
    expect(previous).toMatchObject({ from: '2026-11-16', to: '2026-11-17', kind: 'week' });
    const monday = new Date('2026-11-23T05:00:00Z');
    const atMonday = { ...dependencies, now: () => monday };
    const summary = await reportSummary(atMonday, tenantId, { period: 'week' });
    expect([summary.previous.kind, summary.sameWeekday]).toEqual(['week', null]);
  });

  it('compares a month with the same days of the month before', async () => {
    const { previous } = await reportSummary(dependencies, tenantId, { period: 'month' });
    const days = { from: '2026-10-01', to: '2026-10-24', days: 24 };
    expect(previous).toEqual({ ...days, kind: 'month', until: '12:00' });
  });

  it('compares payouts and ads with a whole day, and says so', async () => {
    for (const period of ['today', '28d'] as const) {
      expect((await reportMoney(dependencies, tenantId, { period })).againstWholeDay).toBe(true);
      expect((await reportAds(dependencies, tenantId, { period })).againstWholeDay).toBe(true);
    }
    const over = { from: '2026-11-01', to: '2026-11-23' };
    expect((await reportMoney(dependencies, tenantId, over)).againstWholeDay).toBe(false);
    expect((await reportAds(dependencies, tenantId, over)).againstWholeDay).toBe(false);
  });
});

describe('the hours of a period', () => {
  it('add up to its days, in the time zone of the shops', async () => {
    const query = { from: '2026-11-10', to: '2026-11-23' };
    const { hours, previous } = await reportHours(dependencies, tenantId, query);
    const { trend, metrics: figures } = await reportSummary(dependencies, tenantId, query);
    expect(hours).toHaveLength(14 * 24);
    for (const { day, gmv, netSales } of trend) {
      const ofDay = hours.filter((point) => point.day === day);
      expect([sum(ofDay.map((each) => each.gmv)), sum(ofDay.map((each) => each.netSales))]).toEqual(
        [gmv, netSales],
      );
      const sold = ofDay.flatMap(({ hour, orders }) => ((orders ?? 0) > 0 ? [hour] : []));
      expect(sold).toEqual([9, 21]);
    }
    expect(previous).toMatchObject({ from: '2026-10-27', until: null });
    expect(sum(hours.map(({ previousGmv }) => previousGmv))).toBe(figures.gmv.previous);
    expect(hours.every(({ complete }) => complete)).toBe(true);
  });

  it('have no value until they begin, beside the whole previous day', async () => {
    const { hours } = await reportHours(dependencies, tenantId, { period: 'today' });
    // It is noon: the hour from 12:00 has begun and is not over.
    expect(hours.map(({ orders }) => orders !== null)).toEqual([
      ...Array(13).fill(true),
      ...Array(11).fill(false),
    ]);
    expect(hours.map(({ complete }) => complete)).toEqual([
      ...Array(12).fill(true),
      ...Array(12).fill(false),
    ]);
    expect(hours[21]).toMatchObject({ previousDay: '2026-11-23', previousOrders: 1 });
  });

  it('are refused for more days than a chart of hours can show', async () => {
    const query = { from: '2026-11-01', to: '2026-11-15' };
    await expect(reportHours(dependencies, tenantId, query)).rejects.toMatchObject({ status: 400 });
  });
});

describe('the same days of the previous year', () => {
  it('are paired by date, with the 29th of February apart', async () => {
    const query = { from: '2025-01-01', to: '2025-12-31', compare: 'year' } as const;
    const {
      trend,
      metrics: figures,
      unpaired,
    } = await reportSummary(dependencies, tenantId, query);
    for (const { day, previousDay } of trend) {
      expect(previousDay).toBe(day.replace('2025', '2024'));
    }
    expect(figures.orders).toMatchObject({ value: 730, previous: 732 });
    expect(unpaired).toEqual([{ day: '2024-02-29', gmv: '200000', netSales: '200000', orders: 2 }]);
    const drawn = sum([
      ...trend.map(({ previousGmv }) => previousGmv),
      ...unpaired.map(({ gmv }) => gmv),
    ]);
    expect(drawn).toBe(figures.gmv.previous);
  });

  it('have no pair for a 29th of February', async () => {
    const query = { from: '2024-02-25', to: '2024-03-05', compare: 'year' } as const;
    const {
      trend,
      metrics: figures,
      unpaired,
    } = await reportSummary(dependencies, tenantId, query);
    expect(trend.find(({ day }) => day === '2024-02-29')).toMatchObject({
      orders: 2,
      previousDay: null,
      previousOrders: null,
    });
    expect(trend.find(({ day }) => day === '2024-03-01')?.previousDay).toBe('2023-03-01');
    expect(unpaired).toEqual([]);
    expect(sum(trend.map(({ previousGmv }) => previousGmv))).toBe(figures.gmv.previous);
  });
});

describe('a metric without a previous value', () => {
  // The first order is placed on February 20, 2023.
  const query = { from: '2023-02-20', to: '2023-02-22' };

  it('distinguishes no orders from days that are not synced', async () => {
    const { metrics: figures } = await reportSummary(dependencies, tenantId, query);
    expect(figures.gmv).toMatchObject({ previous: '0', previousReason: null });
    expect(figures.aov).toMatchObject({ previous: null, previousReason: 'no_orders' });
    expect(figures.cancellationRate).toMatchObject({ previous: null, previousReason: 'no_orders' });
    const open = [{ from: new Date('2023-02-18T00:00:00Z'), to: new Date('2023-02-18T05:00:00Z') }];
    const partlySynced = {
      ...dependencies,
      readCoverage: async () => [{ shopId, asOf: now, open }],
    };
    const unread = await reportSummary(partlySynced, tenantId, query);
    expect(unread.metrics.aov).toMatchObject({ previous: null, previousReason: 'not_read' });
    expect(unread.metrics.gmv).toMatchObject({ previous: null, previousReason: 'not_read' });
  });
});

it('names brands that sold only in the previous period, so that their parts add up', async () => {
  const query = { from: '2026-11-01', to: '2026-11-10' };
  const { items, total } = await reportBreakdown(dependencies, tenantId, { ...query, by: 'brand' });
  expect(items).toMatchObject([
    { name: 'An Nhiên', gmv: '2000000', previousGmv: '0' },
    { name: 'Hoa Mai', gmv: '0', units: 0, previousGmv: '2000000' },
  ]);
  expect(total).toBe(2);
  const { metrics: figures } = await reportSummary(dependencies, tenantId, query);
  expect(sum(items.map(({ previousGmv }) => previousGmv))).toBe(figures.gmv.previous);
});

it('compares a campaign day that has begun by the clock of the shops only', async () => {
  // Half past midnight in Vietnam; in UTC, it is still the day before.
  const campaignBegins = new Date('2026-11-10T17:30:00Z');
  const atMidnight = { ...dependencies, now: () => campaignBegins };
  const query = { period: 'today', compare: 'campaign' } as const;
  const sales = await reportSummary(atMidnight, tenantId, query);
  const ads = await reportAds(atMidnight, tenantId, query);
  for (const { period, previous } of [sales, ads]) {
    expect([period.from, previous.from]).toEqual(['2026-11-11', '2026-10-10']);
  }
});
