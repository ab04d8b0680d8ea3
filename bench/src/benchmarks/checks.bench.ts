import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { median, type Benchmark } from '../harness/benchmark.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const benchmark: Benchmark = {
  measure({ isShort }) {
    const rounds = isShort ? 1 : 3;
    const args = isShort ? ['files'] : [];
    const seconds: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const startedAt = performance.now();
      const { status, stdout } = spawnSync(
        process.execPath,
        ['scripts/run.mjs', 'check', ...args],
        {
          cwd: root,
          encoding: 'utf8',
        },
      );
      if (status !== 0) throw new Error(`the checks fail:\n${stdout}`);
      seconds.push((performance.now() - startedAt) / 1000);
    }
    const middle = median(seconds);
    return Promise.resolve([
      {
        name: 'types, lint, format, imports, unused, sizes together',
        value: `${middle.toFixed(1)} s`,
        target: '≤ 15 s',
        reached: middle <= 15,
      },
    ]);
  },
};

export default benchmark;
