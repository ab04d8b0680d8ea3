/**
 * An identity provider for tests, with rotating refresh tokens and reuse detection. It behaves correctly by
 * default and can forge any part of a response. It works through a fetch function, so one provider can
 * serve several frames or run behind a web server.
 */

export interface Claims {
  [name: string]: unknown;
}

export interface TokenBody {
  [name: string]: unknown;
}

/** Modifications of the next responses. */
export interface Forgery {
  claims?: (claims: Claims) => Claims;
  header?: (header: Claims) => Claims;
  /** Creates the signature part for `header.payload`. */
  sign?: (input: string) => Promise<string>;
  body?: (body: TokenBody) => TokenBody;
  response?: (params: URLSearchParams) => void;
  /** Sends a `Date` header with the tokens, like providers that expose it to browsers. */
  date?: boolean;
  /** Replaces the response of the token endpoint; null keeps it. */
  token?: (grant: URLSearchParams) => Promise<Response | null>;
}

/** Default address. */
export const issuer = 'https://provider.test';
export const clientId = 'test-client';
export const subject = 'user-1';

interface Code {
  readonly nonce: string;
  readonly challenge: string;
  readonly scope: string;
}

const encoder = new TextEncoder();

export function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function json(value: unknown): string {
  return base64Url(encoder.encode(JSON.stringify(value)));
}

async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)));
}

const rsa = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
};

/** Generates an RSA key pair with its public JWK. */
export async function newKey(kid: string) {
  const pair = await crypto.subtle.generateKey(rsa, true, ['sign', 'verify']);
  const jwk = { ...(await crypto.subtle.exportKey('jwk', pair.publicKey)), kid, use: 'sig' };
  const sign = async (input: string): Promise<string> =>
    base64Url(
      new Uint8Array(await crypto.subtle.sign(rsa.name, pair.privateKey, encoder.encode(input))),
    );
  return { jwk, sign };
}

/** The key of every provider: generating one takes more CPU time than most tests. */
let providerKey: ReturnType<typeof newKey> | undefined;

