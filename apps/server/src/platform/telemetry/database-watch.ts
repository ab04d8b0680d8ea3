import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { startPolling } from '../poll.ts';

/** Detects that only this process has lost its database connections, so that a restart would help. */
interface DatabaseWatch {
  isCutOff(): boolean;
  stop(): void;
}

interface DatabaseWatchOptions {
  /** Runs a statement over the pool. */
  ping(): Promise<unknown>;
  /** Runs a statement over a new connection. */
  probe(): Promise<unknown>;
  log: Pick<Log, 'warn'>;
  pollIntervalMs?: number;
  /** Timeout of a ping or probe. */
  pingTimeoutMs?: number;
  /** How long the state must last before it is reported. */
  cutOffAfterMs?: number;
}

/**
 * Pings the database periodically over the pool and, if that fails, over a new connection. If both fail, the database
 * is unavailable and a restart would not help; the process may also hold tokens that are not stored yet. If only the
 * pool fails, the process is cut off.
 */
export function watchDatabase(options: DatabaseWatchOptions): DatabaseWatch {
  const { pollIntervalMs = 15_000, pingTimeoutMs = 5000, cutOffAfterMs = 120_000 } = options;
  let cutOffSince: number | null = null;

  async function poll(): Promise<void> {
    if (await succeedsWithin(options.ping, pingTimeoutMs)) cutOffSince = null;
    else if (!(await succeedsWithin(options.probe, pingTimeoutMs))) cutOffSince = null;
    else if (cutOffSince === null) {
      cutOffSince = performance.now();
      options.log.warn(
        { event: 'database.cut_off' },
        "Database accepts new connections but none of this process's pool responds",
      );
    }
  }
  // `poll` does not fail.
  const polling = startPolling(poll, { intervalMs: pollIntervalMs, onError: () => undefined });

  return {
    isCutOff: () => cutOffSince !== null && performance.now() - cutOffSince >= cutOffAfterMs,
    // A round that waits for the database must not delay the shutdown.
    stop: () => void polling.stop(),
  };
}

/** Returns whether an attempt succeeds within `ms`. */
export async function succeedsWithin(
  attempt: () => Promise<unknown>,
  ms: number,
): Promise<boolean> {
  const outcome = attempt().then(
    () => true,
    () => false,
  );
  const timer = new AbortController();
  const timeout = delay(ms, false, { signal: timer.signal, ref: false }).catch(() => false);
  const answer = await Promise.race([outcome, timeout]);
  timer.abort();
  return answer;
}
