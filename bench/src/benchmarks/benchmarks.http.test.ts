import { afterAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../../apps/server/test/database.ts';
import { startProduct, tinyWorldEnv, type Product } from '../../../e2e/src/product.ts';
import { loadBenchmarks } from './index.ts';
import { ownerPool, withPool, type WithDatabase } from '../harness/database.ts';

/** Runs `work` with a database on the test run's server. */
const withTestDatabase: WithDatabase = async (work) => {
  const { url, drop } = await createTestDatabase();
  try {
    return await withPool(url, work);
  } finally {
    await drop();
  }
};

let product: Promise<Product> | undefined;
afterAll(async () => void (await (await product)?.stop()));

/** Starts one product that all benchmarks share. */
async function startShared(): Promise<Product> {
  product ??= startProduct({ env: tinyWorldEnv });
  return { ...(await product), stop: async () => 0 };
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

/** They share the product. They run last, because it syncs the demo's shops from its start on. */
const withProduct = new Set(['first-chart', 'home']);
const benchmarks = (await loadBenchmarks()).toSorted(
  (a, b) => Number(withProduct.has(a.name)) - Number(withProduct.has(b.name)),
);

it.each(benchmarks.map((each) => [each.name, each] as const))(
  'the benchmark %s works, in its short form',
  async (_, benchmark) => {
    const figures = await benchmark.measure({
      isShort: true,
      withDatabase: withTestDatabase,
      startProduct: startShared,
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
