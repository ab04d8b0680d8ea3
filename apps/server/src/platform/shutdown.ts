import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from './log.ts';

type StopHandler = () => Promise<unknown>;

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
  finish(stop: StopHandler): void;
  /** Something that others need. */
  close(stop: StopHandler): void;
  run(): Promise<void>;
}

/** Whoever asked for readiness within this time asks regularly. */
const recentProbeMs = 30_000;
const defaultReadinessDelayMs = 3000;

/** What has not finished by then is cut off by what closes: a token that waits to be stored must have its time. */
const defaultFinishTimeoutMs = 9000;

export function createShutdown(
  log: Pick<Log, 'error'>,
  {
    announceMs: readinessDelayMs = defaultReadinessDelayMs,
    finishMs: finishTimeoutMs = defaultFinishTimeoutMs,
  } = {},
): Shutdown {
  const finishHandlers: StopHandler[] = [];
  const closeHandlers: StopHandler[] = [];
  let isStopping = false;
  let lastProbeAt = -Infinity;
  const stoppingObserved = Promise.withResolvers<void>();

  const runHandler = (stop: StopHandler) =>
    stop().catch((error: unknown) => log.error({ err: error }, 'a part did not stop cleanly'));

  async function awaitReadinessProbe(): Promise<void> {
    isStopping = true;
    if (performance.now() - lastProbeAt > recentProbeMs) return;
    const timer = setTimeout(stoppingObserved.resolve, readinessDelayMs);
    await stoppingObserved.promise;
    clearTimeout(timer);
  }

  return {
    readiness: {
      get isStopping() {
        return isStopping;
      },
      answered(reportedStopping) {
        lastProbeAt = performance.now();
        if (reportedStopping) stoppingObserved.resolve();
      },
    },
    finish: (stop) => void finishHandlers.push(stop),
    close: (stop) => void closeHandlers.push(stop),
    async run() {
      await awaitReadinessProbe();
      const timeout = new AbortController();
      await Promise.race([
        Promise.all(finishHandlers.splice(0).map(runHandler)),
        delay(finishTimeoutMs, undefined, { signal: timeout.signal }).catch(() => undefined),
      ]);
      timeout.abort();
      for (const stop of closeHandlers.splice(0).toReversed()) await runHandler(stop);
    },
  };
}
