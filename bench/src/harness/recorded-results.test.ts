import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { listBenchmarks } from '../benchmarks/index.ts';
import { readRecordedResults, renderResults, resultRecorder } from './recorded-results.ts';

const bench = join(import.meta.dirname, '../..');
const result = { name: 'a poll', value: '2 ms', target: '≤ 15 ms', reached: true };
const now = new Date('2026-12-01T23:00:00Z');

/** Creates a repository with recorded results of one benchmark, `old`. */
function createRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'recorded-results-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
  const path = join(folder, 'results.json');
  const old = { commit: 'c0ffee00', day: '2026-11-01', note: 'beside other work', results: [] };
  writeFileSync(path, JSON.stringify({ old }));
  git('init', '-q');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@b.test', 'commit', '-q', '-m', 'first');
  return { folder, path, old, commit: git('rev-parse', '--short', 'HEAD').trim() };
}

it('results.md shows results.json (regenerate it with `npx vitest -u`)', async () => {
  const recorded = readRecordedResults(join(bench, 'results.json'));
  expect(Object.keys(recorded)).toEqual(await listBenchmarks());
  await expect(renderResults(recorded)).toMatchFileSnapshot(join(bench, 'results.md'));
});

it('results are recorded with their commit and day; those of other benchmarks stay', () => {
  const { folder, path, old, commit } = createRepository();
  const record = resultRecorder(folder, now);
  record('due', [result]);
  record('apply', [result]);
  const run = { commit, day: '2026-12-01', results: [result] };
  expect(Object.entries(readRecordedResults(path))).toEqual([
    ['apply', run],
    ['due', run],
    ['old', old],
  ]);
});

it('results of uncommitted changes are not recorded', () => {
  const { folder } = createRepository();
  writeFileSync(join(folder, 'changed.ts'), '');
  expect(() => resultRecorder(folder, now)).toThrow('commit your changes first');
});
