import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Benchmark } from '../harness/benchmark.ts';

const folder = import.meta.dirname;
const ending = '.bench.ts';

/** Benchmarks that take minutes or gigabytes, so that they run only when named. */
export const longBenchmarks: ReadonlySet<string> = new Set([
  'backup',
  'dashboard',
  'export',
  'fleet',
  'identity',
  'memory',
  'report-emails',
]);

/** Lists the names of all benchmarks without importing them: one for each `*.bench.ts` file in this folder. */
export async function listBenchmarks(): Promise<string[]> {
  const files = await readdir(folder);
  return files
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .toSorted();
}

export async function loadBenchmark(name: string): Promise<Benchmark> {
  const module: { default: Benchmark } = await import(join(folder, `${name}${ending}`));
  return module.default;
}
