/** The queue for hashing is full: the caller should come back a little later. */
export class HashingBusy extends Error {
  override readonly name = 'HashingBusy';
}

export interface HashingLimits {
  /** Each hash takes 19 MiB and one of the process's four worker threads. */
  atOnce: number;
  /** Of one network. */
  waitingEach: number;
  waiting: number;
}

export const defaultHashingLimits: HashingLimits = { atOnce: 4, waitingEach: 16, waiting: 512 };

interface Waiter {
  go(): void;
  refuse(error: HashingBusy): void;
}

/**
 * Runs a few pieces of work at once. Networks take turns, so that a flood from some of them delays the others by one turn
 * each and no more. When the whole queue is full, the network with the most waiting gives up its newest.
 */
export function createHashingQueue({ atOnce, waitingEach, waiting }: HashingLimits) {
  let running = 0;
  let total = 0;
  /** In the order of their turns. */
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

  /** The place is handed over by the one that finishes, so that nobody slips in between. */
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
