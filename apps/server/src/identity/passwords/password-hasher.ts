import { hash, parseOptions, verify } from '@node-rs/argon2';
import { rateLimitKey } from '../../platform/http/request-limiter.ts';
import { createHashingQueue, defaultHashingLimits } from './hashing-queue.ts';

/** OWASP's minimum for Argon2id; takes about 25 ms here. Raised parameters rehash passwords at the next sign-in. */
const argon2Parameters = {
  algorithm: 2,
  memoryCost: 19 * 1024,
  timeCost: 2,
  parallelism: 1,
} as const;

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

/** @param verifyHash compares a password with a hash */
export function createPasswordHasher(
  limits = defaultHashingLimits,
  verifyHash: typeof verify = verify,
): PasswordHasher {
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
        made.memoryCost < argon2Parameters.memoryCost ||
        made.timeCost < argon2Parameters.timeCost
      );
    },
  };
}
