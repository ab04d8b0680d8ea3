import type { CanonicalSettlement, FeeClass } from '@seller-connect/partners';
import { afterAll, describe, expect, it } from 'vitest';
import { callJson } from '../../test/call-json.ts';
import { newId } from '../platform/ids.ts';
import { applyAdDays } from './ads/apply-ad-days.ts';
import { registerAdAccount } from './ads/ad-accounts.ts';
import { toDecimal } from '../platform/money.ts';
import { applySettlements } from './money/apply-settlements.ts';
import { startReporting } from './testing/reporting-http.ts';
import { sampleAdDay } from './testing/sample-ad-day.ts';
import { now } from './testing/sample-tenant.ts';
import { sumColumns, openOutputs, type OutputQuery } from './testing/outputs.ts';

const meta = { observedAt: now, mappingVersion: 1 };
const accountId = newId();
const from = '2026-10-20';
const to = '2026-11-11';

const { shops, reporting } = await startReporting(30, {
  // Everything is synced, so that no metric is withheld.
  readCoverage: async () =>
    [...shops.shopIds, accountId].map((shopId) => ({ shopId, asOf: now, open: [] })),
});
const [shopId = ''] = shops.shopIds;
const own = shops.orders.filter((each) => each.shopId === shopId).map(({ order }) => order);
const settlements = own.map((order, index) => settlementOf(order.orderId, index));
await shops.database.tenant(shops.tenantId, async (tx) => {
  await applySettlements(tx, shopId, { settlements, statements: [] }, meta);
  const account = { accountId, platform: 'FACEBOOK', name: 'Ads', currency: 'VND' } as const;
  await registerAdAccount(tx, { ...account, timeZone: 'Asia/Ho_Chi_Minh' }, now);
  const days = Array.from({ length: 12 }, (_, index) => adDay(index));
  await applyAdDays(tx, accountId, days, { ...meta, finalUpTo: '2026-10-01' });
});
const out = await openOutputs(shops, reporting);
afterAll(() => out.close());

/** Cycles through paid out, pending and estimated settlements, with fractional amounts. */
function settlementOf(orderId: string, index: number): CanonicalSettlement {
  const at = new Date(Date.UTC(2026, 9, 15 + (index % 28), 3));
  const lines: [FeeClass, bigint][] = [
    ['item_price', 1_234_567_8901n + BigInt(index)],
    ['commission', -98_765_4321n],
    ['payment_fee', -12_345_6789n],
    ['refund', BigInt(-index) * 10_000n],
  ];
  return {
    settlementId: `settlement-${index}`,
    statementId: null,
    orderId: index % 7 === 0 ? null : orderId,
    currency: 'VND',
    occurredAt: at,
    settledAt: index % 5 === 0 ? null : at,
    updatedAt: at,
    isEstimate: index % 10 === 0,
    lines: lines.map(([feeClass, amountE4], part) => ({
      lineId: String(part),
      orderLineId: null,
      feeClass,
      feeCode: feeClass,
      feeName: '',
      amountE4,
    })),
    flags: [],
  };
}

function adDay(index: number) {
  return sampleAdDay({
    date: `2026-10-${20 + (index % 6)}`,
    campaignId: `c${index % 3}`,
    campaignName: `Chiến dịch ${index % 3}`,
    adSetId: `s${index % 3}`,
    adId: `a${index}`,
    spendE4: BigInt(index) * 33_333_3333n,
    impressions: 100n,
    clicks: 7n,
    linkClicks: 5n,
    reach: 90n,
    purchases: 1n,
    purchaseValueE4: 99_999_0001n,
  });
}

async function everywhere(query: OutputQuery) {
  const answers: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(out.read)) {
    answers[name] = sumColumns(await read(query), query.sums);
  }
  return answers;
}

const same = (expected: object) =>
  Object.fromEntries(Object.keys(out.read).map((name) => [name, expected]));

