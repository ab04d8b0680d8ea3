import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noDemoShopsEnv, startProduct } from '../../../e2e/src/product.ts';
import { median, type Benchmark } from '../harness/benchmark.ts';

/** Starts the product, stops it, and returns the seconds until it was ready. */
async function measureStart(dataDir: string, isShort: boolean): Promise<number> {
  const startedAt = performance.now();
  const product = await startProduct({ dataDir, ...(isShort && { env: noDemoShopsEnv }) });
  const seconds = (performance.now() - startedAt) / 1000;
  await product.stop();
  return seconds;
}

const benchmark: Benchmark = {
  name: 'start',
  async measure({ isShort }) {
    const rounds = isShort ? 1 : 3;
    const firstStarts: number[] = [];
    const laterStarts: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const dataDir = await mkdtemp(join(tmpdir(), 'seller-connect-bench-'));
      firstStarts.push(await measureStart(dataDir, isShort));
      laterStarts.push(await measureStart(dataDir, isShort));
      await rm(dataDir, { recursive: true, force: true });
    }
    return [
      {
        name: '`npm start`, installed, empty data folder, to the ready line',
        value: `${median(firstStarts).toFixed(1)} s`,
        bar: '≤ 10 s',
        reached: median(firstStarts) <= 10,
      },
      {
        name: '`npm start` again',
        value: `${median(laterStarts).toFixed(1)} s`,
        bar: '≤ 4 s',
        reached: median(laterStarts) <= 4,
      },
    ];
  },
};

export default benchmark;
