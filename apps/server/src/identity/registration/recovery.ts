import { isUniqueViolation, type Sql } from '../../platform/database/database.ts';
import { nameKey, type Account } from '../accounts/accounts.ts';
import { revokeAllAccess } from '../tokens/artifacts.ts';
import { createExternalIdentities } from '../accounts/external-identities.ts';
import { emailKinds, queueAccountNotification } from '../emails/emails.ts';
import {
  deleteUndoTokens,
  linkLifetimesMs,
  findLinkToken,
  consumeLinkToken,
  type LinkToken,
} from '../accounts/link-tokens.ts';
import type { PasswordRejection } from '../passwords/password-rules.ts';
import { cancelPendingChanges } from '../accounts/pending-changes.ts';
import { createRejection, type Caller } from '../http/security-log.ts';
import type { AccountDependencies, RateLimited } from './registration.ts';

type RequestResetResult = { outcome: 'sent' } | { outcome: 'mail_unavailable' } | RateLimited;
type ResetResult =
  | { outcome: 'done' }
  | { outcome: 'link_expired' }
  /** Another account has taken the former address. */
  | { outcome: 'email_taken' }
  | { outcome: PasswordRejection }
  | RateLimited;

/** Access that a new password can leave open, for the user to decide about. */
export interface RemainingAccess {
  /** `own`: Google is the authority for the account's address. `foreign`: a link to any other Google account. */
  google: 'none' | 'own' | 'foreign';
  /** Whether the user has granted access to reporting tools. */
  reportAccess: boolean;
}

/** A new password, set through an emailed link. */
interface PasswordReset {
  secret: string;
  password: string;
  /** By default, an `own` link stays and a `foreign` link is removed. */
  google?: 'keep' | 'remove' | undefined;
  revokeReportAccess?: boolean | undefined;
}

export interface Recovery {
  /** Queues an email with a reset link. The response and the work are the same for known and unknown addresses. */
  forgot(
    given: { email: string; interaction: string },
    caller: Caller,
  ): Promise<RequestResetResult>;
  /** Returns what stays open; null for an invalid link. Changes nothing, because mail scanners open links too. */
  findRemainingAccess(
    purpose: 'reset_password' | 'undo_email',
    secret: string,
  ): Promise<RemainingAccess | null>;
  /**
   * Sets the password, ends every session, cancels pending changes and notifies the mailbox. Does not sign in.
   * @throws HashingBusy
   */
  reset(given: PasswordReset, caller: Caller): Promise<ResetResult>;
  /**
   * Does the same as `reset` and restores the former address. Also works while the change is only requested.
   * @throws HashingBusy
   */
  undoEmail(given: PasswordReset, caller: Caller): Promise<ResetResult>;
}

/** Rolls back the transaction, so that the link still works once the address is free. */
class EmailTaken extends Error {
  override readonly name = 'EmailTaken';
}

