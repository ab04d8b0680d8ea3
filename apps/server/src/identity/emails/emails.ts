import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Database, Sql } from '../../platform/database/database.ts';
import type { EmailComposer, MailQueue } from '../../platform/mail/mail-queue.ts';
import type { Language } from '../../platform/http/problem.ts';
import type { AccountStore } from '../accounts/accounts.ts';
import {
  alreadyRegisteredEmail,
  confirmNewAddressEmail,
  confirmRegistrationEmail,
  addressChangeRequestedEmail,
  addressChangedEmail,
  resetPasswordEmail,
  unlockEmail,
  renderEmail,
  type EmailTemplate,
} from './email-templates.ts';
import { createLinkToken, linkLifetimesMs, type LinkPurpose } from '../accounts/link-tokens.ts';
import {
  newBrowserEmail,
  AccountNotification,
  accountNotificationTemplates,
} from './account-notification-templates.ts';
import { issueRegistrationToken } from '../accounts/pending-registrations.ts';

const LanguageSchema = Type.Enum(['vi', 'en']);
const RegistrationData = Type.Object({ registration: Type.String(), language: LanguageSchema });
/** ISO 8601; absent from emails queued by an earlier release. */
const RequestedAtSchema = Type.Optional(Type.String());
const ResetData = Type.Object({
  email: Type.String(),
  interaction: Type.String(),
  language: LanguageSchema,
  requestedAt: RequestedAtSchema,
});
const UnlockData = Type.Object({
  account: Type.String(),
  interaction: Type.String(),
  language: LanguageSchema,
  requestedAt: RequestedAtSchema,
});
/** `email` is the new address in the confirmation, and the former address in the emails that can undo the change. */
const ChangeData = Type.Object({
  account: Type.String(),
  email: Type.String(),
  language: LanguageSchema,
  requestedAt: RequestedAtSchema,
});
const NewBrowserData = Type.Object({
  email: Type.String(),
  browser: Type.String(),
  address: Type.String(),
  at: Type.String(),
  language: LanguageSchema,
});
const AccountNotificationData = Type.Object({
  notice: AccountNotification,
  email: Type.String(),
  language: LanguageSchema,
});

/** Kinds of emails in the mail queue. */
export const emailKinds = {
  registration: 'identity.registration',
  resetPassword: 'identity.reset_password',
  changeEmail: 'identity.change_email',
  emailChangeRequested: 'identity.email_change_requested',
  emailChanged: 'identity.email_changed',
  newBrowser: 'identity.new_browser',
  unlock: 'identity.unlock',
  notice: 'identity.notice',
} as const;

/**
 * Queues an email about a change of an account, in the transaction of that change. Does nothing for an account
 * without an address or in an installation without a mail server.
 */
export async function queueAccountNotification(
  tx: Sql,
  mail: MailQueue,
  about: { notice: AccountNotification; email: string | null; language: Language },
): Promise<void> {
  if (about.email === null || !mail.available) return;
  await mail.queue(tx, emailKinds.notice, about, linkLifetimesMs.registration);
}

export interface EmailDependencies {
  database: Database;
  accounts: AccountStore;
  identityOrigin: string;
  appOrigin: string;
}

/**
 * Returns the composers of all account emails. They look up whether an address has an account, long after the
 * request was answered, so that neither the response nor its timing reveals it. Every send attempt gets a new link
 * secret.
 */
