import type {
  CanonicalOrder,
  CanonicalReturn,
  CanonicalSettlement,
} from '@seller-connect/partners';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { sql } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { applyOrders } from '../ingest/apply-orders.ts';
import type { ShopCoverage } from '../metrics/coverage.ts';
import { listOrders } from '../lists/orders.ts';
import { registerShop } from '../ingest/register-shop.ts';
import { reportSummary } from '../reports/reports.ts';
import { vndToE4, exampleSettlement, order, settlement } from '../testing/worked-example.ts';
import { applyReturns } from '../ingest/apply-returns.ts';
import { applySettlements } from './apply-settlements.ts';
import { reportMoney } from './report-money.ts';

const now = new Date('2026-11-11T05:00:00Z');
const meta = { observedAt: now, mappingVersion: 1 };
const { database } = await openTestDatabase();
/** Every created shop; all of them are completely synced. */
let coverage: ShopCoverage[] = [];

const dependencies = { database, readCoverage: async () => coverage, now: () => now };

interface Made {
  tenantId: string;
  shopId: string;
}

async function newShop(tenantId = newId()): Promise<Made> {
  const shopId = newId();
  coverage = [...coverage, { shopId, asOf: now, open: [] }];
  const shop = { shopId, platform: 'SHOPEE', name: 'Nhà Nón', region: 'VN' } as const;
  await database.tenant(tenantId, (tx) =>
    registerShop(tx, { ...shop, currency: 'VND', timeZone: 'Asia/Ho_Chi_Minh' }, now),
  );
  return { tenantId, shopId };
}

async function apply(
  { tenantId, shopId }: Made,
  given: {
    orders?: CanonicalOrder[];
    settlements?: CanonicalSettlement[];
    returns?: CanonicalReturn[];
  },
): Promise<void> {
  await database.tenant(tenantId, async (tx) => {
    await applyOrders(tx, shopId, given.orders ?? [], meta);
    const { settlements = [], returns = [] } = given;
    await applySettlements(tx, shopId, { settlements, statements: [] }, meta);
    await applyReturns(tx, shopId, returns, meta);
  });
}

const report = ({ tenantId }: Made, period: object = { period: '28d' }) =>
  reportMoney(dependencies, tenantId, period);

const stateOf = (answer: Awaited<ReturnType<typeof report>>) =>
  answer.states.filter(({ orders }) => orders > 0).map(({ state }) => state);

describe('the worked example', () => {
  it('has a payout of 135,500, fees of 34,500, a take rate of 20.29 % and no open amount', async () => {
    const shop = await newShop();
    await apply(shop, { orders: [order()], settlements: [exampleSettlement] });
    const answer = await report(shop);
    expect(answer).toMatchObject({
      currency: 'VND',
      lastPaidDay: '2026-11-08',
      payout: { value: '135500', previous: '0' },
      fees: { value: '34500', previous: '0' },
      takeRate: { fees: '34500', netSales: '170000', orders: 1 },
      pending: '0',
    });
    expect(answer.takeRate.value).toBeCloseTo(0.2029, 4);
    expect(stateOf(answer)).toEqual(['matched']);
    expect(answer.classes[0]).toEqual({
      feeClass: 'item_price',
      kept: false,
      amount: '180000',
      previous: '0',
      lines: 1,
    });
    expect(answer.days.filter((day) => day.payout !== '0')).toEqual([
      { day: '2026-11-08', payout: '135500', fees: '34500', complete: true },
    ]);
    expect(answer.days).toHaveLength(answer.period.days);
    const { metrics: figures } = await reportSummary(dependencies, shop.tenantId, {
      period: '28d',
    });
    expect(figures).toMatchObject({ gmv: { value: '180000' }, netSales: { value: '170000' } });
  });

  it('keeps its GMV when fully returned, and is matched again once the refund is paid', async () => {
    const shop = await newShop();
    const refundedAt = new Date('2026-11-09T03:00:00Z');
    const returned: CanonicalReturn = {
      returnId: 'return-1',
      orderId: 'order-1',
      kind: 'return_and_refund',
      state: 'refunded',
      requestedAt: refundedAt,
      decidedAt: null,
      receivedAt: null,
      refundedAt,
      updatedAt: refundedAt,
      currency: 'VND',
      refundE4: vndToE4(150_000),
      borneBy: 'seller',
      reason: 'Hàng lỗi',
      items: [
        {
          returnItemId: '1',
          orderLineId: '1',
          skuId: 'sku-1',
          quantity: 1,
          refundE4: vndToE4(150_000),
          state: 'refunded',
          rawStatus: 'REFUND_PAID',
        },
      ],
      flags: [],
    };
    await apply(shop, { orders: [order()], settlements: [exampleSettlement], returns: [returned] });
    expect(stateOf(await report(shop))).toEqual(['over']);
    await apply(shop, {
      settlements: [
        settlement(
          [
            ['refund', -180_000],
            ['seller_voucher', 10_000],
            ['commission', 19_800],
            ['shipping_seller', -11_000],
          ],
          { settlementId: 'settlement-2' },
        ),
      ],
    });
    const answer = await report(shop);
    expect(stateOf(answer)).toEqual(['matched']);
    expect(answer).toMatchObject({ payout: { value: '-25700' }, fees: { value: '14700' } });
    const { metrics: figures } = await reportSummary(dependencies, shop.tenantId, {
      period: '28d',
    });
    expect(figures).toMatchObject({
      gmv: { value: '180000' },
      netSales: { value: '0' },
      units: { value: 0 },
      aov: { value: null },
    });
    // Net sales are zero, so the take rate has no divisor.
    expect(answer.takeRate.value).toBeNull();
  });
});

