import { Client } from 'pg';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { processRegistry } from '../platform/telemetry/metrics.ts';
import { shortRunLimits } from './testing/assembly.ts';
import { isFullySynced, createSeller, type Seller } from './testing/linked-seller.ts';
import { startCollecting } from './testing/start-collecting.ts';
import { partnerSettings } from '../../test/partner-settings.ts';
import { eventfulDays, storedDays } from './testing/stored-days.ts';

const errors: unknown[] = [];
const log = pino(
  { level: 'error' },
  { write: (line: string) => void errors.push(JSON.parse(line)) },
);

// Shopee's first order is searched back from the machine's time, and the sandbox's clock advances by five days.
const clock = new Date(Date.now() - 20 * 86_400_000).toISOString();
const { databaseUrl, sandbox, assembly } = await startCollecting({
  sandbox: ['--size', 'mini', '--months', '4', '--clock', clock],
  assembly: (started) => ({
    log,
    runLimits: shortRunLimits,
    environment: { ...partnerSettings(started), SHOPEE_CALLS_PER_SECOND: '1000' },
  }),
  worker: { concurrency: 3, sliceMs: 1000 },
});
afterEach(() => sandbox.faults([]));

function stored(seller: Seller, shopId: string) {
  return storedDays(assembly.database, seller.tenantId, shopId);
}

async function ledger(externalShopId: string) {
  return eventfulDays(await sandbox.ledger(externalShopId, 'SHOPEE'));
}

/** Shopee reports these corrections without their cause. */
const corrections = new Set(['adjustment', 'penalty', 'compensation']);

/** Sums amounts by fee class, in ten-thousandths. Corrections are counted as adjustments. */
function sums(amounts: Iterable<readonly [string, bigint]>): ReadonlyMap<string, bigint> {
  const found = new Map<string, bigint>();
  for (const [name, amountE4] of amounts) {
    const kind = corrections.has(name) ? 'adjustment' : name;
    found.set(kind, (found.get(kind) ?? 0n) + amountE4);
  }
  return found;
}

async function money(shopId: string) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const fees = await client.query<{ kind: string; amount: string }>(
      `select fee_class as kind, sum(amount_e4)::text as amount from reporting.agg_fee_day
        where shop_id = $1 group by 1`,
      [shopId],
    );
    const cases = await client.query<{ state: string; cases: string }>(
      `select state, count(*)::text as cases from reporting.return_case where shop_id = $1 group by 1`,
      [shopId],
    );
    return {
      kinds: sums(fees.rows.map(({ kind, amount }) => [kind, BigInt(amount)])),
      returns: new Map(cases.rows.map((row) => [row.state, Number(row.cases)])),
    };
  } finally {
    await client.end();
  }
}

async function moneyLedger(externalShopId: string) {
  const { kinds, returns } = await sandbox.money(externalShopId, 'SHOPEE');
  return {
    kinds: sums(Object.entries(kinds).map(([kind, text]) => [kind, BigInt(text) * 10_000n])),
    returns: new Map(
      Object.entries(returns).map(([state, cases]) => [
        state === 'withdrawn' ? 'cancelled' : state,
        cases,
      ]),
    ),
  };
}

const orderPaths = [
  '/api/v2/order/get_order_list',
  '/api/v2/order/get_order_detail',
  '/api/v2/payment/get_escrow_detail_batch',
];
const productPaths = [
  '/api/v2/product/get_item_list',
  '/api/v2/product/get_item_base_info',
  '/api/v2/product/get_model_list',
];

