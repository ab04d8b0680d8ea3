import { LoginError } from '../errors.ts';
import * as messages from '../messages.ts';

/** Milliseconds to wait for the lock before giving up. */
const patience = 30_000;

/**
 * Runs the work while holding the origin-wide lock of this name, so that one tab at a time touches
 * the refresh token. Without Web Locks the work just runs: callers share one renewal per tab.
 * @throws LoginError `lock_timeout` after 30 s of waiting
 */
export async function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  const { locks } = navigator;
  if (!locks) return work();
  let entered = false;
  try {
    return await locks.request(name, { signal: AbortSignal.timeout(patience) }, () => {
      entered = true;
      return work();
    });
  } catch (failure) {
    if (entered) throw failure;
    throw new LoginError('lock_timeout', messages.silentExchange, undefined, true);
  }
}
