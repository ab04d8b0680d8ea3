import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from '../../../e2e/src/product.ts';
import { median, type Benchmark } from '../harness/benchmark.ts';

async function secondsToReady(dataDir: string): Promise<number> {
  const begun = performance.now();
  const product = await startProduct({ dataDir });
  const seconds = (performance.now() - begun) / 1000;
  await product.stop();
  return seconds;
}

const benchmark: Benchmark = {
  name: 'start',
  async measure({ isShort }) {
    const rounds = isShort ? 1 : 3;
    const first: number[] = [];
    const again: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const dataDir = await mkdtemp(join(tmpdir(), 'seller-connect-bench-'));
      first.push(await secondsToReady(dataDir));
      again.push(await secondsToReady(dataDir));
      await rm(dataDir, { recursive: true, force: true });
    }
    return [
      {
        what: '`npm start`, installed, empty data folder, to the ready line',
        figure: `${median(first).toFixed(1)} s`,
        bar: '≤ 10 s',
        reached: median(first) <= 10,
      },
      {
        what: '`npm start` again',
        figure: `${median(again).toFixed(1)} s`,
        bar: '≤ 4 s',
        reached: median(again) <= 4,
      },
    ];
  },
};

export default benchmark;
