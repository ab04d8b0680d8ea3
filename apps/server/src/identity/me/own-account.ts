import { Problem } from '../../platform/http/problem.ts';
import type { VerifiedToken } from '../tokens/access-tokens.ts';
import type { Sql } from '../../platform/database/database.ts';
import { nameKey } from '../accounts/accounts.ts';
import { revokeAllAccess, revokeAssistants } from '../tokens/artifacts.ts';
import { createExternalIdentities } from '../accounts/external-identities.ts';
import { emailKinds, queueAccountNotification } from '../emails/emails.ts';
import { linkLifetimesMs } from '../accounts/link-tokens.ts';
import type { AccountSession } from '@seller-connect/contract';
import { endOtherSessions, endSession, listSessions } from './own-sessions.ts';
import type { PasswordRejection } from '../passwords/password-rules.ts';
import { cancelPendingChanges } from '../accounts/pending-changes.ts';
import { lifetimesSeconds } from '../tokens/lifetimes.ts';
import { createRejection, type Caller } from '../http/security-log.ts';
import type { AccountDependencies, RateLimited } from '../registration/registration.ts';

/** Whether a sign-in is recent enough for sensitive changes. */
export function isSignInFresh(signedInAt: Date | null): boolean {
  return (
    signedInAt !== null && Date.now() - signedInAt.getTime() <= lifetimesSeconds.freshSignIn * 1000
  );
}

type ReauthenticationFailure =
  | { outcome: 'wrong_password' }
  | { outcome: 'fresh_sign_in_required' }
  | RateLimited;
interface Reauthentication {
  outcome: 'proven';
  /** When the password was set that the user has entered; null without a password. */
  passwordChangedAt: Date | null;
}
export type EndSessionResult =
  | { outcome: 'done' }
  | { outcome: 'no_session' }
  | { outcome: 'fresh_sign_in_required' };
export type AccountChangeResult =
  | ReauthenticationFailure
  | { outcome: 'done' }
  | { outcome: 'sent' }
  | { outcome: 'mail_unavailable' }
  | { outcome: 'not_linked' }
  | { outcome: 'password_needed' }
  | { outcome: PasswordRejection };

/**
 * What signed-in users do with their own account. Every change to how they sign in requires a fresh sign-in and the
 * current password, so that a leaked or stolen token is not enough.
 */
export interface OwnAccount {
  sessions(token: VerifiedToken): Promise<AccountSession[]>;
  endSession(token: VerifiedToken, id: string, caller: Caller): Promise<EndSessionResult>;
  endOtherSessions(token: VerifiedToken, caller: Caller): Promise<EndSessionResult>;
  /** Changes the password, ends all other sessions and assistants, and notifies the mailbox. @throws HashingBusy */
  changePassword(
    token: VerifiedToken,
    given: { currentPassword: string; newPassword: string },
    caller: Caller,
  ): Promise<AccountChangeResult>;
  /**
   * Requests a change of address, which takes effect when the link sent to the new address is used. The former
   * address is notified at once and again on the change, each time with a link that undoes it.
   * @throws HashingBusy
   */
  changeEmail(
    token: VerifiedToken,
    given: { currentPassword: string; email: string },
    caller: Caller,
  ): Promise<AccountChangeResult>;
  /** Returns the account's link to Google; null when there is none. */
  google(token: VerifiedToken): Promise<{ linkedAt: string; lastUsedAt: string } | null>;
  /** Removes the link to Google. Requires a password, so that the owner can still sign in. @throws HashingBusy */
  unlinkGoogle(
    token: VerifiedToken,
    given: { currentPassword: string },
    caller: Caller,
  ): Promise<AccountChangeResult>;
  /** Removes the account. @throws HashingBusy; Problem when `beforeRemoval` refuses */
  remove(
    token: VerifiedToken,
    given: { currentPassword: string },
    caller: Caller,
  ): Promise<AccountChangeResult>;
}

