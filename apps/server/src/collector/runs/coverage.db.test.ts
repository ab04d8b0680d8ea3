import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { sql, type Database } from '../../platform/database/database.ts';
import { leasedStream } from '../testing/leased-stream.ts';
import { openWindow } from '../windows/window-store.ts';
import { readCoverage } from './coverage.ts';

const { database } = await openTestDatabase();
const stream = leasedStream();
const { tenantId, shopId } = stream;
const day = (date: number) => new Date(Date.UTC(2026, 10, date));

const insertStream = sql(
  'test.insert_stream',
  `insert into collector.stream (tenant_id, shop_id, stream, state, requested_at, planned_at, current_at,
     first_order_at, frontier)
   values ($1, $2, 'orders', 'syncing', $3, $3, $3, $4, $5)`,
);
const moveFrontier = sql(
  'test.move_frontier',
  'update collector.stream set frontier = $3 where tenant_id = $1 and shop_id = $2',
);

/** Opens the window before the frontier, as a sync does. */
const openNextWindow = () =>
  database.tenant(tenantId, async (tx) => {
    await openWindow(tx, stream, { from: day(5), to: day(10) }, day(20));
    await tx.execute(moveFrontier, [tenantId, shopId, day(5)]);
  });

it('has the same open ranges in all of its reads, while a sync opens the next window', async () => {
  await database.tenant(tenantId, (tx) =>
    tx.execute(insertStream, [tenantId, shopId, day(20), day(1), day(10)]),
  );
  // The last read is made first, and the others after the sync has gone on.
  const reads: (() => Promise<void>)[] = [];
  const reversed: Pick<Database, 'tenantRead'> = {
    tenantRead: (...args) =>
      new Promise((resolve, reject) => {
        reads.unshift(() => database.tenantRead<never>(...args).then(resolve, reject));
      }),
  };
  const pending = readCoverage(reversed, tenantId, day(20));
  for (const [index, read] of reads.entries()) {
    if (index > 0) await openNextWindow();
    await read();
  }
  const [coverage] = await pending;
  const isOpen = (at: Date) => coverage?.open.some(({ from, to }) => from <= at && at < to);
  expect([3, 7, 12].map((date) => isOpen(day(date)))).toEqual([true, true, false]);
});

it('has open windows, and what is before the frontier', async () => {
  await openNextWindow();
  expect(await readCoverage(database, tenantId, day(20))).toEqual([
    {
      shopId,
      asOf: day(20),
      open: [
        { from: day(5), to: day(10) },
        { from: day(1), to: day(5) },
      ],
    },
  ]);
  expect(await readCoverage(database, tenantId, day(20), 'money')).toEqual([]);
});
