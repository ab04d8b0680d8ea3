import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { listBenchmarks } from '../benchmarks/index.ts';
import {
  measuredCommit,
  readRecordedResults,
  recordResults,
  renderResults,
} from './recorded-results.ts';

const bench = join(import.meta.dirname, '../..');
const result = { name: 'a poll', value: '2 ms', target: '≤ 15 ms', reached: true };

it('results.md shows results.json (regenerate it with `npx vitest -u`)', async () => {
  const recorded = readRecordedResults(join(bench, 'results.json'));
  expect(Object.keys(recorded)).toEqual(await listBenchmarks());
  await expect(renderResults(recorded)).toMatchFileSnapshot(join(bench, 'results.md'));
});

it('results replace those of the same benchmark; others stay', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recorded-results-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'results.json');
  const old = { commit: 'c0ffee00', day: '2026-11-01', note: 'beside other work', results: [] };
  writeFileSync(path, JSON.stringify({ due: old, quota: old }));
  const run = { commit: 'f33dd177', day: '2026-12-01', results: [result] };
  recordResults(path, 'due', run);
  recordResults(path, 'apply', run);
  expect(Object.entries(readRecordedResults(path))).toEqual([
    ['apply', run],
    ['due', run],
    ['quota', old],
  ]);
});

it('results are of a commit; those of uncommitted changes are refused', () => {
  const outputs: Record<string, string> = { status: '', 'rev-parse': 'f33dd177\n' };
  const git = (command: string) => outputs[command] ?? '';
  expect(measuredCommit(git)).toBe('f33dd177');
  outputs['status'] = ' M bench/main.ts\n';
  expect(() => measuredCommit(git)).toThrow('commit your changes first');
});
