import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openFolder } from '../../../apps/server/src/platform/backup/storage/folder.ts';
import { restoreBackup } from '../../../apps/server/src/platform/backup/restore-backup.ts';
import { listBackups, type Manifest } from '../../../apps/server/src/platform/backup/manifest.ts';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { newId } from '../../../apps/server/src/platform/ids.ts';
import { createKeyring } from '../../../apps/server/src/platform/vault/vault.ts';
import { applyOrders, registerShop } from '../../../apps/server/src/reporting/index.ts';
import { generateOrders } from '../../../apps/server/src/reporting/testing/generate-orders.ts';
import { ownerPool } from '../harness/database.ts';
import { backupPassphrase, runServerCommand } from '../harness/server-command.ts';
import type { Benchmark } from '../harness/benchmark.ts';
import { bigTenant, smallTenant } from '../reporting/big-tenant.ts';
import { measurePlainCopy } from '../reporting/plain-copy.ts';

const benchmark: Benchmark = {
  measure({ isShort, withBigTenant }) {
    const orders = Number(process.env['ORDERS'] ?? 10_000_000);
    const size = isShort ? smallTenant : { ...bigTenant, orders };
    return withBigTenant(size, async (given) => {
      const folder = await mkdtemp(join(tmpdir(), 'seller-connect-backup-'));
      const owner = ownerPool(given.url, 1);
      const restoredName = `restored_${randomBytes(4).toString('hex')}`;
      const collecting = startCollecting(
        given.database,
        isShort ? { pageSize: 10, pauseMs: 200 } : { pageSize: 1000 },
      );
      try {
        const storage = openFolder(folder);
        const collectAlone = () => (isShort ? collecting.waitForRows(1) : delay(20_000));
        const target = { DATA_DIR: folder, DATABASE_URL: given.url };
        const before = await collecting.measure(collectAlone);
        // With lower priority, as a worker starts it.
        const during = await collecting.measure(() =>
          runServerCommand('backup', folder, target, ['--scheduled']),
        );
        const after = await collecting.measure(collectAlone);
        await collecting.stop();
        const alone = (before.rowsPerSecond + after.rowsPerSecond) / 2;

        await owner.query(`create database ${restoredName}`);
        const [backupId = ''] = (await listBackups(storage)).complete;
        const restoredUrl = new URL(given.url);
        restoredUrl.pathname = `/${restoredName}`;
        const startedAt = performance.now();
        const manifest = await restoreBackup({
          storage,
          passphrase: backupPassphrase,
          backupId,
          databaseUrl: restoredUrl.href,
          applicationUrl: restoredUrl.href,
          keyFolder: null,
          loadKeys: async () => createKeyring([{ id: 'unused', bytes: Buffer.alloc(32) }]),
          replace: false,
        });
        const restoreSeconds = (performance.now() - startedAt) / 1000;
        const names = manifest.tables.filter(({ rows }) => rows > 0).map(({ name }) => name);
        const copySeconds = await measurePlainCopy(restoredUrl.href, names);
        const share = during.rowsPerSecond / alone;
        const ratio = restoreSeconds / copySeconds;
        return [
          {
            name: `backup of ${describe(manifest)} while orders are applied, read back`,
            value: `${during.seconds.toFixed(1)} s; orders are applied at ${(share * 100).toFixed(0)} % of their speed`,
            target: '≥ 80 %',
            reached: share >= 0.8,
          },
          {
            name: 'restore of it, beside a plain COPY of the same rows into tables with indexes',
            value: `${restoreSeconds.toFixed(1)} s, ${ratio.toFixed(2)} ×`,
            target: '≤ 1.5 ×',
            reached: ratio <= 1.5,
          },
        ];
      } finally {
        await collecting.stop();
        await owner.query(`drop database if exists ${restoredName} with (force)`);
        await owner.end();
        await rm(folder, { recursive: true, force: true });
      }
    });
  },
};
export default benchmark;

function describe({ tables, storedBytes }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
  const megabytes = (value: number) => `${(value / 1e6).toFixed(0)} MB`;
  return `${rows.toLocaleString('en')} rows (${megabytes(bytes)}, stored ${megabytes(storedBytes)})`;
}

/** Applies pages of orders to one shop after the other until stopped. */
function startCollecting(
  database: Database,
  { pageSize, pauseMs = 0 }: { pageSize: number; pauseMs?: number },
) {
  const stopping = new AbortController();
  const applied = { rows: 0 };
  const orders = generateOrders({
    count: 20 * pageSize,
    seed: 1,
    from: new Date('2025-05-01T00:00:00Z'),
    to: new Date('2026-11-01T00:00:00Z'),
    skus: 800,
  });
  const pages = Array.from({ length: 20 }, (_, index) =>
    orders.slice(index * pageSize, (index + 1) * pageSize),
  );

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const [tenantId, shopId] = [newId(), newId()];
      const shop = { platform: 'LAZADA', name: 'Hoa Mai', region: 'VN', currency: 'VND' } as const;
      await database.tenant(tenantId, (tx) =>
        registerShop(tx, { shopId, timeZone: 'Asia/Ho_Chi_Minh', ...shop }, new Date()),
      );
      for (const page of pages) {
        if (stopping.signal.aborted) return;
        const version = { observedAt: new Date(), mappingVersion: 1 };
        await database.tenant(tenantId, (tx) => applyOrders(tx, shopId, page, version));
        applied.rows += page.reduce((sum, order) => sum + order.items.length, 0);
        if (pauseMs > 0) await delay(pauseMs);
      }
    }
  }

  const running = run();
  return {
    /** Measures how fast orders are applied while `work` runs. */
    async measure(work: () => Promise<unknown>) {
      const [rowsBefore, startedAt] = [applied.rows, performance.now()];
      await work();
      const seconds = (performance.now() - startedAt) / 1000;
      return { seconds, rowsPerSecond: (applied.rows - rowsBefore) / seconds };
    },
    async waitForRows(count: number) {
      const end = applied.rows + count;
      while (applied.rows < end) await delay(20);
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
