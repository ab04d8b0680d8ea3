import { afterAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { assemble } from './testing/assembly.ts';
import { createSeller } from './testing/linked-seller.ts';
import { startSandboxProcess } from './testing/processes/sandbox-process.ts';
import { eventfulDays, storedDays } from './testing/stored-days.ts';

const [test, sandbox] = await Promise.all([
  createTestDatabase(),
  startSandboxProcess(['--size', 'mini', '--months', '6', '--clock', '2026-11-11T08:00:00Z']),
]);
await sandbox.clock({ frozen: true });
const options = { databaseUrl: test.url, lazadaUrl: sandbox.lazadaUrl };
// Two assemblies, as on two machines: each has its own pool, queue and worker.
const [assembly, other] = await Promise.all([assemble(options), assemble(options)]);
const settings = { concurrency: 2, pollIntervalMs: 200, sliceMs: 500, leaseMs: 3000 };
const workers = await Promise.all([
  assembly.collector.work(settings),
  other.collector.work(settings),
]);
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await Promise.all([assembly.stop(), other.stop()]);
  await sandbox.stop();
  await test.drop();
});

function stored(tenantId: string, shopId: string) {
  return storedDays(assembly.database, tenantId, shopId);
}

async function ledger(externalShopId: string) {
  return eventfulDays(await sandbox.ledger(externalShopId));
}

describe('the collector', () => {
  it('syncs several shops with two workers; every day equals the ledger to the đồng', async () => {
    const seller = await createSeller(assembly);
    const linked: [string, string][] = [];
    for (const external of ['200391241', '200391240']) {
      linked.push([await seller.link(sandbox, external), external]);
    }
    const running = await seller.requestSync();
    expect(running.status).toBe(202);
    const done = await seller.until(180_000);
    for (const [shopId, external] of linked) {
      expect(await stored(seller.tenantId, shopId)).toEqual(await ledger(external));
    }
    expect(done).toMatchObject({ hasData: true });
    for (const shop of done.shops) {
      // Returns and settlements follow the orders; collector-money.http.test.ts covers them.
      for (const stream of shop.streams.slice(0, 3)) {
        expect(stream).toMatchObject({ state: 'up_to_date', progress: 1, problem: null });
        expect(stream.rows).toBe(stream.expectedRows);
        const [last, next] = [stream.lastSucceededAt ?? '', stream.nextRunAt ?? ''].map(Date.parse);
        expect(next).toBeGreaterThan(last ?? NaN);
      }
    }
    // The summary of the API equals the ledger too.
    const query = 'period=custom&from=2026-10-15&to=2026-11-11';
    const { body } = await seller.get(`/reporting/summary?${query}`);
    const days = (await Promise.all(linked.map(([, external]) => ledger(external)))).flat();
    const within = days.filter((day) => day.date >= '2026-10-15' && day.date <= '2026-11-11');
    expect(body).toMatchObject({
      partial: false,
      metrics: {
        gmv: { value: String(within.reduce((sum, day) => sum + Number(day.gmv), 0)) },
        netSales: { value: String(within.reduce((sum, day) => sum + Number(day.netSales), 0)) },
        orders: { value: within.reduce((sum, day) => sum + day.orders, 0) },
      },
    });
  });

  it('follows cancellations, returns and new orders as the clock advances', async () => {
    const seller = await createSeller(assembly);
    const shopId = await seller.link(sandbox, '200283118');
    await seller.until(180_000);
    expect(await stored(seller.tenantId, shopId)).toEqual(await ledger('200283118'));
    for (const days of [1, 4]) {
      await sandbox.clock({ advanceSeconds: days * 86_400 });
      await seller.syncAgain(['orders']);
      expect(await stored(seller.tenantId, shopId)).toEqual(await ledger('200283118'));
    }
  });

  it('hides the shops, progress and metrics of a seller from other sellers', async () => {
    const [seller, stranger] = [await createSeller(assembly), await createSeller(assembly)];
    const shopId = await seller.link(sandbox, '200283117');
    expect((await stranger.progress()).shops).toEqual([]);
    expect((await stranger.get(`/reporting/summary?period=7d&shops=${shopId}`)).status).toBe(404);
    const all = await stranger.get('/reporting/products?period=90d');
    expect(all.body).toMatchObject({ items: [], total: 0 });
  });
});
