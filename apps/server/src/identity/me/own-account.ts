import { Problem } from '../../platform/http/problem.ts';
import type { VerifiedToken } from '../tokens/access-tokens.ts';
import { nameKey } from '../accounts/accounts.ts';
import { endEverythingOf } from '../tokens/artifacts.ts';
import { createLinks } from '../accounts/external-identities.ts';
import { letterKinds } from '../emails/emails.ts';
import { linkLives } from '../accounts/link-tokens.ts';
import { queueNotice } from '../notices.ts';
import { endOtherSessions, endSession, listSessions, type OwnSession } from './own-sessions.ts';
import type { PasswordFault } from '../passwords/password-rules.ts';
import { cancelPendingChanges } from '../accounts/pending-changes.ts';
import type { AccountParts, Caller, Refusal } from '../registration/registration.ts';

/** Seconds since the sign-in within which a person may change how they sign in. */
export const freshSeconds = 15 * 60;

/** Whether somebody signed in so recently that they may do what is sensitive. */
export function isFresh(signedInAt: Date | null): boolean {
  return signedInAt !== null && Date.now() - signedInAt.getTime() <= freshSeconds * 1000;
}

type Proof = { outcome: 'wrong_password' } | { outcome: 'fresh_sign_in_required' } | Refusal;
export type EndResult =
  | { outcome: 'done' }
  | { outcome: 'no_session' }
  | { outcome: 'fresh_sign_in_required' };
export type ChangeResult =
  | Proof
  | { outcome: 'done' }
  | { outcome: 'sent' }
  | { outcome: 'mail_unavailable' }
  | { outcome: 'not_linked' }
  | { outcome: 'password_needed' }
  | { outcome: PasswordFault };

/**
 * What a signed-in person does with their own account. Every change of how to sign in needs a fresh sign-in and the
 * current password: a token that was left lying or stolen is not enough.
 */
export interface OwnAccount {
  sessions(token: VerifiedToken): Promise<OwnSession[]>;
  endSession(token: VerifiedToken, id: string, caller: Caller): Promise<EndResult>;
  endOtherSessions(token: VerifiedToken, caller: Caller): Promise<EndResult>;
  /** Ends every other session and says so by mail. @throws HashingBusy */
  changePassword(
    token: VerifiedToken,
    given: { currentPassword: string; newPassword: string },
    caller: Caller,
  ): Promise<ChangeResult>;
  /**
   * The new address counts once the link in the letter to it is used. The old one is told at once and again then, each
   * time with a link that undoes it.
   * @throws HashingBusy
   */
  changeEmail(
    token: VerifiedToken,
    given: { currentPassword: string; email: string },
    caller: Caller,
  ): Promise<ChangeResult>;
  /** Null when no Google account opens this one. */
  google(token: VerifiedToken): Promise<{ linkedAt: string; lastUsedAt: string } | null>;
  /** Only an account that has a password, so that its owner still comes in. @throws HashingBusy */
  unlinkGoogle(
    token: VerifiedToken,
    given: { currentPassword: string },
    caller: Caller,
  ): Promise<ChangeResult>;
  /** @throws HashingBusy */
  remove(
    token: VerifiedToken,
    given: { currentPassword: string },
    caller: Caller,
  ): Promise<ChangeResult>;
}

