import type { FastifyRequest } from 'fastify';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import {
  Problem,
  rateLimitedProblem,
  internalErrorMessage,
  type LocalizedText,
} from '../../platform/http/problem.ts';
import { lifetimesSeconds } from '../tokens/lifetimes.ts';
import {
  pageLanguage,
  plainPageSecurityPolicy,
  renderPlainPage,
  type PlainPage,
} from './plain-page.ts';

/** Problems of the login area's forms; the web build has a page file for each of these codes. */

export const foreignOriginProblem = new Problem(403, 'foreign_origin', {
  vi: 'Yêu cầu không đến từ trang đăng nhập. Vui lòng mở lại trang đăng nhập.',
  en: 'The request didn’t come from the sign-in page. Open the sign-in page again.',
});
export const interactionExpiredProblem = new Problem(410, 'interaction_expired', {
  vi: 'Trang đăng nhập đã mở quá lâu. Vui lòng bắt đầu đăng nhập lại.',
  en: 'The sign-in page was open too long. Start signing in again.',
});
export const invalidCredentialsProblem = new Problem(401, 'invalid_credentials', {
  vi: 'Tên đăng nhập hoặc mật khẩu không đúng.',
  en: 'Incorrect username or password.',
});

/** Problems by the outcome of an act. */
const outcomeProblems = {
  /** Not 429: no waiting helps this browser, only the link in the email. */
  unlock_needed: new Problem(403, 'unlock_needed', {
    vi: 'Tên này đã bị nhập sai mật khẩu quá nhiều lần, nên từ trình duyệt lạ cần thêm một bước. Nếu mật khẩu vừa nhập là đúng, chúng tôi đã gửi một liên kết đến email của tài khoản; hãy mở nó trên trình duyệt này. Trình duyệt đã từng đăng nhập vẫn dùng được.',
    en: 'There were too many wrong passwords for this name, so unfamiliar browsers need one more step. If the password just entered is correct, we sent a link to the account’s email. Open it in this browser. Browsers that have signed in before still work.',
  }),
  invalid_credentials: new Problem(401, 'invalid_credentials', {
    vi: 'Mật khẩu không đúng.',
    en: 'Incorrect password.',
  }),
  link_expired: new Problem(410, 'link_expired', {
    vi: 'Liên kết này đã được dùng hoặc đã hết hạn. Vui lòng yêu cầu liên kết mới.',
    en: 'This link was already used or has expired. Request a new one.',
  }),
  change_expired: new Problem(410, 'change_expired', {
    vi: 'Liên kết này không dùng được nữa. Hãy đổi email lần nữa trong phần cài đặt.',
    en: 'This link no longer works. Change your email again in the settings.',
  }),
  email_taken: new Problem(409, 'email_taken', {
    vi: 'Địa chỉ email này nay đã thuộc về một tài khoản khác. Hãy đăng nhập bằng tài khoản đó, hoặc chọn địa chỉ khác.',
    en: 'This email address now belongs to another account. Sign in with that account, or choose another address.',
  }),
  mail_unavailable: new Problem(503, 'mail_unavailable', {
    vi: 'Hệ thống này chưa được cài đặt để gửi email. Vui lòng liên hệ quản trị viên của bạn.',
    en: 'This installation isn’t set up to send email. Contact your administrator.',
  }),
  privacy_outdated: new Problem(409, 'privacy_outdated', {
    vi: 'Thông báo về dữ liệu cá nhân đã thay đổi sau khi bạn mở trang này. Hãy tải lại trang rồi đăng ký lại.',
    en: 'The privacy notice has changed since you opened this page. Reload the page, then register again.',
  }),
  password_too_short: new Problem(400, 'password_too_short', {
    vi: 'Mật khẩu cần có ít nhất 15 ký tự. Một câu ngắn là cách dễ nhớ nhất.',
    en: 'Your password needs at least 15 characters. A short sentence is easiest to remember.',
  }),
  password_too_long: new Problem(400, 'password_too_long', {
    vi: 'Mật khẩu quá dài. Vui lòng dùng nhiều nhất 256 byte (khoảng 100 chữ tiếng Việt).',
    en: 'Your password is too long. Use no more than 256 bytes.',
  }),
  password_common: new Problem(400, 'password_common', {
    vi: 'Mật khẩu này quá dễ đoán hoặc đã từng bị lộ. Vui lòng chọn mật khẩu khác.',
    en: 'This password is too easy to guess or has been leaked. Choose another one.',
  }),
  password_personal: new Problem(400, 'password_personal', {
    vi: 'Mật khẩu này chủ yếu gồm tên, email của bạn hoặc tên sản phẩm. Vui lòng chọn mật khẩu khác.',
    en: 'This password is mostly your name, your email, or the product name. Choose another one.',
  }),
  // Not 401: the session is valid, and the application would sign the user out.
  wrong_password: new Problem(422, 'wrong_password', {
    vi: 'Mật khẩu hiện tại không đúng.',
    en: 'Your current password is incorrect.',
  }),
  fresh_sign_in_required: new Problem(
    403,
    'fresh_sign_in_required',
    {
      vi: 'Vì an toàn, vui lòng đăng nhập lại rồi thực hiện thay đổi này trong vòng 15 phút.',
      en: 'For your security, sign in again and make this change within 15 minutes.',
    },
    { maxAgeSeconds: lifetimesSeconds.freshSignIn },
  ),
  password_needed: new Problem(409, 'password_needed', {
    vi: 'Tài khoản này chưa có mật khẩu nên Google là cách đăng nhập duy nhất. Hãy đặt mật khẩu trước (Quên mật khẩu), rồi gỡ liên kết.',
    en: 'This account has no password, so Google is the only way to sign in. Set a password first (Forgot password), then unlink Google.',
  }),
  not_linked: new Problem(404, 'not_found', {
    vi: 'Tài khoản này không liên kết với Google.',
    en: 'This account isn’t linked to Google.',
  }),
  no_session: new Problem(404, 'not_found', {
    vi: 'Phiên đăng nhập này không còn nữa.',
    en: 'This session no longer exists.',
  }),
} as const;

