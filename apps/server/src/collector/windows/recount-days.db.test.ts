import type { TimeWindow } from '@seller-connect/partners';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import type { StreamLease } from '../leases/stream-lease.ts';
import { recountFinishedDays } from './recount-days.ts';
import type { LeasedStream } from '../leases/stream-store.ts';
import { linkedShop, unreachableLazada } from '../testing/linked-shop.ts';
import { leasedStream } from '../testing/leased-stream.ts';
import { closeWindow, openWindow, readOpenWindows } from './window-store.ts';

const lazada = unreachableLazada();
const at = (local: string) => new Date(`${local}+07:00`);
const dayOf = ({ from }: { from: Date }) =>
  new Date(from.getTime() + 7 * 3_600_000).toISOString().slice(0, 10);

let now = at('2026-11-12T12:00');
/** Orders of each day at the partner; none is stored here. */
const partnerCounts: Record<string, number> = {};
const countedDays: string[] = [];

let leased: LeasedStream = leasedStream({ claimedAt: now, plannedAt: at('2026-11-11T10:00') });

const lease: Pick<
  StreamLease,
  'stream' | 'callMarketplace' | 'commit' | 'now' | 'signal' | 'shop'
> = {
  get stream() {
    return leased;
  },
  shop: linkedShop({ shopId: leased.shopId }),
  now: () => now,
  signal: new AbortController().signal,
  callMarketplace: (call) =>
    call(
      {
        ...lazada,
        countOrders: async (_access, window: TimeWindow) => {
          countedDays.push(dayOf(window));
          return partnerCounts[dayOf(window)] ?? 0;
        },
      },
      { accessToken: '', externalShopId: '1', region: 'VN' },
    ),
  commit: async (work) => {
    const next = { ...leased };
    const answered = await database.tenant(leased.tenantId, (tx) => work(tx, next));
    leased = next;
    return answered;
  },
};

const { database } = await openTestDatabase({ poolSize: 2 });

const open = async () =>
  (await database.tenant(leased.tenantId, (tx) => readOpenWindows(tx, leased, 9))).map(dayOf);

it('reopens a day with late orders, also on the days after a campaign, with no extra calls', async () => {
  // The day was synced and proven before.
  const campaign = { from: at('2026-11-11T00:00'), to: at('2026-11-12T00:00') };
  await database.tenant(leased.tenantId, async (tx) => {
    await openWindow(tx, leased, campaign, now);
    const proof = { recounted: 0n, stored: 0n, isProven: true, rereadAt: null, now };
    await closeWindow(tx, leased, campaign, proof);
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
