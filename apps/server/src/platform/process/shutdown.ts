import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../log.ts';

type StopHandler = () => Promise<unknown>;

/** State of the shutdown for `/readyz`. */
export interface Readiness {
  /** Whether the process has stopped taking new work. */
  readonly isStopping: boolean;
  /** Records a probe and whether it reported that the process is stopping. */
  answered(isStopping: boolean): void;
}

/**
 * Graceful shutdown. The parts of a program register handlers, which run in three steps:
 *
 * | step | what happens | timeout |
 * | --- | --- | --- |
 * | announce | `/readyz` answers 503; waits for the next probe if there was one lately, and for the balancer | 3.5 s |
 * | finish | event streams end; listeners close after running calls; workers release their streams | 9 s |
 * | close | dependencies of the above, newest first: tokens to be stored, jobs, events, pools | none |
 *
 * The caller limits the total time.
 */
export interface Shutdown {
  readiness: Readiness;
  /** Registers a handler of a part that takes work. These handlers run concurrently. */
  finish(stop: StopHandler): void;
  /** Registers a handler of a part that others depend on. */
  close(stop: StopHandler): void;
  run(): Promise<void>;
}

/** A probe within this time means that the process is probed regularly. */
const recentProbeMs = 30_000;
const defaultReadinessDelayMs = 3000;
/** How long calls are taken after the probe that reported the end: the balancer has to act on the answer first. */
const defaultLingerMs = 500;

/** The close step starts after this time in any case, so that there is time left to store tokens. */
const defaultFinishTimeoutMs = 9000;

export function createShutdown(
  log: Pick<Log, 'error'>,
  {
    readinessDelayMs = defaultReadinessDelayMs,
    lingerMs = defaultLingerMs,
    finishTimeoutMs = defaultFinishTimeoutMs,
  } = {},
): Shutdown {
  const finishHandlers: StopHandler[] = [];
  const closeHandlers: StopHandler[] = [];
  let isStopping = false;
  let lastProbeAt = -Infinity;
  const stoppingObserved = Promise.withResolvers<void>();

  const runHandler = (stop: StopHandler) =>
    stop().catch((error: unknown) =>
      log.error(
        { event: 'process.part_not_stopped', err: error },
        'Part of the process did not stop cleanly',
      ),
    );

  async function awaitReadinessProbe(): Promise<void> {
    isStopping = true;
    if (performance.now() - lastProbeAt > recentProbeMs) return;
    const timer = setTimeout(stoppingObserved.resolve, readinessDelayMs);
    await stoppingObserved.promise;
    clearTimeout(timer);
    await delay(lingerMs);
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

/** Like `Promise.all`, but rejects with the first failure only once all have ended, so that none is left running. */
export async function waitForAll<Value>(promises: readonly Promise<Value>[]): Promise<Value[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
