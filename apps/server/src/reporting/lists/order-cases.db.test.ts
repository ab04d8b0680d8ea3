import type {
  CanonicalOrder,
  CanonicalReturn,
  CanonicalSettlement,
} from '@seller-connect/partners';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { newId } from '../../platform/ids.ts';
import { applyOrders } from '../ingest/apply-orders.ts';
import { applyReturns } from '../ingest/apply-returns.ts';
import { registerShop } from '../ingest/register-shop.ts';
import { applySettlements } from '../money/apply-settlements.ts';
import { generateOrders } from '../testing/generate-orders.ts';
import { readOrderDetail } from './order-detail.ts';

const { database } = await openTestDatabase({ poolSize: 2 });

const [tenantId, stranger, shopId] = [newId(), newId(), newId()];
const now = new Date('2026-11-11T05:00:00Z');
const from = new Date('2026-10-01T00:00:00Z');
const meta = { observedAt: now, mappingVersion: 1 };
const [made] = generateOrders({ from, to: now, skus: 30, count: 1, seed: 9 });
const line = made?.items[0];
if (!made || !line) throw new Error('No order was made');
const kept = { ...line, stage: 'delivered', returnState: 'none' } as const;
const order: CanonicalOrder = {
  ...made,
  committedAt: made.createdAt,
  isCod: true,
  shippedAt: new Date('2026-10-02T02:00:00Z'),
  deliveredAt: new Date('2026-10-04T02:00:00Z'),
  cancelledAt: null,
  stage: 'delivered',
  items: [
    { ...kept, lineId: '1', skuId: 'a', quantity: 3, sellerPriceE4: 900_000_000n },
    { ...kept, lineId: '2', skuId: 'b', quantity: 1, sellerPriceE4: 500_000_000n },
  ],
};
const demanded = (
  returnId: string,
  state: CanonicalReturn['state'],
  of: { line: string; quantity: number },
  more: Partial<CanonicalReturn> = {},
): CanonicalReturn => ({
  returnId,
  orderId: order.orderId,
  kind: 'return_and_refund',
  state,
  requestedAt: new Date('2026-11-08T02:00:00Z'),
  decidedAt: null,
  receivedAt: null,
  refundedAt: null,
  updatedAt: new Date('2026-11-10T02:00:00Z'),
  currency: 'VND',
  refundE4: 590_000_000n,
  borneBy: 'seller',
  reason: 'Hàng bị lỗi',
  items: [
    {
      returnItemId: 'i',
      orderLineId: of.line,
      skuId: null,
      quantity: of.quantity,
      refundE4: 590_000_000n,
      state,
      rawStatus: 'AS_SENT',
    },
  ],
  flags: [],
  ...more,
});

const settled = (
  settlementId: string,
  amountE4: bigint,
  settledAt: Date | null,
): CanonicalSettlement => ({
  settlementId,
  statementId: null,
  orderId: order.orderId,
  currency: 'VND',
  occurredAt: new Date('2026-11-09T02:00:00Z'),
  settledAt,
  updatedAt: new Date('2026-11-10T02:00:00Z'),
  isEstimate: false,
  lines: [
    {
      lineId: '1',
      orderLineId: null,
      feeClass: 'item_price',
      feeCode: 'price',
      feeName: '',
      amountE4,
    },
  ],
  flags: [],
});

it('shows returns and refunds of an order with states and days, adding up to the report', async () => {
  const refundedAt = new Date('2026-11-10T02:00:00Z');
  const cases = [
    demanded(
      'c1',
      'refunded',
      { line: '1', quantity: 2 },
      { refundedAt, flags: ['amount_rounded'] },
    ),
    demanded('c2', 'rejected', { line: '2', quantity: 1 }, { refundE4: 0n }),
  ];
  await database.tenant(tenantId, async (tx) => {
    const shop = {
      platform: 'LAZADA',
      region: 'VN',
      currency: 'VND',
      timeZone: 'Asia/Ho_Chi_Minh',
    } as const;
    await registerShop(tx, { ...shop, shopId, name: 'Nhà Nón' }, now);
    await applyOrders(tx, shopId, [order], meta);
    await applyReturns(tx, shopId, cases, meta);
    const settlements = [
      settled('paid', 1_000_000_000n, new Date('2026-11-10T18:00:00Z')),
      settled('fee', -100_000_000n, new Date('2026-11-10T19:00:00Z')),
      settled('unpaid', 7n, null),
    ];
    await applySettlements(tx, shopId, { settlements, statements: [] }, meta);
  });
  const found = await readOrderDetail(database, tenantId, { shopId, orderId: order.orderId });
  expect(found.returned).toBe('60000');
  expect(found.cases).toMatchObject([
    {
      caseId: 'c1',
      state: 'refunded',
      reason: 'Hàng bị lỗi',
      borneBy: 'seller',
      refund: '59000',
      counted: '60000',
      flags: ['amount_rounded'],
      requestedAt: '2026-11-08T02:00:00.000Z',
      refundedAt: refundedAt.toISOString(),
      receivedAt: null,
      items: [{ name: line.productName, quantity: 2, rawStatus: 'AS_SENT' }],
    },
    { caseId: 'c2', state: 'rejected', refund: '0', counted: '0', flags: [] },
  ]);
  expect(found.events.map(({ kind, at }) => [kind, at])).toEqual([
    ['ordered', from.toISOString()],
    ['shipped', '2026-10-02T02:00:00.000Z'],
    ['delivered', '2026-10-04T02:00:00.000Z'],
    ['return_requested', '2026-11-08T02:00:00.000Z'],
    ['return_requested', '2026-11-08T02:00:00.000Z'],
    ['refunded', refundedAt.toISOString()],
    ['settled', null],
  ]);
  expect(found.events.at(-1)).toEqual({
    kind: 'settled',
    day: '2026-11-11',
    at: null,
    caseId: null,
    paid: { amount: '90000', currency: 'VND' },
  });
  expect(
    found.lines.map(({ lineId, outcome, returnedQuantity }) => [lineId, outcome, returnedQuantity]),
  ).toEqual([
    ['1', 'kept', 2],
    ['2', 'kept', 0],
  ]);
  const theirs = readOrderDetail(database, stranger, { shopId, orderId: order.orderId });
  await expect(theirs).rejects.toMatchObject({ status: 404 });
});
