import { setTimeout as delay } from 'node:timers/promises';

interface PollOptions {
  /** Time from the end of one round to the next, given the number of rounds that failed in a row. */
  intervalMs: number | ((failures: number) => number);
  /** Whether the first round waits for an interval too. */
  isDelayed?: boolean;
  /** Called after a failed round. Polling goes on. */
  onError(error: unknown, failures: number): void;
}

export interface Polling {
  /** Starts the next round at once, or as soon as the current one has ended. */
  wake(): void;
  /** Ends polling, and waits for the current round. */
  stop(): Promise<void>;
}

/** Returns the pause before the next poll, at random so that the processes do not poll at the same time. */
export function pollPauseMs(pollIntervalMs: number, random: () => number = Math.random): number {
  return pollIntervalMs * (0.8 + random() * 0.4);
}

/** Runs `work` again and again until stopped, one round at a time. Does not keep the process alive. */
export function startPolling(
  work: (stopping: AbortSignal) => Promise<unknown>,
  { intervalMs, isDelayed = false, onError }: PollOptions,
): Polling {
  const stopping = new AbortController();
  let pause = new AbortController();
  let failures = 0;

  async function wait(): Promise<void> {
    const ms = typeof intervalMs === 'number' ? intervalMs : intervalMs(failures);
    await delay(ms, undefined, { signal: pause.signal, ref: false }).catch(() => undefined);
  }

  async function poll(): Promise<void> {
    if (isDelayed) await wait();
    while (!stopping.signal.aborted) {
      // Replaced before the round: a call of `wake` during it ends the pause after it.
      pause = new AbortController();
      try {
        await work(stopping.signal);
        failures = 0;
      } catch (error) {
        failures += 1;
        if (!stopping.signal.aborted) onError(error, failures);
      }
      await wait();
    }
  }

  const polling = poll();
  return {
    wake: () => pause.abort(),
    stop() {
      stopping.abort();
      pause.abort();
      return polling;
    },
  };
}

/**
 * Returns the delay after failures in a row: `firstMs`, doubled for each failure up to `maxMs`.
 * @param random uniform in [0, 1); adds a jitter of 25 %
 */
export function backoffMs(
  failures: number,
  { firstMs, maxMs }: { firstMs: number; maxMs: number },
  random?: () => number,
): number {
  const delayMs = Math.min(maxMs, firstMs * 2 ** Math.min(failures, 20));
  return random ? Math.round(delayMs * (0.75 + random() * 0.5)) : delayMs;
}

/**
 * Renews a lease every `intervalMs`. Renewals do not overlap: one that takes longer delays the next.
 * @returns stops the renewals
 */
export function renewPeriodically(
  renew: () => Promise<unknown>,
  intervalMs: number,
  onError: (error: unknown) => void,
): () => void {
  let isRenewing = false;
  const timer = setInterval(() => {
    if (isRenewing) return;
    isRenewing = true;
    void renew()
      .catch(onError)
      .finally(() => {
        isRenewing = false;
      });
  }, intervalMs);
  return () => clearInterval(timer);
}