export async function createHostileProvider(now: () => number = Date.now, origin = issuer) {
  const key = await (providerKey ??= newKey('key-1'));
  /** The published keys; tests may add more. */
  const published: JsonWebKey[] = [key.jwk];
  const codes = new Map<string, Code>();
  const live = new Map<string, { family: string; scope: string }>();
  const spent = new Map<string, string>();
  const revoked = new Set<string>();
  const requests: {
    method: string;
    origin: string;
    path: string;
    params: URLSearchParams;
    authorization: string | null;
  }[] = [];
  let counter = 0;
  let life = 600;
  let forgery: Forgery = {};
  let access: { status: number; body: unknown } = {
    status: 200,
    body: { roles: ['catalog:admin'], permissions: ['catalog:all:all', 'ppm:all:all'] },
  };
  let userInfo: { status: number; body: unknown } = {
    status: 200,
    body: { sub: subject, name: 'An Nguyen', email: 'an@example.test' },
  };

  const metadata = {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    userinfo_endpoint: `${origin}/userinfo`,
    end_session_endpoint: `${origin}/oauth/logout`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    jwks_uri: `${origin}/oauth/jwks`,
    authorization_response_iss_parameter_supported: true,
    id_token_signing_alg_values_supported: ['RS256'],
  };

  const idToken = async (nonce: string | null, accessToken: string): Promise<string> => {
    const seconds = Math.floor(now() / 1000);
    const digest = await sha256(accessToken);
    const claims: Claims = {
      iss: origin,
      aud: clientId,
      sub: subject,
      name: 'An Nguyễn',
      iat: seconds,
      exp: seconds + life,
      auth_time: seconds,
      sid: 'session-1',
      at_hash: base64Url(digest.subarray(0, 16)),
      ...(nonce === null ? {} : { nonce }),
    };
    const header: Claims = { alg: 'RS256', typ: 'JWT', kid: 'key-1' };
    const input = `${json(forgery.header?.(header) ?? header)}.${json(forgery.claims?.(claims) ?? claims)}`;
    return `${input}.${await (forgery.sign ?? key.sign)(input)}`;
  };

  const tokens = async (nonce: string | null, scope: string, family: string): Promise<Response> => {
    counter += 1;
    const accessToken = `access-${counter}`;
    const refreshToken = `refresh-${counter}`;
    live.set(refreshToken, { family, scope });
    const body: TokenBody = {
      access_token: accessToken,
      refresh_token: refreshToken,
      id_token: await idToken(nonce, accessToken),
      expires_in: life,
      token_type: 'Bearer',
      scope,
    };
    const headers = forgery.date ? { date: new Date(now()).toUTCString() } : {};
    return Response.json(forgery.body?.(body) ?? body, { headers });
  };

  const refused = (error: string): Response => Response.json({ error }, { status: 400 });

  const grant = async (params: URLSearchParams): Promise<Response> => {
    if (params.get('grant_type') === 'authorization_code') {
      const code = codes.get(params.get('code') ?? '');
      codes.delete(params.get('code') ?? '');
      const challenge = base64Url(await sha256(params.get('code_verifier') ?? ''));
      if (!code || challenge !== code.challenge) return refused('invalid_grant');
      counter += 1;
      return tokens(code.nonce, code.scope, `family-${counter}`);
    }
    const token = params.get('refresh_token') ?? '';
    const reused = spent.get(token);
    if (reused) revoked.add(reused);
    const found = live.get(token);
    live.delete(token);
    if (!found || revoked.has(found.family)) return refused('invalid_grant');
    spent.set(token, found.family);
    return tokens(null, found.scope, found.family);
  };

  return {
    metadata,
    key,
    published,
    requests,
    revoked,
    /** Configuration for a page at the root of its origin. */
    get config() {
      return { clientId, metadata, redirectUri: `${location.origin}/`, silent: 'never' as const };
    },
    setLife: (seconds: number) => void (life = seconds),
    setForgery: (next: Forgery) => void (forgery = next),
    setAccess: (status: number, body: unknown) => void (access = { status, body }),
    setUserInfo: (status: number, body: unknown) => void (userInfo = { status, body }),
    tokenRequests: () => requests.filter((request) => request.path === '/oauth/token'),

    /** Acts as the login screen after a successful sign-in: returns the callback URL. */
    authorize(address: string): string {
      const { searchParams: requestParams } = new URL(address);
      counter += 1;
      const code = `code-${counter}`;
      codes.set(code, {
        nonce: requestParams.get('nonce') ?? '',
        challenge: requestParams.get('code_challenge') ?? '',
        scope: requestParams.get('scope') ?? '',
      });
      const back = new URL(requestParams.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', requestParams.get('state') ?? '');
      back.searchParams.set('iss', origin);
      back.searchParams.set('session_state', 'session-state-1');
      forgery.response?.(back.searchParams);
      return back.href;
    },

    fetch: async (url: string, init?: RequestInit): Promise<Response> => {
      const { origin: host, pathname: path } = new URL(url);
      const sent = await new Response(init?.body ?? null).text();
      const params = new URLSearchParams(sent);
      requests.push({
        method: init?.method ?? 'GET',
        origin: host,
        path,
        params,
        authorization: new Headers(init?.headers).get('authorization'),
      });
      switch (path) {
        case '/oauth/token':
          return (await forgery.token?.(params)) ?? grant(params);
        case '/oauth/jwks':
          return Response.json({ keys: published });
        case '/userinfo':
          return Response.json(userInfo.body, { status: userInfo.status });
        case '/oauth/revoke':
          return new Response(null, { status: 200 });
        case '/api/v1.0/users/me/roles_permissions':
          if (access.body === null) return new Response(null, { status: access.status });
          return Response.json(access.body, { status: access.status });
        case '/api/v1.0/users/me/decision/handler':
          return Response.json({ allowed: sent.includes('catalog') });
        case '/.well-known/openid-configuration':
          return Response.json(metadata);
        default:
          return new Response('not found', { status: 404 });
      }
    },
  };
}

export type HostileProvider = Awaited<ReturnType<typeof createHostileProvider>>;
