import { rateLimitedProblem, type Problem } from '../problem.ts';

interface QueueLimits {
  /** Tasks of one key at the same time. */
  readonly running: number;
  /** Tasks of one key that wait. */
  readonly waiting: number;
  /** Tasks of all keys at the same time. The last slot is for a key that has none running. */
  readonly total?: number;
  /** Longest wait of a task. */
  readonly maxWaitMs?: number;
  /** The error of a task that may not wait, or not any longer. */
  readonly busyProblem?: () => Problem;
}

/** The tasks of one team or account. */
interface KeyState {
  readonly key: string;
  running: number;
  readonly waiting: Set<() => void>;
}

/**
 * Runs at most `running` tasks per team or account at the same time, and at most `total` of all. Up to `waiting` more
 * wait: those of one key first in, first out; a free slot goes to the key that got none for the longest time.
 * @returns a function that runs `work`. It rejects with a `Problem`, 429 by default, if too many tasks wait or the task
 * waits too long, and with the reason of `signal` if that is aborted first.
 */
export function createConcurrencyQueue(limits: QueueLimits) {
  const { total = Infinity, maxWaitMs, busyProblem = tooManyTasksProblem } = limits;
  /** The key that got a slot most recently is the last one. */
  const states = new Map<string, KeyState>();
  let running = 0;

  const mayRun = (state: KeyState) =>
    state.running < limits.running && running < (state.running === 0 ? total : total - 1);

  function acquireSlot(state: KeyState): void {
    running += 1;
    state.running += 1;
    states.delete(state.key);
    states.set(state.key, state);
  }

  function releaseSlot(state: KeyState): void {
    running -= 1;
    state.running -= 1;
    // A key that acquires a slot moves to the end and is visited again.
    for (const each of states.values()) {
      const [next] = each.waiting;
      if (!next || !mayRun(each)) continue;
      each.waiting.delete(next);
      acquireSlot(each);
      next();
    }
    deleteIdle(state);
  }

  function deleteIdle({ key, running: own, waiting }: KeyState): void {
    if (own === 0 && waiting.size === 0) states.delete(key);
  }

  async function enter(state: KeyState, signal: AbortSignal): Promise<void> {
    if (mayRun(state)) return acquireSlot(state);
    if (state.waiting.size >= limits.waiting) {
      deleteIdle(state);
      throw busyProblem();
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (reason: unknown) => {
      state.waiting.delete(resolve);
      deleteIdle(state);
      reject(reason);
    };
    const onAbort = () => leave(signal.reason);
    const timer =
      maxWaitMs === undefined ? undefined : setTimeout(() => leave(busyProblem()), maxWaitMs);
    state.waiting.add(resolve);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      // `releaseSlot` acquires the slot before it resolves this.
      await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  }

  return async <T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    const state = states.getOrInsertComputed(key, () => ({ key, running: 0, waiting: new Set() }));
    await enter(state, signal);
    try {
      return await work();
    } finally {
      releaseSlot(state);
    }
  };
}

const tooManyTasksProblem = () =>
  rateLimitedProblem(5, {
    vi: 'Nhóm của bạn đang có quá nhiều yêu cầu cùng lúc.',
    en: 'Your team has too many requests in progress.',
  });
