import type { Message } from '../platform/mail/index.ts';
import type { Language, Words } from '../platform/problem.ts';

/** What happened to an account that its mailbox is told of. */
export const notices = [
  'password_changed',
  'email_changed',
  'account_removed',
  'google_linked',
  'google_unlinked',
] as const;
export type Notice = (typeof notices)[number];

const signature: Words = {
  vi: 'Seller Connect\nThư này được gửi tự động, vui lòng không trả lời.',
  en: 'Seller Connect\nThis letter was sent by a program; please do not answer it.',
};

/** The words of one kind of letter. */
export interface Letter {
  subject: Words;
  /** Paragraphs; `{link}` is an address of ours on a line of its own. */
  text: Words;
}

export const confirmRegistration: Letter = {
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

export const alreadyRegistered: Letter = {
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

export const resetPassword: Letter = {
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

export const changeEmail: Letter = {
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

export const unlock: Letter = {
  subject: {
    vi: 'Có người đang thử đoán mật khẩu của bạn',
    en: 'Somebody is trying to guess your password',
  },
  text: {
    vi: `Chào bạn,

Mật khẩu của tài khoản Seller Connect của bạn đã bị nhập sai quá nhiều lần, nên chúng tôi tạm dừng đăng nhập bằng mật khẩu từ các trình duyệt lạ. Trình duyệt bạn đã từng đăng nhập vẫn dùng được bình thường.

Nếu bạn muốn đăng nhập từ một trình duyệt mới, hãy mở liên kết sau trong vòng 24 giờ, ngay trên trình duyệt đó:

{link}

Nếu không phải bạn thử đăng nhập, bạn không cần làm gì: chưa ai vào được tài khoản của bạn.`,
    en: `Hello,

A wrong password was entered for your Seller Connect account too many times, so signing in with the password is paused for browsers that we do not know. Browsers that you have signed in with before go on as ever.

If you want to sign in with a new browser, open this link within 24 hours, in that very browser:

{link}

If it was not you, there is nothing to do: nobody has come in.`,
  },
};

export const noticeLetters: Record<Notice, Letter> = {
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
  google_linked: {
    subject: {
      vi: 'Tài khoản của bạn đã được liên kết với Google',
      en: 'Your account was linked to Google',
    },
    text: {
      vi: `Chào bạn,

Từ bây giờ, một tài khoản Google có cùng địa chỉ email có thể đăng nhập vào tài khoản Seller Connect của bạn. Liên kết được tạo sau khi mật khẩu của bạn đã được nhập. Nếu không phải bạn, hãy đặt lại mật khẩu ngay tại đây rồi gỡ liên kết:

{link}`,
      en: `Hello,

From now on a Google account with the same email address opens your Seller Connect account. It was linked after your password had been entered. If it was not you, set a new password at once and remove the link:

{link}`,
    },
  },
  google_unlinked: {
    subject: {
      vi: 'Đã gỡ liên kết Google khỏi tài khoản của bạn',
      en: 'Google was unlinked from your account',
    },
    text: {
      vi: `Chào bạn,

Tài khoản Google của bạn không còn đăng nhập được vào Seller Connect nữa. Bạn vẫn đăng nhập được bằng mật khẩu. Nếu không phải bạn gỡ, hãy đặt lại mật khẩu ngay tại đây:

{link}`,
      en: `Hello,

Your Google account does not open Seller Connect any more. You still sign in with your password. If it was not you, set a new password at once:

{link}`,
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

/** @param link stands where the text has `{link}`. */
export function writeLetter(letter: Letter, to: string, language: Language, link: string): Message {
  const text = letter.text[language].replace('{link}', () => link);
  return { to, subject: letter.subject[language], text: `${text}\n\n--\n${signature[language]}\n` };
}