export function createOwnAccount(
  dependencies: AccountDependencies & {
    /** @throws Problem when the account cannot be removed yet, such as a team's last owner */
    beforeRemoval(who: { sub: string; tenantId: string }): Promise<void>;
  },
): OwnAccount {
  const { database, accounts, passwords, rules, limits, mail, security } = dependencies;
  const externalIdentities = createExternalIdentities(database);

  /** For an account without a password, a fresh sign-in suffices. */
  async function reauthenticate(
    token: VerifiedToken,
    currentPassword: string,
    event: string,
    about: { address: string; requestId: string },
  ): Promise<ReauthenticationFailure | Reauthentication> {
    if (!isSignInFresh(token.signedInAt)) return refuseStaleSignIn(event, token.sub, about);
    const reject = createRejection(security, { event, actor: token.sub, ...about });
    const { hash, changedAt } = await accounts.passwordOf(token.sub);
    const proven = { outcome: 'proven', passwordChangedAt: changedAt } as const;
    if (hash === null) return proven;
    const key = `own account ${token.sub}`;
    const rateLimit =
      (await limits.admit(key, about.address)) ?? (await limits.admitOwnPassword(token.sub));
    if (rateLimit) return { ...reject('refused', 'rate_limited'), ...rateLimit };
    if (!(await passwords.verify(hash, currentPassword, about.address))) {
      return reject('failed', 'wrong_password');
    }
    await limits.succeeded(key, about.address);
    await limits.ownPasswordSucceeded(token.sub);
    return proven;
  }

  /**
   * Runs a change in a transaction. Returns null, and changes nothing, if the password was replaced after it was
   * proven: a reset locks out whoever knows the old one.
   */
  function changeAccount<T>(
    { sub }: VerifiedToken,
    { passwordChangedAt }: Reauthentication,
    change: (tx: Sql) => Promise<T>,
  ): Promise<T | null> {
    return database.transaction(async (tx) =>
      (await accounts.isPasswordUnchanged(sub, passwordChangedAt, tx)) ? change(tx) : null,
    );
  }

  function refuseStaleSignIn(
    event: string,
    actor: string,
    about: { address: string; requestId: string },
  ): { outcome: 'fresh_sign_in_required' } {
    security({ event, result: 'refused', reason: 'not_fresh', actor, ...about });
    return { outcome: 'fresh_sign_in_required' };
  }

  return {
    sessions: (token) => listSessions(database, token.sub, token.sessionUid),

    async endSession({ sub, tenantId, signedInAt }, id, { language: _language, ...about }) {
      const event = 'end_session';
      if (!isSignInFresh(signedInAt)) return refuseStaleSignIn(event, sub, about);
      const ended = await database.transaction((tx) => endSession(tx, sub, id));
      if (ended) await dependencies.signInsEnded({ sub, tenantId }, { only: id });
      const result = ended ? 'succeeded' : 'failed';
      security({ event, result, reason: 'by_owner', actor: sub, ...about });
      return { outcome: ended ? 'done' : 'no_session' };
    },

    async endOtherSessions(token, { language: _language, ...about }) {
      const { sub, tenantId, sessionUid } = token;
      const event = 'end_other_sessions';
      if (!isSignInFresh(token.signedInAt)) return refuseStaleSignIn(event, sub, about);
      await database.transaction((tx) => endOtherSessions(tx, sub, sessionUid ?? ''));
      await dependencies.signInsEnded({ sub, tenantId }, { except: sessionUid ?? '' });
      security({ event, result: 'succeeded', reason: 'by_owner', actor: sub, ...about });
      return { outcome: 'done' };
    },

    async changePassword(token, { currentPassword, newPassword }, { language, ...about }) {
      const event = 'change_password';
      const reject = createRejection(security, { event, actor: token.sub, ...about });
      const proof = await reauthenticate(token, currentPassword, event, about);
      if (proof.outcome !== 'proven') return proof;
      const rejection = await rules.judge(newPassword, token);
      if (rejection) return reject('refused', rejection);
      const hash = await passwords.hash(newPassword, about.address);
      const linked = await externalIdentities.ofAccount(token.sub);
      const changed = await changeAccount(token, proof, async (tx) => {
        await accounts.setPassword(tx, token.sub, hash, false);
        await endOtherSessions(tx, token.sub, token.sessionUid ?? '');
        await revokeAssistants(tx, token.sub);
        await cancelPendingChanges(tx, token.sub);
        await dependencies.browsers.deleteAllOf(tx, token.sub);
        const notice = linked ? 'password_changed_google_kept' : 'password_changed';
        await queueAccountNotification(tx, mail, { notice, email: token.email, language });
      });
      if (changed === null) return reject('failed', 'wrong_password');
      await dependencies.signInsEnded(token, { except: token.sessionUid ?? '' });
      mail.wake();
      security({ event, result: 'succeeded', reason: 'by_owner', actor: token.sub, ...about });
      return { outcome: 'done' };
    },

    async changeEmail(token, { currentPassword, email }, { language, ...about }) {
      const event = 'change_email';
      const reject = createRejection(security, { event, actor: token.sub, ...about });
      if (!mail.available) return reject('refused', 'mail_unavailable');
      const proof = await reauthenticate(token, currentPassword, event, about);
      if (proof.outcome !== 'proven') return proof;
      const { refused, send } = await limits.admitEmailRequest(
        'change',
        nameKey(email),
        about.address,
      );
      if (refused) return { ...reject('refused', 'rate_limited'), ...refused };
      if (send) {
        const change = { account: token.sub, language, requestedAt: new Date() };
        const queued = await changeAccount(token, proof, async (tx) => {
          const data = { ...change, email };
          await mail.queue(tx, emailKinds.changeEmail, data, linkLifetimesMs.change_email);
          if (token.email === null) return;
          const formerAddressData = { ...change, email: token.email };
          await mail.queue(
            tx,
            emailKinds.emailChangeRequested,
            formerAddressData,
            linkLifetimesMs.undo_email,
          );
        });
        if (queued === null) return reject('failed', 'wrong_password');
        mail.wake();
      }
      const reason = send ? 'email_queued' : 'mailbox_limit';
      const result = send ? 'succeeded' : 'refused';
      security({ event, result, reason, actor: token.sub, ...about });
      return { outcome: 'sent' };
    },

    async google(token) {
      const link = await externalIdentities.ofAccount(token.sub);
      if (!link) return null;
      const { linkedAt, lastUsedAt } = link;
      return { linkedAt: linkedAt.toISOString(), lastUsedAt: lastUsedAt.toISOString() };
    },

    async unlinkGoogle(token, { currentPassword }, { language, ...about }) {
      const event = 'google_unlink';
      const reject = createRejection(security, { event, actor: token.sub, ...about });
      if (!(await externalIdentities.ofAccount(token.sub))) return reject('failed', 'not_linked');
      if ((await accounts.passwordOf(token.sub)).hash === null) {
        return reject('refused', 'password_needed');
      }
      const proof = await reauthenticate(token, currentPassword, event, about);
      if (proof.outcome !== 'proven') return proof;
      const removed = await changeAccount(token, proof, async (tx) => {
        if (!(await externalIdentities.removeOf(tx, token.sub))) return false;
        await queueAccountNotification(tx, mail, {
          notice: 'google_unlinked',
          email: token.email,
          language,
        });
        return true;
      });
      if (removed === null) return reject('failed', 'wrong_password');
      if (!removed) return reject('failed', 'not_linked');
      mail.wake();
      security({ event, result: 'succeeded', reason: 'by_owner', actor: token.sub, ...about });
      return { outcome: 'done' };
    },

    async remove(token, { currentPassword }, { language, ...about }) {
      const event = 'remove_account';
      const reject = createRejection(security, { event, actor: token.sub, ...about });
      const proof = await reauthenticate(token, currentPassword, event, about);
      if (proof.outcome !== 'proven') return proof;
      try {
        await dependencies.beforeRemoval(token);
      } catch (error) {
        const reason = error instanceof Problem ? error.code : 'server_error';
        security({ event, result: 'refused', reason, actor: token.sub, ...about });
        throw error;
      }
      const removed = await changeAccount(token, proof, async (tx) => {
        await endOtherSessions(tx, token.sub, '');
        await revokeAllAccess(tx, token.sub);
        await dependencies.removed.record(tx, token.sub);
        await accounts.remove(tx, token.sub);
        await queueAccountNotification(tx, mail, {
          notice: 'account_removed',
          email: token.email,
          language,
        });
      });
      if (removed === null) return reject('failed', 'wrong_password');
      await dependencies.removed.notifyDomains();
      mail.wake();
      security({ event, result: 'succeeded', reason: 'by_owner', actor: token.sub, ...about });
      return { outcome: 'done' };
    },
  };
}
