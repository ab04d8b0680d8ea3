import type { Configuration } from '../platform/config/configuration.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import {
  createMailQueue,
  createMailboxTransport,
  findMailboxEmail,
  listMailbox,
  createSmtpTransport,
  type EmailComposer,
  type EmailDropped,
  type MailTransport,
} from '../platform/mail/mail-queue.ts';
import type { Language } from '../platform/http/problem.ts';
import type { Mailbox } from './login-area/mailbox-page.ts';
import { createBreachCheck } from './breached-passwords/index.ts';
import {
  createFirstAdministrator,
  type FirstAdministrator,
} from './registration/first-administrator.ts';
import { createEmailComposers, queueAccountNotification } from './emails/emails.ts';
import type { AccountNotification } from './emails/account-notification-templates.ts';
import { deleteExpiredLinkTokens } from './accounts/link-tokens.ts';
import { createRememberBrowser, type RememberBrowser } from './sign-in/known-browsers.ts';
import { createOwnAccount, type OwnAccount } from './me/own-account.ts';
import { createPasswordRules } from './passwords/password-rules.ts';
import { deleteExpiredRegistrations } from './accounts/pending-registrations.ts';
import { createRecovery, type Recovery } from './registration/recovery.ts';
import { deleteStaleSessionDetails } from './tokens/sessions.ts';
import { createRoleStore, type RoleStore } from './roles/roles.ts';
import { createUnlock, type Unlock } from './sign-in/sign-in.ts';
import {
  createRegistration,
  type AccountDependencies,
  type Registration,
} from './registration/registration.ts';

/** What users do about their own accounts, and the mail queue behind it. */
export interface AccountServices {
  registration: Registration;
  recovery: Recovery;
  own: OwnAccount;
  unlock: Unlock;
  firstAdministrator: FirstAdministrator;
  roles: RoleStore;
  signedInWith: RememberBrowser;
  /** Reads the demo mailbox; null unless the demo mailbox replaces a mail server. */
  mailbox: Mailbox | null;
  /** Queues an email about a change of the account, in the transaction of that change. */
  queueNotification(
    tx: Sql,
    accountId: string,
    notice: AccountNotification,
    language: Language,
  ): Promise<void>;
  /** False when no mail server is configured. */
  canSendEmails: boolean;
  /** Starts sending queued emails. */
  start(): void;
  /** Grants the administrator role to the configured address, once it is confirmed. */
  grantAdministrator(): Promise<void>;
  stop(): Promise<void>;
  /**
   * Deletes expired registrations, link tokens, known browsers and session details.
   * @returns the number of rows deleted.
   */
  removeOld(now: Date): Promise<number>;
}

export function createAccountServices(
  dependencies: Omit<AccountDependencies, 'mail' | 'rules'> & {
    configuration: Configuration;
    log: Log;
    /** Email composers of other domains, by kind; their emails share the queue of the identity provider. */
    emailComposers: Readonly<Record<string, EmailComposer>>;
    /** Reports of emails that were given up, by kind. */
    onEmailDropped: Readonly<Record<string, EmailDropped>>;
    beforeRemoval(who: { sub: string; tenantId: string }): Promise<void>;
  },
): AccountServices {
  const { configuration, database, accounts, log } = dependencies;
  const { demo, identityOrigin, appOrigin } = configuration;
  const { SMTP_URL: mailServer, MAIL_FROM: sender } = configuration;
  const usesDemoMailbox = demo && mailServer === undefined;

  function transport(): MailTransport | null {
    if (mailServer !== undefined) return createSmtpTransport(mailServer, sender);
    return usesDemoMailbox ? createMailboxTransport(database) : null;
  }

  const mail = createMailQueue({
    database,
    transport: transport(),
    emailComposers: {
      ...dependencies.emailComposers,
      ...createEmailComposers({ database, accounts, identityOrigin, appOrigin }),
    },
    onDropped: dependencies.onEmailDropped,
    log,
  });
  const rules = createPasswordRules(
    createBreachCheck({ rangeApi: configuration.STOLEN_PASSWORDS_API, log }),
  );
  const serviceDependencies = { ...dependencies, mail, rules };
  const roles = createRoleStore({ database, security: dependencies.security, demo });
  const { ADMINISTRATOR_EMAIL: administratorEmail } = configuration;
  return {
    registration: createRegistration(serviceDependencies),
    recovery: createRecovery(serviceDependencies),
    own: createOwnAccount(serviceDependencies),
    unlock: createUnlock(serviceDependencies),
    firstAdministrator: createFirstAdministrator({
      ...serviceDependencies,
      identityOrigin,
      needed: !demo && administratorEmail === undefined,
    }),
    roles,
    signedInWith: createRememberBrowser(serviceDependencies),
    mailbox: usesDemoMailbox
      ? {
          list: () => listMailbox(database),
          find: (id) => findMailboxEmail(database, id),
        }
      : null,
    async queueNotification(tx, accountId, notice, language) {
      const account = await accounts.find(accountId, tx);
      await queueAccountNotification(tx, mail, { notice, email: account?.email ?? null, language });
    },
    canSendEmails: mail.available,
    start() {
      if (!mail.available) {
        log.warn(
          { event: 'identity.mail_not_configured' },
          'SMTP_URL is not set: nobody can register or reset a password',
        );
      }
      mail.start();
    },
    async grantAdministrator() {
      if (administratorEmail !== undefined) await roles.grantAdministrator(administratorEmail);
    },
    stop: () => mail.stop(),
    removeOld: async (now) =>
      (await deleteExpiredRegistrations(database, now)) +
      (await deleteExpiredLinkTokens(database, now)) +
      (await dependencies.browsers.removeOld(now)) +
      (await deleteStaleSessionDetails(database, now)),
  };
}
