import { nameKey } from './accounts.ts';
import { endEverythingOf } from './artifacts.ts';
import { letterKinds } from './letters.ts';
import { linkLives, lookAtLetterToken, takeLetterToken } from './letter-tokens.ts';
import { queueNotice } from './notices.ts';
import type { PasswordFault } from './password-rules.ts';
import type { AccountParts, Caller, Refusal } from './registration.ts';

export type ForgotResult = { outcome: 'sent' } | { outcome: 'mail_unavailable' } | Refusal;
export type ResetResult =
  | { outcome: 'done' }
  | { outcome: 'link_expired' }
  | { outcome: PasswordFault }
  | Refusal;

export interface Recovery {
  /** The answer and the work are the same whether there is such an account or not. */
  forgot(given: { email: string; interaction: string }, caller: Caller): Promise<ForgotResult>;
  canReset(secret: string): Promise<boolean>;
  /** Sets the password, ends every session and says so by mail. Nobody is signed in. @throws HashingBusy */
  reset(given: { secret: string; password: string }, caller: Caller): Promise<ResetResult>;
}

export function createRecovery(parts: AccountParts): Recovery {
  const { database, accounts, passwords, rules, limits, mail, security } = parts;

  return {
    async forgot({ email, interaction }, { language, ...about }) {
      const event = { event: 'forgot_password', actor: null, ...about } as const;
      if (!mail.available) {
        security({ ...event, result: 'refused', reason: 'mail_unavailable' });
        return { outcome: 'mail_unavailable' };
      }
      const { refused, send } = await limits.admitLetter(nameKey(email), about.address);
      if (refused) {
        security({ ...event, result: 'refused', reason: 'rate_limited' });
        return { outcome: 'rate_limited', ...refused };
      }
      if (send) {
        const data = { email, interaction, language };
        await database.transaction((tx) =>
          mail.queue(tx, letterKinds.resetPassword, data, linkLives.reset_password),
        );
        mail.wake();
      }
      const reason = send ? 'letter_queued' : 'mailbox_limit';
      security({ ...event, result: send ? 'succeeded' : 'refused', reason });
      return { outcome: 'sent' };
    },

    canReset: async (secret) =>
      (await lookAtLetterToken(database, 'reset_password', secret)) !== null,

    async reset({ secret, password }, { language, ...about }) {
      const event = { event: 'reset_password', ...about } as const;
      const refused = await limits.admitAddress(about.address);
      if (refused) {
        security({ ...event, result: 'refused', reason: 'rate_limited', actor: null });
        return { outcome: 'rate_limited', ...refused };
      }
      const token = await lookAtLetterToken(database, 'reset_password', secret);
      const account = token && (await accounts.find(token.accountId));
      if (!account) {
        security({ ...event, result: 'failed', reason: 'link_expired', actor: null });
        return { outcome: 'link_expired' };
      }
      const actor = account.sub;
      const fault = await rules.judge(password, account);
      if (fault) {
        security({ ...event, result: 'refused', reason: fault, actor });
        return { outcome: fault };
      }
      const hash = await passwords.hash(password);
      const done = await database.transaction(async (tx) => {
        if (!(await takeLetterToken(tx, 'reset_password', secret))) return false;
        await accounts.setPassword(tx, actor, hash, true);
        await endEverythingOf(tx, actor);
        await parts.browsers.forgetAllOf(tx, actor);
        const { email } = account;
        await queueNotice(tx, mail, { notice: 'password_changed', email, language });
        return true;
      });
      if (!done) {
        security({ ...event, result: 'failed', reason: 'link_expired', actor });
        return { outcome: 'link_expired' };
      }
      await parts.signInsEnded(account, 'all');
      await limits.forgetGuesses(account);
      mail.wake();
      security({ ...event, result: 'succeeded', reason: 'letter', actor });
      return { outcome: 'done' };
    },
  };
}
