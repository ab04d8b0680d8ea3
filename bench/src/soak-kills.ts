import { setTimeout as delay } from 'node:timers/promises';
import { sql } from '../../apps/server/src/platform/database.ts';
import { assemble } from '../../apps/server/src/collector/testing/assembly.ts';
import { newSeller } from '../../apps/server/src/collector/testing/linked-seller.ts';
import { startSandboxProcess } from '../../apps/server/src/collector/testing/sandbox-process.ts';
import { eventfulDays, storedDays } from '../../apps/server/src/collector/testing/stored-days.ts';
import { startWorkerChild } from '../../apps/server/src/collector/testing/worker-child.ts';
import { withDatabase } from './database.ts';

const faults = [
  'duplicate_items',
  'reorder_items',
  'truncated_page',
  'http_5xx',
  'drop_connection',
];
const paths = ['/orders/get', '/orders/items/get', '/products/get'];

const countStatement = sql(
  'soak.counts',
  `select (select count(*) from reporting.sales_order where tenant_id = $1 and shop_id = $2) as orders,
          (select rows from collector.stream where tenant_id = $1 and shop_id = $2 and stream = 'orders') as rows`,
);

/**
 * Hours in minutes: a worker is killed again and again while it reads shops under faults. At the end every
 * day of every shop must equal the sandbox's ledger, and nothing may be there twice.
 * @returns what is wrong
 */
export function soakKills(kills: number): Promise<string[]> {
  return withDatabase(async ({ url, database }) => {
    const sandbox = await startSandboxProcess([
      '--size',
      'small',
      '--clock',
      '2026-11-11T08:00:00Z',
    ]);
    await sandbox.clock({ frozen: true });
    const { lazadaUrl } = sandbox;
    const assembly = await assemble({ databaseUrl: url, lazadaUrl });
    const seller = await newSeller(assembly);
    const linked: [string, string][] = [];
    for (const { externalShopId } of await sandbox.shops()) {
      linked.push([await seller.link(sandbox, externalShopId), externalShopId]);
    }
    await sandbox.faults(
      faults.flatMap((kind) =>
        paths.map((path) => ({ platform: 'LAZADA', kind, path, probability: 0.02 })),
      ),
    );
    for (let kill = 1; kill <= kills; kill += 1) {
      // Slow enough that the last kill still meets a back-fill under way.
      const callsPerSecond = Math.max(1, Math.round(800 / kills));
      const worker = await startWorkerChild({ databaseUrl: url, lazadaUrl, callsPerSecond });
      await delay(100 + Math.random() * 900);
      await worker.kill();
      const { shops } = await seller.progress();
      const rows = shops.flatMap((shop) => shop.streams).reduce((sum, each) => sum + each.rows, 0);
      process.stdout.write(`kill ${kill} of ${kills}: ${rows} rows\n`);
    }
    await sandbox.faults([]);
    const worker = await startWorkerChild({ databaseUrl: url, lazadaUrl, callsPerSecond: 1000 });
    await seller.until(600_000);
    await worker.kill();

    const wrong: string[] = [];
    for (const [shopId, externalShopId] of linked) {
      const ledger = await sandbox.ledger(externalShopId);
      const ours = await storedDays(database, seller.tenantId, shopId);
      if (JSON.stringify(ours) !== JSON.stringify(eventfulDays(ledger))) {
        wrong.push(`${externalShopId}: the figures are not the ledger's`);
      }
      const [counted] = await database.tenantRead<{ orders: bigint; rows: bigint }>(
        seller.tenantId,
        countStatement,
        [seller.tenantId, shopId],
      );
      const placed = BigInt(ledger.reduce((sum, day) => sum + day.placedOrders, 0));
      if (counted?.orders !== placed || counted.rows !== placed) {
        wrong.push(
          `${externalShopId}: ${counted?.orders} orders and ${counted?.rows} rows of ${placed}`,
        );
      }
    }
    await assembly.stop();
    await sandbox.stop();
    return wrong;
  });
}
