import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../log.ts';

/** Whether this process alone has lost its way to the database, so that a new start would help. */
export interface DatabaseWatch {
  isCutOff(): boolean;
  stop(): void;
}

export interface DatabaseWatchOptions {
  /** A statement over the connections that the process works with. */
  ping(): Promise<unknown>;
  /** The same over a connection that is opened for it. */
  probe(): Promise<unknown>;
  log: Pick<Log, 'warn'>;
  everyMs?: number;
  /** How long a ping may take. */
  patienceMs?: number;
  /** How long the process is cut off before it says so. */
  cutOffAfterMs?: number;
}

/**
 * Asks the database again and again over the pool, and where that fails over a new connection. A database that is away
 * for everybody is no reason to end a process, which may hold tokens that wait to be stored. A new connection that
 * works while the pool does not is one.
 */
export function watchDatabase(options: DatabaseWatchOptions): DatabaseWatch {
  const {
    everyMs: pollIntervalMs = 15_000,
    patienceMs: pingTimeoutMs = 5000,
    cutOffAfterMs = 120_000,
  } = options;
  const stopping = new AbortController();
  let cutOffSince: number | null = null;

  async function poll(): Promise<void> {
    if (await succeedsWithin(options.ping, pingTimeoutMs)) cutOffSince = null;
    else if (!(await succeedsWithin(options.probe, pingTimeoutMs))) cutOffSince = null;
    else if (cutOffSince === null) {
      cutOffSince = performance.now();
      options.log.warn(
        { event: 'database.cut_off' },
        'the database answers a new connection, and none of those of this process',
      );
    }
  }
  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await poll();
      await delay(pollIntervalMs, undefined, { signal: stopping.signal, ref: false }).catch(
        () => undefined,
      );
    }
  }
  void watch();

  return {
    isCutOff: () => cutOffSince !== null && performance.now() - cutOffSince >= cutOffAfterMs,
    stop: () => stopping.abort(),
  };
}

/** Whether something succeeds within `ms`. */
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
