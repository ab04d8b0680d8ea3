import { Type, type Static } from 'typebox';
import { formatDateTime } from '../../platform/localized-dates.ts';
import type { EmailTemplate } from './email-templates.ts';

/** Account changes that are reported to the account's mailbox. */
export const AccountNotification = Type.Union([
  Type.Literal('password_changed'),
  Type.Literal('password_changed_google_kept'),
  Type.Literal('password_changed_google_removed'),
  Type.Literal('account_removed'),
  Type.Literal('google_linked'),
  Type.Literal('google_unlinked'),
]);
export type AccountNotification = Static<typeof AccountNotification>;

export const accountNotificationTemplates: Record<AccountNotification, EmailTemplate> = {
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
  password_changed_google_kept: {
    subject: { vi: 'Mật khẩu của bạn đã được đổi', en: 'Your password was changed' },
    text: {
      vi: `Chào bạn,

Mật khẩu Seller Connect của bạn vừa được đổi, và các phiên đăng nhập khác đã kết thúc. Một tài khoản Google vẫn đăng nhập được mà không cần mật khẩu. Nếu bạn không muốn, hãy gỡ liên kết tại đây:

{link}

Nếu không phải bạn đổi mật khẩu, hãy đặt lại mật khẩu ngay ("Quên mật khẩu" ở trang đăng nhập).`,
      en: `Hello,

The password of your Seller Connect account has just been changed, and its other sessions have ended. A Google account still opens it without the password. If you do not want that, remove the link here:

{link}

If it was not you, set a new password at once ("Forgot password" on the sign-in page).`,
    },
  },
  password_changed_google_removed: {
    subject: { vi: 'Mật khẩu của bạn đã được đổi', en: 'Your password was changed' },
    text: {
      vi: `Chào bạn,

Mật khẩu Seller Connect của bạn vừa được đổi, và các phiên đăng nhập khác đã kết thúc. Tài khoản Google từng đăng nhập được vào đây đã bị gỡ liên kết. Bạn xem và liên kết lại tại đây:

{link}

Nếu không phải bạn đổi mật khẩu, hãy đặt lại mật khẩu ngay ("Quên mật khẩu" ở trang đăng nhập).`,
      en: `Hello,

The password of your Seller Connect account has just been changed, and its other sessions have ended. The Google account that used to open it was unlinked. You see that, and how to link one again, here:

{link}

If it was not you, set a new password at once ("Forgot password" on the sign-in page).`,
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

/** Returns the email about a sign-in with a browser that is new to the account. */
export function newBrowserEmail(about: {
  browser: string;
  address: string;
  at: Date;
}): EmailTemplate {
  const { address } = about;
  const vi = about.browser === '' ? 'trình duyệt không xác định' : about.browser;
  const en = about.browser === '' ? 'an unknown browser' : about.browser;
  return {
    subject: { vi: 'Đăng nhập từ một trình duyệt mới', en: 'A sign-in with a new browser' },
    text: {
      vi: `Chào bạn,

Tài khoản Seller Connect của bạn vừa được đăng nhập từ một trình duyệt mới: ${vi}, lúc ${formatDateTime(about.at, true)} (giờ Việt Nam), địa chỉ mạng ${address}. Nếu là bạn, bạn không cần làm gì.

Nếu không phải bạn, hãy đặt mật khẩu mới ngay tại đây; mọi thiết bị sẽ bị đăng xuất:

{link}`,
      en: `Hello,

Your Seller Connect account was just signed in to with a new browser: ${en}, at ${formatDateTime(about.at, false)} (Vietnam time), network address ${address}. If it was you, there is nothing to do.

If it was not you, set a new password at once; every device is signed out then:

{link}`,
    },
  };
}
