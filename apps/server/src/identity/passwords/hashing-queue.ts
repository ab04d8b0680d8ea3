import { Problem } from '../../platform/http/problem.ts';

/** The hashing queue is full; it has room again after two seconds. */
export class HashingBusy extends Problem {
  /** For the log. */
  readonly reason: string;

  constructor(reason: string) {
    super(
      503,
      'busy',
      {
        vi: 'Hệ thống đang bận. Vui lòng thử lại sau ít giây.',
        en: 'The service is busy. Try again in a few seconds.',
      },
      { retryAfterSeconds: 2 },
    );
    this.reason = reason;
  }
}

export interface HashingLimits {
  /** Concurrent hashes. Each takes 19 MiB and one of the process's four worker threads. */
  atOnce: number;
  /** Maximum queue length of one network. */
  waitingEach: number;
  waiting: number;
}

export const defaultHashingLimits: HashingLimits = { atOnce: 4, waitingEach: 16, waiting: 512 };

interface Waiter {
  go(): void;
  refuse(error: HashingBusy): void;
}

/**
 * Returns a function that runs work with limited concurrency. Networks are served round-robin, so a flood from some
 * of them delays the others by one item each. When the whole queue is full, the longest queue drops its newest
 * item; the new item is rejected if its own network's queue is about as long.
 */
export function createHashingQueue({ atOnce, waitingEach, waiting }: HashingLimits) {
  let running = 0;
  let total = 0;
  /** Queues in the order in which the networks are served. */
  const queues = new Map<string, Waiter[]>();

  function reserveCapacity(networkQueue: Waiter[]): void {
    if (networkQueue.length >= waitingEach)
      throw new HashingBusy('Too many passwords from one network');
    if (total < waiting) return;
    const largestQueue = [...queues.values()].reduce(
      (a, b) => (b.length > a.length ? b : a),
      networkQueue,
    );
    const newest = largestQueue.length > networkQueue.length + 1 ? largestQueue.pop() : undefined;
    if (!newest) throw new HashingBusy('Too many passwords at once');
    total -= 1;
    newest.refuse(new HashingBusy('Others had to wait for this network'));
  }

  async function acquireSlot(network: string): Promise<void> {
    const networkQueue = queues.get(network) ?? [];
    reserveCapacity(networkQueue);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    networkQueue.push({ go: resolve, refuse: reject });
    queues.set(network, networkQueue);
    total += 1;
    await promise;
  }

  /** Hands the slot directly to the next waiter, so that no new call can take it in between. */
  function releaseSlot(): void {
    const [first] = queues;
    if (!first) {
      running -= 1;
      return;
    }
    const [network, networkQueue] = first;
    const next = networkQueue.shift();
    queues.delete(network);
    if (networkQueue.length > 0) queues.set(network, networkQueue);
    total -= 1;
    next?.go();
  }

  return async function run<T>(network: string, work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) await acquireSlot(network);
    else running += 1;
    try {
      return await work();
    } finally {
      releaseSlot();
    }
  };
}
