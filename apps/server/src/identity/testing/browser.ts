import { hash, randomBytes } from 'node:crypto';
import { ApiError } from '@seller-connect/contract';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { webScopes } from '../../platform/http/scopes.ts';
import { appOrigin } from './origins.ts';

const Tokens = Type.Object({
  access_token: Type.String(),
  refresh_token: Type.String(),
  id_token: Type.String(),
  expires_in: Type.Integer(),
  token_type: Type.String(),
  scope: Type.String(),
});
export type Tokens = Static<typeof Tokens>;

/** @throws Error when the response has no tokens */
export async function readTokens(response: Response): Promise<Tokens> {
  if (response.status !== 200) throw new Error(`Tokens were refused with ${response.status}`);
  return Value.Parse(Tokens, await response.json());
}

/** Returns the body of an error response. @throws Error when there is none */
export async function readError(response: Response): Promise<ApiError> {
  return Value.Parse(ApiError, await response.json());
}

const Continuation = Type.Object({ redirectTo: Type.String() });

export const demoPassword = 'demo-Seller-2026';
export const allScopes: string = webScopes.join(' ');

/** A minimal browser: handles cookies by path and does not follow redirects. */
export class Browser {
  readonly origin: string;
  /** Where the origin is actually served, for example behind a proxy. */
  readonly #reachedAt: string;
  readonly #cookies = new Map<string, { value: string; path: string; header: string }>();

  constructor(origin: string, reachedAt = origin) {
    this.origin = origin;
    this.#reachedAt = reachedAt;
  }

  async fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const requested = new URL(address, this.origin);
    if (requested.origin !== this.origin) throw new Error(`${requested.origin} is another origin`);
    const url = new URL(requested.pathname + requested.search, this.#reachedAt);
    const headers = new Headers(init.headers);
    const cookies = [...this.#cookies]
      .filter(([, cookie]) => url.pathname.startsWith(cookie.path))
      .map(([key, cookie]) => `${key.split(' ')[0]}=${cookie.value}`);
    if (cookies.length > 0) headers.set('cookie', cookies.join('; '));
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const header of response.headers.getSetCookie()) this.#keep(header);
    return response;
  }

  /** Returns the Set-Cookie header of a stored cookie; undefined when there is none. */
  cookie(name: string): string | undefined {
    return [...this.#cookies].find(([key]) => key.split(' ')[0] === name)?.[1].header;
  }

  #keep(header: string): void {
    const [pair = ''] = header.split(';');
    const [name = '', value = ''] = pair.split('=');
    const path = /;\s*path=([^;]+)/i.exec(header)?.[1] ?? '/';
    if (value === '' || /expires=Thu, 01 Jan 1970/i.test(header)) {
      this.#cookies.delete(`${name} ${path}`);
    } else {
      this.#cookies.set(`${name} ${path}`, { value, path, header });
    }
  }
}

export interface AuthorizationRequest {
  verifier: string;
  url: string;
}

export function authorizationRequest(
  more: Record<string, string | undefined> = {},
): AuthorizationRequest {
  const verifier = randomBytes(36).toString('base64url');
  const given: Record<string, string | undefined> = {
    client_id: 'seller-connect-web',
    redirect_uri: `${appOrigin}/`,
    response_type: 'code',
    scope: allScopes,
    state: 'state-of-16-chars',
    nonce: 'nonce-of-16-chars',
    code_challenge: hash('sha256', verifier, 'base64url'),
    code_challenge_method: 'S256',
    ...more,
  };
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) parameters.set(name, value);
  }
  return { verifier, url: `/oauth/authorize?${parameters.toString()}` };
}

/** Opens the login screen of a request; returns the id of its interaction. */
export async function openLoginScreen(browser: Browser, url: string): Promise<string> {
  const first = await browser.fetch(url);
  // Resolves a relative URL against the public origin, not the one actually reached.
  const second = await browser.fetch(first.headers.get('location') ?? '');
  const interaction = locationOf(second).searchParams.get('interaction');
  if (interaction === null) throw new Error('No login screen was opened');
  return interaction;
}

/** Posts a form of the login area like its script. */
export function postJson(
  browser: Browser,
  address: string,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return browser.fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      origin: browser.origin,
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

/** Posts a form like a browser without script. */
export function postForm(
  browser: Browser,
  address: string,
  fields: Record<string, string>,
): Promise<Response> {
  return browser.fetch(address, {
    method: 'POST',
    headers: { origin: 'null', 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams(fields),
  });
}

/** @throws Error when the response names no redirect */
export async function readContinuation(answer: Response): Promise<string> {
  return Value.Parse(Continuation, await answer.json()).redirectTo;
}

export function postLogin(
  browser: Browser,
  interaction: string,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return postJson(browser, `/oauth/interaction/${interaction}/login`, body, headers);
}

/** Signs in; returns the authorization response as a URL of the application. */
export async function signIn(
  browser: Browser,
  options: {
    username?: string;
    password?: string;
    remember?: boolean;
    request?: AuthorizationRequest;
  } = {},
): Promise<{ response: URL; request: AuthorizationRequest }> {
  const request = options.request ?? authorizationRequest();
  const interaction = await openLoginScreen(browser, request.url);
  const answer = await postLogin(browser, interaction, {
    username: options.username ?? 'seller@demo.test',
    password: options.password ?? demoPassword,
    remember: options.remember ?? false,
  });
  if (answer.status !== 200) throw new Error(`Signing in was answered ${answer.status}`);
  const resumed = await browser.fetch(await readContinuation(answer));
  return { response: locationOf(resumed), request };
}

export function postToken(
  origin: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(new URL('/oauth/token', origin), {
    method: 'POST',
    headers: { origin: appOrigin, ...headers },
    body: new URLSearchParams({ client_id: 'seller-connect-web', ...fields }),
  });
}

/** @param from origin of the application */
export function exchangeCode(
  origin: string,
  code: string,
  verifier: string,
  from = appOrigin,
): Promise<Response> {
  const fields = { grant_type: 'authorization_code', code, code_verifier: verifier };
  return postToken(origin, { ...fields, redirect_uri: `${from}/` }, { origin: from });
}

/** @param from origin of the application */
export function refreshTokens(
  origin: string,
  refreshToken: string,
  from = appOrigin,
): Promise<Response> {
  const fields = { grant_type: 'refresh_token', refresh_token: refreshToken };
  return postToken(origin, fields, { origin: from });
}

/** Signs in a new browser and exchanges the code for tokens. */
export async function signInForTokens(
  origin: string,
  options: Parameters<typeof signIn>[1] = {},
): Promise<{ browser: Browser; tokens: Tokens }> {
  const browser = new Browser(origin);
  const { response, request } = await signIn(browser, options);
  const answer = await exchangeCode(
    origin,
    response.searchParams.get('code') ?? '',
    request.verifier,
  );
  return { browser, tokens: await readTokens(answer) };
}

/**
 * Calls the accounts API with an access token, as the application does.
 * @param path below `/api/v1.0`
 */
export function callApi(
  origin: string,
  { access_token: token }: Pick<Tokens, 'access_token'>,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${origin}/api/v1.0${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      origin: appOrigin,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

export function fetchUserInfo(origin: string, accessToken: string): Promise<Response> {
  return fetch(new URL('/userinfo', origin), {
    headers: { authorization: `Bearer ${accessToken}` },
  });
}

/** @throws Error when the response is not a redirect */
export function locationOf(response: Response): URL {
  const location = response.headers.get('location');
  if (location === null) throw new Error(`Not redirected, but answered ${response.status}`);
  return new URL(location, response.url);
}