/** A payout without an order. It shows that the marketplace discloses payouts. */
const elsewhere = settlement([['adjustment', 1_000]], { settlementId: 'other', orderId: null });

describe('the payout of an order', () => {
  it.each([
    ['not_due', order({ stage: 'shipping' }), []],
    ['due', order(), []],
    ['due', order({ stage: 'shipping' }), [{ ...exampleSettlement, settledAt: null }]],
    ['overdue', order({ updatedAt: new Date('2026-10-20T00:00:00Z') }), []],
    ['due', order(), [{ ...exampleSettlement, isEstimate: true, settledAt: null }]],
    [
      'not_due',
      order({ stage: 'shipping' }),
      [{ ...exampleSettlement, isEstimate: true, settledAt: null }],
    ],
    ['under', order(), [settlement([['item_price', 100_000]])]],
    ['over', order(), [settlement([['item_price', 999_000]])]],
  ] as const)('is %s', async (state, made, settlements) => {
    const shop = await newShop();
    await apply(shop, { orders: [made], settlements: [...settlements, elsewhere] });
    expect(stateOf(await report(shop))).toEqual([state]);
    const listed = await listOrders(database, shop.tenantId, { payout: state }, now);
    expect(listed.items.map(({ orderId }) => orderId)).toEqual(['order-1']);
  });

  it('is unknown where nothing was ever paid out, as some marketplaces do not report it', async () => {
    const shop = await newShop();
    await apply(shop, { orders: [order({ updatedAt: new Date('2026-10-20T00:00:00Z') })] });
    expect(stateOf(await report(shop))).toEqual(['unknown']);
    const overdue = await listOrders(database, shop.tenantId, { payout: 'overdue' }, now);
    expect(overdue.items).toEqual([]);
  });

  it('matches the SQL view at the same moment', async () => {
    const shop = await newShop();
    const at = new Date();
    const before = (hours: number) => new Date(at.getTime() - hours * 3_600_000);
    const arrived = (orderId: string, hours: number) =>
      order({
        orderId,
        createdAt: before(600),
        committedAt: before(600),
        updatedAt: before(hours),
      });
    const orders = [arrived('late', 15 * 24 + 1), arrived('soon', 15 * 24 - 1)];
    await apply(shop, { orders, settlements: [elsewhere] });
    const answer = await reportMoney({ ...dependencies, now: () => at }, shop.tenantId, {
      period: '90d',
    });
    expect(stateOf(answer)).toEqual(['due', 'overdue']);
    const viewed = sql(
      'test.payout_states',
      'select order_id, payout_state from rpt.order_payouts order by order_id',
    );
    expect(await database.tenantRead(shop.tenantId, viewed)).toEqual([
      { orderId: 'late', payoutState: 'overdue' },
      { orderId: 'soon', payoutState: 'due' },
    ]);
  });

  it('is pending while it is booked but not paid out, without fees of any day', async () => {
    const shop = await newShop();
    await apply(shop, {
      orders: [order()],
      settlements: [{ ...exampleSettlement, settledAt: null }],
    });
    expect(await report(shop)).toMatchObject({
      pending: '135500',
      payout: { value: '0' },
      fees: { value: '0' },
      classes: [],
      lastPaidDay: null,
      takeRate: { value: null, orders: 0 },
    });
  });

  it('uses an estimate only until something is booked', async () => {
    const shop = await newShop();
    const estimate = {
      ...exampleSettlement,
      settlementId: 'estimate',
      isEstimate: true,
      settledAt: null,
    };
    await apply(shop, { orders: [order()], settlements: [estimate] });
    expect(await report(shop)).toMatchObject({
      pending: '0',
      estimated: '135500',
      payout: { value: '0' },
    });
    await apply(shop, { settlements: [exampleSettlement] });
    expect(await report(shop)).toMatchObject({
      pending: '0',
      estimated: '0',
      waiting: [],
      payout: { value: '135500' },
    });
  });

  it('is paid price and subsidies less shipping, fees and refunds', async () => {
    const amount = (max: number) => fc.integer({ min: 0, max });
    const parts = fc.record({
      price: amount(500_000),
      sellerVoucher: amount(50_000),
      platformVoucher: amount(50_000),
      shipping: amount(40_000),
      subsidy: amount(40_000),
      carrier: amount(60_000),
      commission: amount(60_000),
      payment: amount(20_000),
      refund: amount(200_000),
      adjustment: fc.integer({ min: -50_000, max: 50_000 }),
    });
    const stored = sql(
      'test.payout',
      'select settled_e4, settled_fees_e4 from reporting.order_payout where tenant_id = $1 and shop_id = $2',
    );
    await fc.assert(
      fc.asyncProperty(parts, async (part) => {
        const shop = await newShop();
        await apply(shop, {
          settlements: [
            settlement([
              ['item_price', part.price],
              ['seller_voucher', -part.sellerVoucher],
              ['shipping_buyer', part.shipping],
              ['shipping_subsidy', part.subsidy],
              ['shipping_carrier', -part.carrier],
              ['commission', -part.commission],
              ['payment_fee', -part.payment],
              ['refund', -part.refund],
              ['adjustment', part.adjustment],
            ]),
          ],
        });
        const [row] = await database.tenantRead<{ settledE4: bigint; settledFeesE4: bigint }>(
          shop.tenantId,
          stored,
          [shop.tenantId, shop.shopId],
        );
        const buyerTotal = part.price - part.sellerVoucher - part.platformVoucher + part.shipping;
        const funded = part.platformVoucher + part.subsidy;
        const fees = part.commission + part.payment;
        const payout = buyerTotal + funded - part.carrier - fees - part.refund + part.adjustment;
        expect(row).toEqual({ settledE4: vndToE4(payout), settledFeesE4: vndToE4(fees) });
      }),
      { numRuns: 15 },
    );
  });
});

