import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { BenchmarkResult } from './benchmark.ts';
import { runBenchmarks } from './run-benchmarks.ts';

const program = `
const [, , name] = process.argv;
if (name === 'broken') process.exit(1);
const result = { name, value: '1 s', target: '≤ 2 s', reached: true };
process.send([name === 'garbage' ? {} : result], () => process.disconnect());
`;

/** Runs benchmarks by the program above. Returns the exit code, what was recorded, and the output. */
async function run(names: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'run-benchmarks-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'benchmark.mjs');
  writeFileSync(path, program);
  const output = { stdout: '', stderr: '' };
  const recorded: [string, BenchmarkResult[]][] = [];
  const code = await runBenchmarks(
    path,
    names,
    {
      stdout: { write: (text) => (output.stdout += text) },
      stderr: { write: (text) => (output.stderr += text) },
    },
    (...given) => recorded.push(given),
  );
  return { code, recorded, ...output };
}

it('a failing benchmark is counted and does not affect others', async () => {
  const { code, recorded, stdout, stderr } = await run(['broken', 'garbage', 'good']);
  expect(code).toBe(1);
  const good = { name: 'good', value: '1 s', target: '≤ 2 s', reached: true };
  expect(recorded).toEqual([['good', [good]]]);
  expect(stdout.split('\n')).toEqual([
    'measured  value  target',
    'good      1 s    ≤ 2 s   reached',
    '1 of 3 benchmarks ran, 2 failed',
    '',
  ]);
  expect(stderr).toContain('broken ended with code 1; why stands above.');
  expect(stderr).toContain('garbage sent results that do not fit');
});

it('exits with code 0 when all ran', async () => {
  const { code, stdout } = await run(['good']);
  expect(code).toBe(0);
  expect(stdout).toContain('1 of 1 benchmarks ran, 0 failed');
});
