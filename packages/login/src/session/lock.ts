import { LoginError } from '../errors.ts';
import * as messages from '../messages.ts';

/** Milliseconds to wait for the lock before giving up. */
const lockTimeoutMs = 30_000;

/**
 * Runs the work while holding the origin-wide lock of this name, so that one tab at a time touches
 * the refresh token. Without Web Locks the work just runs: callers share one renewal per tab.
 * @throws LoginError `lock_timeout` after 30 s of waiting
 */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const { locks } = navigator;
  if (!locks) return work();
  let isAcquired = false;
  try {
    return await locks.request(name, { signal: AbortSignal.timeout(lockTimeoutMs) }, () => {
      isAcquired = true;
      return work();
    });
  } catch (failure) {
    if (isAcquired) throw failure;
    throw new LoginError('lock_timeout', messages.silentExchange, undefined, true);
  }
}
