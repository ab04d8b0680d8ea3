import { PartnerError } from '@seller-connect/partners';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { registerShop } from '../../reporting/index.ts';
import { countRejects } from '../raw/reject-store.ts';
import { leasedStream } from '../testing/leased-stream.ts';
import { linkedShop, unreachableLazada } from '../testing/linked-shop.ts';
import { sampleOrder } from '../testing/sample-order.ts';
import { createTestLease } from '../testing/test-lease.ts';
import { createWindowBatcher } from './commit-pages.ts';
import { ordersSource } from './order-windows.ts';
import { syncWindow } from './sync-window.ts';
import { openWindow, readOpenWindows, reopenRange } from './window-store.ts';

const { database } = await openTestDatabase({ poolSize: 2 });
const now = new Date('2026-11-11T05:00:00Z');
const shop = linkedShop({ shopId: newId() });

/** The cursors of the requested pages, and those that the partner refuses. */
const cursors: (string | null)[] = [];
const refused = new Set<string | null>();

const connector = {
  ...unreachableLazada(),
  countOrders: async () => 2,
  readOrders: async (_access: unknown, _window: unknown, cursor: string | null) => {
    cursors.push(cursor);
    if (refused.has(cursor)) {
      throw new PartnerError({ kind: 'invalid_request', code: '36009004', endpoint: '/orders' });
    }
    const canonical = sampleOrder(cursor ?? 'first', now);
    const payload = Buffer.from(JSON.stringify({ id: canonical.orderId }));
    const raw = { entity: 'order' as const, externalId: canonical.orderId, payload };
    return {
      orders: [{ canonical, raw: [{ ...raw, updatedAt: canonical.updatedAt }] }],
      rejects: [],
      total: 2,
      next: cursor === null ? 'second' : null,
    };
  },
};
const lease = createTestLease({
  database,
  stream: leasedStream({ shopId: shop.shopId }),
  shop,
  connector,
  now: () => now,
});

it('fetches a window from its first page again after the partner refused its cursor', async () => {
  await database.tenant(lease.stream.tenantId, (tx) => registerShop(tx, shop, now));
  const range = { from: new Date(now.getTime() - 3_600_000), to: new Date(now.getTime() + 1) };
  await lease.commit((tx, next) => openWindow(tx, next, range, now));
  const sync = async () => {
    const [window] = await lease.commit((tx, next) => readOpenWindows(tx, next, 1));
    if (!window) throw new Error('The window is closed');
    const batcher = createWindowBatcher(lease, ordersSource);
    const controls = { budget: { isSpent: () => false }, onFetched: () => undefined };
    return syncWindow(lease, ordersSource, window, { ...controls, batcher });
  };
  refused.add('second');
  await expect(sync()).rejects.toMatchObject({ kind: 'invalid_request' });
  expect(lease.stream.rows).toBe(1n);
  refused.clear();
  expect(await sync()).toBe(true);
  expect(cursors).toEqual([null, 'second', null, 'second']);
  expect(lease.stream.rows).toBe(2n);
  await lease.commit((tx, next) => reopenRange(tx, next, range, now));
  const [again] = await lease.commit((tx, next) => readOpenWindows(tx, next, 1));
  expect(again).toMatchObject({ passes: 0, itemsSeen: 2n, checkpoint: null });
});

it('counts no row without an ID any more that the partner has mended since', async () => {
  const ownStream = leasedStream({ shopId: newId() });
  const ownShop = linkedShop({ shopId: ownStream.shopId });
  let at = now;
  let isMended = false;
  const mending = {
    ...unreachableLazada(),
    countOrders: async () => 1,
    readOrders: async () => {
      at = new Date(at.getTime() + 1000);
      const canonical = sampleOrder('mended', now);
      const payload = Buffer.from('{"id":null}');
      const raw = { entity: 'order' as const, updatedAt: null, payload };
      const row = { ...raw, externalId: 'unidentified:1' };
      const page = { total: 1, next: null };
      return isMended
        ? { ...page, orders: [{ canonical, raw: [{ ...raw, externalId: 'mended' }] }], rejects: [] }
        : { ...page, orders: [], rejects: [{ raw: row, reason: 'it has no ID' }] };
    },
  };
  const ownLease = createTestLease({
    database,
    stream: ownStream,
    shop: ownShop,
    connector: mending,
    now: () => at,
  });
  await database.tenant(ownStream.tenantId, (tx) => registerShop(tx, ownShop, now));
  const range = { from: new Date(now.getTime() - 3_600_000), to: new Date(now.getTime() + 1) };
  const sync = async () => {
    const window = await ownLease.commit((tx, next) => openWindow(tx, next, range, at));
    const batcher = createWindowBatcher(ownLease, ordersSource);
    const controls = { budget: { isSpent: () => false }, onFetched: () => undefined };
    await syncWindow(ownLease, ordersSource, window, { ...controls, batcher });
    return ownLease.commit(async (tx, next) => ({
      rejects: await countRejects(tx, next, range.from),
      isProven: await isProvenWindow(tx, next.shopId),
    }));
  };
  expect(await sync()).toEqual({ rejects: 1n, isProven: true });
  isMended = true;
  expect(await sync()).toEqual({ rejects: 0n, isProven: true });
});

const provenStatement = sql(
  'test.proven_windows',
  'select is_proven from collector.time_window where tenant_id = $1 and shop_id = $2',
);

async function isProvenWindow(tx: TenantTransaction, shopId: string): Promise<boolean | null> {
  const [row] = await tx.query<{ isProven: boolean }>(provenStatement, [tx.tenantId, shopId]);
  return row?.isProven ?? null;
}
