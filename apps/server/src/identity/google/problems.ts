import { Problem, type LocalizedText } from '../../platform/http/problem.ts';
import type { Log } from '../../platform/log.ts';
import { ProviderUnavailable } from '../http/provider-client.ts';
import { GoogleRefusal } from './google-client.ts';

/** The texts are for API clients; the callback screen has its own for these codes. */
const problems = {
  google_not_offered: {
    status: 404,
    vi: 'Hệ thống này chưa bật đăng nhập bằng Google. Hãy dùng tên đăng nhập và mật khẩu.',
    en: 'Google sign-in isn’t available here. Use your username and password.',
  },
  google_state: {
    status: 400,
    vi: 'Lần đăng nhập này không bắt đầu từ trình duyệt này hoặc đã được dùng. Hãy đăng nhập lại.',
    en: 'This sign-in wasn’t started in this browser or was already used. Sign in again.',
  },
  google_expired: {
    status: 410,
    vi: 'Lần đăng nhập bằng Google này đã quá 10 phút. Hãy đăng nhập lại.',
    en: 'This Google sign-in took longer than 10 minutes. Sign in again.',
  },
  google_refused: {
    status: 401,
    vi: 'Google không xác nhận lần đăng nhập này. Hãy thử lại.',
    en: 'Google didn’t confirm this sign-in. Try again.',
  },
  google_unavailable: {
    status: 503,
    vi: 'Chưa liên lạc được với Google. Hãy thử lại sau ít phút hoặc dùng mật khẩu.',
    en: 'We can’t reach Google right now. Try again in a few minutes, or use your password.',
  },
  google_email_unverified: {
    status: 422,
    vi: 'Google chưa xác minh email của tài khoản này. Hãy xác minh email với Google hoặc dùng cách đăng nhập khác.',
    en: 'Google hasn’t verified this account’s email. Verify it with Google, or sign in another way.',
  },
  google_account_closed: {
    status: 422,
    vi: 'Tài khoản này đã bị đóng. Hãy liên hệ quản trị viên của bạn.',
    en: 'This account is closed. Contact your administrator.',
  },
  google_account_unknown: {
    status: 404,
    vi: 'Tài khoản Google này chưa có tài khoản ở đây. Hãy mở trang đăng nhập và chọn "Đăng nhập bằng Google".',
    en: 'This Google account doesn’t have an account here yet. Open the sign-in page and choose "Sign in with Google".',
  },
} as const satisfies Record<string, LocalizedText & { status: number }>;

/** @param signIn URL of the login screen of the current login, if it is still active. */
export function googleProblem(code: keyof typeof problems, signIn?: string): Problem {
  const { status, ...text } = problems[code];
  return new Problem(status, code, text, signIn === undefined ? undefined : { signIn });
}

/**
 * Logs a failed call to Google and returns its problem, which does not reveal the reason.
 * @throws any other error
 */
export function toGoogleProblem(
  error: unknown,
  about: {
    log: Pick<Log, 'error'>;
    requestId: string;
    logRefusal(reason: string): void;
    signIn?: string;
  },
): Problem {
  const { log, requestId, logRefusal, signIn } = about;
  if (error instanceof GoogleRefusal) {
    logRefusal(error.reason);
    return googleProblem('google_refused', signIn);
  }
  if (!(error instanceof ProviderUnavailable)) throw error;
  logRefusal('google_unavailable');
  logGoogleUnreachable(log, error, requestId);
  return googleProblem('google_unavailable', signIn);
}

export function logGoogleUnreachable(log: Pick<Log, 'error'>, err: Error, requestId: string): void {
  const event = 'identity.google_unreachable';
  log.error({ event, err, requestId }, 'Google could not be reached');
}
