import { createHash } from 'node:crypto';
import { sql, type Database } from '../../platform/database/database.ts';
import { rateLimitKey } from '../../platform/http/request-limiter.ts';
import { nameKey } from '../accounts/accounts.ts';

/**
 * `free` attempts per window. Then, with a first pause of 0, nothing more until the window ends; otherwise
 * single attempts, each followed by a pause that doubles up to the longest one, until a whole window passes
 * without any.
 */
interface Limit {
  name: string;
  free: number;
  windowMs: number;
  firstPauseMs: number;
  maxPauseMs: number;
}

const minute = 60_000;

/** Documented defaults: five attempts a minute for one name from one address, then pauses up to 15 minutes. */
const perNameAndAddress: Limit = {
  name: 'name+address',
  free: 5,
  windowMs: minute,
  firstPauseMs: minute,
  maxPauseMs: 15 * minute,
};
/** Sixty attempts a minute from one address, whatever the names. */
const perAddress: Limit = {
  name: 'address',
  free: 60,
  windowMs: minute,
  firstPauseMs: 0,
  maxPauseMs: 0,
};

/**
 * A hundred wrong passwords for one name within a window of thirty days, wherever they come from. Beyond that the right
 * password alone does not open it in a browser that is not known; each known browser has a hundred of its own.
 */
const passwordGuesses: Limit = {
  ...perAddress,
  name: 'guesses',
  free: 100,
  windowMs: 30 * 24 * 60 * minute,
};

/** Access tokens of Google that one address may have looked at a minute; each of them costs two calls to Google. */
const googleTokens: Limit = { ...perAddress, name: 'google token', free: 20 };

const hour = 60 * minute;

/** Requests that end in a letter: so many an hour from one address, whomever they name. */
const emailRequestsPerAddress: Limit = { ...perAddress, name: 'letters', free: 30, windowMs: hour };
/** And so many for one mailbox from one address. */
const emailRequestsPerMailboxAndAddress: Limit = {
  ...emailRequestsPerAddress,
  name: 'letters+mailbox',
  free: 5,
};
/**
 * What one mailbox gets at most of one kind, from wherever it is asked for: five at once, then one in ten minutes. A
 * link to set a password works for thirty minutes, so that whoever asks and gets no letter has one with a working link,
 * however many outsiders ask.
 */
const emailsPerMailbox: Limit = {
  name: 'mailbox',
  free: 5,
  windowMs: hour,
  firstPauseMs: 10 * minute,
  maxPauseMs: 10 * minute,
};
/** Letters to whoever entered the right password in an unknown browser while the name is being guessed at. */
const unlockEmails: Limit = { ...emailsPerMailbox, name: 'unlock letter' };
/** Letters about sign-ins with new browsers. */
const newBrowserEmails: Limit = {
  ...perAddress,
  name: 'new browser letter',
  free: 5,
  windowMs: 24 * hour,
};
/** Wrong current passwords of a signed-in person: a stolen token shall not help to guess them. */
const currentPasswordAttempts: Limit = {
  ...perAddress,
  name: 'own password',
  free: 10,
  windowMs: hour,
};

// An attempt counts before its password is looked at: parallel guesses cannot overtake the count. The row is
// returned only when the attempt is admitted. Nothing is blocked until some pause begins: attempts of the same moment
// may arrive out of order. While pausing, attempts are refused and change nothing, so that
// an outsider cannot prolong a pause without end.
const pauseAfterFirst = `case
  when $4::integer = 1 and $5::double precision = 0 then $3::timestamptz else timestamptz 'epoch' end`;
const pauseEnd = `case
  when known.window_ends_at <= $2 then ${pauseAfterFirst}
  when known.attempts + 1 < $4 then timestamptz 'epoch'
  when $5::double precision = 0 then known.window_ends_at
  else $2::timestamptz + interval '1 millisecond'
    * least($6::double precision, $5::double precision * power(2, least(known.attempts + 1 - $4, 20)))
  end`;
const admit = sql(
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
  'identity.forget_attempts',
  'delete from identity.attempt_limit where key = $1',
);
const refundAttempt = sql(
  'identity.give_back_attempt',
  `update identity.attempt_limit set attempts = greatest(attempts - 1, 0),
     blocked_until = least(blocked_until, $2)
   where key = $1`,
);
const deleteExpired = sql(
  'identity.remove_old_attempts',
  'delete from identity.attempt_limit where window_ends_at < $1 and blocked_until < $1',
);

/** Null when the attempt may go on, else the seconds to wait. */
export type RateLimitResult = { retryAfterSeconds: number } | null;

