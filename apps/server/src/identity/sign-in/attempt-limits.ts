import { hash } from 'node:crypto';
import { sql, type Database } from '../../platform/database/database.ts';
import { rateLimitKey } from '../../platform/http/limits/request-limiter.ts';
import { nameKey } from '../accounts/accounts.ts';

/**
 * A limit admits `free` attempts per window, then pauses. With `firstPauseMs` 0 the pause lasts until the window
 * ends.
 *
 * | State   | When                                     | Effect of an attempt                                        |
 * | ------- | ---------------------------------------- | ----------------------------------------------------------- |
 * | open    | fewer than `free` attempts in the window | admitted; the last of them starts a pause                   |
 * | pausing | until `blocked_until`                    | refused; changes nothing                                    |
 * | probing | after a pause, before the window ends    | admitted; starts a pause twice as long, up to `maxPauseMs`, |
 * |         |                                          | and moves the window's end to `windowMs` after it           |
 * | expired | after the window                         | admitted; starts a new window                               |
 */
interface Limit {
  name: string;
  free: number;
  windowMs: number;
  firstPauseMs: number;
  maxPauseMs: number;
}

const minuteMs = 60_000;

/** Documented defaults: five attempts a minute for one name from one address, then pauses of up to 15 minutes. */
const perNameAndAddress: Limit = {
  name: 'name+address',
  free: 5,
  windowMs: minuteMs,
  firstPauseMs: minuteMs,
  maxPauseMs: 15 * minuteMs,
};
/** Sixty attempts a minute from one address, for any names. */
const perAddress: Limit = {
  name: 'address',
  free: 60,
  windowMs: minuteMs,
  firstPauseMs: 0,
  maxPauseMs: 0,
};

/**
 * A hundred wrong passwords for one name within 30 days, from any addresses. Beyond that, the right password alone
 * does not sign in an unknown browser. Each known browser has its own limit of a hundred.
 */
const passwordGuesses: Limit = {
  ...perAddress,
  name: 'guesses',
  free: 100,
  windowMs: 30 * 24 * 60 * minuteMs,
};

/** Google access tokens that one address may present per minute; each costs two calls to Google. */
const googleTokens: Limit = { ...perAddress, name: 'google token', free: 20 };

const hourMs = 60 * minuteMs;

/** Requests that send an email, from one address and for any mailboxes. */
const emailRequestsPerAddress: Limit = {
  ...perAddress,
  name: 'emails',
  free: 30,
  windowMs: hourMs,
};
/** Requests for one mailbox from one address. */
const emailRequestsPerMailboxAndAddress: Limit = {
  ...emailRequestsPerAddress,
  name: 'emails+mailbox',
  free: 5,
};
/**
 * Emails of one kind to one mailbox, for requests from any addresses: five at once, then one in ten minutes. A
 * reset link works for 30 minutes, so a user whose request sends no email still has a working link, no matter how
 * often outsiders request one.
 */
const emailsPerMailbox: Limit = {
  name: 'mailbox',
  free: 5,
  windowMs: hourMs,
  firstPauseMs: 10 * minuteMs,
  maxPauseMs: 10 * minuteMs,
};
/** Emails to users who entered the right password in an unknown browser while their name is being guessed at. */
const unlockEmails: Limit = { ...emailsPerMailbox, name: 'unlock email' };
/** Emails about sign-ins with new browsers. */
const newBrowserEmails: Limit = {
  ...perAddress,
  name: 'new browser email',
  free: 5,
  windowMs: 24 * hourMs,
};
/** Wrong current passwords of a signed-in user, so that a stolen token does not help to guess the password. */
const currentPasswordAttempts: Limit = {
  ...perAddress,
  name: 'own password',
  free: 10,
  windowMs: hourMs,
};

// An attempt is counted before its password is verified, so parallel guesses cannot outrun the count. The row is
// returned only if the attempt is admitted. `blocked_until` stays at the epoch until the first pause, because
// simultaneous attempts may arrive out of order. Attempts during a pause change nothing, so an outsider cannot
// prolong it.
const pauseAfterFirst = `case
  when $4::integer = 1 and $5::double precision = 0 then $3::timestamptz else timestamptz 'epoch' end`;
const pauseEnd = `case
  when known.window_ends_at <= $2 then ${pauseAfterFirst}
  when known.attempts + 1 < $4 then timestamptz 'epoch'
  when $5::double precision = 0 then known.window_ends_at
  else $2::timestamptz + interval '1 millisecond'
    * least($6::double precision, $5::double precision * power(2, least(known.attempts + 1 - $4, 20)))
  end`;
const admitStatement = sql(
  'identity.admit_attempt',
  `insert into identity.attempt_limit as known (key, attempts, window_ends_at, blocked_until)
   values ($1, 1, $3, ${pauseAfterFirst})
   on conflict (key) do update set
     attempts = case when known.window_ends_at <= $2 then 1 else known.attempts + 1 end,
     window_ends_at = case
       when known.window_ends_at <= $2 then $3::timestamptz
       when $5::double precision = 0 then known.window_ends_at
       else greatest(known.window_ends_at, ${pauseEnd} + ($3::timestamptz - $2::timestamptz)) end,
     blocked_until = ${pauseEnd}
   where known.blocked_until <= $2
   returning attempts`,
);
const readBlock = sql(
  'identity.read_attempt_block',
  'select blocked_until from identity.attempt_limit where key = $1',
);
const deleteAttempts = sql(
  'identity.delete_attempts',
  'delete from identity.attempt_limit where key = $1',
);
const refundAttempts = sql(
  'identity.refund_attempts',
  `with deleted as (delete from identity.attempt_limit where key = $1)
   update identity.attempt_limit set attempts = greatest(attempts - 1, 0),
     blocked_until = least(blocked_until, $3)
   where key = any($2)`,
);
const deleteExpired = sql(
  'identity.remove_old_attempts',
  'delete from identity.attempt_limit where window_ends_at < $1 and blocked_until < $1',
);

