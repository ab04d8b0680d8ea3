import type { CanonicalOrder, TimeWindow } from '@seller-connect/partners';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { sql } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { registerShop } from '../../reporting/index.ts';
import { readCoverage } from '../runs/coverage.ts';
import { linkedShop, unreachableLazada } from '../testing/linked-shop.ts';
import { leasedStream } from '../testing/leased-stream.ts';
import { ordersSource } from './order-windows.ts';
import { syncChanges } from './sync-changes.ts';
import { sampleOrder } from '../testing/sample-order.ts';
import { createTestLease } from '../testing/test-lease.ts';

const minuteMs = 60_000;
const start = new Date('2026-11-11T05:00:00Z');
const shop = linkedShop({ shopId: newId() });
const lazada = unreachableLazada();

let now = start;
const { database } = await openTestDatabase({ poolSize: 2 });
/** Orders that the partner has, and those among them that no page shows. */
let orders: CanonicalOrder[] = [];
let hidden = new Set<string>();
/** An order on a page that the partner's count leaves out. */
let uncounted: CanonicalOrder | null = null;
const requested: TimeWindow[] = [];

const changedAt = (minutes: number) => new Date(start.getTime() + minutes * minuteMs);
const order = (orderId: string, updatedAt: Date) => sampleOrder(orderId, start, updatedAt);

const connector = {
  ...lazada,
  readOrders: async (_access: unknown, window: TimeWindow, cursor: string | null) => {
    if (cursor === null) requested.push(window);
    const changed = orders.filter(
      ({ updatedAt }) => updatedAt >= window.from && updatedAt < window.to,
    );
    const page =
      cursor === null
        ? changed.filter(({ orderId }) => !hidden.has(orderId))
        : [uncounted].flatMap((one) => one ?? []);
    return {
      orders: page.map((canonical) => ({
        canonical,
        raw: [
          {
            entity: 'order' as const,
            externalId: canonical.orderId,
            updatedAt: canonical.updatedAt,
            payload: Buffer.from(
              JSON.stringify({ id: canonical.orderId, at: canonical.updatedAt }),
            ),
          },
        ],
      })),
      rejects: [],
      total: changed.length,
      ...(cursor !== null && { isUncounted: true }),
      next: cursor === null && uncounted !== null ? 'uncounted' : null,
    };
  },
};
const planned = { watermark: start, currentAt: start, plannedAt: start };
const lease = createTestLease({
  database,
  stream: leasedStream({ shopId: shop.shopId, ...planned }),
  shop,
  connector,
  now: () => now,
});
const { tenantId } = lease.stream;

const insertStream = sql(
  'test.insert_stream',
  `insert into collector.stream (tenant_id, shop_id, stream, state, requested_at, planned_at, backfilled_at)
   values ($1, $2, 'orders', 'up_to_date', $3, $3, $3)`,
);
const updateStream = sql(
  'test.update_stream',
  'update collector.stream set current_at = $3 where tenant_id = $1 and shop_id = $2',
);
const storedOrders = sql(
  'test.stored_orders',
  'select order_id from reporting.sales_order where tenant_id = $1 order by order_id',
);

await database.tenant(tenantId, (tx) => registerShop(tx, shop, start));
await database.tenant(tenantId, (tx) => tx.execute(insertStream, [tenantId, shop.shopId, start]));

/** Syncs changes `minutes` after the start. @returns the instant up to which reports say that all changes are in */
async function syncAt(minutes: number): Promise<Date | null | undefined> {
  now = changedAt(minutes);
  requested.length = 0;
  await syncChanges(lease, ordersSource);
  await database.tenant(tenantId, (tx) =>
    tx.execute(updateStream, [tenantId, shop.shopId, lease.stream.currentAt]),
  );
  const [coverage] = await readCoverage(database, tenantId, now);
  return coverage?.asOf;
}

const stored = async () =>
  (await database.tenantRead<{ orderId: string }>(tenantId, storedOrders, [tenantId])).map(
    (row) => row.orderId,
  );

it('refetches changes that three passes did not return, and reports an older data time until then', async () => {
  orders = [order('1', changedAt(2)), order('2', changedAt(3)), order('3', changedAt(20))];
  hidden = new Set(['2']);
  const unproven = await syncAt(21);
  expect(requested).toHaveLength(3);
  expect(unproven?.getTime()).toBeLessThan(changedAt(3).getTime());
  expect(await stored()).toEqual(['1', '3']);

  // The watermark is past the missing change.
  orders.push(order('4', changedAt(24)));
  expect(await syncAt(25)).toEqual(unproven);
  expect(requested.every(({ from }) => from > changedAt(3))).toBe(true);
  expect(await stored()).toEqual(['1', '3', '4']);

  // Still not shown, then shown.
  expect(await syncAt(32)).toEqual(unproven);
  expect(await syncAt(35)).toEqual(unproven);
  hidden = new Set();
  expect(await syncAt(43)).toEqual(changedAt(43));
  expect(await stored()).toEqual(['1', '2', '3', '4']);
  await syncAt(55);
  expect(requested).toHaveLength(1);
});

it('gives up missing changes after two days, within which orders are recounted', async () => {
  orders = [order('5', changedAt(57)), order('6', changedAt(80))];
  hidden = new Set(['5']);
  const unproven = await syncAt(81);
  expect(unproven?.getTime()).toBeLessThan(changedAt(57).getTime());
  const days = 24 * 60;
  expect(await syncAt(81 + 2 * days)).toEqual(unproven);
  expect(await syncAt(82 + 2 * days)).toEqual(changedAt(82 + 2 * days));
});

it('does not take orders that the partner does not count for those that it counts', async () => {
  const asOf = 3 * 24 * 60;
  orders = [order('7', changedAt(asOf)), order('8', changedAt(asOf))];
  hidden = new Set(['7']);
  uncounted = order('1', changedAt(asOf));
  const unproven = await syncAt(asOf + 1);
  expect(requested).toHaveLength(3);
  expect(unproven?.getTime()).toBeLessThan(changedAt(asOf).getTime());
  hidden = new Set();
  expect(await syncAt(asOf + 20)).toEqual(changedAt(asOf + 20));
  expect(await stored()).toContain('7');
});
