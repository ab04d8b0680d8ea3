import { earlyKey, type EarlyResponse, type EarlyResponses } from '../api/client/earlyResponses.ts';
import { isOffline } from '../api/connection.ts';
import type { Language } from '../i18n/language.ts';
import type { FetchLike } from '../api/client/apiClient.ts';
import { fieldOf } from './pageFiles.ts';
import { identityUserPrefix, storage } from '../storage.ts';

/**
 * What Home reads first: the figures, then the rest, which would take bandwidth from the scripts before. Its address has
 * no parameters, so its filters are the defaults. Home needs no permission, so nothing is read here that a guard could
 * still refuse.
 */
export const homeRequests: readonly [string, ...string[]] = [
  '/reporting/summary?period=28d',
  '/partner/shops',
  '/user',
  '/partner/check_synced_data',
  '/reporting/todo',
];

/** How long the other requests wait for the response to the first, in milliseconds. */
const maxWaitMs = 1_000;

export const identityLoginPath = '/auth/identity_login';

function parse(json: string | null | undefined): unknown {
  const value: unknown = JSON.parse(json ?? 'null');
  return value;
}

interface StoredLogin {
  readonly sub: string;
  readonly accessToken: string;
}

/** Returns the user of the login layer's record, or null without one whose token is accepted for another minute. */
function readLogin(clientId: unknown): StoredLogin | null {
  const user = parse(localStorage.getItem(`${identityUserPrefix}${String(clientId)}`));
  const sub = fieldOf(fieldOf(user, 'profile'), 'sub');
  const accessToken = fieldOf(user, 'accessToken');
  const expiresAtMs = Number(fieldOf(user, 'expiresAt')) * 1000;
  if (typeof sub !== 'string' || typeof accessToken !== 'string') return null;
  return expiresAtMs - 60_000 > Date.now() ? { sub, accessToken } : null;
}

/** Returns the credential of this tab if it is the user's and has not expired. */
function readCredential({ sub }: StoredLogin): string | null {
  const credential = storage.credential.read();
  const owner = `${sub} ${storage.teamChange.read() ?? ''}`.trim();
  if (!credential || storage.credentialSubject.read() !== owner) return null;
  return Date.parse(credential.accessTokenExpiresAt) > Date.now() ? credential.accessToken : null;
}

/**
 * Sends Home's first requests while its scripts are loading, if the browser has a login for them. Otherwise they would
 * wait for the scripts, and for each other.
 * @returns null if it sends none, or a promise that resolves when the metrics have arrived or failed
 */
export function sendEarlyRequests(
  language: Language,
  {
    send = fetch,
    at: { pathname, search } = window.location,
  }: { readonly send?: FetchLike; readonly at?: Pick<Location, 'pathname' | 'search'> } = {},
): Promise<unknown> | null {
  // Parameters may belong to a login, and a cookie for XSRF asks for a header.
  if (isOffline() || pathname !== '/' || search !== '' || document.cookie.includes('XSRF-TOKEN='))
    return null;
  const configuration = parse(document.getElementById('page-configuration')?.textContent);
  const identity = fieldOf(configuration, 'identity');
  const login = readLogin(fieldOf(identity, 'clientId'));
  // With the check for revoked logins, nothing is sent before it.
  if (!login || fieldOf(identity, 'revokeCheck') === true) return null;

  const base = String(fieldOf(configuration, 'coreApi')).replace(/\/+$/, '');
  const byRequest: EarlyResponses = new Map();
  const request = async (
    path: string,
    token: string,
    body?: string,
  ): Promise<EarlyResponse | null> => {
    const authorization = `Bearer ${token}`;
    const headers = {
      accept: 'application/json',
      'accept-language': language,
      authorization,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const init: RequestInit = { headers, credentials: 'same-origin' };
    const response = await send(
      base + path,
      body === undefined ? init : { ...init, method: 'POST', body },
    );
    return { authorization, body, response };
  };
  const orNull = () => null;

  const stored = readCredential(login);
  let token = Promise.resolve(stored);
  if (stored === null) {
    const exchange = request(
      identityLoginPath,
      '',
      JSON.stringify({ accessToken: login.accessToken }),
    ).catch(orNull);
    byRequest.set(earlyKey('POST', base + identityLoginPath), exchange);
    token = exchange.then(async (answer) => {
      if (!answer?.response.ok) return null;
      const issued = fieldOf(parse(await answer.response.clone().text()), 'accessToken');
      return typeof issued === 'string' ? issued : null;
    }, orNull);
  }
  const sendPath = (path: string, after: Promise<unknown>) => {
    const sent = after
      .then(() => token)
      .then((issued) => (issued === null ? null : request(path, issued)))
      .catch(orNull);
    byRequest.set(earlyKey('GET', base + path), sent);
    return sent;
  };
  const [summary, ...others] = homeRequests;
  const first = sendPath(summary, token);
  const waited = token.then(() => new Promise((done) => setTimeout(done, maxWaitMs)));
  for (const path of others) void sendPath(path, Promise.race([first, waited]));
  window.earlyResponses = { plannedAt: performance.now(), byRequest };
  return first;
}
