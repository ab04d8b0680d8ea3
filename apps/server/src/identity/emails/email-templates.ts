import type { EmailMessage } from '../../platform/mail/mail-queue.ts';
import type { Language, LocalizedText } from '../../platform/http/problem.ts';

const signature: LocalizedText = {
  vi: 'Seller Connect\nThư này được gửi tự động, vui lòng không trả lời.',
  en: 'Seller Connect\nThis email was sent automatically. Please don’t reply.',
};

/** Subject and text of one kind of email. */
export interface EmailTemplate {
  subject: LocalizedText;
  /** Paragraphs; `{link}` stands alone on a line and is replaced by one of our URLs. */
  text: LocalizedText;
}

export const confirmRegistrationEmail: EmailTemplate = {
  subject: { vi: 'Xác nhận email của bạn', en: 'Confirm your email address' },
  text: {
    vi: `Chào bạn,

Có người vừa đăng ký tài khoản Seller Connect bằng địa chỉ email này. Nếu là bạn, hãy mở liên kết sau trong vòng 24 giờ để xác nhận:

{link}

Nếu không phải bạn, hãy bỏ qua thư này: sẽ không có tài khoản nào được tạo.`,
    en: `Hello,

Someone just registered for Seller Connect with this email address. If this was you, open this link within 24 hours to confirm it:

{link}

If this wasn’t you, ignore this email. No account will be created.`,
  },
};

export const alreadyRegisteredEmail: EmailTemplate = {
  subject: {
    vi: 'Bạn đã có tài khoản Seller Connect',
    en: 'You already have a Seller Connect account',
  },
  text: {
    vi: `Chào bạn,

Có người vừa thử đăng ký Seller Connect bằng địa chỉ email này, nhưng địa chỉ này đã có tài khoản. Nếu là bạn, hãy đăng nhập. Nếu quên mật khẩu, bạn có thể đặt mật khẩu mới tại đây:

{link}

Nếu không phải bạn, bạn không cần làm gì.`,
    en: `Hello,

Someone just tried to register for Seller Connect with this email address, but it already has an account. If this was you, sign in. If you forgot your password, you can set a new one here:

{link}

If this wasn’t you, you don’t need to do anything.`,
  },
};

export const resetPasswordEmail: EmailTemplate = {
  subject: { vi: 'Đặt lại mật khẩu', en: 'Reset your password' },
  text: {
    vi: `Chào bạn,

Có người vừa yêu cầu đặt lại mật khẩu Seller Connect của bạn. Nếu là bạn, hãy mở liên kết sau trong vòng 30 phút:

{link}

Liên kết chỉ dùng được một lần. Nếu không phải bạn, hãy bỏ qua thư này: mật khẩu của bạn vẫn giữ nguyên.`,
    en: `Hello,

Someone just asked to reset your Seller Connect password. If this was you, open this link within 30 minutes:

{link}

The link can only be used once. If this wasn’t you, ignore this email. Your password won’t change.`,
  },
};

export const confirmNewAddressEmail: EmailTemplate = {
  subject: { vi: 'Xác nhận địa chỉ email mới', en: 'Confirm your new email address' },
  text: {
    vi: `Chào bạn,

Bạn vừa đổi email của tài khoản Seller Connect sang địa chỉ này. Hãy mở liên kết sau trong vòng 24 giờ để xác nhận:

{link}

Nếu không phải bạn, hãy bỏ qua thư này.`,
    en: `Hello,

You just changed your Seller Connect account’s email to this address. Open this link within 24 hours to confirm it:

{link}

If this wasn’t you, ignore this email.`,
  },
};

export const addressChangeRequestedEmail: EmailTemplate = {
  subject: {
    vi: 'Có người yêu cầu đổi email của tài khoản',
    en: 'Request to change your email address',
  },
  text: {
    vi: `Chào bạn,

Có người vừa yêu cầu đổi email của tài khoản Seller Connect của bạn sang một địa chỉ khác, sau khi đã nhập đúng mật khẩu. Nếu chính bạn yêu cầu, bạn không cần làm gì.

Nếu không phải bạn, hãy mở liên kết sau để giữ lại email này, đăng xuất khỏi mọi thiết bị và đặt mật khẩu mới. Liên kết dùng được trong 7 ngày, kể cả khi email đã bị đổi:

{link}`,
    en: `Hello,

Someone just asked to change your Seller Connect account’s email to another address and entered the correct password. If this was you, you don’t need to do anything.

If this wasn’t you, open this link to keep this email, sign out of every device, and set a new password. The link is valid for 7 days, even after the email has changed:

{link}`,
  },
};

export const addressChangedEmail: EmailTemplate = {
  subject: { vi: 'Email của bạn đã được đổi', en: 'Your email address was changed' },
  text: {
    vi: `Chào bạn,

Email của tài khoản Seller Connect của bạn vừa được đổi sang một địa chỉ khác. Nếu chính bạn đổi, bạn không cần làm gì.

Nếu không phải bạn, hãy mở liên kết sau trong vòng 7 ngày để lấy lại tài khoản với email này, đăng xuất khỏi mọi thiết bị và đặt mật khẩu mới:

{link}`,
    en: `Hello,

Your Seller Connect account’s email was just changed to another address. If you changed it, you don’t need to do anything.

If this wasn’t you, open this link within 7 days to recover your account with this email, sign out of every device, and set a new password:

{link}`,
  },
};

export const unlockEmail: EmailTemplate = {
  subject: {
    vi: 'Xác nhận trình duyệt mới của bạn',
    en: 'Confirm your new browser',
  },
  text: {
    vi: `Chào bạn,

Có người vừa nhập đúng mật khẩu tài khoản Seller Connect của bạn từ một trình duyệt lạ. Trong thời gian gần đây mật khẩu của bạn bị đoán sai nhiều lần, nên từ trình duyệt lạ cần thêm bước này.

Nếu là bạn, hãy mở liên kết sau trong vòng 24 giờ, ngay trên trình duyệt đó, rồi đăng nhập lại:

{link}

Nếu không phải bạn, có người biết mật khẩu của bạn. Người đó chưa vào được tài khoản. Hãy đặt mật khẩu mới ngay ("Quên mật khẩu" ở trang đăng nhập).`,
    en: `Hello,

Someone just entered the correct password for your Seller Connect account in an unfamiliar browser. There have been many wrong password attempts recently, so unfamiliar browsers need this extra step.

If this was you, open this link in that same browser within 24 hours, then sign in again:

{link}

If this wasn’t you, someone knows your password. They haven’t gotten into your account. Set a new password right away ("Forgot password" on the sign-in page).`,
  },
};

/** Renders an email. @param link replaces `{link}`. */
export function renderEmail(
  template: EmailTemplate,
  to: string,
  language: Language,
  link: string,
): EmailMessage {
  const text = template.text[language].replace('{link}', () => link);
  return {
    to,
    subject: template.subject[language],
    text: `${text}\n\n--\n${signature[language]}\n`,
  };
}
