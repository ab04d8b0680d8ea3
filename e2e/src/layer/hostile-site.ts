import {
  createHostileProvider,
  type HostileProvider,
} from '@seller-connect/login/test/hostileProvider.ts';
import { crossOriginHeaders, startSite, type ListenOptions, type Site } from './web-server.ts';

export interface HostileSite extends Site {
  readonly provider: HostileProvider;
  /** All authorization requests, oldest first. */
  readonly authorizationRequests: URL[];
  /** Referer headers of all requests. */
  readonly referrers: string[];
}

/** The SameSite attribute of the provider's session cookie. */
export type CookieKind = 'Lax' | 'None';

const scriptPage = (script: string): Response =>
  new Response(`<!doctype html><script>${script}</script>`, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  });

/** A value as an expression in a script of a page. */
const literal = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** The session frame of OpenID Connect Session Management. It compares the queried state with its cookie. */
const sessionFrame = `addEventListener('message', ({ data, source, origin }) => {
  const state = String(data).split(' ')[1];
  const own = document.cookie.split('; ').includes('browser_state=' + state);
  source.postMessage(own ? 'unchanged' : 'changed', origin);
})`;

/**
 * Starts the provider of the layer's own tests as a web server with its own session. The login screen signs visitors in
 * immediately. Responses can be forged through `provider`.
 */
export async function startHostileSite(
  options: ListenOptions = {},
  cookieKind: CookieKind = 'Lax',
): Promise<HostileSite> {
  const authorizationRequests: URL[] = [];
  const referrers: string[] = [];
  let createdProvider: HostileProvider | null = null;
  let sessions = 0;
  const provider = (): HostileProvider => {
    if (!createdProvider) throw new Error('The provider is not ready');
    return createdProvider;
  };
  const cookieFlags = `Path=/; SameSite=${cookieKind}${cookieKind === 'None' ? '; Secure' : ''}`;

  const authorize = (request: Request): Response => {
    const url = new URL(request.url);
    authorizationRequests.push(url);
    const params = url.searchParams;
    const mode = params.get('response_mode');
    const cookie = /(?:^|; )browser_state=([\w-]+)/.exec(request.headers.get('cookie') ?? '')?.[1];
    const redirect = new URL(params.get('redirect_uri') ?? '');
    const session = cookie ?? `session-${(sessions += 1)}`;
    if (params.get('prompt') === 'none' && cookie === undefined) {
      redirect.searchParams.set('error', 'login_required');
      redirect.searchParams.set('state', params.get('state') ?? '');
      redirect.searchParams.set('iss', provider().metadata.issuer);
    } else {
      redirect.href = provider().authorize(url.href);
      redirect.searchParams.set('session_state', session);
    }
    if (mode === 'simple_web_message') {
      const response = Object.fromEntries(redirect.searchParams);
      const message = { type: 'authorization_response', response };
      return scriptPage(`parent.postMessage(${literal(message)}, ${literal(redirect.origin)})`);
    }
    return new Response(null, {
      status: 302,
      headers: {
        location: redirect.href,
        'set-cookie': `browser_state=${session}; ${cookieFlags}`,
      },
    });
  };

  const site = await startSite(async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    referrers.push(request.headers.get('referer') ?? '');
    if (request.method === 'OPTIONS') {
      return new Response(null, { status: 204, headers: crossOriginHeaders(request) });
    }
    if (pathname === '/oauth/authorize') return authorize(request);
    if (pathname === '/oauth/sessions/iframe') return scriptPage(sessionFrame);
    if (pathname === '/oauth/logout') {
      const location = searchParams.get('post_logout_redirect_uri') ?? '/';
      const expiredCookie = `browser_state=; Max-Age=0; ${cookieFlags}`;
      return new Response(null, {
        status: 302,
        headers: { location, 'set-cookie': expiredCookie },
      });
    }
    const body = request.method === 'GET' ? null : await request.text();
    const { method, headers } = request;
    const response = await provider().fetch(request.url, { method, headers, body });
    const sentHeaders = new Headers(response.headers);
    for (const [name, value] of Object.entries(crossOriginHeaders(request))) {
      sentHeaders.set(name, value);
    }
    return new Response(response.body, { status: response.status, headers: sentHeaders });
  }, options);
  createdProvider = await createHostileProvider(Date.now, site.origin);
  Object.assign(createdProvider.metadata, {
    response_modes_supported: ['query', 'simple_web_message'],
    check_session_iframe: `${site.origin}/oauth/sessions/iframe`,
  });
  return { ...site, provider: createdProvider, authorizationRequests, referrers };
}
