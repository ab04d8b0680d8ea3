import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Database } from '../../platform/database/database.ts';
import { revokeGrants } from '../tokens/artifacts.ts';
import {
  pageLanguage,
  plainPageSecurityPolicy,
  renderPlainPage,
  type PlainPage,
} from '../http/plain-page.ts';
import type { SecurityLog } from '../http/security-log.ts';

interface LogoutDependencies {
  database: Database;
  appOrigin: string;
  identityOrigin: string;
  sessionCookie: { name: string; secure: boolean };
  security: SecurityLog;
}

const staySignedInLabel = { vi: 'Ở lại', en: 'Stay signed in' };
const toApplicationLabel = { vi: 'Về Seller Connect', en: 'Go to Seller Connect' };

/**
 * Signs out without a page if a verified ID token hint names the session's account. Otherwise it asks for
 * confirmation, because anyone can make such a link (RP-Initiated Logout 1.0, section 2).
 */
export function createLogout(dependencies: LogoutDependencies) {
  const { database, appOrigin, identityOrigin, security } = dependencies;

  async function end(ctx: KoaContextWithOIDC): Promise<void> {
    const { session } = ctx.oidc;
    if (!session) return;
    // As the library does after a confirmation: assistants stay connected.
    const grants = Object.values(session.authorizations ?? {}).flatMap(
      ({ grantId, persistsLogout }) => (grantId === undefined || persistsLogout ? [] : [grantId]),
    );
    await revokeGrants(database, grants);
    await session.destroy();
    ctx.oidc.cookies.set(dependencies.sessionCookie.name, null, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: dependencies.sessionCookie.secure,
    });
    security({
      event: 'sign_out',
      result: 'succeeded',
      reason: 'id_token_hint',
      actor: session.accountId ?? null,
      address: ctx.ip,
      requestId: ctx.get('x-request-id'),
    });
    redirectAfterLogout(ctx);
  }

  /** The library has matched the URI against the registered ones, or dropped it. */
  function redirectAfterLogout(ctx: KoaContextWithOIDC): void {
    const redirectUri = ctx.oidc.params?.['post_logout_redirect_uri'];
    const state = ctx.oidc.params?.['state'];
    const target = new URL(
      typeof redirectUri === 'string' ? redirectUri : '/oauth/logout/success',
      identityOrigin,
    );
    if (typeof redirectUri === 'string' && typeof state === 'string') {
      target.searchParams.set('state', state);
    }
    ctx.redirect(target.href);
    ctx.status = 303;
  }

  function renderPage(ctx: KoaContextWithOIDC, page: PlainPage): void {
    ctx.type = 'html';
    ctx.set('content-security-policy', plainPageSecurityPolicy(["'self'", appOrigin]));
    const language = pageLanguage(ctx.req.headers, ctx.oidc.params?.['ui_locales']);
    ctx.body = renderPlainPage(page, language);
  }

  return {
    /** Called by the library for a session with an account. */
    async renderConfirmation(ctx: KoaContextWithOIDC): Promise<void> {
      const { session, entities } = ctx.oidc;
      const hinted = entities.IdTokenHint?.payload['sub'];
      if (hinted !== undefined && hinted === session?.accountId) return end(ctx);
      const secret = session?.state?.['secret'];
      renderPage(ctx, {
        title: { vi: 'Đăng xuất khỏi Seller Connect?', en: 'Sign out of Seller Connect?' },
        text: {
          vi: 'Bạn sẽ cần đăng nhập lại để xem các gian hàng và báo cáo của mình.',
          en: 'You’ll need to sign in again to see your shops and reports.',
        },
        form: {
          action: '/oauth/logout/confirm',
          fields: { xsrf: typeof secret === 'string' ? secret : '', logout: 'yes' },
          submit: { vi: 'Đăng xuất', en: 'Sign out' },
        },
        link: { href: appOrigin, label: staySignedInLabel },
      });
    },

    /** Redirects at once when no user is signed in, without the library's self-submitting page. */
    async withoutSession(ctx: KoaContextWithOIDC): Promise<void> {
      ctx.remove('content-type');
      redirectAfterLogout(ctx);
    },

    async renderSignedOut(ctx: KoaContextWithOIDC): Promise<void> {
      renderPage(ctx, {
        title: { vi: 'Bạn đã đăng xuất', en: 'You’re signed out' },
        text: {
          vi: 'Bạn có thể đóng cửa sổ này, hoặc đăng nhập lại.',
          en: 'You can close this window or sign in again.',
        },
        link: { href: appOrigin, label: toApplicationLabel },
      });
    },
  };
}
