import { median, type Benchmark, type BenchmarkContext } from '../harness/benchmark.ts';

/** Starts the product, stops it, and returns the seconds until it was ready. */
async function measureStart(
  startProduct: BenchmarkContext['startProduct'],
  dataDir: string,
): Promise<number> {
  const startedAt = performance.now();
  const product = await startProduct({ dataDir });
  const seconds = (performance.now() - startedAt) / 1000;
  await product.stop();
  return seconds;
}

const benchmark: Benchmark = {
  async measure({ isShort, startProduct, withDataDir }) {
    const rounds = isShort ? 1 : 3;
    const firstStarts: number[] = [];
    const laterStarts: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await withDataDir(async (dataDir) => {
        firstStarts.push(await measureStart(startProduct, dataDir));
        laterStarts.push(await measureStart(startProduct, dataDir));
      });
    }
    return [
      {
        name: '`npm start`, installed, empty data folder, to the ready line',
        value: `${median(firstStarts).toFixed(1)} s`,
        target: '≤ 10 s',
        reached: median(firstStarts) <= 10,
      },
      {
        name: '`npm start` again',
        value: `${median(laterStarts).toFixed(1)} s`,
        target: '≤ 4 s',
        reached: median(laterStarts) <= 4,
      },
    ];
  },
};

export default benchmark;
