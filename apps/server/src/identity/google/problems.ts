import { Problem, type LocalizedText } from '../../platform/http/problem.ts';

/** Messages for API clients; the callback screen has its own texts for these codes. */
const messages = {
  google_not_offered: {
    vi: 'Hệ thống này chưa bật đăng nhập bằng Google. Hãy dùng tên đăng nhập và mật khẩu.',
    en: 'Google sign-in isn’t available here. Use your username and password.',
  },
  google_state: {
    vi: 'Lần đăng nhập này không bắt đầu từ trình duyệt này hoặc đã được dùng. Hãy đăng nhập lại.',
    en: 'This sign-in wasn’t started in this browser or was already used. Sign in again.',
  },
  google_expired: {
    vi: 'Lần đăng nhập bằng Google này đã quá 10 phút. Hãy đăng nhập lại.',
    en: 'This Google sign-in took longer than 10 minutes. Sign in again.',
  },
  google_refused: {
    vi: 'Google không xác nhận lần đăng nhập này. Hãy thử lại.',
    en: 'Google didn’t confirm this sign-in. Try again.',
  },
  google_unavailable: {
    vi: 'Chưa liên lạc được với Google. Hãy thử lại sau ít phút hoặc dùng mật khẩu.',
    en: 'We can’t reach Google right now. Try again in a few minutes, or use your password.',
  },
  google_email_unverified: {
    vi: 'Google chưa xác minh email của tài khoản này. Hãy xác minh email với Google hoặc dùng cách đăng nhập khác.',
    en: 'Google hasn’t verified this account’s email. Verify it with Google, or sign in another way.',
  },
  google_account_closed: {
    vi: 'Tài khoản này đã bị đóng. Hãy liên hệ quản trị viên của bạn.',
    en: 'This account is closed. Contact your administrator.',
  },
  google_account_unknown: {
    vi: 'Tài khoản Google này chưa có tài khoản ở đây. Hãy mở trang đăng nhập và chọn "Đăng nhập bằng Google".',
    en: 'This Google account doesn’t have an account here yet. Open the sign-in page and choose "Sign in with Google".',
  },
} as const satisfies Record<string, LocalizedText>;

export type GoogleProblemCode = keyof typeof messages;

const statuses: Record<GoogleProblemCode, number> = {
  google_not_offered: 404,
  google_state: 400,
  google_expired: 410,
  google_refused: 401,
  google_unavailable: 503,
  google_email_unverified: 422,
  google_account_closed: 422,
  google_account_unknown: 404,
};

/** @param signIn URL of the login screen of the current login, if it is still active. */
export function googleProblem(code: GoogleProblemCode, signIn?: string): Problem {
  return new Problem(
    statuses[code],
    code,
    messages[code],
    signIn === undefined ? undefined : { signIn },
  );
}
