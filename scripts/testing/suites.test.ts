import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ensureFailureCounted, countJourneys, countVitest, firefoxTests } from './suites.ts';

let file: string;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'suites-'));
  file = join(folder, 'report.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('counts tests; one that did not run and a file that failed to load are failures', () => {
  const tests = (...statuses: string[]) => statuses.map((status) => ({ status }));
  writeFileSync(
    file,
    JSON.stringify({
      testResults: [
        { status: 'passed', assertionResults: tests('passed', 'passed', 'skipped') },
        { status: 'failed', assertionResults: tests('passed', 'failed', 'failed') },
        { status: 'failed', assertionResults: [] },
      ],
    }),
  );
  expect(countVitest(file)).toEqual({ passed: 3, failed: 4 });
});

it('names and counts test parts that the machine does not allow', () => {
  const meta = { skippedParts: ['the disk is full: no small file system can be mounted'] };
  const assertionResults = [
    { status: 'passed', meta },
    { status: 'passed', meta: {} },
  ];
  writeFileSync(file, JSON.stringify({ testResults: [{ status: 'passed', assertionResults }] }));
  const output: string[] = [];
  const counts = countVitest(file, (text) => output.push(text));
  expect(counts).toEqual({ passed: 2, failed: 0, skipped: 1 });
  expect(output).toEqual([`Skipped: ${meta.skippedParts[0]}\n`]);
});

it('counts end-to-end tests; a flaky or skipped one is a failure', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 };
  writeFileSync(file, JSON.stringify({ stats, errors: [{ message: 'broken set-up' }] }));
  expect(countJourneys(file)).toEqual({ passed: 4, failed: 5 });
});

it('counts a missing report, and a failure without a failed test, as a failure', () => {
  expect(countVitest(file)).toEqual({ passed: 0, failed: 1 });
  expect(countJourneys(file)).toEqual({ passed: 0, failed: 1 });
  expect(ensureFailureCounted({ passed: 9, failed: 0 }, false)).toEqual({ passed: 9, failed: 1 });
  expect(ensureFailureCounted({ passed: 9, failed: 0 }, true)).toEqual({ passed: 9, failed: 0 });
});

it('reports a missing Firefox, and counts its tests as skipped', async () => {
  vi.stubEnv('FIREFOX_PATH', join(folder, 'firefox'));
  const output: string[] = [];
  const counts = await firefoxTests.run(new AbortController().signal, (text) => output.push(text));
  vi.unstubAllEnvs();
  expect(counts).toEqual({ passed: 0, failed: 0, skipped: 1 });
  expect(output.join('')).toContain('Skipped, as there is no Firefox here: FIREFOX_PATH is');
});

it('reports an outdated Firefox, and counts its tests as skipped', async () => {
  const program = join(folder, 'firefox');
  writeFileSync(program, '#!/bin/sh\necho Mozilla Firefox 140.12.0esr\n', { mode: 0o755 });
  vi.stubEnv('FIREFOX_PATH', program);
  const output: string[] = [];
  const counts = await firefoxTests.run(new AbortController().signal, (text) => output.push(text));
  vi.unstubAllEnvs();
  expect(counts).toEqual({ passed: 0, failed: 0, skipped: 1 });
  expect(output.join('')).toContain('Mozilla Firefox 140.12.0esr is older than version');
});
