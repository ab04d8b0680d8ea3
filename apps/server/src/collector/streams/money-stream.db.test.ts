import { PartnerError } from '@seller-connect/partners';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { sql } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { registerShop } from '../../reporting/index.ts';
import { leasedStream } from '../testing/leased-stream.ts';
import { linkedShop, lazadaWithSettlements } from '../testing/linked-shop.ts';
import { createTestLease } from '../testing/test-lease.ts';
import { settlementsSource } from '../windows/money-source.ts';
import { closeWindow, createOpenWindow, openWindow } from '../windows/window-store.ts';
import { syncMoney } from './money-stream.ts';

const { database } = await openTestDatabase({ poolSize: 2 });

const start = Date.parse('2026-11-11T05:00:00Z');
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const shop = linkedShop({ shopId: newId() });

/** Days back that the connector asks for. */
const lookbackDays = lazadaWithSettlements({}).settlements?.lookbackDays ?? 0;

type Calls = Parameters<typeof lazadaWithSettlements>[0];

/** Creates a backfilled stream. `sync` returns how many days back it fetched. */
async function openStream(backfilledAt = start) {
  const now = new Date(start);
  let leased = leasedStream({
    shopId: newId(),
    stream: 'settlements',
    plannedAt: now,
    firstOrderAt: now,
    frontier: now,
    watermark: now,
    currentAt: now,
    backfilledAt: new Date(backfilledAt),
  });
  const ownShop = { ...shop, shopId: leased.shopId };
  await database.tenant(leased.tenantId, (tx) => registerShop(tx, ownShop, now));
  const sync = async (clock: number, calls: Calls = {}): Promise<number> => {
    let fetchedFrom: Date | null = null;
    const connector = lazadaWithSettlements({
      readSettlements: async (_access, { from }) => {
        fetchedFrom = from;
        return { settlements: [], statements: [], rejects: [], total: null, next: null };
      },
      readEstimates: async () => ({ estimates: [], rejects: [], total: null, next: null }),
      ...calls,
    });
    const lease = createTestLease({
      database,
      stream: leased,
      shop: ownShop,
      connector,
      now: () => new Date(clock),
    });
    expect(await syncMoney(lease, settlementsSource, { isSpent: () => false })).toBe('done');
    leased = lease.stream;
    if (fetchedFrom === null) throw new Error('Nothing was fetched');
    return Math.round((clock - Number(fetchedFrom)) / dayMs);
  };
  return { leased, sync };
}

it('fetches all days that may change once a day', async () => {
  const { sync } = await openStream();
  expect(await sync(start + hourMs)).toBeLessThan(lookbackDays);
  const nextDay = start + 25 * hourMs;
  expect(await sync(nextDay)).toBeGreaterThan(lookbackDays);
  expect(await sync(nextDay + hourMs)).toBeLessThan(lookbackDays);
});

it('fetches all days that may change once a day after syncs by a clock that was ahead', async () => {
  const { sync } = await openStream(start + 29 * dayMs);
  expect(await sync(start + 31 * dayMs)).toBeGreaterThan(lookbackDays);
  const nextDay = start + 25 * hourMs;
  expect(await sync(nextDay)).toBeGreaterThan(lookbackDays);
  expect(await sync(nextDay + hourMs)).toBeLessThan(lookbackDays);
});

const openWindowsStatement = sql(
  'test.open_windows',
  `select from_at from collector.time_window where tenant_id = $1 and state = 'open'`,
);

it('fetches unproven windows again although expected payouts are not permitted', async () => {
  const { leased, sync } = await openStream();
  const window = createOpenWindow({ from: new Date(start - dayMs), to: new Date(start) });
  const proof = { recounted: 2n, stored: 1n, isProven: false };
  await database.tenant(leased.tenantId, async (tx) => {
    await openWindow(tx, leased, window, window.to);
    await closeWindow(tx, leased, window, { ...proof, rereadAt: window.to, now: window.to });
  });
  await expect(sync(start + hourMs, { readEstimates: notPermitted })).rejects.toMatchObject({
    kind: 'not_permitted',
  });
  expect(
    await database.tenantRead(leased.tenantId, openWindowsStatement, [leased.tenantId]),
  ).toEqual([{ fromAt: window.from }]);
});

const notPermitted = async () => {
  throw new PartnerError({ kind: 'not_permitted', code: '10', endpoint: '/' });
};
