import { describe, expect, it } from 'vitest';
import type { ExplainedPart, ReportExplanation, ReportQuery } from '@seller-connect/contract';
import { createSeededRandom } from '../../../test/seed.ts';
import { addDays } from '../../platform/calendar.ts';
import { toDecimal } from '../../platform/money.ts';
import { reportAds } from '../ads/ad-report.ts';
import { listOrders } from '../lists/orders.ts';
import { reportMoney } from '../money/report-money.ts';
import { queryReports } from '../query/query-reports.ts';
import { reportBreakdown } from '../reports/breakdown.ts';
import { reportSummary } from '../reports/reports.ts';
import { addMoneyAdsAndBrands } from '../testing/money-ads-brands.ts';
import { createSampleTenant, now } from '../testing/sample-tenant.ts';
import { explainChange } from './explain-change.ts';
import type { ExplanationQuery } from './parts.ts';

const metrics = ['gmv', 'netSales', 'orders', 'units', 'aov', 'cancellationRate'] as const;

/** The shops are synced up to different times of the last day, which is noon in Vietnam. */
const lagMs = [0, 3_600_000, 45 * 60_000, 0];

const sample = await createSampleTenant(400);
const accountIds = await addMoneyAdsAndBrands(sample);
const dependencies = { ...sample.dependencies, readCoverage: async () => coverage() };

const coverage = () =>
  [...sample.shopIds, ...accountIds].map((shopId, index) => ({
    shopId,
    asOf: new Date(now.getTime() - (lagMs[index] ?? 0)),
    open: [],
  }));

const explain = (query: ExplanationQuery) => explainChange(dependencies, sample.tenantId, query);

const toE4 = (text: string) => {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole + fraction.padEnd(4, '0'));
  return text.startsWith('-') ? -size : size;
};
const sumOf = (parts: readonly ExplainedPart[]) =>
  toDecimal(parts.reduce((sum, { difference }) => sum + toE4(difference), 0n));

/** The value of a report as an explanation writes it: shares in percent, everything as text. */
const textOf = (metric: string, value: string | number | null) =>
  metric === 'cancellationRate' && typeof value === 'number'
    ? toDecimal(BigInt(Math.round(value * 1_000_000)))
    : value === null
      ? null
      : String(value);

/** Returns scopes of every kind. */
function randomScopes(count: number): ReportQuery[] {
  const random = createSeededRandom();
  const pick = <T>(choices: readonly T[]): T | undefined =>
    choices[Math.floor(random() * choices.length)];
  return Array.from({ length: count }, () => {
    const from = addDays('2026-09-25', Math.floor(random() * 45));
    const to = addDays(from, Math.floor(random() * 20));
    const [first = '', second = '', third = '', dollars = ''] = sample.shopIds;
    const period = pick([
      { period: 'today' },
      { period: '7d' },
      { period: '28d' },
      { period: 'month' },
      { period: 'custom', from, to },
      { period: 'custom', from, to: '2026-11-11' },
    ] as const);
    const shops = pick([undefined, first, `${first},${second}`, `${second},${third}`, dollars]);
    const part = pick([{}, {}, { platform: 'SHOPEE' }, { currency: 'VND' }] as const);
    return {
      ...period,
      ...(shops === undefined ? part : { shops }),
      ...(random() < 0.15 ? { compare: 'year' as const } : {}),
    };
  });
}

describe('the explanation of a change', () => {
  it('has the values of the report, and parts that add up to the difference', async () => {
    let [splits, partial] = [0, 0];
    for (const query of randomScopes(20)) {
      const summary = await reportSummary(dependencies, sample.tenantId, query);
      for (const metric of metrics) {
        const explanation = await explain({ ...query, metric });
        const { value, previous, reason, previousReason } = summary.metrics[metric];
        const context = { query, metric };
        expect({ ...context, ...explanation }).toMatchObject({
          ...context,
          value: textOf(metric, value),
          previousValue: textOf(metric, previous),
          reason,
          previousReason,
          currency: summary.currency,
          period: summary.period,
          previous: summary.previous,
        });
        splits += checkSums(context, explanation);
        if (explanation.previous.until !== null) partial += 1;
      }
    }
    expect(splits).toBeGreaterThan(100);
    expect(partial).toBeGreaterThan(10);
  });

  it('has a reason instead of parts where there is nothing to compare', async () => {
    const toCome = await explain({ from: '2026-12-01', to: '2026-12-07', metric: 'gmv' });
    expect(toCome).toMatchObject({ value: null, difference: null, reason: 'to_come', splits: [] });
    const open = [{ from: new Date('2026-10-20'), to: new Date('2026-10-21') }];
    const unread = await explainChange(
      {
        ...dependencies,
        readCoverage: async () => coverage().map((each) => ({ ...each, open })),
      },
      sample.tenantId,
      { from: '2026-11-01', to: '2026-11-10', metric: 'units' },
    );
    expect(unread).toMatchObject({ difference: null, previousReason: 'not_read', splits: [] });
    const first = await explain({ from: '2026-09-01', to: '2026-09-03', metric: 'aov' });
    expect(first).toMatchObject({ value: null, reason: 'no_orders', splits: [] });
  });
});