describe('a Shopee shop', () => {
  /** A shop whose permissions change from test to test. */
  const external = '310283118';
  let linked: { seller: Seller; shopId: string };

  it.each([
    [
      'duplicates, reorders and omits rows',
      '310391240',
      [
        { kind: 'duplicate_items', probability: 0.3 },
        { kind: 'reorder_items', probability: 0.3 },
        { kind: 'truncated_page', probability: 0.03 },
      ],
      orderPaths,
    ],
    [
      'drops connections, fails, delays and sends broken JSON',
      '310391241',
      [
        { kind: 'http_5xx', probability: 0.03 },
        { kind: 'drop_connection', probability: 0.03 },
        { kind: 'broken_json', probability: 0.03 },
        { kind: 'latency', probability: 0.1, ms: 30 },
        { kind: 'api_error', code: 'error_inner', probability: 0.03 },
      ],
      [...orderPaths, ...productPaths],
    ],
  ])(
    'that %s, throttles and expires a token is synced completely: every day equals the ledger',
    async (_, shop, faults, paths) => {
      const [first] = paths;
      const once = ['expired_token', 'throttle'].map((kind) => ({ kind, path: first, count: 1 }));
      const rules = paths.flatMap((path) => faults.map((rule) => ({ path, ...rule })));
      await sandbox.faults(
        [...once, ...rules].map((rule) => ({ platform: 'SHOPEE', shop, ...rule })),
      );
      const seller = await createSeller(assembly);
      const shopId = await seller.link(sandbox, shop, 'SHOPEE');
      const data = await seller.until(80_000, isFullySynced);
      expect(await stored(seller, shopId)).toEqual(await ledger(shop));
      expect(await money(shopId)).toEqual(await moneyLedger(shop));
      const orders = data.shops[0]?.streams.find(({ stream }) => stream === 'orders');
      expect(orders).toMatchObject({ progress: 1, isEstimate: false, rows: orders?.expectedRows });
    },
    100_000,
  );

  it('without permission for returns syncs everything else and does not ask the seller', async () => {
    await sandbox.faults([
      {
        platform: 'SHOPEE',
        kind: 'api_error',
        code: 'error_api_permission',
        path: '/api/v2/returns/get_return_list',
        shop: external,
      },
    ]);
    const seller = await createSeller(assembly);
    const shopId = await seller.link(sandbox, external, 'SHOPEE');
    const data = await seller.until(80_000, ({ shops }) =>
      shops.every(({ streams }) =>
        streams.every(({ stream, state, problem }) =>
          stream === 'returns' ? problem !== null : state === 'up_to_date',
        ),
      ),
    );
    const returns = data.shops[0]?.streams.find(({ stream }) => stream === 'returns');
    expect(returns?.problem).toMatchObject({
      code: 'partner_not_permitted',
      message: expect.stringContaining('operator'),
    });
    expect(await stored(seller, shopId)).toEqual(await ledger(external));
    const [shop] = await assembly.partners.listShops(seller.tenantId);
    expect(shop?.status).toBe('connected');
    // The operator sees it in the log and in the metrics.
    const event = 'collector.not_permitted';
    expect(errors).toContainEqual(expect.objectContaining({ event, shopId, stream: 'returns' }));
    expect(await processRegistry.getSingleMetricAsString('partner_requests_total')).toMatch(
      /\{partner="SHOPEE",outcome="not_permitted"\} [1-9]/,
    );
    linked = { seller, shopId };
  });

  it('syncs returns once the app has the permission', async () => {
    const { seller, shopId } = linked;
    await seller.requestSync();
    await seller.until(80_000, isFullySynced);
    expect(await money(shopId)).toEqual(await moneyLedger(external));
  });

  it('whose seller removed the app needs the seller, and has no gap after it is linked again', async () => {
    const { seller, shopId } = linked;
    const before = await stored(seller, shopId);
    expect(before).toEqual(await ledger(external));

    await sandbox.faults([{ platform: 'SHOPEE', kind: 'revoked_token', shop: external, count: 1 }]);
    await sandbox.clock({ advanceSeconds: 3 * 86_400 });
    await seller.requestSync();
    const needing = await seller.until(20_000, ({ shops }) =>
      shops.every((shop) => shop.state === 'needs_you'),
    );
    const orders = needing.shops[0]?.streams.find(({ stream }) => stream === 'orders');
    expect(orders?.problem).toEqual({
      code: 'partner_needs_reauthorization',
      message: 'Access was ended. Reconnect to keep your data up to date.',
      retryAt: null,
    });
    expect(await stored(seller, shopId)).toEqual(before);

    await sandbox.clock({ advanceSeconds: 2 * 86_400 });
    expect(await seller.link(sandbox, external, 'SHOPEE', shopId)).toBe(shopId);
    await seller.syncAgain(['orders']);
    const after = await stored(seller, shopId);
    expect(after.length).toBeGreaterThan(before.length);
    expect(after).toEqual(await ledger(external));
    const [shop] = (await seller.progress()).shops;
    expect(shop?.streams.filter(({ problem }) => problem !== null)).toEqual([]);
  });
});
