import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExplainedPart, ReportExplanation, ReportQuery } from '@seller-connect/contract';
import { createSeededRandom } from '../../../test/seed.ts';
import { addDays } from '../../platform/calendar.ts';
import { toDecimal } from '../../platform/money.ts';
import { listOrders } from '../lists/orders.ts';
import type { ReportDependencies } from '../metrics/coverage.ts';
import { reportSummary } from '../reports/reports.ts';
import { createSampleTenant, now, type SampleTenant } from '../testing/sample-tenant.ts';
import { explainChange } from './explain-change.ts';

const metrics = ['gmv', 'netSales', 'orders', 'units', 'aov', 'cancellationRate'] as const;

let sample: SampleTenant;
let dependencies: ReportDependencies;

/** The shops are synced up to different times of the last day, which is noon in Vietnam. */
const lagMs = [0, 3_600_000, 45 * 60_000, 0];

beforeAll(async () => {
  sample = await createSampleTenant(400);
  dependencies = { ...sample.dependencies, readCoverage: async () => coverage() };
});
afterAll(() => sample.drop());

const coverage = () =>
  sample.shopIds.map((shopId, index) => ({
    shopId,
    asOf: new Date(now.getTime() - (lagMs[index] ?? 0)),
    open: [],
  }));

const explain = (query: ReportQuery & { metric: (typeof metrics)[number] }) =>
  explainChange(dependencies, sample.tenantId, query);

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
  it('has the values of the report, and parts that add up to their difference', async () => {
    let [splits, partial] = [0, 0];
    for (const query of randomScopes(30)) {
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
        for (const { by, parts } of explanation.splits) {
          expect({ ...context, by, sum: sumOf(parts) }).toEqual({
            ...context,
            by,
            sum: explanation.difference,
          });
          splits += 1;
        }
        if (explanation.previous.until !== null) partial += 1;
      }
    }
    expect(splits).toBeGreaterThan(100);
    expect(partial).toBeGreaterThan(10);
  });

  it('has no parts and a reason where there is nothing to compare', async () => {
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

  it('are as many as a shop had, in the comparison until the same time of its last day', async () => {
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

  it('hold the product of the part', async () => {
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

function partsBy({ splits }: ReportExplanation, by: 'shop' | 'product'): ExplainedPart[] {
  return splits.find((split) => split.by === by)?.parts ?? [];
}
