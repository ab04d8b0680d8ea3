import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Database } from '../platform/database.ts';
import type { Compose, Message } from '../platform/mail/index.ts';
import type { Language, Words } from '../platform/problem.ts';
import type { Accounts } from './accounts.ts';
import { makeLetterToken } from './letter-tokens.ts';
import { nameRegistration } from './pending-registrations.ts';

const LanguageSchema = Type.Union([Type.Literal('vi'), Type.Literal('en')]);
const RegistrationData = Type.Object({ registration: Type.String(), language: LanguageSchema });
const ResetData = Type.Object({
  email: Type.String(),
  interaction: Type.String(),
  language: LanguageSchema,
});
const ChangeData = Type.Object({
  account: Type.String(),
  email: Type.String(),
  language: LanguageSchema,
});
const notices = ['password_changed', 'email_changed', 'account_removed'] as const;
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
  notice: 'identity.notice',
} as const;

const signature: Words = {
  vi: 'Seller Connect\nThư này được gửi tự động, vui lòng không trả lời.',
  en: 'Seller Connect\nThis letter was sent by a program; please do not answer it.',
};

interface Letter {
  subject: Words;
  /** Paragraphs; `{link}` is an address of ours on a line of its own. */
  text: Words;
}

const confirmRegistration: Letter = {
  subject: { vi: 'Xác nhận email của bạn', en: 'Confirm your email address' },
  text: {
    vi: `Chào bạn,

Có người vừa đăng ký tài khoản Seller Connect bằng địa chỉ email này. Nếu là bạn, hãy mở liên kết sau trong vòng 24 giờ để xác nhận:

{link}

Nếu không phải bạn, hãy bỏ qua thư này: sẽ không có tài khoản nào được tạo.`,
    en: `Hello,

Somebody has just registered for Seller Connect with this email address. If it was you, open this link within 24 hours to confirm it:

{link}

If it was not you, do nothing: no account will be made.`,
  },
};

const alreadyRegistered: Letter = {
  subject: { vi: 'Bạn đã có tài khoản Seller Connect', en: 'You already have an account' },
  text: {
    vi: `Chào bạn,

Có người vừa thử đăng ký Seller Connect bằng địa chỉ email này, nhưng địa chỉ này đã có tài khoản. Nếu là bạn, hãy đăng nhập. Nếu quên mật khẩu, bạn có thể đặt mật khẩu mới tại đây:

{link}

Nếu không phải bạn, bạn không cần làm gì.`,
    en: `Hello,

Somebody has just tried to register for Seller Connect with this email address, which already has an account. If it was you, sign in. If you forgot the password, you can set a new one here:

{link}

If it was not you, there is nothing to do.`,
  },
};

const resetPassword: Letter = {
  subject: { vi: 'Đặt lại mật khẩu', en: 'Set a new password' },
  text: {
    vi: `Chào bạn,

Có người vừa yêu cầu đặt lại mật khẩu Seller Connect của bạn. Nếu là bạn, hãy mở liên kết sau trong vòng 30 phút:

{link}

Liên kết chỉ dùng được một lần. Nếu không phải bạn, hãy bỏ qua thư này: mật khẩu của bạn vẫn giữ nguyên.`,
    en: `Hello,

Somebody has just asked to set a new password for your Seller Connect account. If it was you, open this link within 30 minutes:

{link}

It works once. If it was not you, do nothing: your password stays as it is.`,
  },
};

const changeEmail: Letter = {
  subject: { vi: 'Xác nhận địa chỉ email mới', en: 'Confirm your new email address' },
  text: {
    vi: `Chào bạn,

Bạn vừa đổi email của tài khoản Seller Connect sang địa chỉ này. Hãy mở liên kết sau trong vòng 24 giờ để xác nhận:

{link}

Nếu không phải bạn, hãy bỏ qua thư này.`,
    en: `Hello,

You have just changed the email address of your Seller Connect account to this one. Open this link within 24 hours to confirm it:

{link}

If it was not you, do nothing.`,
  },
};

const noticeLetters: Record<(typeof notices)[number], Letter> = {
  password_changed: {
    subject: { vi: 'Mật khẩu của bạn đã được đổi', en: 'Your password was changed' },
    text: {
      vi: `Chào bạn,

Mật khẩu Seller Connect của bạn vừa được đổi, và các phiên đăng nhập khác đã kết thúc. Nếu không phải bạn đổi, hãy đặt lại mật khẩu ngay tại đây:

{link}`,
      en: `Hello,

The password of your Seller Connect account has just been changed, and its other sessions have ended. If it was not you, set a new password at once:

{link}`,
    },
  },
  email_changed: {
    subject: { vi: 'Email của bạn đã được đổi', en: 'Your email address was changed' },
    text: {
      vi: `Chào bạn,

Email của tài khoản Seller Connect của bạn vừa được đổi sang một địa chỉ khác. Nếu không phải bạn đổi, hãy liên hệ ngay với bộ phận hỗ trợ.`,
      en: `Hello,

The email address of your Seller Connect account has just been changed to another one. If it was not you, contact support at once.`,
    },
  },
  account_removed: {
    subject: { vi: 'Tài khoản của bạn đã được xoá', en: 'Your account was removed' },
    text: {
      vi: `Chào bạn,

Tài khoản Seller Connect của bạn vừa được xoá theo yêu cầu của bạn. Cảm ơn bạn đã sử dụng Seller Connect.`,
      en: `Hello,

Your Seller Connect account has just been removed, as you asked. Thank you for having used Seller Connect.`,
    },
  },
};

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
        return write(alreadyRegistered, email, language, forgotten(language));
      }
      const values = { token: secret, interaction, ui_locales: language };
      return write(confirmRegistration, email, language, address('/verify-email', values));
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
      return write(resetPassword, account.email, language, link);
    },

    async [letterKinds.changeEmail](data) {
      const { account, email, language } = Value.Parse(ChangeData, data);
      if (!(await accounts.find(account))) return null;
      if (await accounts.credentials(email)) {
        return write(alreadyRegistered, email, language, forgotten(language));
      }
      const token = await makeLetterToken(database, {
        accountId: account,
        purpose: 'change_email',
        email,
      });
      const link = address('/verify-email', { token, ui_locales: language });
      return write(changeEmail, email, language, link);
    },

    async [letterKinds.notice](data) {
      const { notice, email, language } = Value.Parse(NoticeData, data);
      return write(noticeLetters[notice], email, language, forgotten(language));
    },
  };
}

export type Notice = (typeof notices)[number];

function write(letter: Letter, to: string, language: Language, link: string): Message {
  const text = letter.text[language].replace('{link}', () => link);
  return { to, subject: letter.subject[language], text: `${text}\n\n--\n${signature[language]}\n` };
}
