import { afterEach, describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../test/seed.ts';
import { isFullySynced, createSeller, countRows, type Seller } from './testing/linked-seller.ts';
import { startCollecting } from './testing/start-collecting.ts';
import { eventfulDays, storedDays } from './testing/stored-days.ts';
import { storedMoney } from './testing/stored-money.ts';
import { startWorkerChild } from './testing/processes/killable-child.ts';
import { connectOwner } from '../../test/open-database.ts';

const dayMs = 86_400_000;
/** A worker is killed after at most this many new rows, within a page. */
const maxRowsBetweenKills = 60;

const { databaseUrl, sandbox, assembly } = await startCollecting({
  // Twenty days ago, so that the sandbox's clock can advance without passing ours.
  sandbox: ['--size', 'tiny', '--clock', new Date(Date.now() - 20 * dayMs).toISOString()],
  worker: null,
});
const owner = await connectOwner(databaseUrl);
afterEach(() => sandbox.faults([]));

async function rows<Row>(text: string, shopId: string): Promise<Row[]> {
  const { rows: found } = await owner.query(text, [shopId]);
  return found;
}

async function ledger(externalShopId: string) {
  const { kinds, payout, pending, orders, returns } = await sandbox.money(externalShopId);
  return {
    kinds,
    payout,
    pending,
    orders: new Map(orders.map((order) => [order.number, order.payout])),
    returns,
  };
}

async function expectLedger(shopId: string, externalShopId: string, tenantId: string) {
  expect(await storedMoney(assembly.database, tenantId, shopId)).toEqual(
    await ledger(externalShopId),
  );
  expect(await storedDays(assembly.database, tenantId, shopId)).toEqual(
    eventfulDays(await sandbox.ledger(externalShopId)),
  );
  const doubled = await rows(
    `select content from collector.raw_page
      where shop_id = $1 and stream = 'settlements'
      group by content having count(*) > 1`,
    shopId,
  );
  expect(doubled).toEqual([]);
}

/** Requests a run and waits for its end. */
async function syncAgain(seller: Seller): Promise<void> {
  expect((await seller.requestSync()).status).toBe(202);
  const running = `select from collector.run where tenant_id = $1 and state = 'running'`;
  await expect
    .poll(() => owner.query(running, [seller.tenantId]), { timeout: 60_000 })
    .toMatchObject({ rows: [] });
}

describe('the settlements of a linked shop', () => {
  it('equal the ledger to the đồng despite failing responses, and follow later changes', async () => {
    const external = '200164501';
    const worker = await assembly.collector.work({ concurrency: 3, pollIntervalMs: 100 });
    try {
      await sandbox.faults([
        { kind: 'http_5xx', path: '/finance/transaction/details/get', probability: 0.1 },
        { kind: 'broken_json', path: '/finance/payout/status/get', probability: 0.2 },
        { kind: 'truncated_page', path: '/finance/transaction/details/get', probability: 0.3 },
        { kind: 'truncated_page', path: '/reverse/getreverseordersforseller', probability: 0.3 },
        { kind: 'duplicate_items', probability: 0.3 },
      ]);
      const seller = await createSeller(assembly);
      const shopId = await seller.link(sandbox, external);
      const data = await seller.until(40_000, isFullySynced);
      await sandbox.faults([]);
      await expectLedger(shopId, external, seller.tenantId);

      const streams = data.shops.flatMap((shop) => shop.streams);
      expect(streams.map(({ stream }) => stream)).toEqual([
        'shop',
        'orders',
        'products',
        'returns',
        'settlements',
      ]);
      const settlements = streams.find(({ stream }) => stream === 'settlements');
      expect(settlements).toMatchObject({ state: 'up_to_date', progress: 1, problem: null });
      expect(settlements?.completeFrom).not.toBeNull();
      const [lines] = await rows<{ count: string }>(
        'select count(*)::text from reporting.settlement_line where shop_id = $1',
        shopId,
      );
      expect(String(settlements?.rows)).toBe(lines?.count);
      // No days of payouts are left to sync.
      expect(await assembly.collector.coverage(seller.tenantId, 'money')).toEqual([
        { shopId, asOf: expect.any(Date), open: [] },
      ]);

      // Orders are delivered, refunded and paid out, which changes stored rows.
      await sandbox.clock({ advanceSeconds: (18 * dayMs) / 1000 });
      await owner.query(
        `update collector.stream set backfilled_at = backfilled_at - interval '2 days' where shop_id = $1`,
        [shopId],
      );
      const money = () => storedMoney(assembly.database, seller.tenantId, shopId);
      const before = await money();
      await syncAgain(seller);
      await expectLedger(shopId, external, seller.tenantId);
      expect(await money()).not.toEqual(before);

      // A window that the first pass could not prove is proven by a pass that finds nothing new.
      await owner.query(
        `update collector.time_window set reread_at = now() - interval '1 minute'
          where shop_id = $1 and not is_proven`,
        [shopId],
      );
      await syncAgain(seller);
      const open = await rows(
        `select stream, from_at from collector.time_window where shop_id = $1 and not is_proven`,
        shopId,
      );
      expect(open).toEqual([]);
      await expectLedger(shopId, external, seller.tenantId);
    } finally {
      await worker.stop();
    }
  });

  it('are complete after workers were killed at random moments of the sync', async () => {
    const external = '200164502';
    const seller = await createSeller(assembly);
    const shopId = await seller.link(sandbox, external);
    const process = { databaseUrl, lazadaUrl: sandbox.lazadaUrl };
    expect((await seller.progress()).synced).toBe(false);
    const random = createSeededRandom();
    for (let kill = 0; kill < 2; kill += 1) {
      const worker = await startWorkerChild({ ...process, callsPerSecond: 25 });
      const wanted =
        countRows(await seller.progress()) + Math.floor(random() * maxRowsBetweenKills);
      await seller.until(20_000, (data) => countRows(data) >= wanted || isFullySynced(data), 50);
      await worker.kill();
    }
    // It survives, so it needs no process of its own.
    const worker = await assembly.collector.work({ concurrency: 3, pollIntervalMs: 150 });
    try {
      await seller.until(180_000, isFullySynced);
    } finally {
      await worker.stop();
    }
    const { payout } = await storedMoney(assembly.database, seller.tenantId, shopId);
    expect(payout).not.toBe('0');
    await expectLedger(shopId, external, seller.tenantId);
  });
});
