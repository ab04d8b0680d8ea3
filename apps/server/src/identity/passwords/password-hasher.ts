import { hash, parseOptions, verify } from '@node-rs/argon2';
import { rateLimitKey } from '../../platform/http/request-limiter.ts';
import { createHashingQueue, defaultHashingLimits } from './hashing-queue.ts';

/** OWASP's least setting for argon2id; measured at about 25 ms here. Raising it rehashes at the next sign-in. */
const argon2Parameters = {
  algorithm: 2,
  memoryCost: 19 * 1024,
  timeCost: 2,
  parallelism: 1,
} as const;

/** Longer ones are refused unhashed, so that nobody can order unbounded work. */
export const maxPasswordBytes = 256;

export interface PasswordHasher {
  /** @param address of the caller, for a fair turn. @throws HashingBusy */
  hash(password: string, address?: string): Promise<string>;
  /**
   * Takes the same work whether a stored hash is given or not, so that the time does not tell who exists.
   * @param address of the caller, for a fair turn.
   * @throws HashingBusy
   */
  verify(stored: string | null, password: string, address?: string): Promise<boolean>;
  /** Whether the stored hash was made with weaker parameters than today's. */
  isOutdated(stored: string): boolean;
}

/** @param verifyHash compares a password with a hash */
export function createPasswordHasher(
  limits = defaultHashingLimits,
  verifyHash: typeof verify = verify,
): PasswordHasher {
  const runQueued = createHashingQueue(limits);
  // A hash of a value that nobody knows; only its cost matters.
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
