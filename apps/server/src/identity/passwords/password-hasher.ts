import { hash, parseOptions, verify } from '@node-rs/argon2';
import { rateLimitKey } from '../../platform/http/request-limiter.ts';
import { createHashingQueue, defaultHashingLimits } from './hashing-queue.ts';

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