/** Returns the problem of an act that did not succeed. */
export function toProblem(
  result:
    | { outcome: keyof typeof outcomeProblems }
    | { outcome: 'rate_limited'; retryAfterSeconds: number },
): Problem {
  return result.outcome === 'rate_limited'
    ? tooManyAttemptsProblem(result.retryAfterSeconds)
    : outcomeProblems[result.outcome];
}

/** @param fields missing or invalid fields, for the program that shows them. */
export function validationProblem(fields: Record<string, string>): Problem {
  const message = {
    vi: 'Vui lòng điền đầy đủ và đúng các ô.',
    en: 'Please fill in all fields correctly.',
  };
  return new Problem(400, 'validation', message, fields);
}

export const tooManyAttemptsProblem = (retryAfterSeconds: number): Problem =>
  rateLimitedProblem(retryAfterSeconds, {
    vi: 'Bạn đã thử quá nhiều lần.',
    en: 'Too many attempts.',
  });

/** Whether the request is a plain form post, as browsers without script send it. Those are answered with redirects. */
export function isFormPost(request: FastifyRequest): boolean {
  return (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');
}

/**
 * Returns the error code to show on a page. The build has no page for `busy`; the advice for `rate_limited` is the
 * same.
 */
export function pageErrorCode(problem: Problem): string {
  return problem.code === 'busy' ? 'rate_limited' : problem.code;
}

const backToApplication: LocalizedText = { vi: 'Về Seller Connect', en: 'Go to Seller Connect' };

const expired = {
  title: { vi: 'Yêu cầu đăng nhập đã hết hạn', en: 'This sign-in request has expired' },
  text: {
    vi: 'Trang đăng nhập đã mở quá lâu hoặc đã được dùng. Hãy quay lại và đăng nhập lần nữa.',
    en: 'The sign-in page was open too long or was already used. Go back and sign in again.',
  },
};
const invalidRequest = {
  title: { vi: 'Không thể thực hiện yêu cầu này', en: 'We can’t complete this request' },
  text: {
    vi: 'Liên kết không hợp lệ hoặc không đầy đủ. Hãy quay lại Seller Connect và thử lại.',
    en: 'The link is invalid or incomplete. Go back to Seller Connect and try again.',
  },
};
const serverError = {
  title: { vi: 'Đã có lỗi xảy ra', en: 'Something went wrong' },
  text: internalErrorMessage,
};

/** Returns the page for an expired interaction. It shows nothing of the URL. */
export function expiredPage(appOrigin: string): PlainPage {
  return { ...expired, link: { href: appOrigin, label: backToApplication } };
}

/** Returns the page for an invalid request. It shows nothing of the request. */
export function invalidRequestPage(appOrigin: string): PlainPage {
  return { ...invalidRequest, link: { href: appOrigin, label: backToApplication } };
}

/** Returns the page for a rate-limited request. @param text says when to try again. */
export function tooManyRequestsPage(text: LocalizedText): PlainPage {
  return { title: { vi: 'Quá nhiều yêu cầu đăng nhập', en: 'Too many sign-in requests' }, text };
}

/** Returns the provider's error renderer: a fixed text per kind of error, and the request id to find it in the log. */
export function createErrorPage(appOrigin: string) {
  return async (ctx: KoaContextWithOIDC, out: ErrorOut, error: Error): Promise<void> => {
    const content =
      error.name === 'SessionNotFound'
        ? expired
        : out.error === 'server_error'
          ? serverError
          : invalidRequest;
    ctx.type = 'html';
    ctx.set('content-security-policy', plainPageSecurityPolicy([]));
    ctx.body = renderPlainPage(
      {
        ...content,
        link: { href: appOrigin, label: backToApplication },
        reference: ctx.get('x-request-id'),
      },
      pageLanguage(ctx.req.headers, ctx.query['ui_locales']),
    );
  };
}
