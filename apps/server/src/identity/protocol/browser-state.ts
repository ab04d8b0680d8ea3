import { hash, randomBytes } from 'node:crypto';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { cookieName } from '../http/cookies.ts';
import { remainingSessionSeconds } from '../tokens/lifetimes.ts';

/** Path of the session frame. The browser state cookie is sent to this path only. */
export const sessionFramePath = '/oauth/sessions/iframe';

/**
 * Name of the browser state cookie. The frame's script can read it; the value is a hash that is useless to anyone
 * else.
 */
export function browserStateCookie(identityOrigin: string): string {
  return cookieName(identityOrigin, 'seller_connect_browser_state', '__Secure-');
}

/**
 * Returns a `session_state`: a hash of client, origin, browser state and salt, followed by the salt. The salt ends
 * with the session's `sid`, so that pages may ask about either.
 * @see OpenID Connect Session Management 1.0, section 3
 */
function computeSessionState(parts: {
  clientId: string;
  origin: string;
  browserState: string;
  sid: string;
}): string {
  const salt = `${randomBytes(6).toString('base64url')}~${parts.sid}`;
  return `${sha256([parts.clientId, parts.origin, parts.browserState, salt].join(' '))}.${salt}`;
}

/** Returns the `sid` of an id that is a `sid` or a session state; null for anything else. */
export function parseSid(id: string): string | null {
  return /^(?:[\w-]{43}\.[\w-]{8}~)?([\w-]{16,64})$/.exec(id)?.[1] ?? null;
}

/** Keeps the browser state cookie and the authorization response in sync with the session. */
export function createBrowserState(identityOrigin: string) {
  const name = browserStateCookie(identityOrigin);
  const options = {
    path: sessionFramePath,
    httpOnly: false,
    sameSite: 'lax',
    secure: identityOrigin.startsWith('https:'),
    overwrite: true,
  } as const;

  return {
    /** Adds `session_state` to an authorization response; for the library's `authorization.success` event. */
    addToResponse(ctx: KoaContextWithOIDC, response: Record<string, unknown>): void {
      const { session, client, params } = ctx.oidc;
      const redirect = params?.['redirect_uri'];
      if (!session?.accountId || !client || typeof redirect !== 'string') return;
      const sid = session.sidFor(client.clientId);
      if (sid === undefined) return;
      const browserState = sha256(`${session.uid} ${session.accountId}`);
      const { clientId } = client;
      const { origin } = new URL(redirect);
      response['session_state'] = computeSessionState({ clientId, origin, browserState, sid });
      const seconds = remainingSessionSeconds(session, Math.floor(Date.now() / 1000));
      ctx.oidc.cookies.set(name, browserState, {
        ...options,
        ...(session.transient !== true && { expires: new Date(Date.now() + seconds * 1000) }),
      });
    },
    /** Deletes the cookie that frames compare with, after a sign-out or a change of session. */
    clear(ctx: KoaContextWithOIDC): void {
      ctx.oidc.cookies.set(name, null, options);
    },
  };
}

function sha256(text: string): string {
  return hash('sha256', text, 'base64url');
}
