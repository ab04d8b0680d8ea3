import type { FastifyRequest } from 'fastify';
import { isUniqueViolation, type Database } from '../../platform/database/database.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import { nameKey, privacyNoticeVersion, type AccountStore } from '../accounts/accounts.ts';
import type { AttemptLimits } from '../sign-in/attempt-limits.ts';
import type { KnownBrowsers } from '../sign-in/known-browsers.ts';
import { emailKinds } from '../emails/emails.ts';
import {
  linkLifetimesMs,
  findConfirmedAddress,
  findLinkToken,
  consumeLinkToken,
  wasForEmailChange,
} from '../accounts/link-tokens.ts';
import type { PasswordRejection, PasswordRules } from '../passwords/password-rules.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { cancelPendingChanges } from '../accounts/pending-changes.ts';
import {
  findRegistration,
  saveRegistration,
  consumeRegistration,
} from '../accounts/pending-registrations.ts';
import type { OnSignInsEnded } from '../tokens/sessions.ts';
import type { RemovedAccounts } from '../accounts/removed-accounts.ts';
import { createRejection, type Caller, type SecurityLog } from '../http/security-log.ts';
import { createCookie, type Cookie } from '../http/cookies.ts';
import { secretPattern } from '../../platform/secrets.ts';

interface RegistrationRequest {
  email: string;
  name: string;
  password: string;
  /** Secret in the browser's registration cookie. */
  browser: string;
  /** Id of the login the user came from; empty when there is none. */
  interaction: string;
  /** The application page to return to; null when unknown. */
  returnPath: string | null;
  /** The version of the privacy notice that the form linked; empty when it named none. */
  privacyVersion: string;
}

export type RateLimited = { outcome: 'rate_limited'; retryAfterSeconds: number };
type RegistrationResult =
  | { outcome: 'sent' }
  | { outcome: PasswordRejection }
  | { outcome: 'mail_unavailable' }
  /** The form was opened before the privacy notice changed. */
  | { outcome: 'privacy_outdated' }
  | RateLimited;
type ConfirmationResult =
  | { outcome: 'registered'; accountId: string; returnPath: string | null }
  | { outcome: 'email_changed' }
  | { outcome: 'link_expired' }
  /** As `link_expired`, of a link that was for a change of address. */
  | { outcome: 'change_expired' }
  /** Another account has taken the address since the email was sent. */
  | { outcome: 'email_taken' }
  | { outcome: 'invalid_credentials' }
  | RateLimited;

export interface AccountDependencies {
  database: Database;
  accounts: AccountStore;
  passwords: PasswordHasher;
  rules: PasswordRules;
  limits: AttemptLimits;
  browsers: KnownBrowsers;
  mail: MailQueue;
  removed: RemovedAccounts;
  /** Access that users have granted to reporting tools; it outlives sessions and passwords. */
  reportAccess: {
    /** Returns the number of granted accesses. */
    count(who: { sub: string; tenantId: string }): Promise<number>;
    revoke(who: { sub: string; tenantId: string }): Promise<void>;
  };
  /** Called after the transaction that ended them. */
  signInsEnded: OnSignInsEnded;
  security: SecurityLog;
}

interface ConfirmationPage {
  pageState: 'confirm' | 'password' | 'confirmed' | 'link_expired' | 'change_expired';
  /** The application page to return to; null when unknown. */
  returnPath: string | null;
  /** The address that the link has confirmed already; empty in other states. */
  confirmedAddress: string;
}

export interface Registration {
  /**
   * Registers a user and queues the confirmation email. Neither the response nor the work reveals whether the
   * address has an account.
   * @throws HashingBusy
   */
  register(request: RegistrationRequest, caller: Caller): Promise<RegistrationResult>;
  /** Returns what the page of an emailed link must ask for. Changes nothing, because mail scanners open links too. */
  findPageState(secret: string, browser: string): Promise<ConfirmationPage>;
  /** Confirms a registration or a change of address. @throws HashingBusy */
  confirm(
    given: { secret: string; browser: string; password: string },
    caller: Caller,
  ): Promise<ConfirmationResult>;
}

