import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { explain } from './setup-failure.mjs';
import { withLock } from './lock.mjs';
import { isNewEnough } from './node.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'setup-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ['18.19.1', false],
  ['24.11.1', false],
  ['24.12.0', true],
  ['26.0.0', true],
])('Node %s is new enough: %s', (version, expected) => {
  expect(isNewEnough(version)).toBe(expected);
});

it('explains a full disk and a missing permission in one sentence', () => {
  expect(explain('npm error code ENOSPC', '/p')).toContain('The disk that holds /p is full');
  expect(explain('npm error code EACCES', '/p')).toContain('may not write in /p');
  expect(explain('anything else', '/p')).toBeUndefined();
});

it('takes over the lock of a process that is gone, and gives it back', () => {
  const file = join(folder, 'a.lock');
  // No process has this pid, because it is above the maximum.
  writeFileSync(file, '2147483646');
  expect(withLock(file, () => 'done')).toBe('done');
  expect(withLock(file, () => 'again')).toBe('again');
});
