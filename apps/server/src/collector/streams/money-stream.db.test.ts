import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { newId } from '../../platform/ids.ts';
import { registerShop } from '../../reporting/index.ts';
import type { LeasedStream } from '../leases/stream-store.ts';
import { leasedStream } from '../testing/leased-stream.ts';
import { linkedShop, lazadaWithSettlements } from '../testing/linked-shop.ts';
import { createTestLease } from '../testing/test-lease.ts';
import { settlementsSource } from '../windows/money-source.ts';
import { syncMoney } from './money-stream.ts';

const { database } = await openTestDatabase({ poolSize: 2 });

const start = Date.parse('2026-11-11T05:00:00Z');
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const shop = linkedShop({ shopId: newId() });

/** Days back that the connector asks for. */
const lookbackDays = lazadaWithSettlements({}).settlements?.lookbackDays ?? 0;

/** Creates a backfilled stream. Returns a function that syncs it, and returns how many days back it fetched. */
async function openStream(backfilledAt = start): Promise<(clock: number) => Promise<number>> {
  const now = new Date(start);
  let leased: LeasedStream = leasedStream({
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
  return async (clock) => {
    let fetchedFrom: Date | null = null;
    const connector = lazadaWithSettlements({
      readSettlements: async (_access, { from }) => {
        fetchedFrom = from;
        return { settlements: [], statements: [], rejects: [], total: null, next: null };
      },
    });
    const lease = createTestLease({
      database,
      stream: leased,
      shop: ownShop,
      connector,
      now: () => new Date(clock),
    });
    const source = { ...settlementsSource, hasEstimates: false };
    expect(await syncMoney(lease, source, { isSpent: () => false })).toBe('done');
    leased = lease.stream;
    if (fetchedFrom === null) throw new Error('Nothing was fetched');
    return Math.round((clock - Number(fetchedFrom)) / dayMs);
  };
}

it('fetches all days that may change once a day', async () => {
  const sync = await openStream();
  expect(await sync(start + hourMs)).toBeLessThan(lookbackDays);
  const nextDay = start + 25 * hourMs;
  expect(await sync(nextDay)).toBeGreaterThan(lookbackDays);
  expect(await sync(nextDay + hourMs)).toBeLessThan(lookbackDays);
});

it('fetches all days that may change once a day after syncs by a clock that was ahead', async () => {
  const sync = await openStream(start + 29 * dayMs);
  expect(await sync(start + 31 * dayMs)).toBeGreaterThan(lookbackDays);
  const nextDay = start + 25 * hourMs;
  expect(await sync(nextDay)).toBeGreaterThan(lookbackDays);
  expect(await sync(nextDay + hourMs)).toBeLessThan(lookbackDays);
});
