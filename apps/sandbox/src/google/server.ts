/** Google's listener: the account page, and the API at its real paths. */
import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { platformListener, handleCall, type WireResponse } from '../http/platform-listener.ts';
import { googleApplication, withReplaced } from './application.ts';
import { registerAccountPage } from './account-page.ts';
import type { GoogleAccount } from './accounts.ts';
import type { GooglePlatform } from './platform.ts';
import { emailClaims, hasScope, nameClaims, nowSeconds } from './tokens.ts';

/** The response to a throttled call. */
const tooManyCalls: WireResponse = {
  status: 429,
  body: { error: { code: 429, status: 'RESOURCE_EXHAUSTED' } },
  isRefusal: true,
};

const failure = (status: number, error: string, description: string): WireResponse => ({
  status,
  body: { error, error_description: description },
});

type Handler = (request: FastifyRequest) => WireResponse;

async function serve(
  platform: GooglePlatform,
  path: string,
  handler: Handler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const called = { platform: 'GOOGLE', path, shop: undefined };
  const type = 'application/json; charset=utf-8';
  return handleCall(platform.parts, called, { request, reply }, type, async (matchedFaults) => {
    if (matchedFaults.some(({ kind }) => kind === 'throttle')) return tooManyCalls;
    const answer = handler(request);
    void reply.header('cache-control', 'no-store');
    return { ...answer, isRefusal: answer.status !== 200 };
  });
}

/** Returns the form fields, and the query parameters that the form lacks. */
function fieldsOf(request: FastifyRequest): URLSearchParams {
  const fields = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
  const question = request.url.indexOf('?');
  if (question >= 0) {
    for (const [name, value] of new URLSearchParams(request.url.slice(question + 1))) {
      if (!fields.has(name)) fields.set(name, value);
    }
  }
  return fields;
}

