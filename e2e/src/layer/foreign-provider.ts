import { randomUUID } from 'node:crypto';
import { Events, OAuth2Issuer, OAuth2Service } from 'oauth2-mock-server';
import type { MutableRedirectUri, MutableResponse, MutableToken } from 'oauth2-mock-server';
import { crossOriginHeaders, listen, type Site } from './web-server.ts';

/** Deviations of a third-party provider. */
export interface Quirks {
  /** The issuer is the origin with a trailing slash. */
  readonly issuerEndsWithSlash?: boolean;
  /** The response modes in the metadata. `web_message` is implemented if it is listed. */
  readonly responseModes: readonly string[];
  /** The session frame loads but does not respond. */
  readonly mutedSessionFrame?: boolean;
  /** The metadata has no `end_session_endpoint`. */
  readonly noEndSession?: boolean;
  /** `offline_access` is ignored: no refresh token is issued. */
  readonly noRefreshToken?: boolean;
  /** The refresh grant returns no ID token. */
  readonly refreshWithoutIdToken?: boolean;
  /** `expires_in` is a string. */
  readonly expiresInIsString?: boolean;
  /** The granted scopes, if they differ from the requested ones. */
  readonly grantedScope?: string;
}

export interface ForeignProvider extends Site {
  /** All requests, oldest first, as `METHOD /path`. */
  readonly requests: string[];
  /** The authorization requests among them. */
  readonly authorizationRequests: URL[];
  /** Whether there is a session at the provider. */
  signedIn: boolean;
}

const sessionFramePath = '/login-status-iframe.html';

/**
 * Starts an identity provider of the npm package oauth2-mock-server, with the deviations of common providers.
 * @see https://github.com/axa-group/oauth2-mock-server
 */
export async function startForeignProvider(quirks: Quirks): Promise<ForeignProvider> {
  const issuer = new OAuth2Issuer(quirks.issuerEndsWithSlash ?? false);
  const service = new OAuth2Service(issuer);
  await issuer.keys.generate('RS256');
  const requests: string[] = [];
  const authorizationRequests: URL[] = [];

  const site = await listen((request, response) => {
    const url = new URL(request.url ?? '/', site.origin);
    requests.push(`${request.method} ${url.pathname}`);
    const { origin } = request.headers;
    const cors = crossOriginHeaders({
      headers: new Headers(origin === undefined ? {} : { origin }),
    });
    for (const [name, value] of Object.entries(cors)) response.setHeader(name, value);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (url.pathname === sessionFramePath) {
      response.setHeader('content-type', 'text/html');
      return void response.end('<!doctype html><title>Session</title>');
    }
    const isWebMessage = url.searchParams.get('response_mode') === 'web_message';
    if (url.pathname === '/authorize') {
      if (isWebMessage && !quirks.responseModes.includes('web_message')) {
        return void response.writeHead(400).end('unsupported response mode');
      }
      if (isWebMessage) return void renderWebMessage(url).then((html) => response.end(html));
      authorizationRequests.push(url);
    }
    service.requestHandler(request, response);
  });
  issuer.url = site.origin;

  /** Returns the page that posts the authorization response instead of redirecting. */
  async function renderWebMessage(url: URL): Promise<string> {
    const redirectUrl = new URL(url);
    redirectUrl.searchParams.delete('response_mode');
    const { headers } = await fetch(redirectUrl, { redirect: 'manual' });
    const redirect = new URL(headers.get('location') ?? '');
    const data = JSON.stringify({
      type: 'authorization_response',
      response: Object.fromEntries(redirect.searchParams),
    });
    return `<!doctype html><script>parent.postMessage(${data}, "${redirect.origin}")</script>`;
  }

  const provider: ForeignProvider = { ...site, requests, authorizationRequests, signedIn: true };

  service.on(Events.BeforeWellKnownOpenIdConfiguration, ({ body }: MutableResponse) => {
    if (body === '') return;
    body['response_modes_supported'] = quirks.responseModes;
    if (quirks.mutedSessionFrame) body['check_session_iframe'] = site.origin + sessionFramePath;
    if (quirks.noEndSession) delete body['end_session_endpoint'];
  });
  service.on(Events.BeforeAuthorizeRedirect, ({ url }: MutableRedirectUri) => {
    url.searchParams.set('session_state', randomUUID());
    if (provider.signedIn) return;
    url.searchParams.delete('code');
    url.searchParams.set('error', 'login_required');
  });
  service.on(Events.BeforeTokenSigning, ({ payload }: MutableToken) => {
    payload['jti'] = randomUUID();
  });
  service.on(Events.BeforeResponse, ({ body }: MutableResponse, { body: params }) => {
    if (body === '') return;
    if (quirks.noRefreshToken) delete body['refresh_token'];
    if (quirks.refreshWithoutIdToken && params.grant_type === 'refresh_token') {
      delete body['id_token'];
    }
    if (quirks.expiresInIsString) body['expires_in'] = String(body['expires_in']);
    const scope = quirks.grantedScope ?? authorizationRequests.at(-1)?.searchParams.get('scope');
    if (params.grant_type === 'authorization_code') body['scope'] = scope;
    else delete body['scope'];
  });
  return provider;
}
