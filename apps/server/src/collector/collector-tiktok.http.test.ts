import { afterEach, describe, expect, it } from 'vitest';
import { shortRunLimits } from './testing/assembly.ts';
import { isFullySynced, createSeller, type Seller } from './testing/linked-seller.ts';
import { startCollecting } from './testing/start-collecting.ts';
import { partnerSettings } from '../../test/partner-settings.ts';
import { eventfulDays, storedDays } from './testing/stored-days.ts';
import { storedEstimates, storedMoney } from './testing/stored-money.ts';

/** The two smallest shops of the sandbox. */
const babyShop = '7494283117642441603';
const teaShop = '7494391241642441604';

const { sandbox, assembly } = await startCollecting({
  sandbox: ['--size', 'small', '--months', '4', '--clock', '2026-11-11T08:00:00Z'],
  assembly: (started) => ({
    runLimits: shortRunLimits,
    environment: { ...partnerSettings(started), TIKTOK_CALLS_PER_SECOND: '1000' },
  }),
  worker: { concurrency: 3, sliceMs: 1000 },
});
afterEach(() => sandbox.faults([]));

function stored(seller: Seller, shopId: string) {
  return storedDays(assembly.database, seller.tenantId, shopId);
}

async function ledger(externalShopId: string) {
  return eventfulDays(await sandbox.ledger(externalShopId, 'TIKTOK'));
}

/** The ledger with TikTok Shop's order ids. Lines after `cut`, the last end of a UTC day, are on no statement yet. */
async function moneyLedger(externalShopId: string, cut: string) {
  const { returns } = await sandbox.money(externalShopId, 'TIKTOK');
  const { kinds, payout, pending, orders } = await sandbox.money(externalShopId, 'TIKTOK', cut);
  const byId = new Map(orders.map((order) => [`576${order.number}`, order.payout]));
  return { kinds, payout, pending, orders: byId, returns };
}

/** Returns the expected payouts of unsettled orders by order id: those of the ledger and the stored ones. */
async function estimatesOf(seller: Seller, shopId: string, externalShopId: string) {
  const { estimates } = await sandbox.money(externalShopId, 'TIKTOK');
  return {
    expected: new Map(estimates.map(({ number, amount }) => [`576${number}`, amount])),
    stored: await storedEstimates(assembly.database, seller.tenantId, shopId),
  };
}

const paths = [
  '/order/202309/orders/search',
  '/return_refund/202309/returns/search',
  '/product/202502/products/search',
  '/finance/202309/statements',
  '/finance/202501/statements/{statement_id}/statement_transactions',
  '/finance/202507/orders/unsettled',
];

describe('a TikTok shop', () => {
  it('with every kind of fault is synced completely: every day equals the ledger to the đồng', async () => {
    const faults = [
      { kind: 'http_5xx', probability: 0.03 },
      { kind: 'drop_connection', probability: 0.03 },
      { kind: 'broken_json', probability: 0.03 },
      { kind: 'api_error', code: '10037002', probability: 0.03 },
      { kind: 'truncated_page', probability: 0.05 },
      { kind: 'duplicate_items', probability: 0.3 },
      { kind: 'reorder_items', probability: 0.3 },
    ];
    const [first] = paths;
    const once = ['expired_token', 'throttle'].map((kind) => ({ kind, path: first, count: 1 }));
    const everywhere = paths.flatMap((path) => faults.map((rule) => ({ path, ...rule })));
    await sandbox.faults(
      [...once, ...everywhere].map((rule) => ({ platform: 'TIKTOK', shop: teaShop, ...rule })),
    );
    const seller = await createSeller(assembly);
    const shopId = await seller.link(sandbox, teaShop, 'TIKTOK');
    const data = await seller.until(80_000, isFullySynced);
    expect(await stored(seller, shopId)).toEqual(await ledger(teaShop));
    const orders = data.shops[0]?.streams.find(({ stream }) => stream === 'orders');
    expect(orders).toMatchObject({ progress: 1, isEstimate: false, rows: orders?.expectedRows });
    expect(await storedMoney(assembly.database, seller.tenantId, shopId)).toEqual(
      await moneyLedger(teaShop, '2026-11-11T00:00:00Z'),
    );
    const { expected, stored: found } = await estimatesOf(seller, shopId, teaShop);
    expect(expected.size).toBeGreaterThan(5);
    expect(found).toEqual(expected);

    // Without access to the list there are no expected payouts, and settled ones stay complete.
    const path = '/finance/202507/orders/unsettled';
    await sandbox.faults([{ platform: 'TIKTOK', kind: 'api_error', code: '36009009', path }]);
    await seller.syncAgain(['orders', 'settlements']);
    expect((await estimatesOf(seller, shopId, teaShop)).stored.size).toBe(0);
    // A missing permission of the application is a problem for the operator, not for the seller.
    await sandbox.faults([{ platform: 'TIKTOK', kind: 'api_error', code: '105005', path }]);
    await seller.requestSync();
    await seller.until(40_000, ({ shops }) =>
      shops.some(({ streams }) =>
        streams.some(({ problem }) => problem?.code === 'partner_not_permitted'),
      ),
    );
    await sandbox.faults([]);
    await seller.syncAgain(['orders', 'settlements']);
    expect((await estimatesOf(seller, shopId, teaShop)).stored).toEqual(expected);
    expect(await storedMoney(assembly.database, seller.tenantId, shopId)).toEqual(
      await moneyLedger(teaShop, '2026-11-11T00:00:00Z'),
    );
  });

  it('syncs returns, and has no gap after the seller removed the app and linked again', async () => {
    const seller = await createSeller(assembly);
    const shopId = await seller.link(sandbox, babyShop, 'TIKTOK');
    await seller.until(180_000, isFullySynced);
    const before = await stored(seller, shopId);
    expect(before).toEqual(await ledger(babyShop));
    const unsettled = await estimatesOf(seller, shopId, babyShop);
    expect(unsettled.stored).toEqual(unsettled.expected);

    const faults = [{ platform: 'TIKTOK', kind: 'revoked_token', shop: babyShop, count: 1 }];
    await sandbox.faults(faults);
    await sandbox.clock({ advanceSeconds: 12 * 86_400 });
    await seller.requestSync();
    await seller.until(20_000, ({ shops }) => shops.every((shop) => shop.state === 'needs_you'));
    expect(await stored(seller, shopId)).toEqual(before);

    expect(await seller.link(sandbox, babyShop, 'TIKTOK', shopId)).toBe(shopId);
    await seller.syncAgain(['orders', 'settlements']);
    const after = await stored(seller, shopId);
    expect(after).toEqual(await ledger(babyShop));
    // Returns also change days that were synced before.
    const returned = (days: typeof after) =>
      days.slice(0, before.length).reduce((sum, day) => sum + Number(day.returnedValue), 0);
    expect(returned(after)).toBeGreaterThan(returned(before));
    // Settled orders, and those that will not be paid out, have no expected payout any more.
    const later = await estimatesOf(seller, shopId, babyShop);
    expect(later.stored).toEqual(later.expected);
    const gone = [...unsettled.stored.keys()].filter((id) => !later.stored.has(id));
    expect(gone.length).toBeGreaterThan(10);
  });
});
