import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Benchmark } from '../harness/benchmark.ts';

/** Loads the benchmark of every `*.bench.ts` file in this folder. */
export async function loadBenchmarks(): Promise<Benchmark[]> {
  const folder = import.meta.dirname;
  const files = (await readdir(folder)).filter((name) => name.endsWith('.bench.ts')).toSorted();
  const modules: { default: Benchmark }[] = await Promise.all(
    files.map((file) => import(join(folder, file))),
  );
  return modules.map((each) => each.default);
}
