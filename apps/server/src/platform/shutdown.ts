import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from './log.ts';

type Stop = () => Promise<unknown>;

/** What `/readyz` knows of the end of its process. */
export interface Readiness {
  /** From here on the process takes no new work. */
  readonly isStopping: boolean;
  /** Somebody has asked, and was told whether the process is stopping. */
  answered(isStopping: boolean): void;
}

/**
 * How a program ends. Its parts name what they have to do; the steps follow each other:
 *
 * | step | what happens | at most |
 * | --- | --- | --- |
 * | announce | `/readyz` answers 503; whoever asked it lately hears that before anything ends | 3 s |
 * | finish | event streams end; listeners close once their calls are answered; workers hand their streams over | 9 s |
 * | close | what the others needed, the newest first: tokens that wait to be stored, jobs, events, pools | the rest |
 *
 * The caller bounds the whole.
 */
export interface Shutdown {
  readiness: Readiness;
  /** Something that takes work: all of them finish at the same time. */
  finish(stop: Stop): void;
  /** Something that others need. */
  close(stop: Stop): void;
  run(): Promise<void>;
}

/** Whoever asked for readiness within this time asks regularly. */
const askedLatelyMs = 30_000;
const defaultAnnounceMs = 3000;

/** What has not finished by then is cut off by what closes: a token that waits to be stored must have its time. */
const defaultFinishMs = 9000;

export function createShutdown(
  log: Pick<Log, 'error'>,
  { announceMs = defaultAnnounceMs, finishMs = defaultFinishMs } = {},
): Shutdown {
  const finishing: Stop[] = [];
  const closing: Stop[] = [];
  let isStopping = false;
  let askedAt = -Infinity;
  const heard = Promise.withResolvers<void>();

  const attempt = (stop: Stop) =>
    stop().catch((error: unknown) => log.error({ err: error }, 'a part did not stop cleanly'));

  async function announce(): Promise<void> {
    isStopping = true;
    if (performance.now() - askedAt > askedLatelyMs) return;
    const timer = setTimeout(heard.resolve, announceMs);
    await heard.promise;
    clearTimeout(timer);
  }

  return {
    readiness: {
      get isStopping() {
        return isStopping;
      },
      answered(wasStopping) {
        askedAt = performance.now();
        if (wasStopping) heard.resolve();
      },
    },
    finish: (stop) => void finishing.push(stop),
    close: (stop) => void closing.push(stop),
    async run() {
      await announce();
      const over = new AbortController();
      await Promise.race([
        Promise.all(finishing.splice(0).map(attempt)),
        delay(finishMs, undefined, { signal: over.signal }).catch(() => undefined),
      ]);
      over.abort();
      for (const stop of closing.splice(0).toReversed()) await attempt(stop);
    },
  };
}
