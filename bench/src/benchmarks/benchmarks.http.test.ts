import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../../apps/server/src/platform/database/database.ts';
import { createLog } from '../../../apps/server/src/platform/log.ts';
import { createTestDatabase } from '../../../apps/server/test/database.ts';
import { testBrowserFlags } from '../../../scripts/setup/browser.mjs';
import { noDemoShopsEnv, startProduct, tinyWorldEnv } from '../../../e2e/src/product.ts';
import { listBenchmarks, loadBenchmark, longBenchmarks } from './index.ts';
import type { BenchmarkContext } from '../harness/benchmark.ts';
import { ownerPool } from '../harness/database.ts';
import { launchBrowser } from '../harness/page-load.ts';
import { startSandbox } from '../harness/sandbox.ts';
import { withTestDatabase } from '../harness/test-database.ts';
import { createBigTenant, type TenantSize } from '../reporting/big-tenant.ts';
import { startReportingServer } from '../reporting/reporting-client.ts';

let dataDir: string;
const stops: (() => unknown)[] = [];
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'seller-connect-bench-'));
  stops.push(() => rm(dataDir, { recursive: true, force: true }));
});
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
});

/**
 * Starts something for the first benchmark that needs it, with what that one gives. The others share it, and it is
 * stopped at the end.
 */
function share<Arguments extends unknown[], Started extends { stop(): Promise<unknown> }>(
  start: (...given: Arguments) => Promise<Started>,
): (...given: Arguments) => Promise<Started> {
  let shared: Promise<Started> | undefined;
  return (...given) => {
    shared ??= start(...given).then((started) => {
      stops.push(() => started.stop());
      return { ...started, stop: async () => 0 };
    });
    return shared;
  };
}

const startTinyProduct = () =>
  startProduct({ dataDir, env: { ...tinyWorldEnv, ...noDemoShopsEnv, SANDBOX_MONTHS: '4' } });
const getBrowser = share(async () => {
  const browser = await launchBrowser([...testBrowserFlags, '--force-prefers-reduced-motion']);
  return { browser, stop: () => browser.close() };
});
const getBigTenant = share(async (size: TenantSize) => {
  const { url, drop } = await createTestDatabase();
  const log = createLog('error');
  const database = openDatabase({ url, role: 'seller_connect_app', poolSize: 4, log });
  const tenant = await createBigTenant({ url, database }, size);
  return { url, database, tenant, stop: () => database.close().then(drop) };
});

const context: BenchmarkContext = {
  isShort: true,
  withDatabase: withTestDatabase,
  withBigTenant: async (size, work) => work(await getBigTenant(size)),
  startReportingServer: share(startReportingServer),
  withBrowser: async (work) => work((await getBrowser()).browser),
  startSandbox: share(startSandbox),
  /** Starts a product once. The second start of `start` and all further benchmarks get the same one. */
  startProduct: share(startTinyProduct),
  withDataDir: (work) => work(dataDir),
  accountWithShops: 'seller@demo.test',
};

it('owner pool survives connections closed by the server', async () => {
  const { url, drop } = await createTestDatabase();
  const pool = ownerPool(url, 1);
  await pool.query('select 1');
  const lost = new Promise((resolve) => pool.once('remove', resolve));
  await drop();
  await expect(lost).resolves.toBeDefined();
  await pool.end();
});

/**
 * The benchmarks that share something run one after the other and last, so that it never idles. `push` moves the clock
 * of the sandbox, and `home` shows the shop that `first-chart` links.
 */
const last = ['collector', 'quota', 'push', 'start', 'first-chart', 'home'];
const names = (await listBenchmarks()).toSorted((a, b) => last.indexOf(a) - last.indexOf(b));

it('long benchmarks exist', () => {
  expect(names).toEqual(expect.arrayContaining([...longBenchmarks]));
});

it.each(names)(
  'runs the benchmark %s in its short form',
  async (name) => {
    const benchmark = await loadBenchmark(name);
    const figures = await benchmark.measure(context);
    expect(figures).not.toEqual([]);
    for (const each of figures) {
      expect(each.value).toMatch(/\d/);
      expect(each.value).not.toMatch(/NaN|Infinity|undefined/);
    }
  },
  // Generous, because a busy machine is slow.
  300_000,
);
