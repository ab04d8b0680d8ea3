import { rateLimitedProblem } from './problem.ts';

/**
 * Runs at most `running` tasks per team or account at the same time, first in, first out. Up to `waiting` more wait.
 * @returns a function that runs `work`. It rejects with a `Problem` 429 if too many tasks wait, and with the reason of
 * `signal` if that is aborted first.
 */
export function createConcurrencyQueue(limits: {
  readonly running: number;
  readonly waiting: number;
}) {
  interface KeyState {
    running: number;
    readonly waiting: Set<() => void>;
  }
  const states = new Map<string, KeyState>();

  async function enter(state: KeyState, signal: AbortSignal): Promise<void> {
    if (state.running < limits.running) {
      state.running += 1;
      return;
    }
    if (state.waiting.size >= limits.waiting) throw busyProblem();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = () => {
      state.waiting.delete(resolve);
      reject(signal.reason);
    };
    state.waiting.add(resolve);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      // A finished task passes its slot to the next waiter, so `running` does not change here.
      await promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  return async <T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    const state = states.get(key) ?? { running: 0, waiting: new Set() };
    states.set(key, state);
    await enter(state, signal);
    try {
      return await work();
    } finally {
      const [next] = state.waiting;
      if (next) {
        state.waiting.delete(next);
        next();
      } else {
        state.running -= 1;
        if (state.running === 0) states.delete(key);
      }
    }
  };
}

const busyProblem = () =>
  rateLimitedProblem(5, {
    vi: 'Nhóm của bạn đang có quá nhiều yêu cầu cùng lúc.',
    en: 'Your team has too many requests in progress.',
  });
