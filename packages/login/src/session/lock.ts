import { LoginError } from '../errors.ts';
import * as messages from '../messages.ts';

/** Timeout in milliseconds for acquiring the lock. */
const lockTimeoutMs = 30_000;

/**
 * Runs work under an origin-wide Web Lock, so that one tab at a time uses the refresh token. Without Web
 * Locks the work runs unguarded; callers within a tab still share one renewal.
 * @throws LoginError `lock_timeout` if the lock is not acquired within 30 s
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
