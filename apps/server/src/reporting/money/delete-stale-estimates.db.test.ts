import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { sql } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { applyOrders } from '../ingest/apply-orders.ts';
import { readOrderDetail } from '../lists/order-detail.ts';
import { registerShop } from '../ingest/register-shop.ts';
import { exampleSettlement, order } from '../testing/worked-example.ts';
import { applySettlements } from './apply-settlements.ts';
import { deleteStaleEstimates } from './delete-stale-estimates.ts';
import { reportMoney } from './report-money.ts';

const now = new Date('2026-11-11T05:00:00Z');
const meta = { observedAt: now, mappingVersion: 1 };
const shop = { tenantId: newId(), shopId: newId() };
const { database } = await openTestDatabase({ poolSize: 2 });

const about = { shopId: shop.shopId, platform: 'SHOPEE', name: 'Nhà Nón', region: 'VN' } as const;
const calendar = { currency: 'VND', timeZone: 'Asia/Ho_Chi_Minh' };
await database.tenant(shop.tenantId, (tx) => registerShop(tx, { ...about, ...calendar }, now));

const readCoverage = async () => [{ shopId: shop.shopId, asOf: now, open: [] }];
const report = () =>
  reportMoney({ database, readCoverage, now: () => now }, shop.tenantId, { period: '28d' });

describe('an expected payout', () => {
  it('has a reason and is separate from booked amounts, until it is no longer expected', async () => {
    const waiting = { reason: 'Awaiting package delivery', until: 'Soon' };
    const estimate = { ...exampleSettlement, isEstimate: true, settledAt: null };
    const [first, other] = [order({ stage: 'shipping' }), order({ orderId: 'order-2' })];
    const settlements = [
      { ...estimate, settlementId: 'unsettled:1', waiting },
      { ...estimate, settlementId: 'unsettled:2', orderId: 'order-2' },
    ];
    await database.tenant(shop.tenantId, async (tx) => {
      await applyOrders(tx, shop.shopId, [first, other], meta);
      await applySettlements(tx, shop.shopId, { settlements, statements: [] }, meta);
    });
    expect(await report()).toMatchObject({
      pending: '0',
      estimated: '271000',
      waiting: [
        { platform: 'SHOPEE', reason: '', orders: 1, amount: '135500' },
        { platform: 'SHOPEE', reason: waiting.reason, orders: 1, amount: '135500' },
      ],
      payout: { value: '0' },
      classes: [],
    });
    const key = { shopId: shop.shopId, orderId: 'order-1' };
    expect(await readOrderDetail(database, shop.tenantId, key)).toMatchObject({
      expected: { amount: '135500', ...waiting },
    });

    // The next complete sync returns only one of them.
    const later = new Date(now.getTime() + 60_000);
    await database.tenant(shop.tenantId, async (tx) => {
      const [, still = estimate] = settlements;
      const delivered = { settlements: [still], statements: [] };
      await applySettlements(tx, shop.shopId, delivered, { ...meta, observedAt: later });
      expect(await deleteStaleEstimates(tx, shop.shopId, later)).toBe(1);
      expect(await deleteStaleEstimates(tx, shop.shopId, later)).toBe(0);
    });
    expect(await report()).toMatchObject({ estimated: '135500', waiting: [{ reason: '' }] });
    expect(await readOrderDetail(database, shop.tenantId, key)).toMatchObject({ expected: null });
    const payouts = sql(
      'test.expected_payouts',
      'select order_id from reporting.order_payout where tenant_id = $1 and shop_id = $2',
    );
    const values = [shop.tenantId, shop.shopId];
    expect(await database.tenantRead(shop.tenantId, payouts, values)).toEqual([
      { orderId: 'order-2' },
    ]);
    await database.tenant(shop.tenantId, (tx) =>
      deleteStaleEstimates(tx, shop.shopId, new Date(later.getTime() + 1)),
    );
    expect(await report()).toMatchObject({ estimated: '0', waiting: [] });
  });
});
