import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { recountFinishedDays } from './recount-days.ts';
import { linkedShop, unreachableLazada } from '../testing/linked-shop.ts';
import { leasedStream } from '../testing/leased-stream.ts';
import { createTestLease } from '../testing/test-lease.ts';
import { recordRejects } from '../raw/reject-store.ts';
import { closeWindow, openWindow, readOpenWindows } from './window-store.ts';

const { database } = await openTestDatabase({ poolSize: 2 });
const at = (local: string) => new Date(`${local}+07:00`);
const dayOf = ({ from }: { from: Date }) =>
  new Date(from.getTime() + 7 * 3_600_000).toISOString().slice(0, 10);

let now = at('2026-11-12T12:00');
/** Orders of each day at the partner; none is stored here. */
const partnerCounts: Record<string, number> = {};
const countedDays: string[] = [];

const stream = leasedStream({ claimedAt: now, plannedAt: at('2026-11-11T10:00') });
const { tenantId } = stream;
const lease = createTestLease({
  database,
  stream,
  shop: linkedShop({ shopId: stream.shopId }),
  connector: {
    ...unreachableLazada(),
    countOrders: async (_access, window) => {
      countedDays.push(dayOf(window));
      return partnerCounts[dayOf(window)] ?? 0;
    },
  },
  now: () => now,
});

const open = async () =>
  (await database.tenant(tenantId, (tx) => readOpenWindows(tx, lease.stream, 9))).map(dayOf);

it('reopens a day with late orders, also on the days after a campaign, with no extra calls', async () => {
  // The day was synced and proven before.
  const campaign = { from: at('2026-11-11T00:00'), to: at('2026-11-12T00:00') };
  await database.tenant(tenantId, async (tx) => {
    await openWindow(tx, lease.stream, campaign, now);
    const proof = { recounted: 0n, stored: 0n, isProven: true, rereadAt: null, now };
    await closeWindow(tx, lease.stream, campaign, proof);
  });
  expect(await recountFinishedDays(lease)).toBe(0);
  expect(await recountFinishedDays(lease)).toBe(0);
  expect(countedDays.splice(0)).toEqual(['2026-11-11']);
  expect(await open()).toEqual([]);

  now = at('2026-11-13T12:00');
  partnerCounts['2026-11-11'] = 2;
  expect(await recountFinishedDays(lease)).toBe(1);
  expect(countedDays.splice(0)).toEqual(['2026-11-12', '2026-11-11']);
  expect(await open()).toEqual(['2026-11-11']);
});

it('does not reopen a day again for an order that was rejected', async () => {
  const day = { from: at('2026-11-11T00:00'), to: at('2026-11-12T00:00') };
  await database.tenant(tenantId, async (tx) => {
    const proof = { recounted: 1n, stored: 1n, isProven: true, rereadAt: null, now };
    await closeWindow(tx, lease.stream, day, proof);
    await recordRejects(tx, lease.stream, {
      pages: [{ ids: ['rejected'], rejects: [], window: day }],
      unusable: [{ id: 'rejected', reason: 'No currency' }],
      now,
    });
  });
  now = at('2026-11-14T12:00');
  partnerCounts['2026-11-11'] = 1;
  expect(await recountFinishedDays(lease)).toBe(0);
  expect(countedDays.splice(0)).toContain('2026-11-11');
  expect(await open()).toEqual([]);
});

it('recounts the days again that a worker with a fast clock took for finished', async () => {
  now = at('2026-11-20T12:00');
  await recountFinishedDays(lease);
  now = at('2026-11-15T12:00');
  countedDays.length = 0;
  await recountFinishedDays(lease);
  expect(countedDays.slice(0, 2)).toEqual(['2026-11-14', '2026-11-13']);
  now = at('2026-11-16T12:00');
  countedDays.length = 0;
  await recountFinishedDays(lease);
  expect(countedDays).toEqual(['2026-11-15']);
});
