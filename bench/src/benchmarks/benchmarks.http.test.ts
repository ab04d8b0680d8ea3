import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../../apps/server/test/database.ts';
import {
  noDemoShopsEnv,
  startProduct,
  tinyWorldEnv,
  type Product,
} from '../../../e2e/src/product.ts';
import { loadBenchmarks } from './index.ts';
import { ownerPool } from '../harness/database.ts';
import { withTestDatabase } from '../harness/test-database.ts';

let dataDir: string;
let starts = 0;
let shared: Product | undefined;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'seller-connect-bench-'));
});
afterAll(async () => {
  await shared?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts a product twice on one data folder, as `start` needs it. All further benchmarks share the second one. */
async function startShared(): Promise<Product> {
  if (shared) return { ...shared, stop: async () => 0 };
  const product = await startProduct({ dataDir, env: { ...tinyWorldEnv, ...noDemoShopsEnv } });
  starts += 1;
  if (starts === 1) return product;
  shared = product;
  return { ...product, stop: async () => 0 };
}

it('the pool of an owner outlives connections that the server ends', async () => {
  const { url, drop } = await createTestDatabase();
  const pool = ownerPool(url, 1);
  await pool.query('select 1');
  const lost = new Promise((resolve) => pool.once('remove', resolve));
  await drop();
  await expect(lost).resolves.toBeDefined();
  await pool.end();
});

/** They share the product and run last, so that it never idles. `home` shows the shop that `first-chart` links. */
const withProduct = ['start', 'first-chart', 'home'];
const benchmarks = (await loadBenchmarks()).toSorted(
  (a, b) => withProduct.indexOf(a.name) - withProduct.indexOf(b.name),
);

it.each(benchmarks.map((each) => [each.name, each] as const))(
  'the benchmark %s works, in its short form',
  async (_, benchmark) => {
    const figures = await benchmark.measure({
      isShort: true,
      withDatabase: withTestDatabase,
      startProduct: startShared,
      withDataDir: (work) => work(dataDir),
      accountWithShops: 'seller@demo.test',
    });
    expect(figures).not.toEqual([]);
    for (const each of figures) {
      expect(each.value).toMatch(/\d/);
      expect(each.value).not.toMatch(/NaN|Infinity|undefined/);
    }
  },
  // Generous, because a busy machine is slow.
  300_000,
);