/** Null if the attempt is admitted, else the seconds to wait. */
export type RateLimitResult = { retryAfterSeconds: number } | null;

export interface AttemptLimits {
  admit(nameKey: string, address: string, now?: Date): Promise<RateLimitResult>;
  /**
   * Admits a password guess for a name from any address. It counts until `succeeded` refunds it.
   * @param browser secret of a browser that is known for this name; empty for all other browsers together.
   */
  admitGuess(nameKey: string, browser: string, now?: Date): Promise<RateLimitResult>;
  /** Call after a success: clears the name's count for this address and refunds the attempt elsewhere. */
  succeeded(nameKey: string, address: string, browser?: string, now?: Date): Promise<void>;
  /** Call when the owner has proven the mailbox: unknown browsers may sign in again. */
  clearGuesses(account: { username: string | null; email: string | null }): Promise<void>;
  /** Whether an account may get another email that makes a browser known. */
  admitUnlockEmail(accountId: string, now?: Date): Promise<boolean>;
  /** Whether an account may get another email about a new browser. */
  admitNewBrowserEmail(accountId: string): Promise<boolean>;
  /**
   * Admits a current password of a signed-in user from any address. It counts until `ownPasswordSucceeded` clears
   * it.
   */
  admitOwnPassword(accountId: string, now?: Date): Promise<RateLimitResult>;
  ownPasswordSucceeded(accountId: string): Promise<void>;
  /** Admits any attempt from an address, such as the use of a link. */
  admitAddress(address: string): Promise<RateLimitResult>;
  /** Admits a Google access token from an address. */
  admitGoogleToken(address: string): Promise<RateLimitResult>;
  /**
   * Admits a request that sends an email to a mailbox. Callers must not reveal `send`: outsiders must neither keep
   * a user from requesting an email nor flood the mailbox. Each kind has its own count.
   */
  admitEmailRequest(
    kind: 'register' | 'reset' | 'change',
    mailboxKey: string,
    address: string,
    now?: Date,
  ): Promise<{ refused: RateLimitResult; send: boolean }>;
  removeOld(now: Date): Promise<number>;
}

export function createAttemptLimits(database: Database): AttemptLimits {
  /** Admits an attempt of what `parts` identify. */
  async function admitAttempt(
    limit: Limit,
    parts: readonly string[],
    now: Date,
  ): Promise<RateLimitResult> {
    const key = limitKey(limit, ...parts);
    const admitted = await database.query<{ attempts: number }>(admitStatement, [
      key,
      now,
      new Date(now.getTime() + limit.windowMs),
      limit.free,
      limit.firstPauseMs,
      limit.maxPauseMs,
    ]);
    if (admitted.length > 0) return null;
    const [row] = await database.query<{ blockedUntil: Date }>(readBlock, [key]);
    const waitMs = (row?.blockedUntil.getTime() ?? 0) - now.getTime();
    return { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
  }

  return {
    async admit(key, address, now = new Date()) {
      const network = rateLimitKey(address);
      const byAddress = await admitAttempt(perAddress, [network], now);
      return byAddress ?? admitAttempt(perNameAndAddress, [network, key], now);
    },
    admitGuess: (key, browser, now = new Date()) =>
      admitAttempt(passwordGuesses, [key, browser], now),
    async clearGuesses({ username, email }) {
      for (const name of [username, email]) {
        if (name === null) continue;
        await database.execute(deleteAttempts, [limitKey(passwordGuesses, nameKey(name), '')]);
      }
    },
    async admitUnlockEmail(accountId, now = new Date()) {
      return (await admitAttempt(unlockEmails, [accountId], now)) === null;
    },
    async admitNewBrowserEmail(accountId) {
      return (await admitAttempt(newBrowserEmails, [accountId], new Date())) === null;
    },
    admitOwnPassword: (accountId, now = new Date()) =>
      admitAttempt(currentPasswordAttempts, [accountId], now),
    async ownPasswordSucceeded(accountId) {
      await database.execute(deleteAttempts, [limitKey(currentPasswordAttempts, accountId)]);
    },
    async succeeded(key, address, browser = '', now = new Date()) {
      const network = rateLimitKey(address);
      const refunded = [limitKey(passwordGuesses, key, browser), limitKey(perAddress, network)];
      const deleted = limitKey(perNameAndAddress, network, key);
      await database.execute(refundAttempts, [deleted, refunded, now]);
    },
    admitAddress: (address) => admitAttempt(perAddress, [rateLimitKey(address)], new Date()),
    admitGoogleToken: (address) => admitAttempt(googleTokens, [rateLimitKey(address)], new Date()),
    async admitEmailRequest(kind, mailboxKey, address, now = new Date()) {
      const network = rateLimitKey(address);
      const refused =
        (await admitAttempt(emailRequestsPerAddress, [network], now)) ??
        (await admitAttempt(emailRequestsPerMailboxAndAddress, [network, mailboxKey], now));
      if (refused) return { refused, send: false };
      const mailboxRefusal = await admitAttempt(emailsPerMailbox, [kind, mailboxKey], now);
      return { refused: null, send: mailboxRefusal === null };
    },
    removeOld: (now) => database.execute(deleteExpired, [now]),
  };
}

function limitKey(limit: Limit, ...parts: string[]): Buffer {
  return hash('sha256', [limit.name, ...parts].join('\n'), 'buffer');
}
