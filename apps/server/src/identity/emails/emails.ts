import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Database } from '../../platform/database/database.ts';
import type { Compose } from '../../platform/mail/mail-queue.ts';
import type { Language } from '../../platform/http/problem.ts';
import type { Accounts } from '../accounts/accounts.ts';
import {
  alreadyRegistered,
  changeEmail,
  confirmRegistration,
  emailChangeAsked,
  emailChanged,
  resetPassword,
  unlock,
  writeLetter,
  type Letter,
} from './email-templates.ts';
import { makeLetterToken, type LetterPurpose } from '../accounts/link-tokens.ts';
import { newBrowser, Notice, noticeLetters } from './account-notification-templates.ts';
import { nameRegistration } from '../accounts/pending-registrations.ts';

const LanguageSchema = Type.Union([Type.Literal('vi'), Type.Literal('en')]);
const RegistrationData = Type.Object({ registration: Type.String(), language: LanguageSchema });
/** ISO 8601; absent from letters that an earlier release queued. */
const askedAt = Type.Optional(Type.String());
const ResetData = Type.Object({
  email: Type.String(),
  interaction: Type.String(),
  language: LanguageSchema,
  askedAt,
});
const UnlockData = Type.Object({
  account: Type.String(),
  interaction: Type.String(),
  language: LanguageSchema,
  askedAt,
});
/** `email` is the new address in the letter to it, and the former one in the letters that can undo the change. */
const ChangeData = Type.Object({
  account: Type.String(),
  email: Type.String(),
  language: LanguageSchema,
  askedAt,
});
const NewBrowserData = Type.Object({
  email: Type.String(),
  browser: Type.String(),
  address: Type.String(),
  at: Type.String(),
  language: LanguageSchema,
});
const NoticeData = Type.Object({
  notice: Notice,
  email: Type.String(),
  language: LanguageSchema,
});

/** Kinds of letters in the mail queue. */
export const letterKinds = {
  registration: 'identity.registration',
  resetPassword: 'identity.reset_password',
  changeEmail: 'identity.change_email',
  emailChangeAsked: 'identity.email_change_asked',
  emailChanged: 'identity.email_changed',
  newBrowser: 'identity.new_browser',
  unlock: 'identity.unlock',
  notice: 'identity.notice',
} as const;

export interface LettersParts {
  database: Database;
  accounts: Accounts;
  identityOrigin: string;
  appOrigin: string;
}

/**
 * What writes the letters. Whether an address has an account is looked up here, long after the caller was
 * answered: no answer and no timing can tell. The secret of a link is made anew for each attempt at sending.
 */
export function createLetters(parts: LettersParts): Record<string, Compose> {
  const { database, accounts, identityOrigin, appOrigin } = parts;

  function address(path: string, values: Record<string, string>): string {
    const url = new URL(path, identityOrigin);
    for (const [name, value] of Object.entries(values)) {
      if (value !== '') url.searchParams.set(name, value);
    }
    return url.href;
  }
  const forgotten = (language: Language) => address('/forgot-password', { ui_locales: language });

  /** The address of a page with a new secret; null when what was asked for is cancelled. */
  async function linkTo(
    page: string,
    purpose: LetterPurpose,
    about: {
      account: string;
      language: Language;
      askedAt?: string;
      email?: string;
      interaction?: string;
    },
  ): Promise<string | null> {
    const { account: accountId, language, askedAt: asked, email, interaction = '' } = about;
    const wish = { accountId, purpose, askedAt: new Date(asked ?? 0) };
    const token = await database.transaction((tx) =>
      makeLetterToken(tx, { ...wish, ...(email !== undefined && { email }) }),
    );
    return token === null ? null : address(page, { token, interaction, ui_locales: language });
  }

  /** To the former address: what happens to it, with the link that undoes it. */
  const undoable =
    (letter: Letter): Compose =>
    async (data) => {
      const about = Value.Parse(ChangeData, data);
      const link = await linkTo('/undo-email', 'undo_email', about);
      return link === null ? null : writeLetter(letter, about.email, about.language, link);
    };

  return {
    async [letterKinds.registration](data) {
      const { registration, language } = Value.Parse(RegistrationData, data);
      const named = await database.transaction((tx) => nameRegistration(tx, registration));
      if (!named) return null;
      const { email, interaction, secret } = named;
      if (await accounts.credentials(email)) {
        return writeLetter(alreadyRegistered, email, language, forgotten(language));
      }
      const values = { token: secret, interaction, ui_locales: language };
      return writeLetter(confirmRegistration, email, language, address('/verify-email', values));
    },

    async [letterKinds.resetPassword](data) {
      const about = Value.Parse(ResetData, data);
      const found = await accounts.credentials(about.email);
      const account = found?.usable ? await accounts.find(found.accountId) : null;
      if (!account || account.email === null) return null;
      const { language, interaction, askedAt: asked } = about;
      const link = await linkTo('/reset-password', 'reset_password', {
        account: account.sub,
        language,
        interaction,
        ...(asked !== undefined && { askedAt: asked }),
      });
      return link === null ? null : writeLetter(resetPassword, account.email, language, link);
    },

    async [letterKinds.changeEmail](data) {
      const about = Value.Parse(ChangeData, data);
      const { account, email, language } = about;
      if (!(await accounts.find(account))) return null;
      if (await accounts.credentials(email)) {
        return writeLetter(alreadyRegistered, email, language, forgotten(language));
      }
      const link = await linkTo('/verify-email', 'change_email', about);
      return link === null ? null : writeLetter(changeEmail, email, language, link);
    },

    [letterKinds.emailChangeAsked]: undoable(emailChangeAsked),
    [letterKinds.emailChanged]: undoable(emailChanged),

    async [letterKinds.unlock](data) {
      const about = Value.Parse(UnlockData, data);
      const account = await accounts.find(about.account);
      if (!account || account.email === null) return null;
      const link = await linkTo('/unlock', 'unlock', about);
      return link === null ? null : writeLetter(unlock, account.email, about.language, link);
    },

    async [letterKinds.notice](data) {
      const { notice, email, language } = Value.Parse(NoticeData, data);
      const link = notice.startsWith('password_changed_google')
        ? `${appOrigin}/settings/account`
        : forgotten(language);
      return writeLetter(noticeLetters[notice], email, language, link);
    },

    async [letterKinds.newBrowser](data) {
      const { email, language, browser, address: from, at } = Value.Parse(NewBrowserData, data);
      const letter = newBrowser({ browser, address: from, at: new Date(at) });
      return writeLetter(letter, email, language, forgotten(language));
    },
  };
}
