import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createSeededRandom } from '../../test/seed.ts';
import { sql } from '../platform/database/database.ts';
import { createSeller, type Seller } from './testing/linked-seller.ts';
import { startCollecting } from './testing/start-collecting.ts';
import { eventfulDays, storedDays } from './testing/stored-days.ts';
import { startWorkerChild } from './testing/processes/killable-child.ts';

const { databaseUrl, sandbox, assembly } = await startCollecting({
  sandbox: ['--months', '14', '--clock', '2026-11-11T08:00:00Z'],
  worker: null,
});

/** Polls the progress that the seller sees, which must never go back. */
function watch(seller: Seller) {
  const watching = new AbortController();
  const steps: { rows: number; progress: number }[] = [];
  const done = (async () => {
    while (!watching.signal.aborted) {
      const { shops } = await seller.progress();
      const orders = shops.flatMap((shop) =>
        shop.streams.filter((each) => each.stream === 'orders'),
      );
      steps.push({
        rows: orders.reduce((sum, each) => sum + each.rows, 0),
        progress: Math.min(...orders.map((each) => each.progress ?? 0)),
      });
      await delay(250);
    }
  })();
  return {
    async end() {
      watching.abort();
      await done;
      return steps;
    },
  };
}

/** `npm run soak -- kills` has hundreds of them. */
const kills = 3;
/** Small enough that all kills together happen within one backfill. */
const maxRowsBetweenKills = 120;
const external = ['200391240', '200391241'];

it('equals the ledger without duplicates after 3 SIGKILLs at random moments of a backfill', async () => {
  const seller = await createSeller(assembly);
  const shopIds: string[] = [];
  for (const each of external) shopIds.push(await seller.link(sandbox, each));
  const watching = watch(seller);
  let rowsAtKills: number[] = [];
  let steps: Awaited<ReturnType<typeof watching.end>> = [];
  try {
    rowsAtKills = await killRepeatedly(seller);
  } finally {
    steps = await watching.end();
  }

  expect(steps).toEqual(
    steps.toSorted((a, b) => a.rows - b.rows).toSorted((a, b) => a.progress - b.progress),
  );
  // The kills happened during the backfill, not after its end.
  expect(new Set(rowsAtKills).size).toBeGreaterThan(kills / 3);
  for (const [index, shopId] of shopIds.entries()) {
    const ledger = await sandbox.ledger(external[index] ?? '');
    expect(await storedDays(assembly.database, seller.tenantId, shopId)).toEqual(
      eventfulDays(ledger),
    );
    const [stream] = await assembly.database.tenantRead<{ rows: bigint; orders: bigint }>(
      seller.tenantId,
      countStatement,
      [seller.tenantId, shopId],
    );
    expect(stream?.rows).toBe(stream?.orders);
    expect(stream?.orders).toBe(BigInt(ledger.reduce((sum, day) => sum + day.placedOrders, 0)));
  }
});

const countStatement = sql(
  'test.rows',
  `select rows, (select count(*) from reporting.sales_order o
                  where o.tenant_id = $1 and o.shop_id = $2) as orders
     from collector.stream where tenant_id = $1 and shop_id = $2 and stream = 'orders'`,
);

/** Costs a tenth of the processor time of the progress that the seller sees. */
const rowsStatement = sql(
  'test.rows_of_streams',
  'select coalesce(sum(rows), 0)::integer as rows from collector.stream where tenant_id = $1',
);

/** Kills one worker after another, then lets one finish. Returns the number of rows at each kill. */
async function killRepeatedly(seller: Seller): Promise<number[]> {
  const process = { databaseUrl, lazadaUrl: sandbox.lazadaUrl };
  const rows: number[] = [];
  const random = createSeededRandom();
  const rowsNow = async () => {
    const [stored] = await assembly.database.tenantRead<{ rows: number }>(
      seller.tenantId,
      rowsStatement,
      [seller.tenantId],
    );
    return stored?.rows ?? 0;
  };
  for (let kill = 0; kill < kills; kill += 1) {
    const worker = await startWorkerChild({ ...process, callsPerSecond: 60 });
    // The worker dies within a page, after a few pages or none.
    const wanted = (rows.at(-1) ?? 0) + Math.floor(random() * maxRowsBetweenKills);
    try {
      await expect.poll(rowsNow, { timeout: 60_000, interval: 50 }).toBeGreaterThanOrEqual(wanted);
    } finally {
      await worker.kill();
    }
    rows.push(await rowsNow());
  }
  // It survives, so it needs no process of its own.
  const worker = await assembly.collector.work({
    concurrency: 3,
    leaseMs: 700,
    pollIntervalMs: 150,
  });
  try {
    await seller.until(80_000);
  } finally {
    await worker.stop();
  }
  return rows;
}