export interface AttemptLimits {
  admit(nameKey: string, address: string, now?: Date): Promise<RateLimitResult>;
  /**
   * A password for a name, from wherever; counted until `succeeded` takes it back.
   * @param browser of a browser that is known for this name; empty for all others together.
   */
  admitGuess(nameKey: string, browser: string, now?: Date): Promise<RateLimitResult>;
  /** After a success: the owner's earlier slips are forgotten. */
  succeeded(nameKey: string, address: string, browser?: string, now?: Date): Promise<void>;
  /** The owner has proven the mailbox: the account may be signed in to from everywhere again. */
  clearGuesses(account: { username: string | null; email: string | null }): Promise<void>;
  /** Whether an account may get one more letter that makes a browser known. */
  admitUnlockEmail(accountId: string, now?: Date): Promise<boolean>;
  /** A letter about a new browser. */
  admitNewBrowserEmail(accountId: string, now?: Date): Promise<boolean>;
  /** The current password of a signed-in person, from wherever; counted until `ownPasswordSucceeded` takes it back. */
  admitOwnPassword(accountId: string, now?: Date): Promise<RateLimitResult>;
  ownPasswordSucceeded(accountId: string): Promise<void>;
  /** Any attempt from an address, such as the use of a link. */
  admitAddress(address: string, now?: Date): Promise<RateLimitResult>;
  /** An access token of Google from an address. */
  admitGoogleToken(address: string, now?: Date): Promise<RateLimitResult>;
  /**
   * A request that ends in a letter to a mailbox. The answer of `send` is for the program alone: outsiders must
   * not keep a person from asking, and the mailbox must not be flooded. Each kind is counted for itself, so that letters
   * of one kind use up none of another.
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
  async function admitAttempt(limit: Limit, key: Buffer, now: Date): Promise<RateLimitResult> {
    const admitted = await database.query<{ attempts: number }>(admit, [
      key,
      now,
      new Date(now.getTime() + limit.windowMs),
      limit.free,
      limit.firstPauseMs,
      limit.maxPauseMs,
    ]);
    if (admitted.length > 0) return null;
    const [row] = await database.query<{ blocked_until: Date }>(readBlock, [key]);
    const waitMs = (row?.blocked_until.getTime() ?? 0) - now.getTime();
    return { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
  }

  return {
    async admit(key, address, now = new Date()) {
      const network = rateLimitKey(address);
      const byAddress = await admitAttempt(perAddress, limitKey(perAddress, network), now);
      return (
        byAddress ?? admitAttempt(perNameAndAddress, limitKey(perNameAndAddress, network, key), now)
      );
    },
    admitGuess: (key, browser, now = new Date()) =>
      admitAttempt(passwordGuesses, limitKey(passwordGuesses, key, browser), now),
    async clearGuesses({ username, email }) {
      for (const name of [username, email]) {
        if (name === null) continue;
        await database.execute(deleteAttempts, [limitKey(passwordGuesses, nameKey(name), '')]);
      }
    },
    async admitUnlockEmail(accountId, now = new Date()) {
      return (await admitAttempt(unlockEmails, limitKey(unlockEmails, accountId), now)) === null;
    },
    async admitNewBrowserEmail(accountId, now = new Date()) {
      return (
        (await admitAttempt(newBrowserEmails, limitKey(newBrowserEmails, accountId), now)) === null
      );
    },
    admitOwnPassword: (accountId, now = new Date()) =>
      admitAttempt(currentPasswordAttempts, limitKey(currentPasswordAttempts, accountId), now),
    async ownPasswordSucceeded(accountId) {
      await database.execute(deleteAttempts, [limitKey(currentPasswordAttempts, accountId)]);
    },
    async succeeded(key, address, browser = '', now = new Date()) {
      const network = rateLimitKey(address);
      await Promise.all([
        database.execute(refundAttempt, [limitKey(passwordGuesses, key, browser), now]),
        database.execute(deleteAttempts, [limitKey(perNameAndAddress, network, key)]),
        database.execute(refundAttempt, [limitKey(perAddress, network), now]),
      ]);
    },
    admitAddress: (address, now = new Date()) =>
      admitAttempt(perAddress, limitKey(perAddress, rateLimitKey(address)), now),
    admitGoogleToken: (address, now = new Date()) =>
      admitAttempt(googleTokens, limitKey(googleTokens, rateLimitKey(address)), now),
    async admitEmailRequest(kind, mailboxKey, address, now = new Date()) {
      const network = rateLimitKey(address);
      const refused =
        (await admitAttempt(
          emailRequestsPerAddress,
          limitKey(emailRequestsPerAddress, network),
          now,
        )) ??
        (await admitAttempt(
          emailRequestsPerMailboxAndAddress,
          limitKey(emailRequestsPerMailboxAndAddress, network, mailboxKey),
          now,
        ));
      if (refused) return { refused, send: false };
      const mailboxRefusal = await admitAttempt(
        emailsPerMailbox,
        limitKey(emailsPerMailbox, kind, mailboxKey),
        now,
      );
      return { refused: null, send: mailboxRefusal === null };
    },
    removeOld: (now) => database.execute(deleteExpired, [now]),
  };
}

function limitKey(limit: Limit, ...parts: string[]): Buffer {
  return createHash('sha256')
    .update([limit.name, ...parts].join('\n'))
    .digest();
}
