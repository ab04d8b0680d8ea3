import { Type, type Static } from 'typebox';
import { formatDateTime } from '../../platform/localized-dates.ts';
import type { EmailTemplate } from './email-templates.ts';

/** Account changes that are reported to the account's mailbox. */
export const AccountNotification = Type.Enum([
  'password_changed',
  'password_changed_google_kept',
  'password_changed_google_removed',
  'account_removed',
  'google_linked',
  'google_unlinked',
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

Your Seller Connect password was just changed, and your other sessions have ended. If this wasn’t you, reset your password right away:

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

Your Seller Connect password was just changed, and your other sessions have ended. A Google account can still sign in without the password. If you don’t want that, unlink it here:

{link}

If this wasn’t you, reset your password right away ("Forgot password" on the sign-in page).`,
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

Your Seller Connect password was just changed, and your other sessions have ended. The Google account that could sign in was unlinked. You can review this and link one again here:

{link}

If this wasn’t you, reset your password right away ("Forgot password" on the sign-in page).`,
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

A Google account with the same email address can now sign in to your Seller Connect account. It was linked after your password was entered. If this wasn’t you, reset your password right away and unlink it:

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

Your Google account can no longer sign in to Seller Connect. You can still sign in with your password. If this wasn’t you, reset your password right away:

{link}`,
    },
  },
  account_removed: {
    subject: { vi: 'Tài khoản của bạn đã được xoá', en: 'Your account was deleted' },
    text: {
      vi: `Chào bạn,

Tài khoản Seller Connect của bạn vừa được xoá theo yêu cầu của bạn. Cảm ơn bạn đã sử dụng Seller Connect.`,
      en: `Hello,

Your Seller Connect account was just deleted, as you requested. Thank you for using Seller Connect.`,
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
    subject: { vi: 'Đăng nhập từ một trình duyệt mới', en: 'Sign-in from a new browser' },
    text: {
      vi: `Chào bạn,

Tài khoản Seller Connect của bạn vừa được đăng nhập từ một trình duyệt mới: ${vi}, lúc ${formatDateTime(about.at, true)} (giờ Việt Nam), địa chỉ mạng ${address}. Nếu là bạn, bạn không cần làm gì.

Nếu không phải bạn, hãy đặt mật khẩu mới ngay tại đây; mọi thiết bị sẽ bị đăng xuất:

{link}`,
      en: `Hello,

Someone just signed in to your Seller Connect account from a new browser: ${en}, on ${formatDateTime(about.at, false)} (Vietnam time), IP address ${address}. If this was you, you don’t need to do anything.

If this wasn’t you, set a new password right away. This signs out every device:

{link}`,
    },
  };
}
