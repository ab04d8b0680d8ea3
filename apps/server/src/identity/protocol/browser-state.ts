import { createHash, randomBytes } from 'node:crypto';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { remainingSessionSeconds } from '../tokens/lifetimes.ts';

/** Where the session frame is, and the only address that its cookie is sent to. */
export const sessionFramePath = '/oauth/sessions/iframe';

/** Readable by the frame's script, and worth nothing to anybody else: a hash that names the session. */
export function browserStateCookie(identityOrigin: string): string {
  const prefix = identityOrigin.startsWith('https:') ? '__Secure-' : '';
  return `${prefix}seller_connect_browser_state`;
}

/**
 * `session_state` of OpenID Connect Session Management 1.0, section 3: a hash of client, origin and browser state
 * with its salt. The salt ends with the session's `sid`, so that either may be asked about.
 */
export function computeSessionState(parts: {
  clientId: string;
  origin: string;
  browserState: string;
  sid: string;
}): string {
  const salt = `${randomBytes(6).toString('base64url')}~${parts.sid}`;
  return `${sha256([parts.clientId, parts.origin, parts.browserState, salt].join(' '))}.${salt}`;
}

/** The `sid` in an id that a page asks about, which is the `sid` itself or a session state; null for anything else. */
export function parseSid(id: string): string | null {
  return /^(?:[\w-]{43}\.[\w-]{8}~)?([\w-]{16,64})$/.exec(id)?.[1] ?? null;
}

/** Keeps the browser's cookie and the authorization response in step with the session. */
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
    /** For the library's `authorization.success`: adds to the response that is about to be sent. */
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
    /** Nobody is signed in any more, or the session is another one: what frames compare with is gone. */
    clear(ctx: KoaContextWithOIDC): void {
      ctx.oidc.cookies.set(name, null, options);
    },
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
