import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { internalErrorMessage, type LocalizedText } from '../../platform/http/problem.ts';
import { pageLanguage } from './page-language.ts';
import { plainPageSecurityPolicy, renderPlainPage, type PlainPage } from './plain-page.ts';

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