/** Checks that the parts of every split add up to the difference, and returns how many splits there are. */
function checkSums(context: object, { splits, difference }: ReportExplanation): number {
  for (const { by, parts } of splits) {
    expect({ ...context, by, sum: sumOf(parts) }).toEqual({ ...context, by, sum: difference });
  }
  return splits.length;
}

describe('the explanation of payouts, fees, ad spend and brands', () => {
  it('has the values of their reports, and parts that add up to the difference', async () => {
    let [splits, brands] = [0, 0];
    for (const query of randomScopes(20)) {
      const money = await reportMoney(dependencies, sample.tenantId, query);
      for (const metric of ['payout', 'fees'] as const) {
        const explanation = await explain({ ...query, metric });
        const { value, previous } = money[metric];
        const { currency, period, againstWholeDay, daysLoading, reason } = money;
        expect({ query, ...explanation }).toMatchObject({
          query,
          value,
          previousValue: previous,
          currency,
          period,
          againstWholeDay,
          daysLoading,
          reason,
          previous: money.previous,
        });
        splits += checkSums({ query, metric }, explanation);
      }
      const ads = await reportAds(dependencies, sample.tenantId, query);
      const spend = await explain({ ...query, metric: 'adSpend' });
      expect({ query, ...spend }).toMatchObject({
        query,
        value: ads.metrics.adSpend.value,
        previousValue: ads.metrics.adSpend.previous,
        reason: ads.metrics.adSpend.reason,
        period: ads.period,
        previous: ads.previous,
        againstWholeDay: ads.againstWholeDay,
      });
      splits += checkSums({ query, metric: 'adSpend' }, spend);
      const breakdown = await reportBreakdown(dependencies, sample.tenantId, {
        ...query,
        by: 'brand',
      });
      for (const { key: brand, gmv, previousGmv } of breakdown.items) {
        const explanation = await explain({ ...query, metric: 'gmv', brand });
        expect({ query, brand, ...explanation }).toMatchObject({
          query,
          brand,
          value: gmv,
          previousValue: previousGmv,
          previous: { ...breakdown.previous, until: null },
        });
        splits += checkSums({ query, brand }, explanation);
        brands += 1;
      }
      const [first] = breakdown.items;
      if (!first) continue;
      for (const metric of ['netSales', 'units'] as const) {
        const { value } = await explain({ ...query, metric, brand: first.key });
        expect({ query, metric, value }).toEqual({
          query,
          metric,
          value: textOf(metric, first[metric]),
        });
      }
    }
    expect(splits).toBeGreaterThan(100);
    expect(brands).toBeGreaterThan(40);
  });

  it('gives a reason where there is nothing to split, and refuses orders of a brand', async () => {
    const toCome = { from: '2026-12-01', to: '2026-12-07' };
    for (const metric of ['payout', 'adSpend'] as const) {
      expect(await explain({ ...toCome, metric })).toMatchObject({
        value: null,
        difference: null,
        reason: 'to_come',
        splits: [],
      });
    }
    await expect(explain({ metric: 'orders', brand: 'brand:Hoa Mai' })).rejects.toMatchObject({
      status: 400,
    });
  });

  it('links to the payout lines and ad days of a part', async () => {
    const query = { from: '2026-10-20', to: '2026-11-05' };
    const amountOf = async (
      body: Parameters<typeof queryReports>[2],
      { from, to }: { from: string; to: string },
    ) => {
      const dateRange = { from, to };
      const whole = { currency: 'VND', dateRange, ...body };
      const { rows } = await queryReports(dependencies, sample.tenantId, whole, 'en');
      return rows[0]?.[0] ?? '0';
    };
    const payout = await explain({ ...query, metric: 'payout' });
    for (const part of partsBy(payout, 'fee_class')) {
      const filters = [
        [{ field: 'fee_class', operator: 'eq' as const, values: [part.feeClass ?? ''] }],
      ];
      const body = {
        dataSet: 'payout_lines',
        fields: ['payout'],
        basis: 'settled' as const,
        filters,
      };
      expect(await amountOf(body, payout.period)).toBe(part.value);
      expect(await amountOf(body, payout.previous)).toBe(part.previous);
    }
    const spend = await explain({ ...query, metric: 'adSpend' });
    expect(partsBy(spend, 'campaign')).toHaveLength(6);
    for (const { shopId, campaignId, value, previous } of partsBy(spend, 'campaign')) {
      const filters = [
        [{ field: 'account_id', operator: 'eq' as const, values: [shopId ?? ''] }],
        [{ field: 'campaign_id', operator: 'eq' as const, values: [campaignId ?? ''] }],
      ];
      const body = { dataSet: 'ad_day', fields: ['ad_spend'], filters };
      expect(await amountOf(body, spend.period)).toBe(value);
      expect(await amountOf(body, spend.previous)).toBe(previous);
    }
  });
});

