import { hash, parseOptions, verify } from '@node-rs/argon2';

/** OWASP's least setting for argon2id; measured at about 25 ms here. Raising it rehashes at the next sign-in. */
const parameters = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;

/** Longer ones are refused unhashed, so that nobody can order unbounded work. */
export const maximumPasswordBytes = 256;

/** The queue for hashing is full: the caller should come back a little later. */
export class HashingBusy extends Error {
  override readonly name = 'HashingBusy';
}

export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Takes the same work whether a stored hash is given or not, so that the time does not tell who exists.
   * @throws HashingBusy
   */
  verify(stored: string | null, password: string): Promise<boolean>;
  /** Whether the stored hash was made with weaker parameters than today's. */
  isOutdated(stored: string): boolean;
}

/**
 * Each hash takes 19 MiB and one of the process's four worker threads: so many at once, so many waiting.
 * @param check compares a password with a hash
 */
export function createPasswords(
  limits = { atOnce: 4, waiting: 32 },
  check: typeof verify = verify,
): Passwords {
  const guard = createGuard(limits);
  // A hash of a value that nobody knows; only its cost matters.
  const nobody = hash(crypto.randomUUID(), parameters);
  nobody.catch(() => undefined);
  return {
    hash: (password) => guard(() => hash(password, parameters)),
    verify: (stored, password) =>
      guard(async () => {
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

function createGuard(limits: { atOnce: number; waiting: number }) {
  let running = 0;
  const queue: (() => void)[] = [];
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running >= limits.atOnce) {
      if (queue.length >= limits.waiting) throw new HashingBusy('Too many passwords at once');
      // The place is handed over by the one that finishes, so that nobody slips in between.
      await new Promise<void>((turn) => queue.push(turn));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
