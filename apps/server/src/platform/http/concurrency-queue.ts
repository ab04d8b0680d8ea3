import { Problem } from './problem.ts';

/**
 * Runs so much at the same time for one team or account, in the order in which it was asked for; the rest waits.
 * @returns runs `work`; rejects with a `Problem` 429 where too many wait, and with the reason of `signal`
 */
export function createQueue(limits: { readonly running: number; readonly waiting: number }) {
  interface Line {
    running: number;
    readonly waiting: Set<() => void>;
  }
  const lines = new Map<string, Line>();

  async function enter(line: Line, signal: AbortSignal): Promise<void> {
    if (line.running < limits.running) {
      line.running += 1;
      return;
    }
    if (line.waiting.size >= limits.waiting) throw tooManyWaiting();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = () => {
      line.waiting.delete(resolve);
      reject(signal.reason);
    };
    line.waiting.add(resolve);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      // Whoever leaves hands its place on, so that nothing is counted here.
      await promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  return async <T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    const line = lines.get(key) ?? { running: 0, waiting: new Set() };
    lines.set(key, line);
    await enter(line, signal);
    try {
      return await work();
    } finally {
      const [next] = line.waiting;
      if (next) {
        line.waiting.delete(next);
        next();
      } else {
        line.running -= 1;
        if (line.running === 0) lines.delete(key);
      }
    }
  };
}

const tooManyWaiting = () =>
  new Problem(
    429,
    'busy',
    {
      vi: 'Nhóm của bạn đang có quá nhiều yêu cầu cùng lúc. Vui lòng thử lại sau ít giây.',
      en: 'Your team is asking for too much at the same time. Please try again in a few seconds.',
    },
    { retryAfterSeconds: 5 },
  );
