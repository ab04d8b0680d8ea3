import { sql } from '../../apps/server/src/platform/database.ts';
import { assemble } from '../../apps/server/src/collector/testing/assembly.ts';
import { newSeller } from '../../apps/server/src/collector/testing/linked-seller.ts';
import { startSandboxProcess } from '../../apps/server/src/collector/testing/sandbox-process.ts';
import { startWorkerChild } from '../../apps/server/src/collector/testing/worker-child.ts';
import { eventfulDays, storedDays } from '../../apps/server/src/collector/testing/stored-days.ts';
import { withDatabase } from './database.ts';
import type { Benchmark } from './figure.ts';

const countLines = sql(
  'bench.lines',
  `select (select count(*) from reporting.order_item where tenant_id = $1) as lines,
          (select count(*) from collector.raw_item where tenant_id = $1) as raw`,
);

const benchmark: Benchmark = {
  name: 'collector',
  async measure() {
    return withDatabase(async ({ url, database }) => {
      const sandbox = await startSandboxProcess([
        '--size',
        'small',
        '--clock',
        '2026-11-11T08:00:00Z',
      ]);
      await sandbox.clock({ frozen: true });
      const lazadaUrl = sandbox.lazadaUrl;
      const assembly = await assemble({ databaseUrl: url, lazadaUrl });
      const seller = await newSeller(assembly);
      try {
        const shops = await sandbox.shops();
        const linked: [string, string][] = [];
        for (const { externalShopId } of shops) {
          linked.push([await seller.link(sandbox, externalShopId), externalShopId]);
        }
        const started = performance.now();
        const workers = await Promise.all(
          [1, 2].map(() => startWorkerChild({ databaseUrl: url, lazadaUrl, callsPerSecond: 1000 })),
        );
        await seller.until(600_000);
        const seconds = (performance.now() - started) / 1000;
        for (const worker of workers) await worker.kill();
        for (const [shopId, externalShopId] of linked) {
          const ours = JSON.stringify(await storedDays(database, seller.tenantId, shopId));
          const theirs = JSON.stringify(eventfulDays(await sandbox.ledger(externalShopId)));
          if (ours !== theirs)
            throw new Error(`The figures of ${externalShopId} are not the ledger's`);
        }
        const [counted] = await database.tenantRead<{ lines: bigint; raw: bigint }>(
          seller.tenantId,
          countLines,
          [seller.tenantId],
        );
        const lines = Number(counted?.lines ?? 0n);
        const perSecond = lines / seconds;
        return [
          {
            what: `collector, ${shops.length} shops of the sandbox beside it, ${lines.toLocaleString('en')} order lines equal to its ledger`,
            figure: `${Math.round(perSecond).toLocaleString('en')} rows/s`,
            bar: '≥ 20,000 rows/s',
            reached: perSecond >= 20_000,
          },
        ];
      } finally {
        await assembly.stop();
        await sandbox.stop();
      }
    });
  },
};

export default benchmark;
