import { join } from 'node:path';
import { loadBenchmarks } from './src/benchmarks/index.ts';
import type { BenchmarkResult } from './src/harness/benchmark.ts';
import { runBenchmarkProcess } from './src/harness/run-benchmark-process.ts';

const benchmarkProgram = join(import.meta.dirname, 'src/harness/benchmark-process.ts');
const requestedNames = process.argv.slice(2);

function formatTable(results: readonly BenchmarkResult[]): string {
  const rows = [
    ['measured', 'value', 'bar', ''],
    ...results.map((each) => [
      each.name,
      each.value,
      each.bar,
      each.reached === null ? '' : each.reached ? 'reached' : 'missed',
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const all = await loadBenchmarks();
const unknown = requestedNames.filter((name) => !all.some((each) => each.name === name));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no benchmark ${unknown.join(', ')}; there are ${all.map((each) => each.name).join(', ')}.\n`,
  );
  process.exit(1);
}

let isStopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => (isStopping = true));

const results: BenchmarkResult[] = [];
const failures: string[] = [];
const chosen = all.filter(({ name, long }) =>
  requestedNames.length > 0 ? requestedNames.includes(name) : !long,
);
for (const { name } of chosen) {
  if (isStopping) break;
  process.stderr.write(`${name} …\n`);
  const measured = await runBenchmarkProcess(benchmarkProgram, name);
  results.push(...measured.results);
  if (measured.failure !== null) failures.push(`${name} ${measured.failure}`);
}
process.stdout.write(`${formatTable(results)}\n`);
for (const failure of failures) process.stderr.write(`${failure}; why stands above.\n`);
process.stdout.write(
  `${chosen.length - failures.length} of ${chosen.length} benchmarks ran, ${failures.length} failed\n`,
);
process.exitCode = failures.length > 0 || isStopping ? 1 : 0;