describe('all outputs agree about money', () => {
  it('payouts and fees by day: report, query, feed, SQL and every file', async () => {
    const url = `/reporting/money?period=custom&from=${from}&to=${to}&shops=${shops.shopIds.slice(0, 1).join()}`;
    const report = (await out.get(url, 'Bearer viewer')).json();
    expect(BigInt(report.payout.value.replace('.', ''))).toBeGreaterThan(0n);
    const sums = { payout: report.payout.value, fees: report.fees.value };
    const days = { from, to, shopIds: shops.shopIds.slice(0, 1), sums: Object.keys(sums) };
    const byDay = { dataSet: 'payout_day', basis: 'settled', day: 'day' };
    expect(await everywhere({ ...byDay, ...days, key: ['day', 'fee_class'] })).toEqual(same(sums));
    const lines = { dataSet: 'payout_lines', basis: 'settled', day: 'settled_day' };
    const key = ['settlement_id', 'line_id'];
    expect(await everywhere({ ...lines, ...days, key })).toEqual(same(sums));
  });

  it('booked and unpaid amounts, and estimates', async () => {
    const report = (await out.get('/reporting/money?period=28d', 'Bearer viewer')).json();
    const booked = settlements.filter(({ settledAt, isEstimate }) => !settledAt && !isEstimate);
    const pending = booked.flatMap(({ lines }) => lines.map(({ amountE4 }) => amountE4));
    expect(report.pending).toBe(toDecimal(pending.reduce((sum, amount) => sum + amount, 0n)));
    expect(report.estimated).not.toBe('0');
    const query = {
      dataSet: 'payout_lines',
      basis: 'booked',
      day: 'occurred_day',
      from: '2026-09-01',
      to: '2026-12-31',
      shopIds: shops.shopIds,
      sums: ['pending_payout', 'estimated_payout'],
      key: ['settlement_id', 'line_id'],
    };
    expect(await everywhere({ ...query, to: '2026-11-11' })).toEqual(
      same({ pending_payout: report.pending, estimated_payout: report.estimated }),
    );
  });

  it('settled orders and their take rate', async () => {
    const url = `/reporting/money?period=custom&from=${from}&to=${to}&currency=VND`;
    const { takeRate, states } = (await out.get(url, 'Bearer viewer')).json();
    expect(takeRate.orders).toBeGreaterThan(0);
    const sums = {
      orders: String(
        states.reduce((sum: number, each: { orders: number }) => sum + each.orders, 0),
      ),
      settled_orders: String(takeRate.orders),
      settled_net_sales: takeRate.netSales,
      settled_fees: takeRate.fees,
    };
    const query = {
      dataSet: 'order_payouts',
      basis: 'committed',
      day: 'committed_day',
      from,
      to,
      shopIds: shops.shopIds.slice(0, 3),
      sums: Object.keys(sums),
      key: ['shop_id', 'order_id'],
    };
    expect(await everywhere(query)).toEqual(same(sums));
    const [rate] = await out.read.query({ ...query, sums: ['take_rate'] });
    expect(rate?.['take_rate']).toBeCloseTo(takeRate.value, 12);
  });

  it('ads, which belong to no shop', async () => {
    const url = `/reporting/ads?period=custom&from=${from}&to=${to}&currency=VND`;
    const report = (await out.get(url, 'Bearer viewer')).json();
    const [account] = report.accounts;
    expect(report.metrics.adSpend.value).toBe('2199999.9978');
    const sums = {
      ad_spend: report.metrics.adSpend.value,
      ad_purchase_value: account.purchaseValue,
    };
    const query = {
      dataSet: 'ad_day',
      basis: 'ad_day',
      day: 'day',
      from,
      to,
      shopIds: null,
      sums: Object.keys(sums),
      key: ['day', 'campaign_id'],
    };
    expect(await everywhere(query)).toEqual(same(sums));
    const split = { dataSet: 'ad_day', shops: shops.shopIds.slice(0, 1) };
    const refused = await callJson(reporting.http, 'viewer', 'POST', '/reports/query', split);
    expect(refused).toMatchObject({ status: 400, body: { error: 'no_shops' } });
  });
});