describe('the orders behind a part', () => {
  const ordersBehind = (
    part: Pick<ExplainedPart, 'shopId' | 'sku'>,
    { from, to }: { from: string; to: string },
    until: string | null,
  ) =>
    listOrders(sample.database, sample.tenantId, {
      ...(part.shopId === null ? {} : { shop: part.shopId }),
      ...(part.sku === null ? {} : { sku: part.sku }),
      ...(until === null ? {} : { until }),
      basis: 'committed',
      currency: 'VND',
      from,
      to,
      pageSize: 100,
    });
  const countBehind = async (...selection: Parameters<typeof ordersBehind>) =>
    (await ordersBehind(...selection)).total;

  it('are as many as the shop had, in the comparison up to the same time of its last day', async () => {
    const explanation = await explain({ period: '7d', metric: 'orders' });
    const parts = partsBy(explanation, 'shop');
    expect(parts).toHaveLength(3);
    expect(new Set(parts.map(({ previousUntil }) => previousUntil))).toEqual(
      new Set(['12:00', '11:00', '11:15']),
    );
    for (const part of parts) {
      expect(await countBehind(part, explanation.period, null)).toBe(part.quantity);
      const before = await countBehind(part, explanation.previous, part.previousUntil);
      expect(before).toBe(part.previousQuantity);
    }
    const whole = await countBehind({ shopId: null, sku: null }, explanation.previous, null);
    expect(whole).toBeGreaterThan(
      parts.reduce((sum, { previousQuantity }) => sum + (previousQuantity ?? 0), 0),
    );
  });

  it('contain the product of the part', async () => {
    const [shop = ''] = sample.shopIds;
    const explanation = await explain({ period: '28d', shops: shop, metric: 'gmv' });
    const part = partsBy(explanation, 'product').find(({ previous }) => previous !== '0');
    if (!part?.sku) throw new Error('no product sold in the comparison');
    expect(part).toMatchObject({ kind: 'product', platform: 'LAZADA', previousUntil: '12:00' });
    expect(part.name).toMatch(/^Áo thun/);
    const { items } = await ordersBehind(part, explanation.previous, part.previousUntil);
    const numbers = new Set(items.map(({ orderId }) => orderId));
    const worth = sample.orders
      .filter(({ shopId, order }) => shopId === shop && numbers.has(order.orderId))
      .flatMap(({ order }) => order.items.filter(({ skuId }) => skuId === part.sku))
      .reduce((sum, { sellerPriceE4 }) => sum + sellerPriceE4, 0n);
    expect(toDecimal(worth)).toBe(part.previous);
  });
});

it('orders of volume, price and mix contain products kept in both periods, others those of one', async () => {
  const [shop = ''] = sample.shopIds;
  const query = { from: '2026-10-22', to: '2026-10-23', shops: shop };
  const explanation = await explain({ ...query, metric: 'gmv' });
  const { period, previous } = explanation;
  const kept = (days: typeof period) =>
    ({
      shop,
      currency: 'VND',
      outcome: 'kept',
      from: days.from,
      to: days.to,
      pageSize: 100,
    }) as const;
  const numbersOf = async (filter: Parameters<typeof listOrders>[2]) => {
    const { items } = await listOrders(sample.database, sample.tenantId, filter);
    return items.map(({ orderId }) => orderId);
  };
  const products = partsBy(explanation, 'product');
  const expected = async (days: typeof period, isOne: (part: ExplainedPart) => boolean) => {
    const numbers = new Set<string>();
    for (const part of products.filter(isOne)) {
      for (const number of await numbersOf({ ...kept(days), sku: part.sku ?? '' }))
        numbers.add(number);
    }
    return [...numbers].toSorted();
  };
  const listed = async (days: typeof period, other: typeof period, also: 'both' | 'only') =>
    (await numbersOf({ ...kept(days), also, alsoFrom: other.from, alsoTo: other.to })).toSorted();
  const sold = ({ quantity, previousQuantity }: ExplainedPart) =>
    [(quantity ?? 0) > 0, (previousQuantity ?? 0) > 0] as const;
  const isInBoth = (part: ExplainedPart) => sold(part).every(Boolean);
  const isNew = (part: ExplainedPart) => sold(part)[0] && !sold(part)[1];
  const isGone = (part: ExplainedPart) => !sold(part)[0] && sold(part)[1];
  expect([isInBoth, isNew, isGone].map((is) => products.some(is))).toEqual([true, true, true]);
  expect(await listed(period, previous, 'both')).toEqual(await expected(period, isInBoth));
  expect(await listed(previous, period, 'both')).toEqual(await expected(previous, isInBoth));
  expect(await listed(period, previous, 'only')).toEqual(await expected(period, isNew));
  expect(await listed(previous, period, 'only')).toEqual(await expected(previous, isGone));
});

function partsBy(
  { splits }: ReportExplanation,
  by: ReportExplanation['splits'][number]['by'],
): ExplainedPart[] {
  return splits.find((split) => split.by === by)?.parts ?? [];
}