describe('unknown amounts', () => {
  it('are null, not zero, without settlements of the marketplace and before the first sync', async () => {
    const shop = await newShop();
    await apply(shop, { orders: [order()], settlements: [exampleSettlement] });
    const none = { payout: { value: null, previous: null }, pending: null, classes: [] };
    const withoutCoverage = { ...dependencies, readCoverage: async () => [] };
    expect(await reportMoney(withoutCoverage, shop.tenantId, { period: '28d' })).toMatchObject({
      ...none,
      reason: 'not_provided',
      shops: [{ reason: 'not_provided', payout: null, overdueOrders: null }],
    });
    const whole = [{ from: new Date(0), to: now }];
    const unread = async () => [{ shopId: shop.shopId, asOf: null, open: whole }];
    expect(
      await reportMoney({ ...dependencies, readCoverage: unread }, shop.tenantId, {
        period: '28d',
      }),
    ).toMatchObject({ ...none, reason: 'loading', partial: true, asOf: null });
  });

  it('mark single days as incomplete, and have no comparison', async () => {
    const shop = await newShop();
    await apply(shop, { orders: [order()], settlements: [exampleSettlement] });
    const open = [{ from: new Date('2026-10-01T00:00:00Z'), to: new Date('2026-10-31T00:00:00Z') }];
    const readCoverage = async () => [{ shopId: shop.shopId, asOf: now, open }];
    const answer = await reportMoney({ ...dependencies, readCoverage }, shop.tenantId, {
      period: '28d',
    });
    expect(answer).toMatchObject({
      reason: null,
      partial: true,
      payout: { value: '135500', previous: null },
      shops: [{ payout: '135500', overdueOrders: 0 }],
    });
    expect(answer.days.find(({ day }) => day === '2026-10-25')).toMatchObject({ payout: null });
    expect(answer.days.find(({ day }) => day === '2026-11-07')).toMatchObject({ payout: '0' });
  });
});

it('excludes shops of other teams, and adds up shops of one currency', async () => {
  const shop = await newShop();
  await apply(shop, { orders: [order()], settlements: [exampleSettlement] });
  await apply(await newShop(shop.tenantId), {
    orders: [order()],
    settlements: [exampleSettlement],
  });
  const stranger = await newShop();
  expect(await report(shop)).toMatchObject({
    payout: { value: '271000' },
    takeRate: { orders: 2 },
  });
  expect(await report(stranger)).toMatchObject({ payout: { value: '0' }, pending: '0' });
  await expect(
    reportMoney(dependencies, stranger.tenantId, { shops: shop.shopId }),
  ).rejects.toMatchObject({
    status: 404,
  });
});
