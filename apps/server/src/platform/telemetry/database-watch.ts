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
  const { everyMs = 15_000, patienceMs = 5000, cutOffAfterMs = 120_000 } = options;
  const stopping = new AbortController();
  let since: number | null = null;

  async function look(): Promise<void> {
    if (await answers(options.ping, patienceMs)) since = null;
    else if (!(await answers(options.probe, patienceMs))) since = null;
    else if (since === null) {
      since = performance.now();
      options.log.warn(
        { event: 'database.cut_off' },
        'the database answers a new connection, and none of those of this process',
      );
    }
  }
  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look();
      await delay(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(
        () => undefined,
      );
    }
  }
  void watch();

  return {
    isCutOff: () => since !== null && performance.now() - since >= cutOffAfterMs,
    stop: () => stopping.abort(),
  };
}

/** Whether something succeeds within `ms`. */
export async function answers(ask: () => Promise<unknown>, ms: number): Promise<boolean> {
  const asked = ask().then(
    () => true,
    () => false,
  );
  const timer = new AbortController();
  const late = delay(ms, false, { signal: timer.signal, ref: false }).catch(() => false);
  const answer = await Promise.race([asked, late]);
  timer.abort();
  return answer;
}
