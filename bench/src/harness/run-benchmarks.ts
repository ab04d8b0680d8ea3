import type { BenchmarkResult } from './benchmark.ts';
import { runBenchmarkProcess } from './run-benchmark-process.ts';

interface Output {
  write(text: string): unknown;
}

/**
 * Runs benchmarks one after the other, each in a process of its own. Writes a table of their results, and what failed.
 * A signal that ends the program ends the benchmark that runs, and the others are not started.
 *
 * @param record receives the results of each benchmark that ran
 * @returns the exit code: 0 if all ran
 */
export async function runBenchmarks(
  program: string,
  names: readonly string[],
  { stdout, stderr }: { stdout: Output; stderr: Output },
  record: (name: string, results: BenchmarkResult[]) => void = () => undefined,
): Promise<number> {
  let isStopping = false;
  const stop = () => (isStopping = true);
  process.on('SIGTERM', stop).on('SIGINT', stop);
  const results: BenchmarkResult[] = [];
  const failures: string[] = [];
  let ran = 0;
  for (const name of names) {
    if (isStopping) break;
    stderr.write(`${name} …\n`);
    const measured = await runBenchmarkProcess(program, name);
    results.push(...measured.results);
    if (measured.failure === null) {
      ran += 1;
      record(name, measured.results);
    } else failures.push(`${name} ${measured.failure}`);
  }
  process.off('SIGTERM', stop).off('SIGINT', stop);
  stdout.write(`${formatTable(results)}\n`);
  for (const failure of failures) stderr.write(`${failure}; why stands above.\n`);
  stdout.write(`${ran} of ${names.length} benchmarks ran, ${failures.length} failed\n`);
  return ran === names.length ? 0 : 1;
}

function formatTable(results: readonly BenchmarkResult[]): string {
  const rows = [
    ['measured', 'value', 'target', ''],
    ...results.map((each) => [
      each.name,
      each.value,
      each.target,
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
