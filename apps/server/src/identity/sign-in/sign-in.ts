import type { Language } from '../../platform/http/problem.ts';
import { nameKey, type AccountStore } from '../accounts/accounts.ts';
import type { AttemptLimits } from './attempt-limits.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import { HashingBusy, type PasswordHasher } from '../passwords/password-hasher.ts';
import { createRejection, type SecurityLog, type Caller } from '../http/security-log.ts';
import { emailKinds } from '../emails/emails.ts';
import { linkLifetimesMs, findLinkToken, consumeLinkToken } from '../accounts/link-tokens.ts';
import type { AccountDependencies, RateLimited } from '../registration/registration.ts';

interface SignInAttempt {
  name: string;
  password: string;
  /** Secret in the cookie of a browser that may be known; empty when it has none. */
  browser: string;
  /** Id of the interaction, for the link in an unlock email. */
  interaction: string;
  language: Language;
  address: string;
  requestId: string;
}

type SignInResult =
  | { outcome: 'signed_in'; accountId: string; passwordChangedAt: Date | null }
  | { outcome: 'invalid_credentials' }
  /** The guess limit is reached: an unknown browser needs the password and an emailed link. */
  | { outcome: 'unlock_needed' }
  | { outcome: 'rate_limited'; retryAfterSeconds: number };

/**
 * Checks a name and a password. Neither the response nor the work nor the limits reveal whether the name is
 * unknown, the account disabled or the password wrong. Rejects with `HashingBusy` if the hashing queue is full.
 */
export function createSignIn(dependencies: {
  accounts: AccountStore;
  passwords: PasswordHasher;
  limits: AttemptLimits;
  browsers: Pick<KnownBrowsers, 'isKnown'>;
  unlock: Pick<Unlock, 'available' | 'sendLink'>;
  security: SecurityLog;
  /** Called with the error when an unlock email cannot be queued. */
  onError(error: unknown): void;
}): (attempt: SignInAttempt) => Promise<SignInResult> {
  const { accounts, passwords, limits, browsers, unlock, security } = dependencies;

  return async ({ name, password, address, requestId, ...origin }) => {
    const key = nameKey(name);
    const event = { event: 'sign_in', address, requestId } as const;
    const rateLimit = await limits.admit(key, address);
    if (rateLimit) {
      security({ ...event, result: 'refused', reason: 'rate_limited', actor: null });
      return { outcome: 'rate_limited', ...rateLimit };
    }
    const found = await accounts.credentials(name);
    const browser = (await browsers.isKnown(origin.browser, key)) ? origin.browser : '';
    // Without a mail server, outsiders could lock the account by reaching the limit.
    const isGuessLimitReached =
      unlock.available && (await limits.admitGuess(key, browser)) !== null;
    let isPasswordCorrect: boolean;
    try {
      isPasswordCorrect = await passwords.verify(found?.password ?? null, password, address);
    } catch (error) {
      if (error instanceof HashingBusy)
        security({ ...event, result: 'refused', reason: 'busy', actor: null });
      throw error;
    }
    if (isGuessLimitReached) {
      const actor = found?.accountId ?? null;
      security({ ...event, result: 'refused', reason: 'guessed_at_too_often', actor });
      // Not awaited, so that neither the response nor its timing reveals whether the password was right.
      if (found && isPasswordCorrect && found.usable) {
        unlock
          .sendLink(found.accountId, origin.interaction, origin.language)
          .catch(dependencies.onError);
      }
      return { outcome: 'unlock_needed' };
    }
    if (!found || !isPasswordCorrect || !found.usable) {
      const reason = !found ? 'unknown_name' : !found.usable ? 'disabled' : 'wrong_password';
      security({ ...event, result: 'failed', reason, actor: found?.accountId ?? null });
      return { outcome: 'invalid_credentials' };
    }
    const { accountId } = found;
    await limits.succeeded(key, address, browser);
    if (found.password !== null && passwords.isOutdated(found.password)) {
      // A full queue does not fail the sign-in; the next one rehashes.
      const next = await passwords.hash(password, address).catch((error: unknown) => {
        if (error instanceof HashingBusy) return null;
        throw error;
      });
      if (next !== null) await accounts.replaceHash(accountId, found.password, next);
    }
    await accounts.recordSignIn(accountId, new Date());
    security({ ...event, result: 'succeeded', reason: 'password', actor: accountId });
    return { outcome: 'signed_in', accountId, passwordChangedAt: found.passwordChangedAt };
  };
}

type UnlockResult =
  | { outcome: 'done'; accountId: string }
  | { outcome: 'link_expired' }
  | RateLimited;

/**
 * The second step for an unknown browser while a name is being guessed at: an emailed link that makes the browser
 * known. Only the right password causes an email, so that outsiders can neither exhaust the limit nor flood the
 * mailbox. Not available without a mail server; sign-in must not require it then.
 */
export interface Unlock {
  available: boolean;
  /** Queues the unlock email. @param accountId the account whose right password was entered. */
  sendLink(accountId: string, interaction: string, language: Language): Promise<void>;
  /** Whether a link is valid. Changes nothing, because mail scanners open links too. */
  canUnlock(secret: string): Promise<boolean>;
  /** Consumes a link; returns the account for which the caller must remember the browser. */
  unlock(secret: string, caller: Caller): Promise<UnlockResult>;
}

export function createUnlock(dependencies: AccountDependencies): Unlock {
  const { database, accounts, limits, mail, security } = dependencies;
  return {
    available: mail.available,

    async sendLink(account, interaction, language) {
      if (!(await limits.admitUnlockEmail(account))) return;
      const data = { account, interaction, language, requestedAt: new Date() };
      await database.transaction((tx) =>
        mail.queue(tx, emailKinds.unlock, data, linkLifetimesMs.unlock),
      );
      mail.wake();
    },

    canUnlock: async (secret) => (await findLinkToken(database, 'unlock', secret)) !== null,

    async unlock(secret, { language: _language, ...about }) {
      const event = { event: 'unlock', ...about } as const;
      const reject = createRejection(security, { ...event, actor: null });
      const refused = await limits.admitAddress(about.address);
      if (refused) return { ...reject('refused', 'rate_limited'), ...refused };
      const token = await consumeLinkToken(database, 'unlock', secret);
      const account = token && (await accounts.find(token.accountId));
      if (!account) return reject('failed', 'link_expired');
      security({ ...event, result: 'succeeded', reason: 'email', actor: account.sub });
      return { outcome: 'done', accountId: account.sub };
    },
  };
}
