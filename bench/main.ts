import { join } from 'node:path';
import { benchmarks } from './src/benchmarks/index.ts';
import type { Figure } from './src/harness/benchmark.ts';
import { measureApart } from './src/harness/run-benchmark-process.ts';

const program = join(import.meta.dirname, 'src/harness/benchmark-process.ts');
const wanted = process.argv.slice(2);

function table(figures: readonly Figure[]): string {
  const rows = [
    ['what', 'figure', 'bar', ''],
    ...figures.map((each) => [
      each.what,
      each.figure,
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

const all = await benchmarks();
const unknown = wanted.filter((name) => !all.some((each) => each.name === name));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no benchmark ${unknown.join(', ')}; there are ${all.map((each) => each.name).join(', ')}.\n`,
  );
  process.exit(1);
}

let ending = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => (ending = true));

const figures: Figure[] = [];
const failures: string[] = [];
const chosen = all.filter(({ name, long }) => (wanted.length > 0 ? wanted.includes(name) : !long));
for (const { name } of chosen) {
  if (ending) break;
  process.stderr.write(`${name} …\n`);
  const measured = await measureApart(program, name);
  figures.push(...measured.figures);
  if (measured.failure !== null) failures.push(`${name} ${measured.failure}`);
}
process.stdout.write(`${table(figures)}\n`);
for (const failure of failures) process.stderr.write(`${failure}; why stands above.\n`);
process.stdout.write(
  `${chosen.length - failures.length} of ${chosen.length} benchmarks ran, ${failures.length} failed\n`,
);
process.exitCode = failures.length > 0 || ending ? 1 : 0;