export function createRecovery(dependencies: AccountDependencies): Recovery {
  const { database, accounts, passwords, rules, limits, mail, security, reportAccess } =
    dependencies;
  const externalIdentities = createExternalIdentities(database);

  async function restoreEmail(
    tx: Sql,
    { accountId, email, requestedAt }: LinkToken,
  ): Promise<void> {
    if (email === null || !(await accounts.setEmail(tx, accountId, email))) {
      throw new EmailTaken('The former address belongs to another account');
    }
    await deleteUndoTokens(tx, accountId, requestedAt);
    await externalIdentities.removeSince(tx, accountId, requestedAt);
  }

  async function setPassword(
    tx: Sql,
    account: Account & { email: string | null },
    hash: string,
    google: PasswordReset['google'],
  ): Promise<'none' | 'kept' | 'removed'> {
    await accounts.setPassword(tx, account.sub, hash, true);
    await cancelPendingChanges(tx, account.sub);
    await revokeAllAccess(tx, account.sub);
    await dependencies.browsers.deleteAllOf(tx, account.sub);
    if (google !== 'keep') {
      const key = google === 'remove' || account.email === null ? null : nameKey(account.email);
      const removed = await externalIdentities.removeOf(tx, account.sub, {
        exceptAuthoritativeFor: key,
      });
      if (removed) return 'removed';
    }
    return (await externalIdentities.ofAccount(account.sub, tx)) ? 'kept' : 'none';
  }

  async function resetByLink(
    purpose: 'reset_password' | 'undo_email',
    { secret, password, google, revokeReportAccess = false }: PasswordReset,
    { language, ...about }: Caller,
  ): Promise<ResetResult> {
    const event = { event: purpose, ...about } as const;
    const rejectUnknown = createRejection(security, { ...event, actor: null });
    const refused = await limits.admitAddress(about.address);
    if (refused) return { ...rejectUnknown('refused', 'rate_limited'), ...refused };
    const token = await findLinkToken(database, purpose, secret);
    const account = token && (await accounts.find(token.accountId));
    if (!account) return rejectUnknown('failed', 'link_expired');
    const actor = account.sub;
    const reject = createRejection(security, { ...event, actor });
    const email = purpose === 'undo_email' ? token.email : account.email;
    const rejection = await rules.judge(password, { ...account, email });
    if (rejection) return reject('refused', rejection);
    const hash = await passwords.hash(password, about.address);
    // Before the link is consumed, so that the user can retry after a failure.
    if (revokeReportAccess) await reportAccess.revoke(account);
    const change = database.transaction(async (tx) => {
      const consumed = await consumeLinkToken(tx, purpose, secret);
      if (!consumed) return false;
      if (purpose === 'undo_email') await restoreEmail(tx, consumed);
      const googleLink = await setPassword(tx, { ...account, email }, hash, google);
      const notice =
        googleLink === 'none'
          ? 'password_changed'
          : (`password_changed_google_${googleLink}` as const);
      await queueAccountNotification(tx, mail, { notice, email, language });
      return true;
    });
    const done = await change.catch((error: unknown) => {
      if (error instanceof EmailTaken || isUniqueViolation(error)) return 'email_taken' as const;
      throw error;
    });
    if (done !== true) return reject('failed', done === false ? 'link_expired' : done);
    await dependencies.signInsEnded(account, 'all');
    await limits.clearGuesses({ ...account, email });
    mail.wake();
    security({ ...event, result: 'succeeded', reason: 'email', actor });
    return { outcome: 'done' };
  }

  return {
    async forgot({ email, interaction }, { language, ...about }) {
      const event = { event: 'forgot_password', actor: null, ...about } as const;
      const reject = createRejection(security, event);
      if (!mail.available) return reject('refused', 'mail_unavailable');
      const { refused, send } = await limits.admitEmailRequest(
        'reset',
        nameKey(email),
        about.address,
      );
      if (refused) return { ...reject('refused', 'rate_limited'), ...refused };
      if (send) {
        const data = { email, interaction, language, requestedAt: new Date() };
        await database.transaction((tx) =>
          mail.queue(tx, emailKinds.resetPassword, data, linkLifetimesMs.reset_password),
        );
        mail.wake();
      }
      const reason = send ? 'email_queued' : 'mailbox_limit';
      security({ ...event, result: send ? 'succeeded' : 'refused', reason });
      return { outcome: 'sent' };
    },

    async findRemainingAccess(purpose, secret) {
      const token = await findLinkToken(database, purpose, secret);
      const account = token && (await accounts.find(token.accountId));
      if (!account) return null;
      const email = purpose === 'undo_email' ? token.email : account.email;
      const since = purpose === 'undo_email' ? token.requestedAt : null;
      const [google, reportAccessCount] = await Promise.all([
        externalIdentities.kindOf(account.sub, email === null ? null : nameKey(email), since),
        reportAccess.count(account),
      ]);
      return { google, reportAccess: reportAccessCount > 0 };
    },

    reset: (given, caller) => resetByLink('reset_password', given, caller),
    undoEmail: (given, caller) => resetByLink('undo_email', given, caller),
  };
}
