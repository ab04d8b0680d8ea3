import type { Configuration } from '../platform/config/configuration.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import {
  createMail,
  mailboxTransport,
  readMailbox,
  smtpTransport,
  type Compose,
  type MailboxLetter,
  type Transport,
} from '../platform/mail/mail-queue.ts';
import type { Language } from '../platform/http/problem.ts';
import { createBreachCheck } from './breached-passwords/index.ts';
import {
  createFirstAdministrator,
  type FirstAdministrator,
} from './registration/first-administrator.ts';
import { createLetters } from './emails/emails.ts';
import type { Notice } from './emails/account-notification-templates.ts';
import { removeOldLetterTokens } from './accounts/link-tokens.ts';
import { queueNotice } from './notices.ts';
import { createSignedInWith, type SignedInWith } from './sign-in/remember-browser.ts';
import { createOwnAccount, type OwnAccount } from './me/own-account.ts';
import { createPasswordRules } from './passwords/password-rules.ts';
import { removeOldRegistrations } from './accounts/pending-registrations.ts';
import { createRecovery, type Recovery } from './registration/recovery.ts';
import { removeOldSessionNotes } from './tokens/session-details.ts';
import { createRoles, type Roles } from './roles/roles.ts';
import { createUnlock, type Unlock } from './sign-in/unlock.ts';
import {
  createRegistration,
  type AccountParts,
  type Registration,
} from './registration/registration.ts';

/** What people do about their accounts themselves, with the mail that it needs. */
export interface AccountArea {
  registration: Registration;
  recovery: Recovery;
  own: OwnAccount;
  unlock: Unlock;
  firstAdministrator: FirstAdministrator;
  roles: Roles;
  signedInWith: SignedInWith;
  /** Null where letters are really sent, or nowhere at all. */
  readMailbox: (() => Promise<MailboxLetter[]>) | null;
  /** Tells an account's mailbox what has happened to it, inside the transaction of that. */
  tell(tx: Sql, accountId: string, notice: Notice, language: Language): Promise<void>;
  /** False where no mail server is configured. */
  canSendLetters: boolean;
  /** Begins to send mail. */
  start(): void;
  /** Gives the configured administrator the role, once the address is confirmed. */
  settle(): Promise<void>;
  stop(): Promise<void>;
  /** @returns rows deleted. */
  removeOld(now: Date): Promise<number>;
}

export function createAccountArea(
  parts: Omit<AccountParts, 'mail' | 'rules'> & {
    configuration: Configuration;
    log: Log;
    /** Letters of other domains, by their kind; they are sent with the provider's own. */
    letters: Readonly<Record<string, Compose>>;
    beforeRemoval(who: { sub: string; tenantId: string }): Promise<void>;
  },
): AccountArea {
  const { configuration, database, accounts, log } = parts;
  const { demo, identityOrigin, appOrigin } = configuration;
  const { SMTP_URL: mailServer, MAIL_FROM: sender } = configuration;
  const inMailbox = demo && mailServer === undefined;

  function transport(): Transport | null {
    if (mailServer !== undefined) return smtpTransport(mailServer, sender);
    return inMailbox ? mailboxTransport(database) : null;
  }

  const mail = createMail({
    database,
    transport: transport(),
    letters: {
      ...parts.letters,
      ...createLetters({ database, accounts, identityOrigin, appOrigin }),
    },
    log,
  });
  const rules = createPasswordRules(
    createBreachCheck({ rangeApi: configuration.STOLEN_PASSWORDS_API, log }),
  );
  const all = { ...parts, mail, rules };
  const roles = createRoles({ database, security: parts.security, demo });
  const { ADMINISTRATOR_EMAIL: administrator } = configuration;
  return {
    registration: createRegistration(all),
    recovery: createRecovery(all),
    own: createOwnAccount(all),
    unlock: createUnlock(all),
    firstAdministrator: createFirstAdministrator({
      ...all,
      identityOrigin,
      needed: !demo && administrator === undefined,
    }),
    roles,
    signedInWith: createSignedInWith(all),
    readMailbox: inMailbox ? () => readMailbox(database) : null,
    async tell(tx, accountId, notice, language) {
      const account = await accounts.find(accountId);
      await queueNotice(tx, mail, { notice, email: account?.email ?? null, language });
    },
    canSendLetters: mail.available,
    start() {
      if (!mail.available) {
        log.warn('no mail server is set (SMTP_URL): nobody can register or reset a password');
      }
      mail.start();
    },
    async settle() {
      if (administrator !== undefined) await roles.settleAdministrator(administrator);
    },
    stop: () => mail.stop(),
    removeOld: async (now) =>
      (await removeOldRegistrations(database, now)) +
      (await removeOldLetterTokens(database, now)) +
      (await parts.browsers.removeOld(now)) +
      (await removeOldSessionNotes(database, now)),
  };
}