export function createEmailComposers(
  dependencies: EmailDependencies,
): Record<string, EmailComposer> {
  const { database, accounts, identityOrigin, appOrigin } = dependencies;

  function pageUrl(path: string, values: Record<string, string>): string {
    const url = new URL(path, identityOrigin);
    for (const [name, value] of Object.entries(values)) {
      if (value !== '') url.searchParams.set(name, value);
    }
    return url.href;
  }
  const forgotPasswordUrl = (language: Language) =>
    pageUrl('/forgot-password', { ui_locales: language });

  /** Returns a page URL with a new secret; null when the request was canceled. */
  async function createLink(
    page: string,
    purpose: LinkPurpose,
    emailData: {
      account: string;
      language: Language;
      requestedAt?: string;
      email?: string;
      interaction?: string;
    },
  ): Promise<string | null> {
    const { account: accountId, language, requestedAt, email, interaction = '' } = emailData;
    const tokenRequest = { accountId, purpose, requestedAt: new Date(requestedAt ?? 0) };
    const token = await database.transaction((tx) =>
      createLinkToken(tx, { ...tokenRequest, ...(email !== undefined && { email }) }),
    );
    return token === null ? null : pageUrl(page, { token, interaction, ui_locales: language });
  }

  /** Composes an email to the former address that reports the change and links to its undo. */
  const composeUndoEmail =
    (template: EmailTemplate): EmailComposer =>
    async (data) => {
      const emailData = Value.Parse(ChangeData, data);
      const link = await createLink('/undo-email', 'undo_email', emailData);
      return link === null
        ? null
        : renderEmail(template, emailData.email, emailData.language, link);
    };

  return {
    async [emailKinds.registration](data) {
      const { registration, language } = Value.Parse(RegistrationData, data);
      const issued = await database.transaction((tx) => issueRegistrationToken(tx, registration));
      if (!issued) return null;
      const { email, interaction, secret } = issued;
      if (await accounts.credentials(email)) {
        return renderEmail(alreadyRegisteredEmail, email, language, forgotPasswordUrl(language));
      }
      const values = { token: secret, interaction, ui_locales: language };
      return renderEmail(
        confirmRegistrationEmail,
        email,
        language,
        pageUrl('/verify-email', values),
      );
    },

    async [emailKinds.resetPassword](data) {
      const emailData = Value.Parse(ResetData, data);
      const found = await accounts.credentials(emailData.email);
      const account = found?.usable ? await accounts.find(found.accountId) : null;
      if (!account || account.email === null) return null;
      const { language, interaction, requestedAt } = emailData;
      const link = await createLink('/reset-password', 'reset_password', {
        account: account.sub,
        language,
        interaction,
        ...(requestedAt !== undefined && { requestedAt }),
      });
      return link === null ? null : renderEmail(resetPasswordEmail, account.email, language, link);
    },

    async [emailKinds.changeEmail](data) {
      const emailData = Value.Parse(ChangeData, data);
      const { account, email, language } = emailData;
      if (!(await accounts.find(account))) return null;
      if (await accounts.credentials(email)) {
        return renderEmail(alreadyRegisteredEmail, email, language, forgotPasswordUrl(language));
      }
      const link = await createLink('/verify-email', 'change_email', emailData);
      return link === null ? null : renderEmail(confirmNewAddressEmail, email, language, link);
    },

    [emailKinds.emailChangeRequested]: composeUndoEmail(addressChangeRequestedEmail),
    [emailKinds.emailChanged]: composeUndoEmail(addressChangedEmail),

    async [emailKinds.unlock](data) {
      const emailData = Value.Parse(UnlockData, data);
      const account = await accounts.find(emailData.account);
      if (!account || account.email === null) return null;
      const link = await createLink('/unlock', 'unlock', emailData);
      return link === null
        ? null
        : renderEmail(unlockEmail, account.email, emailData.language, link);
    },

    async [emailKinds.notice](data) {
      const { notice, email, language } = Value.Parse(AccountNotificationData, data);
      const link = notice.startsWith('password_changed_google')
        ? `${appOrigin}/settings/account`
        : forgotPasswordUrl(language);
      return renderEmail(accountNotificationTemplates[notice], email, language, link);
    },

    async [emailKinds.newBrowser](data) {
      const { email, language, browser, address: from, at } = Value.Parse(NewBrowserData, data);
      const template = newBrowserEmail({ browser, address: from, at: new Date(at) });
      return renderEmail(template, email, language, forgotPasswordUrl(language));
    },
  };
}
