/** Runs the benchmark that the first argument names in a process of its own, and sends its results to the parent. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadBenchmark } from '../benchmarks/index.ts';
import { startProduct } from '../../../e2e/src/product.ts';
import { createBigTenant } from '../reporting/big-tenant.ts';
import { startReportingServer } from '../reporting/reporting-client.ts';
import { startSandbox } from './sandbox.ts';
import { withDatabase } from './database.ts';
import { withBrowser } from './page-load.ts';

const benchmark = await loadBenchmark(process.argv[2] ?? '');
const results = await benchmark.measure({
  isShort: false,
  withDatabase,
  withBigTenant: (size, work) =>
    withDatabase(async (given) => work({ ...given, tenant: await createBigTenant(given, size) })),
  startReportingServer,
  withBrowser,
  startSandbox,
  startProduct,
  accountWithShops: 'shop@demo.test',
  async withDataDir(work) {
    const dataDir = await mkdtemp(join(tmpdir(), 'seller-connect-bench-'));
    try {
      return await work(dataDir);
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  },
});
process.send?.(results, () => process.disconnect());
