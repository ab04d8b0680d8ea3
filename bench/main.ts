import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BenchmarkResult } from './src/harness/benchmark.ts';
import { listBenchmarks, longBenchmarks } from './src/benchmarks/index.ts';
import { measuredCommit, recordResults } from './src/harness/recorded-results.ts';
import { runBenchmarks } from './src/harness/run-benchmarks.ts';

const benchmarkProgram = join(import.meta.dirname, 'src/harness/benchmark-process.ts');
const { values: options, positionals: requestedNames } = parseArgs({
  options: { record: { type: 'boolean', default: false } },
  allowPositionals: true,
});

const all = await listBenchmarks();
const unknown = requestedNames.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no benchmark ${unknown.join(', ')}; there are ${all.join(', ')}.\n`,
  );
  process.exit(1);
}
const chosen = all.filter((name) =>
  requestedNames.length > 0 ? requestedNames.includes(name) : !longBenchmarks.has(name),
);
const record = options.record ? createRecorder() : undefined;
process.exitCode = await runBenchmarks(benchmarkProgram, chosen, process, record);

/** @throws Error if the working tree has changes */
function createRecorder(): (name: string, results: BenchmarkResult[]) => void {
  const folder = import.meta.dirname;
  const commit = measuredCommit((...args) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8' }),
  );
  const day = new Date().toISOString().slice(0, 10);
  return (name, results) =>
    recordResults(join(folder, 'results.json'), name, { commit, day, results });
}
