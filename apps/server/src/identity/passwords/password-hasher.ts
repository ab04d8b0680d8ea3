import { hash, parseOptions, verify } from '@node-rs/argon2';
import { rateLimitKey } from '../../platform/http/limits/request-limiter.ts';
import { Problem } from '../../platform/http/problem.ts';

/** OWASP's minimum for Argon2id; takes about 25 ms here. Raised parameters rehash passwords at the next sign-in. */
const defaultCost: HashingCost = { memoryCost: 19 * 1024, timeCost: 2 };

/** What a hash costs. */
interface HashingCost {
  /** In KiB. */
  memoryCost: number;
  /** Passes over the memory. */
  timeCost: number;
}

/** Longer passwords are rejected without hashing, which bounds the work per call. */
export const maxPasswordBytes = 256;

export interface PasswordHasher {
  /** Returns a PHC string. @param address of the caller, for fair queuing. @throws HashingBusy */
  hash(password: string, address?: string): Promise<string>;
  /**
   * Verifies a password. Takes the same work with and without a stored hash, so that timing does not reveal which
   * accounts exist.
   * @param address of the caller, for fair queuing
   * @throws HashingBusy
   */
  verify(stored: string | null, password: string, address?: string): Promise<boolean>;
  /** Whether the hash was made with weaker parameters than the current ones. */
  isOutdated(stored: string): boolean;
}

/**
 * @param verifyHash compares a password with a hash
 * @param cost lower only in tests that sign in often
 */
export function createPasswordHasher(
  limits = defaultHashingLimits,
  verifyHash: typeof verify = verify,
  cost: HashingCost = defaultCost,
): PasswordHasher {
  const argon2Parameters = { algorithm: 2, parallelism: 1, ...cost };
  const runQueued = createHashingQueue(limits);
  // Hash of an unknown value; only its cost matters.
  const dummyHash = hash(crypto.randomUUID(), argon2Parameters);
  dummyHash.catch(() => undefined);
  return {
    hash: (password, address = '') =>
      runQueued(rateLimitKey(address), () => hash(password, argon2Parameters)),
    verify: (stored, password, address = '') =>
      runQueued(rateLimitKey(address), async () => {
        const isWithinLimit = Buffer.byteLength(password) <= maxPasswordBytes;
        const same = await verifyHash(stored ?? (await dummyHash), isWithinLimit ? password : '');
        return same && isWithinLimit && stored !== null;
      }),
    isOutdated(stored) {
      const made = parseOptions(stored);
      return (
        !stored.startsWith('$argon2id$') ||
        made.memoryCost < cost.memoryCost ||
        made.timeCost < cost.timeCost
      );
    },
  };
}

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

interface HashingLimits {
  /** Concurrent hashes. Each takes 19 MiB and one of the process's four worker threads. */
  atOnce: number;
  /** Maximum queue length of one network. */
  waitingEach: number;
  waiting: number;
}

const defaultHashingLimits: HashingLimits = { atOnce: 4, waitingEach: 16, waiting: 512 };

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
