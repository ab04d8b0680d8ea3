import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readManifest } from '../building/release/product-tree.ts';
import { explain } from './setup-failure.mjs';
import { withLock } from './lock.mjs';
import { isProjectMajor } from './node.mjs';
import { npm } from './run-npm.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'setup-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  ['18.19.1', false],
  ['24.21.0', false],
  ['26.0.0', true],
  ['26.10.0', true],
  ['28.0.0', false],
])('Node %s has the major version of the project: %s', (version, expected) => {
  expect(isProjectMajor(version)).toBe(expected);
});

it('uses the same major version of Node on every platform', () => {
  const { optionalDependencies } = readManifest('.');
  const carriers = Object.entries(optionalDependencies ?? {}).filter(([name]) =>
    name.startsWith('node-'),
  );
  expect(carriers).toHaveLength(4);
  expect(carriers.filter(([, version]) => !isProjectMajor(version))).toEqual([]);
});

it('installs what builds the application, also where the environment is that of production', () => {
  vi.stubEnv('NODE_ENV', 'production');
  vi.stubEnv('npm_config_omit', 'dev');
  expect(npm(['config', 'get', 'omit'], folder).trim()).toBe('');
});

it('explains a full disk and a missing permission in one sentence', () => {
  expect(explain('npm error code ENOSPC', '/p')).toContain('The disk that holds /p is full');
  expect(explain('npm error code EACCES', '/p')).toContain('may not write in /p');
  expect(explain('anything else', '/p')).toBeUndefined();
});

it('takes over the lock of a dead process, and releases it', () => {
  const file = join(folder, 'a.lock');
  // No process has this pid, because it is above the maximum.
  writeFileSync(file, '2147483646');
  expect(withLock(file, () => 'done')).toBe('done');
  expect(withLock(file, () => 'again')).toBe('again');
});
