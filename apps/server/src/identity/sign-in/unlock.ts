import type { Language } from '../../platform/http/problem.ts';
import { emailKinds } from '../emails/emails.ts';
import { linkLifetimesMs, findLinkToken, consumeLinkToken } from '../accounts/link-tokens.ts';
import type { Caller } from '../http/caller.ts';
import { createRejection } from '../http/security-log.ts';
import type { AccountDependencies, RateLimited } from '../registration/registration.ts';

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
