import { PartnerError } from '@seller-connect/partners';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { registerShop } from '../../reporting/index.ts';
import type { TimeRange } from '../planning/window-plan.ts';
import { leasedStream } from '../testing/leased-stream.ts';
import { linkedShop, unreachableLazada } from '../testing/linked-shop.ts';
import { sampleOrder } from '../testing/sample-order.ts';
import { createTestLease } from '../testing/test-lease.ts';
import { createWindowBatcher } from './commit-pages.ts';
import { ordersSource } from './order-windows.ts';
import { syncWindow } from './sync-window.ts';
import {
  closeWindow,
  createOpenWindow,
  openWindow,
  readOpenWindows,
  reopenRange,
} from './window-store.ts';

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

it('opens the parts of a window again that were closed before', async () => {
  const [from, middle, to] = [hoursAgo(9), hoursAgo(8), hoursAgo(7)];
  const [newest, remainder] = [
    { from: middle, to },
    { from, to: middle },
  ];
  const window = await lease.commit(async (tx, next) => {
    const proof = { recounted: 0n, stored: 0n, isProven: true, rereadAt: null, now };
    for (const part of [newest, remainder]) {
      await openWindow(tx, next, part, now);
      await closeWindow(tx, next, part, proof);
    }
    await reopenRange(tx, next, { from, to }, now);
    return createOpenWindow({ from, to });
  });
  const source = {
    ...ordersSource,
    newestPart: (range: TimeRange) => (range.from < middle ? newest : null),
  };
  const batcher = createWindowBatcher(lease, source);
  const controls = { budget: { isSpent: () => true }, onFetched: () => undefined };
  expect(await syncWindow(lease, source, window, { ...controls, batcher })).toBe(false);
  const open = await lease.commit((tx, next) => readOpenWindows(tx, next, 9));
  expect(open.filter((each) => each.to <= to)).toMatchObject([newest, remainder]);
});

/** A shop with one order, created an hour ago, whose row has no ID until the partner mends it. */
function shopWithUnreadableOrder() {
  const ownStream = leasedStream({ shopId: newId() });
  const ownShop = linkedShop({ shopId: ownStream.shopId });
  const createdAt = new Date(now.getTime() - 3_600_000);
  let at = now;
  let isMended = false;
  const ownLease = createTestLease({
    database,
    stream: ownStream,
    shop: ownShop,
    connector: {
      ...unreachableLazada(),
      countOrders: async (_access, window) => (isWithin(window) ? 1 : 0),
      readOrders: async (_access, window) => {
        at = new Date(at.getTime() + 1000);
        const payload = Buffer.from('{"id":null}');
        const raw = { entity: 'order' as const, updatedAt: null, payload };
        const empty = { orders: [], rejects: [], total: isWithin(window) ? 1 : 0, next: null };
        if (!isWithin(window)) return empty;
        const row = { ...raw, externalId: 'unidentified:1' };
        if (!isMended) return { ...empty, rejects: [{ raw: row, reason: 'it has no ID' }] };
        const canonical = { ...sampleOrder('mended', now), createdAt };
        return { ...empty, orders: [{ canonical, raw: [{ ...raw, externalId: 'mended' }] }] };
      },
    },
    now: () => at,
  });
  const isWithin = ({ from, to }: TimeRange) => from <= createdAt && createdAt < to;
  return {
    mend: () => {
      isMended = true;
    },
    /** Syncs a window. Returns its proof, and the rejected items of the shop. */
    async sync(range: TimeRange) {
      await database.tenant(ownStream.tenantId, (tx) => registerShop(tx, ownShop, now));
      const window = await ownLease.commit((tx, next) => openWindow(tx, next, range, at));
      const batcher = createWindowBatcher(ownLease, ordersSource);
      const controls = { budget: { isSpent: () => false }, onFetched: () => undefined };
      await syncWindow(ownLease, ordersSource, window, { ...controls, batcher });
      return ownLease.commit(async (tx, next) => ({
        rejects: await countAllRejects(tx, next.shopId),
        isProven: await isProvenWindow(tx, next.shopId, range),
      }));
    },
  };
}

const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

it('counts no row without an ID any more that the partner has mended since', async () => {
  const { sync, mend } = shopWithUnreadableOrder();
  const range = { from: hoursAgo(2), to: hoursAgo(0) };
  expect(await sync(range)).toEqual({ rejects: 1n, isProven: true });
  mend();
  expect(await sync(range)).toEqual({ rejects: 0n, isProven: true });
});

it('keeps a row without an ID when a shorter window with the same begin lacks it', async () => {
  const { sync, mend } = shopWithUnreadableOrder();
  const begin = hoursAgo(3);
  expect(await sync({ from: begin, to: hoursAgo(0) })).toEqual({ rejects: 1n, isProven: true });
  expect(await sync({ from: begin, to: hoursAgo(2) })).toEqual({ rejects: 1n, isProven: true });
  mend();
  // A longer window sees all of the one before.
  expect(await sync({ from: hoursAgo(4), to: hoursAgo(0) })).toEqual({
    rejects: 0n,
    isProven: true,
  });
});

const rejectsStatement = sql(
  'test.all_rejects',
  'select count(*) as rejects from collector.reject where tenant_id = $1 and shop_id = $2',
);

async function countAllRejects(tx: TenantTransaction, shopId: string): Promise<bigint> {
  const [row] = await tx.query<{ rejects: bigint }>(rejectsStatement, [tx.tenantId, shopId]);
  return row?.rejects ?? 0n;
}

const provenStatement = sql(
  'test.proven_windows',
  `select is_proven from collector.time_window
    where tenant_id = $1 and shop_id = $2 and from_at = $3 and to_at = $4`,
);

async function isProvenWindow(
  tx: TenantTransaction,
  shopId: string,
  { from, to }: TimeRange,
): Promise<boolean | null> {
  const parameters = [tx.tenantId, shopId, from, to];
  const [row] = await tx.query<{ isProven: boolean }>(provenStatement, parameters);
  return row?.isProven ?? null;
}
