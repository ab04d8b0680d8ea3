import type { MarketplaceConnector, TimeWindow } from '@seller-connect/partners';
import { expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { sql } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { registerShop } from '../../reporting/index.ts';
import { syncOrders } from './orders-stream.ts';
import { newestDays, type TimeRange } from '../planning/window-plan.ts';
import { linkedShop, unreachableLazada } from '../testing/linked-shop.ts';
import { leasedStream } from '../testing/leased-stream.ts';
import { sampleOrder } from '../testing/sample-order.ts';
import { createTestLease } from '../testing/test-lease.ts';

const dayMs = 86_400_000;
const now = new Date('2026-11-11T05:00:00Z');
const firstOrderAt = new Date(now.getTime() - 300 * dayMs);
const shop = linkedShop({ shopId: newId() });
const newest = newestDays(now, null, shop.timeZone);

/** One order per day. */
const orders = Array.from({ length: 300 }, (_, day) =>
  sampleOrder(String(day), new Date(firstOrderAt.getTime() + day * dayMs)),
);
const inside = ({ from, to }: TimeRange) =>
  orders.filter(({ createdAt }) => createdAt >= from && createdAt < to);

const { database } = await openTestDatabase({ poolSize: 2 });
const unread = leasedStream({ shopId: shop.shopId, claimedAt: now });

/** The same shop in another tenant. */
const other = { ...unread, tenantId: newId() };
/** The partner's response to `newestChangeAt`. */
let newestChange: Date | null = null;

/** Pending requests for pages, each with a function that answers it. */
const requests: { window: TimeWindow; answer: () => void }[] = [];
let isAnsweredAtOnce = false;

const connector: MarketplaceConnector = {
  ...unreachableLazada(),
  lagMs: () => 0,
  firstOrderAt: async () => firstOrderAt,
  newestChangeAt: async () => newestChange,
  // While planning, the counts are those of a large shop: 30,000 orders, 1,000 of them in the newest days.
  countOrders: async (_access, window) => {
    if (lease.stream.plannedAt) return inside(window).length;
    return window.from < newest.from ? 30_000 : 1000;
  },
  readOrders: async (_access, window) => {
    const page = inside(window).map((canonical) => ({
      canonical: { ...canonical },
      raw: [
        {
          entity: 'order' as const,
          externalId: canonical.orderId,
          updatedAt: canonical.updatedAt,
          payload: Buffer.from(JSON.stringify({ id: canonical.orderId, at: canonical.updatedAt })),
        },
      ],
    }));
    if (!isAnsweredAtOnce) await new Promise<void>((answer) => requests.push({ window, answer }));
    return { orders: page, rejects: [], total: page.length, next: null };
  },
};

const lease = createTestLease({ database, stream: unread, shop, connector, now: () => now });

await database.tenant(unread.tenantId, (tx) => registerShop(tx, shop, now));
await database.tenant(other.tenantId, (tx) => registerShop(tx, shop, now));

const waitForRequests = (count: number) =>
  vi.waitFor(() => expect(requests).toHaveLength(count), waiting);
const waiting = { timeout: 60_000, interval: 5 };
/** Waits for two round trips to the database, in which an unexpected request would have been sent. */
async function waitForIdle(): Promise<void> {
  for (const round of [1, 2]) await database.query(sql('test.round', 'select $1::int'), [round]);
}

it('fetches the newest days of a large shop and older windows concurrently, after the first page', async () => {
  const syncing = syncOrders(lease, { isSpent: () => false });
  // The first page gives the watermark, so nothing may be fetched beside it.
  await waitForRequests(1);
  await waitForIdle();
  expect(requests).toHaveLength(1);
  const [first] = requests.splice(0);
  const newestSeen = inside(first?.window ?? newest).at(-1);
  first?.answer();
  // As many older windows as unfetched parts of the newest days.
  await waitForRequests(6);
  const windows = requests.map(({ window }) => window);
  expect(windows.filter(({ from }) => from >= newest.from)).toHaveLength(3);
  expect(windows.filter(({ to }) => to <= newest.from)).toHaveLength(3);

  // After the first page was returned, an order of an older page that was already requested changes.
  const old = inside(windows.at(-1) ?? newest)[0];
  if (!old || !newestSeen) throw new Error('The windows hold no orders');
  old.updatedAt = new Date(newestSeen.updatedAt.getTime() + 1);
  // The older windows finish first. The newest days are not complete then, and the later change stays after the
  // watermark.
  for (const { window, answer } of requests) if (window.to <= newest.from) answer();
  await vi.waitFor(() => expect(lease.stream.rows).toBeGreaterThan(3n), waiting);
  expect(lease.stream.currentAt).toBeNull();
  expect(lease.stream.watermark).toEqual(newestSeen.createdAt);
  isAnsweredAtOnce = true;
  for (const { answer } of requests.splice(0)) answer();
  expect(await syncing).toBe('done');
  expect(lease.stream).toMatchObject({ rows: 300n, currentAt: now, backfilledAt: now });
});

it('waits for no page where the partner reports its newest change', async () => {
  lease.stream = other;
  newestChange = new Date(now.getTime() - 60_000);
  isAnsweredAtOnce = false;
  const syncing = syncOrders(lease, { isSpent: () => false });
  await waitForRequests(8);
  expect(lease.stream.watermark).toEqual(newestChange);
  isAnsweredAtOnce = true;
  for (const { answer } of requests.splice(0)) answer();
  expect(await syncing).toBe('done');
  expect(lease.stream).toMatchObject({ rows: 300n, currentAt: now, backfilledAt: now });
});