function bearerOf(request: FastifyRequest): string | undefined {
  return /^bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** Returns ID and secret of the client, from HTTP Basic or the form. */
function clientOf(request: FastifyRequest, fields: URLSearchParams): [string, string] {
  const basic = /^basic (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (basic === undefined) {
    return [fields.get('client_id') ?? '', fields.get('client_secret') ?? ''];
  }
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString().split(':', 2);
  return [decodeURIComponent(id), decodeURIComponent(secret)];
}

function fitsChallenge(
  challenge: { readonly value: string; readonly method: string } | undefined,
  verifier: string | null,
): boolean {
  if (challenge === undefined) return true;
  if (verifier === null) return false;
  const computed = challenge.method === 'S256' ? hash('sha256', verifier, 'base64url') : verifier;
  return computed === challenge.value;
}

function exchange(platform: GooglePlatform, request: FastifyRequest): WireResponse {
  const fields = fieldsOf(request);
  const [clientId, secret] = clientOf(request, fields);
  if (clientId !== googleApplication.clientId || secret !== googleApplication.clientSecret) {
    return failure(401, 'invalid_client', 'Unauthorized');
  }
  switch (fields.get('grant_type')) {
    case 'authorization_code':
      return exchangeCode(platform, clientId, fields);
    case 'refresh_token':
      return renew(platform, clientId, fields.get('refresh_token') ?? '');
    case null:
    default:
      return failure(400, 'unsupported_grant_type', 'Invalid grant_type');
  }
}

function exchangeCode(
  platform: GooglePlatform,
  clientId: string,
  fields: URLSearchParams,
): WireResponse {
  const code = platform.tokens.takeCode(fields.get('code') ?? '');
  if (code === undefined || code.clientId !== clientId) {
    return failure(400, 'invalid_grant', 'Malformed auth code.');
  }
  if (code.redirectUri !== fields.get('redirect_uri')) {
    return failure(400, 'redirect_uri_mismatch', 'Bad Request');
  }
  if (!fitsChallenge(code.challenge, fields.get('code_verifier'))) {
    return failure(400, 'invalid_grant', 'Invalid code verifier.');
  }
  const { account, scope, nonce, isOffline, isConsentRequested } = code;
  const refreshToken = isOffline
    ? platform.tokens.issueRefreshToken({ clientId, account, scope }, isConsentRequested)
    : undefined;
  const body = tokensFor(platform, { clientId, account, scope, nonce });
  return {
    status: 200,
    body: { ...body, ...(refreshToken !== undefined && { refresh_token: refreshToken }) },
  };
}

/** Refreshes an access token. Google does not rotate the refresh token. */
function renew(platform: GooglePlatform, clientId: string, refreshToken: string): WireResponse {
  const stored = platform.tokens.refreshToken(refreshToken);
  if (stored === undefined || stored.clientId !== clientId) {
    return failure(400, 'invalid_grant', 'Token has been expired or revoked.');
  }
  const { account, scope } = stored;
  return {
    status: 200,
    body: tokensFor(platform, { clientId, account, scope, nonce: undefined }),
  };
}

function tokensFor(
  platform: GooglePlatform,
  about: {
    readonly clientId: string;
    readonly account: GoogleAccount;
    readonly scope: string;
    readonly nonce: string | undefined;
  },
): Record<string, unknown> {
  const { clientId: audience, account, scope, nonce } = about;
  const { tokens, options } = platform;
  const accessToken = tokens.issueAccessToken({
    audience,
    authorizedParty: audience,
    account,
    scope,
  });
  const issuer = platform.parts.issuer();
  return {
    access_token: accessToken,
    expires_in: options.accessTokenSeconds,
    scope,
    token_type: 'Bearer',
    ...(hasScope(scope, 'openid') && {
      id_token: tokens.idToken({ issuer, audience, account, scope, nonce, accessToken }),
    }),
  };
}

/** `/tokeninfo` returns numbers and booleans as text, and no issuer. */
function tokenInfo(platform: GooglePlatform, request: FastifyRequest): WireResponse {
  const text = bearerOf(request) ?? fieldsOf(request).get('access_token') ?? '';
  const token = platform.tokens.accessToken(text);
  if (token === undefined) return failure(400, 'invalid_token', 'Invalid Value');
  const { account, scope } = token;
  const named = ['openid', 'email', 'profile'] as const;
  const right = {
    azp: token.authorizedParty,
    aud: token.audience,
    ...(named.some((name) => hasScope(scope, name)) && { sub: account.sub }),
    scope,
    exp: String(token.expiresAt),
    expires_in: String(token.expiresAt - nowSeconds()),
    ...(hasScope(scope, 'email') && {
      email: account.email,
      email_verified: String(account.emailVerified),
    }),
    access_type: 'online',
  };
  return { status: 200, body: withReplaced(right, platform.options.tokenInfoFields) };
}

function userInfo(platform: GooglePlatform, request: FastifyRequest): WireResponse {
  const token = platform.tokens.accessToken(bearerOf(request) ?? '');
  if (token === undefined) return failure(401, 'invalid_request', 'Invalid Credentials');
  const { account, scope } = token;
  const right = {
    sub: account.sub,
    ...(hasScope(scope, 'profile') ? nameClaims(account) : {}),
    ...(hasScope(scope, 'email') ? emailClaims(account) : {}),
    ...(account.hd === null ? {} : { hd: account.hd }),
  };
  return { status: 200, body: withReplaced(right, platform.options.userInfoFields) };
}

function revoke(platform: GooglePlatform, request: FastifyRequest): WireResponse {
  const known = platform.tokens.revoke(fieldsOf(request).get('token') ?? '');
  return known
    ? { status: 200, body: {} }
    : failure(400, 'invalid_token', 'Token expired or revoked');
}

function discovery(platform: GooglePlatform): WireResponse {
  const issuer = platform.parts.issuer();
  return {
    status: 200,
    body: {
      issuer,
      authorization_endpoint: `${issuer}/o/oauth2/v2/auth`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/v1/userinfo`,
      revocation_endpoint: `${issuer}/revoke`,
      jwks_uri: `${issuer}/oauth2/v3/certs`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'profile'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      claims_supported: ['aud', 'email', 'email_verified', 'exp', 'iat', 'iss', 'name', 'sub'],
      code_challenge_methods_supported: ['plain', 'S256'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
    },
  };
}

/** Builds the listener. The caller starts and closes it. */
export function createGoogleServer(platform: GooglePlatform): FastifyInstance {
  const server = platformListener();
  const call = (method: 'GET' | 'POST', url: string, handler: Handler) =>
    server.route({
      method,
      url,
      handler: (request, reply) => serve(platform, url, handler, request, reply),
    });
  call('POST', '/token', (request) => exchange(platform, request));
  for (const method of ['GET', 'POST'] as const) {
    call(method, '/tokeninfo', (request) => tokenInfo(platform, request));
    call(method, '/v1/userinfo', (request) => userInfo(platform, request));
  }
  call('POST', '/revoke', (request) => revoke(platform, request));
  call('GET', '/oauth2/v3/certs', () => ({ status: 200, body: { ...platform.tokens.jwks() } }));
  call('GET', '/oauth2/v1/certs', () => ({ status: 200, body: platform.tokens.certificates() }));
  call('GET', '/.well-known/openid-configuration', () => discovery(platform));
  registerAccountPage(server, platform);
  return server;
}
