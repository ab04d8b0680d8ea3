import type { Language } from '../platform/problem.ts';
import { nameKey, type Accounts } from './accounts.ts';
import type { AttemptLimits } from './attempt-limits.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import { HashingBusy, type Passwords } from './passwords.ts';
import type { SecurityLog } from './security-log.ts';
import type { Unlock } from './unlock.ts';

export interface SignInAttempt {
  name: string;
  password: string;
  /** Cookie of a browser that may be known; empty when it has none. */
  browser: string;
  /** Id of the login, for the way back from a letter. */
  interaction: string;
  language: Language;
  address: string;
  requestId: string;
}

export type SignInResult =
  | { outcome: 'signed_in'; accountId: string }
  | { outcome: 'invalid_credentials' }
  /** The name was guessed at too often; whoever reads its mailbox has a link. */
  | { outcome: 'unlock_needed' }
  | { outcome: 'rate_limited'; retryAfterSeconds: number }
  | { outcome: 'busy'; retryAfterSeconds: number };

/** What a full hashing queue needs to empty itself, with much to spare. */
const busySeconds = 2;

/**
 * Checks a name and a password. Whether the name is unknown, disabled or the password wrong cannot be told
 * from the answer, from the work done or from the limits.
 */
export function createSignIn(parts: {
  accounts: Accounts;
  passwords: Passwords;
  limits: AttemptLimits;
  browsers: Pick<KnownBrowsers, 'isKnown'>;
  unlock: Pick<Unlock, 'available' | 'ask'>;
  security: SecurityLog;
}): (attempt: SignInAttempt) => Promise<SignInResult> {
  const { accounts, passwords, limits, browsers, unlock, security } = parts;

  return async ({ name, password, address, requestId, ...from }) => {
    const key = nameKey(name);
    const event = { event: 'sign_in', address, requestId } as const;
    const refused = await limits.admit(key, address);
    if (refused) {
      security({ ...event, result: 'refused', reason: 'rate_limited', actor: null });
      return { outcome: 'rate_limited', ...refused };
    }
    const found = await accounts.credentials(name);
    const browser = (await browsers.isKnown(from.browser, key)) ? from.browser : '';
    // Without a way to send the letter it would be a lock that any outsider can turn.
    if (unlock.available && (await limits.admitGuess(key, browser))) {
      const actor = found?.accountId ?? null;
      security({ ...event, result: 'refused', reason: 'guessed_at_too_often', actor });
      await unlock.ask(name, from.interaction, from.language);
      return { outcome: 'unlock_needed' };
    }
    let right: boolean;
    try {
      right = await passwords.verify(found?.password ?? null, password);
    } catch (error) {
      if (!(error instanceof HashingBusy)) throw error;
      security({ ...event, result: 'refused', reason: 'busy', actor: null });
      return { outcome: 'busy', retryAfterSeconds: busySeconds };
    }
    if (!found || !right || !found.usable) {
      const reason = !found ? 'unknown_name' : !found.usable ? 'disabled' : 'wrong_password';
      security({ ...event, result: 'failed', reason, actor: found?.accountId ?? null });
      return { outcome: 'invalid_credentials' };
    }
    const { accountId } = found;
    await limits.succeeded(key, address, browser);
    if (found.password !== null && passwords.isOutdated(found.password)) {
      await accounts.replaceHash(accountId, found.password, await passwords.hash(password));
    }
    await accounts.noteSignIn(accountId, new Date());
    security({ ...event, result: 'succeeded', reason: 'password', actor: accountId });
    return { outcome: 'signed_in', accountId };
  };
}
