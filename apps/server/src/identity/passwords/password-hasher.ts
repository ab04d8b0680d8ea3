import { hash, parseOptions, verify } from '@node-rs/argon2';
import { networkOf } from '../../platform/http/request-limiter.ts';
import { createHashingQueue, hashingLimits } from './hashing-queue.ts';

/** OWASP's least setting for argon2id; measured at about 25 ms here. Raising it rehashes at the next sign-in. */
const parameters = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;

/** Longer ones are refused unhashed, so that nobody can order unbounded work. */
export const maximumPasswordBytes = 256;

export interface Passwords {
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

/** @param check compares a password with a hash */
export function createPasswords(limits = hashingLimits, check: typeof verify = verify): Passwords {
  const queued = createHashingQueue(limits);
  // A hash of a value that nobody knows; only its cost matters.
  const nobody = hash(crypto.randomUUID(), parameters);
  nobody.catch(() => undefined);
  return {
    hash: (password, address = '') => queued(networkOf(address), () => hash(password, parameters)),
    verify: (stored, password, address = '') =>
      queued(networkOf(address), async () => {
        const fits = Buffer.byteLength(password) <= maximumPasswordBytes;
        const same = await check(stored ?? (await nobody), fits ? password : '');
        return same && fits && stored !== null;
      }),
    isOutdated(stored) {
      const made = parseOptions(stored);
      return (
        !stored.startsWith('$argon2id$') ||
        made.memoryCost < parameters.memoryCost ||
        made.timeCost < parameters.timeCost
      );
    },
  };
}
