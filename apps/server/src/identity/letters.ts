import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Database } from '../platform/database.ts';
import type { Compose } from '../platform/mail/index.ts';
import type { Language } from '../platform/problem.ts';
import type { Accounts } from './accounts.ts';
import {
  alreadyRegistered,
  changeEmail,
  confirmRegistration,
  noticeLetters,
  notices,
  resetPassword,
  unlock,
  writeLetter,
} from './letter-texts.ts';
import { makeLetterToken } from './letter-tokens.ts';
import { nameRegistration } from './pending-registrations.ts';

const LanguageSchema = Type.Union([Type.Literal('vi'), Type.Literal('en')]);
const RegistrationData = Type.Object({ registration: Type.String(), language: LanguageSchema });
const ResetData = Type.Object({
  email: Type.String(),
  interaction: Type.String(),
  language: LanguageSchema,
});
const UnlockData = Type.Object({
  name: Type.String(),
  interaction: Type.String(),
  language: LanguageSchema,
});
const ChangeData = Type.Object({
  account: Type.String(),
  email: Type.String(),
  language: LanguageSchema,
});
const NoticeData = Type.Object({
  notice: Type.Union(notices.map((each) => Type.Literal(each))),
  email: Type.String(),
  language: LanguageSchema,
});

/** Kinds of letters in the mail queue. */
export const letterKinds = {
  registration: 'identity.registration',
  resetPassword: 'identity.reset_password',
  changeEmail: 'identity.change_email',
  unlock: 'identity.unlock',
  notice: 'identity.notice',
} as const;

export interface LettersParts {
  database: Database;
  accounts: Accounts;
  identityOrigin: string;
}

/**
 * What writes the letters. Whether an address has an account is looked up here, long after the caller was
 * answered: no answer and no timing can tell. The secret of a link is made anew for each attempt at sending.
 */
export function createLetters(parts: LettersParts): Record<string, Compose> {
  const { database, accounts, identityOrigin } = parts;

  function address(path: string, values: Record<string, string>): string {
    const url = new URL(path, identityOrigin);
    for (const [name, value] of Object.entries(values)) {
      if (value !== '') url.searchParams.set(name, value);
    }
    return url.href;
  }
  const forgotten = (language: Language) => address('/forgot-password', { ui_locales: language });

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
      const { email, interaction, language } = Value.Parse(ResetData, data);
      const found = await accounts.credentials(email);
      const account = found?.usable ? await accounts.find(found.accountId) : null;
      if (!account || account.email === null) return null;
      const token = await makeLetterToken(database, {
        accountId: account.sub,
        purpose: 'reset_password',
      });
      const link = address('/reset-password', { token, interaction, ui_locales: language });
      return writeLetter(resetPassword, account.email, language, link);
    },

    async [letterKinds.changeEmail](data) {
      const { account, email, language } = Value.Parse(ChangeData, data);
      if (!(await accounts.find(account))) return null;
      if (await accounts.credentials(email)) {
        return writeLetter(alreadyRegistered, email, language, forgotten(language));
      }
      const token = await makeLetterToken(database, {
        accountId: account,
        purpose: 'change_email',
        email,
      });
      const link = address('/verify-email', { token, ui_locales: language });
      return writeLetter(changeEmail, email, language, link);
    },

    async [letterKinds.unlock](data) {
      const { name, interaction, language } = Value.Parse(UnlockData, data);
      const found = await accounts.credentials(name);
      const account = found?.usable ? await accounts.find(found.accountId) : null;
      if (!account || account.email === null) return null;
      const token = await makeLetterToken(database, { accountId: account.sub, purpose: 'unlock' });
      const link = address('/unlock', { token, interaction, ui_locales: language });
      return writeLetter(unlock, account.email, language, link);
    },

    async [letterKinds.notice](data) {
      const { notice, email, language } = Value.Parse(NoticeData, data);
      return writeLetter(noticeLetters[notice], email, language, forgotten(language));
    },
  };
}
