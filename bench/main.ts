import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Benchmark, Figure } from './src/figure.ts';

const folder = join(import.meta.dirname, 'src');
const wanted = process.argv.slice(2);

async function benchmarks(): Promise<Benchmark[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.bench.ts')).toSorted();
  const modules: { default: Benchmark }[] = await Promise.all(
    names.map((name) => import(join(folder, name))),
  );
  return modules.map((each) => each.default);
}

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

const figures: Figure[] = [];
const failures: string[] = [];
for (const each of all) {
  if (wanted.length > 0 ? !wanted.includes(each.name) : each.long) continue;
  process.stderr.write(`${each.name} …\n`);
  try {
    figures.push(...(await each.measure()));
  } catch (error) {
    failures.push(`${each.name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
process.stdout.write(`${table(figures)}\n`);
for (const failure of failures) process.stderr.write(`${failure}\n`);
process.exitCode = failures.length > 0 ? 1 : 0;