export function createOwnAccount(
  parts: AccountParts & {
    /** @throws Problem when the account cannot go yet, such as the last owner of a team */
    beforeRemoval(who: { sub: string; tenantId: string }): Promise<void>;
  },
): OwnAccount {
  const { database, accounts, passwords, rules, limits, mail, security } = parts;
  const links = createLinks(database);

  /** Null when the person has proven to be there now. An account without a password has the fresh sign-in alone. */
  async function doubt(
    token: VerifiedToken,
    currentPassword: string,
    event: string,
    about: { address: string; requestId: string },
  ): Promise<Proof | null> {
    const refused = { event, result: 'refused', actor: token.sub, ...about } as const;
    if (!isFresh(token.signedInAt)) {
      security({ ...refused, reason: 'not_fresh' });
      return { outcome: 'fresh_sign_in_required' };
    }
    const stored = await accounts.passwordOf(token.sub);
    if (stored === null) return null;
    const key = `own account ${token.sub}`;
    const limited =
      (await limits.admit(key, about.address)) ?? (await limits.admitOwnPassword(token.sub));
    if (limited) {
      security({ ...refused, reason: 'rate_limited' });
      return { outcome: 'rate_limited', ...limited };
    }
    if (!(await passwords.verify(stored, currentPassword, about.address))) {
      security({ ...refused, result: 'failed', reason: 'wrong_password' });
      return { outcome: 'wrong_password' };
    }
    await limits.succeeded(key, about.address);
    await limits.ownPasswordSucceeded(token.sub);
    return null;
  }

  function staleSignIn(
    event: string,
    actor: string,
    about: { address: string; requestId: string },
  ): EndResult {
    security({ event, result: 'refused', reason: 'not_fresh', actor, ...about });
    return { outcome: 'fresh_sign_in_required' };
  }

  return {
    sessions: (token) => listSessions(database, token.sub, token.sessionUid),

    async endSession({ sub, tenantId, signedInAt }, id, { language: _language, ...about }) {
      if (!isFresh(signedInAt)) return staleSignIn('end_session', sub, about);
      const ended = await database.transaction((tx) => endSession(tx, sub, id));
      if (ended) await parts.signInsEnded({ sub, tenantId }, { only: id });
      const result = ended ? 'succeeded' : 'failed';
      security({ event: 'end_session', result, reason: 'by_owner', actor: sub, ...about });
      return { outcome: ended ? 'done' : 'no_session' };
    },

    async endOtherSessions(token, { language: _language, ...about }) {
      const { sub, tenantId, sessionUid } = token;
      if (!isFresh(token.signedInAt)) return staleSignIn('end_other_sessions', sub, about);
      await database.transaction((tx) => endOtherSessions(tx, sub, sessionUid ?? ''));
      await parts.signInsEnded({ sub, tenantId }, { except: sessionUid ?? '' });
      const event = { event: 'end_other_sessions', reason: 'by_owner', actor: sub } as const;
      security({ ...event, result: 'succeeded', ...about });
      return { outcome: 'done' };
    },

    async changePassword(token, { currentPassword, newPassword }, { language, ...about }) {
      const event = 'change_password';
      const doubted = await doubt(token, currentPassword, event, about);
      if (doubted) return doubted;
      const fault = await rules.judge(newPassword, token);
      if (fault) {
        security({ event, result: 'refused', reason: fault, actor: token.sub, ...about });
        return { outcome: fault };
      }
      const hash = await passwords.hash(newPassword, about.address);
      const linked = await links.ofAccount(token.sub);
      await database.transaction(async (tx) => {
        await accounts.setPassword(tx, token.sub, hash, false);
        await endOtherSessions(tx, token.sub, token.sessionUid ?? '');
        await cancelPendingChanges(tx, token.sub);
        await parts.browsers.forgetAllOf(tx, token.sub);
        const notice = linked ? 'password_changed_google_kept' : 'password_changed';
        await queueNotice(tx, mail, { notice, email: token.email, language });
      });
      await parts.signInsEnded(token, { except: token.sessionUid ?? '' });
      mail.wake();
      security({ event, result: 'succeeded', reason: 'by_owner', actor: token.sub, ...about });
      return { outcome: 'done' };
    },

    async changeEmail(token, { currentPassword, email }, { language, ...about }) {
      const event = 'change_email';
      const denied = { event, result: 'refused', actor: token.sub, ...about } as const;
      if (!mail.available) {
        security({ ...denied, reason: 'mail_unavailable' });
        return { outcome: 'mail_unavailable' };
      }
      const doubted = await doubt(token, currentPassword, event, about);
      if (doubted) return doubted;
      const { refused, send } = await limits.admitLetter('change', nameKey(email), about.address);
      if (refused) {
        security({ ...denied, reason: 'rate_limited' });
        return { outcome: 'rate_limited', ...refused };
      }
      if (send) {
        const change = { account: token.sub, language, askedAt: new Date() };
        await database.transaction(async (tx) => {
          const data = { ...change, email };
          await mail.queue(tx, letterKinds.changeEmail, data, linkLives.change_email);
          if (token.email === null) return;
          const former = { ...change, email: token.email };
          await mail.queue(tx, letterKinds.emailChangeAsked, former, linkLives.undo_email);
        });
        mail.wake();
      }
      const reason = send ? 'letter_queued' : 'mailbox_limit';
      const result = send ? 'succeeded' : 'refused';
      security({ event, result, reason, actor: token.sub, ...about });
      return { outcome: 'sent' };
    },

    async google(token) {
      const link = await links.ofAccount(token.sub);
      if (!link) return null;
      const { linkedAt, lastUsedAt } = link;
      return { linkedAt: linkedAt.toISOString(), lastUsedAt: lastUsedAt.toISOString() };
    },

    async unlinkGoogle(token, { currentPassword }, { language, ...about }) {
      const event = 'google_unlink';
      const refused = { event, result: 'refused', actor: token.sub, ...about } as const;
      const notLinked = () => {
        security({ ...refused, result: 'failed', reason: 'not_linked' });
        return { outcome: 'not_linked' } as const;
      };
      if (!(await links.ofAccount(token.sub))) return notLinked();
      if ((await accounts.passwordOf(token.sub)) === null) {
        security({ ...refused, reason: 'password_needed' });
        return { outcome: 'password_needed' };
      }
      const doubted = await doubt(token, currentPassword, event, about);
      if (doubted) return doubted;
      const removed = await database.transaction(async (tx) => {
        if (!(await links.removeOf(tx, token.sub))) return false;
        await queueNotice(tx, mail, { notice: 'google_unlinked', email: token.email, language });
        return true;
      });
      if (!removed) return notLinked();
      mail.wake();
      security({ event, result: 'succeeded', reason: 'by_owner', actor: token.sub, ...about });
      return { outcome: 'done' };
    },

    async remove(token, { currentPassword }, { language, ...about }) {
      const event = 'remove_account';
      const doubted = await doubt(token, currentPassword, event, about);
      if (doubted) return doubted;
      try {
        await parts.beforeRemoval(token);
      } catch (error) {
        const reason = error instanceof Problem ? error.code : 'server_error';
        security({ event, result: 'refused', reason, actor: token.sub, ...about });
        throw error;
      }
      await database.transaction(async (tx) => {
        await endOtherSessions(tx, token.sub, '');
        await endEverythingOf(tx, token.sub);
        await parts.removed.record(tx, token.sub);
        await accounts.remove(tx, token.sub);
        await queueNotice(tx, mail, { notice: 'account_removed', email: token.email, language });
      });
      await parts.removed.tell();
      mail.wake();
      security({ event, result: 'succeeded', reason: 'by_owner', actor: token.sub, ...about });
      return { outcome: 'done' };
    },
  };
}
