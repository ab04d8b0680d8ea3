import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const lockWaitMs = 10 * 60_000;

/**
 * Runs `work` under a lock across processes of this project. A lock whose owner has exited is taken over.
 *
 * The lock is a folder with one file, whose name is that of its owner. A folder can be renamed to it while it is empty
 * or absent, so one process alone can take it. Another process removes the file of a certain owner only, so it never
 * removes the lock of the next one.
 * @template T
 * @param {string} folder
 * @param {() => T} work
 * @returns {T}
 */
export function withLock(folder, work) {
  const owner = `${process.pid}-${randomBytes(6).toString('hex')}`;
  const until = Date.now() + lockWaitMs;
  while (!take(folder, owner)) {
    const isLate = Date.now() > until;
    const outdated = owners(folder).filter((other) => isLate || hasExited(other));
    for (const other of outdated) rmSync(join(folder, other), { force: true });
    if (outdated.length === 0) pause(200);
  }
  try {
    return work();
  } finally {
    rmSync(join(folder, owner), { force: true });
    // Another process may have taken the lock already.
    failedWith(['ENOENT', 'ENOTEMPTY', 'EEXIST'], () => rmdirSync(folder));
  }
}

/**
 * @param {string} folder
 * @param {string} owner
 */
function take(folder, owner) {
  const draft = `${folder}.${owner}`;
  mkdirSync(draft);
  try {
    writeFileSync(join(draft, owner), '');
    return !failedWith(['ENOTEMPTY', 'EEXIST'], () => renameSync(draft, folder));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** @param {string} folder */
function owners(folder) {
  /** @type {string[]} */
  const names = [];
  failedWith(['ENOENT'], () => void names.push(...readdirSync(folder)));
  return names;
}

/** @param {string} owner */
function hasExited(owner) {
  try {
    process.kill(Number.parseInt(owner, 10), 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

/**
 * Returns whether an operation failed with one of the codes.
 * @param {readonly string[]} codes
 * @param {() => void} operation
 * @throws any other error
 */
function failedWith(codes, operation) {
  try {
    operation();
    return false;
  } catch (error) {
    if (error instanceof Error && 'code' in error && codes.includes(String(error.code)))
      return true;
    throw error;
  }
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
