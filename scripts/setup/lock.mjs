import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';

const PATIENCE = 10 * 60_000;

/**
 * Runs `work` under a lock across processes of this project. A lock whose owner has exited is taken over.
 * @template T
 * @param {string} file
 * @param {() => T} work
 * @returns {T}
 */
export function withLock(file, work) {
  const until = Date.now() + PATIENCE;
  while (!take(file)) {
    if (Date.now() > until || isStale(file)) rmSync(file, { force: true });
    else pause(200);
  }
  try {
    return work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** @param {string} file */
function take(file) {
  try {
    const handle = openSync(file, 'wx');
    writeSync(handle, String(process.pid));
    closeSync(handle);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** @param {string} file */
function isStale(file) {
  try {
    const owner = Number(readFileSync(file, 'utf8'));
    // An empty file belongs to a process that is about to write its pid.
    if (owner > 0) process.kill(owner, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
