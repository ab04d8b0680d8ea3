import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
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

function lockOfDeadProcess(): string {
  const lock = join(folder, 'lock');
  mkdirSync(lock);
  // No process has this pid, because it is above the maximum.
  writeFileSync(join(lock, '2147483646-0'), '');
  return lock;
}

it('takes over the lock of a dead process, and releases it', () => {
  const lock = lockOfDeadProcess();
  expect(withLock(lock, () => 'done')).toBe('done');
  expect(withLock(lock, () => 'again')).toBe('again');
  expect(readdirSync(folder)).toEqual([]);
});

it('does not take over a lock that another process has taken over meanwhile', async () => {
  const lock = lockOfDeadProcess();
  const [entered, release] = [join(folder, 'entered'), join(folder, 'release')];
  const program = `
    import { existsSync, rmSync, writeFileSync } from 'node:fs';
    import { withLock } from ${JSON.stringify(join(import.meta.dirname, 'lock.mjs'))};
    const [, lock, entered, release] = process.argv;
    withLock(lock, () => {
      writeFileSync(entered, '');
      while (!existsSync(release)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      rmSync(entered);
    });`;
  const others: ChildProcess[] = [];
  const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
    if (others.length > 0) {
      writeFileSync(release, '');
      return true;
    }
    const args = ['--input-type=module', '--eval', program, lock, entered, release];
    const other = spawn(process.execPath, args, { stdio: 'inherit' });
    others.push(other);
    while (!existsSync(entered)) pause(5);
    throw Object.assign(new Error('No such process'), { code: 'ESRCH' });
  });
  const isOtherInside = withLock(lock, () => existsSync(entered));
  kill.mockRestore();
  writeFileSync(release, '');
  await Promise.all(others.map((other) => once(other, 'exit')));
  expect(isOtherInside).toBe(false);
});

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