export function createRegistration(dependencies: AccountDependencies): Registration {
  const { database, accounts, passwords, rules, limits, mail, security } = dependencies;

  async function confirmEmailChange(
    secret: string,
    { language, ...about }: Caller,
  ): Promise<ConfirmationResult> {
    const change = database.transaction(async (tx) => {
      const token = await consumeLinkToken(tx, 'change_email', secret);
      const account = token && (await accounts.find(token.accountId, tx));
      if (!account || token.email === null) return 'link_expired';
      if (!(await accounts.setEmail(tx, account.sub, token.email))) return 'email_taken';
      // Links sent to the former mailbox, such as one to set a password, end with the change.
      await cancelPendingChanges(tx, account.sub);
      if (account.email !== null) {
        const { sub, email } = account;
        const data = { account: sub, email, language, requestedAt: token.requestedAt };
        await mail.queue(tx, emailKinds.emailChanged, data, linkLifetimesMs.undo_email);
      }
      return account;
    });
    const changed = await change.catch((error: unknown) => {
      // Another request confirmed the same address at the same moment.
      if (isUniqueViolation(error)) return 'email_taken' as const;
      throw error;
    });
    if (changed === 'link_expired') {
      if ((await findConfirmedAddress(database, secret)) !== null)
        return { outcome: 'email_changed' };
      // An unknown link may have been for a registration or for a change of address.
      return (await wasForEmailChange(database, secret))
        ? createRejection(security, { event: 'change_email', ...about, actor: null })(
            'failed',
            'change_expired',
          )
        : createRejection(security, { event: 'verify_email', ...about, actor: null })(
            'failed',
            'link_expired',
          );
    }
    const event = { event: 'change_email', ...about } as const;
    if (changed === 'email_taken') {
      return createRejection(security, { ...event, actor: null })('failed', changed);
    }
    mail.wake();
    security({ ...event, result: 'succeeded', reason: 'confirmed', actor: changed.sub });
    return { outcome: 'email_changed' };
  }

  return {
    async register(given, caller) {
      const { email, name, password } = given;
      const { language, ...about } = caller;
      const event = { event: 'register', actor: null, ...about } as const;
      const reject = createRejection(security, event);
      if (!mail.available) return reject('refused', 'mail_unavailable');
      if (given.privacyVersion !== privacyNoticeVersion) {
        return reject('refused', 'privacy_outdated');
      }
      const { refused, send } = await limits.admitEmailRequest(
        'register',
        nameKey(email),
        caller.address,
      );
      if (refused) return { ...reject('refused', 'rate_limited'), ...refused };
      const rejection = await rules.judge(password, { name, email });
      if (rejection) return reject('refused', rejection);
      const hash = await passwords.hash(password, caller.address);
      await database.transaction(async (tx) => {
        const registrationData = { ...given, password: hash, sendsLink: send };
        const registration = await saveRegistration(tx, registrationData);
        if (!send) return;
        const data = { registration, language };
        await mail.queue(tx, emailKinds.registration, data, linkLifetimesMs.registration);
      });
      mail.wake();
      const reason = send ? 'email_queued' : 'mailbox_limit';
      security({ ...event, result: send ? 'succeeded' : 'refused', reason });
      return { outcome: 'sent' };
    },

    async findPageState(secret, browser) {
      const pending = await findRegistration(database, secret, browser);
      if (pending) {
        const { sameBrowser, returnPath } = pending;
        const pageState = sameBrowser ? 'confirm' : 'password';
        return { pageState, returnPath, confirmedAddress: '' };
      }
      const change = await findLinkToken(database, 'change_email', secret);
      if (change) return { pageState: 'confirm', returnPath: null, confirmedAddress: '' };
      const confirmedAddress = (await findConfirmedAddress(database, secret)) ?? '';
      if (confirmedAddress !== '')
        return { pageState: 'confirmed', returnPath: null, confirmedAddress };
      const wasChange = await wasForEmailChange(database, secret);
      const pageState = wasChange ? 'change_expired' : 'link_expired';
      return { pageState, returnPath: null, confirmedAddress };
    },

    async confirm({ secret, browser, password }, caller) {
      const { language: _language, ...about } = caller;
      const event = { event: 'verify_email', actor: null, ...about } as const;
      const reject = createRejection(security, event);
      const pending = await findRegistration(database, secret, browser);
      const refused = await (pending && !pending.sameBrowser
        ? limits.admit(`registration ${pending.id}`, about.address)
        : limits.admitAddress(about.address));
      if (refused) return { ...reject('refused', 'rate_limited'), ...refused };
      if (!pending) return confirmEmailChange(secret, caller);
      // In another browser, the owner of the mailbox may not have chosen the password. Without this check, one
      // click would confirm an account that someone else prepared and can sign in to.
      if (
        !pending.sameBrowser &&
        !(await passwords.verify(pending.password, password, about.address))
      ) {
        security({ ...event, result: 'failed', reason: 'wrong_password' });
        return { outcome: 'invalid_credentials' };
      }
      const created = await database.transaction(async (tx) => {
        if (!(await consumeRegistration(tx, pending, secret))) return 'link_expired';
        const account = await accounts.createIn(tx, {
          email: pending.email,
          emailVerified: true,
          name: pending.name,
          password: pending.password,
          ...(pending.privacy && { privacy: pending.privacy }),
          roles: ['seller'],
        });
        return account ?? 'email_taken';
      });
      if (typeof created === 'string') return reject('failed', created);
      security({ ...event, result: 'succeeded', reason: 'account_created', actor: created.sub });
      const { returnPath } = pending;
      return { outcome: 'registered', accountId: created.sub, returnPath };
    },
  };
}

/**
 * Creates the cookie that marks the browser of a registration, which may confirm the address with a click. It is
 * set alike for known and unknown addresses.
 */
export const createRegistrationCookie = (identityOrigin: string): Cookie =>
  createCookie(identityOrigin, 'seller_connect_registration');

/** Returns the secret of a browser's registration; '' when it has none. */
export function registrationSecret(cookie: Cookie, request: FastifyRequest): string {
  const value = cookie.read(request) ?? '';
  return secretPattern.test(value) ? value : '';
}
