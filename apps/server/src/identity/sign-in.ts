import { nameKey, type Accounts } from './accounts.ts';
import type { AttemptLimits } from './attempt-limits.ts';
import { HashingBusy, type Passwords } from './passwords.ts';
import type { SecurityLog } from './security-log.ts';

export interface SignInAttempt {
  name: string;
  password: string;
  address: string;
  requestId: string;
}

export type SignInResult =
  | { outcome: 'signed_in'; accountId: string }
  | { outcome: 'invalid_credentials' }
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
  security: SecurityLog;
}): (attempt: SignInAttempt) => Promise<SignInResult> {
  const { accounts, passwords, limits, security } = parts;

  return async ({ name, password, address, requestId }) => {
    const key = nameKey(name);
    const event = { event: 'sign_in', address, requestId } as const;
    const refused = await limits.admit(key, address);
    if (refused) {
      security({ ...event, result: 'refused', reason: 'rate_limited', actor: null });
      return { outcome: 'rate_limited', ...refused };
    }
    const found = await accounts.credentials(name);
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
    await limits.succeeded(key, address);
    if (found.password !== null && passwords.isOutdated(found.password)) {
      await accounts.replaceHash(accountId, found.password, await passwords.hash(password));
    }
    await accounts.noteSignIn(accountId, new Date());
    security({ ...event, result: 'succeeded', reason: 'password', actor: accountId });
    return { outcome: 'signed_in', accountId };
  };
}
