import { createPublicKey, hash, verify, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SandboxTestClient, isJson, listAt, objectAt, textAt } from '../testing/sandbox-client.ts';
import type { Json } from '../testing/sandbox-client.ts';

const clientId = '100240000001-sellerconnectsandbox.apps.googleusercontent.com';
const clientSecret = 'GOCSPX-seller-connect-sandbox-01';
const callbackUrl = 'http://localhost:3000/oauth/callback/google';
// The challenge is S256 of the verifier.
const codeVerifier = 'sandbox-code-verifier-000000000000000000000000000';
const codeChallenge = 'dAucFPt3AL-I0D9c4ip0BTqv1Ys-7IPVBq190h1Gexw';
const accountEmail = 'thuha.nguyen@thudientu.test';

let sandbox: SandboxTestClient;
beforeAll(async () => {
  sandbox = await SandboxTestClient.start();
});
beforeEach(() => sandbox.controlResponse('reset', 'POST'));
afterAll(() => sandbox.running.stop());

const google = (path: string) => `${sandbox.running.googleUrl}${path}`;

async function jsonOf(response: Response): Promise<Json> {
  const value: unknown = await response.json();
  if (!isJson(value)) throw new TypeError('the answer is not an object');
  return value;
}

function authorizeAddress(more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: callbackUrl,
    response_type: 'code',
    scope: 'openid email profile',
    state: 'state-1',
    nonce: 'nonce-1',
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
    ...more,
  });
  return google(`/o/oauth2/v2/auth?${query.toString()}`);
}

/** Presses a button of the account page, like a browser without JavaScript. */
async function decide(
  choice: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const html = await (await fetch(authorizeAddress(more))).text();
  const fields = [...html.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')],
  );
  return fetch(google('/o/oauth2/v2/auth'), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...Object.fromEntries(fields), ...choice }),
  });
}

const locationOf = (response: Response) => new URL(response.headers.get('location') ?? '');

async function code(account = accountEmail): Promise<string> {
  const answer = await decide({ decision: 'agree', account });
  return locationOf(answer).searchParams.get('code') ?? '';
}

function exchange(fields: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(google('/token'), {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uri: callbackUrl,
      code_verifier: codeVerifier,
      ...fields,
    }),
  });
}

function claimsOf(token: string): Json {
  const value: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  if (!isJson(value)) throw new TypeError('no claims');
  return value;
}

/** Returns whether one of the published keys signed the token. */
async function isSigned(token: string): Promise<boolean> {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const kid: unknown = JSON.parse(Buffer.from(header, 'base64url').toString()).kid;
  const keys = listAt(await jsonOf(await fetch(google('/oauth2/v3/certs'))), 'keys');
  const jwk = keys.find((key) => key['kid'] === kid);
  if (jwk === undefined) return false;
  const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
  const text = Buffer.from(`${header}.${payload}`);
  return verify('sha256', text, key, Buffer.from(signature, 'base64url'));
}

/** Verifies a token like Google's own libraries, with the certificate published for its key. */
async function isCertified(token: string): Promise<boolean> {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const kid = textAt(JSON.parse(Buffer.from(header, 'base64url').toString()), 'kid');
  const certificates = await jsonOf(await fetch(google('/oauth2/v1/certs')));
  const { publicKey } = new X509Certificate(textAt(certificates, kid));
  const signed = Buffer.from(`${header}.${payload}`);
  return verify('sha256', signed, publicKey, Buffer.from(signature, 'base64url'));
}

describe('the account page', () => {
  it('lists the accounts and redirects with a code and the state', async () => {
    const html = await (await fetch(authorizeAddress())).text();
    expect(html).toContain(accountEmail);
    const answer = await decide({ decision: 'agree', account: 'quang.tran@cuahang.test' });
    const back = locationOf(answer);
    expect(`${back.origin}${back.pathname}`).toBe(callbackUrl);
    expect(back.searchParams.get('state')).toBe('state-1');
    expect(back.searchParams.get('hd')).toBe('cuahang.test');
    expect(back.searchParams.get('code')).toMatch(/^4\/0A/);
  });

  it('returns access_denied when cancelled and interaction_required for prompt=none', async () => {
    const refused = locationOf(await decide({ decision: 'refuse' }));
    expect(refused.searchParams.get('error')).toBe('access_denied');
    expect(refused.searchParams.get('state')).toBe('state-1');
    const silent = await fetch(authorizeAddress({ prompt: 'none' }), { redirect: 'manual' });
    expect(locationOf(silent).searchParams.get('error')).toBe('interaction_required');
  });

  it('refuses an unregistered redirect URI, an unknown client and other response types', async () => {
    for (const more of [
      { redirect_uri: `${callbackUrl}/` },
      { redirect_uri: 'https://evil.test/oauth/callback/google' },
      { client_id: 'nobody' },
      { response_type: 'token' },
    ]) {
      const answer = await fetch(authorizeAddress(more), { redirect: 'manual' });
      expect(answer.status).toBe(400);
    }
  });

  it('is shown again when no account was chosen', async () => {
    expect((await decide({ decision: 'agree' })).status).toBe(422);
  });
});

describe('the token endpoint', () => {
  it('returns an access token and a signed ID token for a code', async () => {
    const answer = await jsonOf(await exchange({ code: await code() }));
    expect(answer).toMatchObject({ token_type: 'Bearer', expires_in: 3599 });
    const accessToken = textAt(answer, 'access_token');
    const idToken = textAt(answer, 'id_token');
    expect(await isSigned(idToken)).toBe(true);
    expect(claimsOf(idToken)).toMatchObject({
      iss: sandbox.running.googleUrl,
      aud: clientId,
      azp: clientId,
      sub: '110169484474386270001',
      email: accountEmail,
      email_verified: true,
      nonce: 'nonce-1',
      at_hash: hash('sha256', accessToken, 'buffer').subarray(0, 16).toString('base64url'),
    });
  });

  it('accepts a code once', async () => {
    const once = await code();
    expect((await exchange({ code: once })).status).toBe(200);
    const again = await exchange({ code: once });
    expect(again.status).toBe(400);
    expect(await jsonOf(again)).toMatchObject({ error: 'invalid_grant' });
  });

  it.each([
    ['another verifier', { code_verifier: `${codeVerifier}x` }, 400, 'invalid_grant'],
    ['another redirect URI', { redirect_uri: `${callbackUrl}/` }, 400, 'redirect_uri_mismatch'],
    ['a wrong secret', { client_secret: 'GOCSPX-wrong' }, 401, 'invalid_client'],
    ['another grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ])('refuses %s', async (_what, fields, status, error) => {
    const answer = await exchange({ code: await code(), ...fields });
    expect(answer.status).toBe(status);
    expect(await jsonOf(answer)).toMatchObject({ error });
  });

  it('publishes a certificate for each key, also after a key rotation', async () => {
    const idToken = async () =>
      textAt(await jsonOf(await exchange({ code: await code() })), 'id_token');
    const before = await idToken();
    await sandbox.controlResponse('google/keys', 'POST');
    expect(await isCertified(before)).toBe(true);
    expect(await isCertified(await idToken())).toBe(true);
  });

  it('returns a refresh token for offline access, at the first consent only', async () => {
    const offline = async (more: Readonly<Record<string, string>> = {}) => {
      const back = await decide(
        { decision: 'agree', account: accountEmail },
        { access_type: 'offline', ...more },
      );
      return jsonOf(await exchange({ code: locationOf(back).searchParams.get('code') ?? '' }));
    };
    expect(await jsonOf(await exchange({ code: await code() }))).not.toHaveProperty(
      'refresh_token',
    );
    const refreshToken = textAt(await offline(), 'refresh_token');
    expect(refreshToken).toMatch(/^1\/\//);
    expect(await offline()).not.toHaveProperty('refresh_token');
    expect(await offline({ prompt: 'consent' })).toHaveProperty('refresh_token');
    const renew = (refresh_token: string) =>
      exchange({ grant_type: 'refresh_token', refresh_token });
    const first = await jsonOf(await renew(refreshToken));
    expect(first).not.toHaveProperty('refresh_token');
    expect(await isSigned(textAt(first, 'id_token'))).toBe(true);
    // A refresh token is reusable, because Google does not rotate it.
    expect((await renew(refreshToken)).status).toBe(200);
    await fetch(google('/revoke'), {
      method: 'POST',
      body: new URLSearchParams({ token: refreshToken }),
    });
    const ended = await renew(refreshToken);
    expect([ended.status, textAt(await jsonOf(ended), 'error')]).toEqual([400, 'invalid_grant']);
  });

  it('accepts client authentication by HTTP Basic', async () => {
    const answer = await fetch(google('/token'), {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        redirect_uri: callbackUrl,
        code_verifier: codeVerifier,
        code: await code(),
      }),
    });
    expect(answer.status).toBe(200);
  });

  it('forges ID tokens on request and signs correctly after a key rotation', async () => {
    await sandbox.control('google', 'PUT', { idTokenSignature: 'forged' });
    const forged = textAt(await jsonOf(await exchange({ code: await code() })), 'id_token');
    expect(await isSigned(forged)).toBe(false);
    await sandbox.control('google', 'PUT', { idTokenSignature: 'right' });
    await sandbox.control('google/keys', 'POST');
    const right = textAt(await jsonOf(await exchange({ code: await code() })), 'id_token');
    expect(await isSigned(right)).toBe(true);
  });
});

describe('an access token', () => {
  async function tokens(more: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const body = { account: accountEmail, ...more };
    return textAt(await sandbox.control('google/tokens', 'POST', body), 'access_token');
  }
  const tokenInfo = (token: string) =>
    fetch(google(`/tokeninfo?access_token=${encodeURIComponent(token)}`));
  const userInfo = (token: string) =>
    fetch(google('/v1/userinfo'), { headers: { authorization: `Bearer ${token}` } });

  it('is described with strings by tokeninfo and with real types by userinfo', async () => {
    const token = await tokens();
    expect(await jsonOf(await tokenInfo(token))).toMatchObject({
      aud: clientId,
      azp: clientId,
      email_verified: 'true',
      exp: expect.stringMatching(/^\d+$/),
      scope: expect.stringContaining('https://www.googleapis.com/auth/userinfo.email'),
    });
    expect(await jsonOf(await userInfo(token))).toMatchObject({ email_verified: true });
  });

  it('can be issued for another audience, with fewer scopes, or expired', async () => {
    const foreign = await tokens({ audience: 'another', azp: 'third' });
    expect(await jsonOf(await tokenInfo(foreign))).toMatchObject({ aud: 'another', azp: 'third' });
    const lean = await jsonOf(await tokenInfo(await tokens({ scope: 'openid' })));
    expect(lean).not.toHaveProperty('email');
    const expired = await tokens({ seconds: -1 });
    expect((await tokenInfo(expired)).status).toBe(400);
    expect((await userInfo(expired)).status).toBe(401);
  });

  it('is invalid after it was revoked', async () => {
    const token = await tokens();
    const revoke = () =>
      fetch(google('/revoke'), { method: 'POST', body: new URLSearchParams({ token }) });
    expect((await revoke()).status).toBe(200);
    expect((await revoke()).status).toBe(400);
    expect((await tokenInfo(token)).status).toBe(400);
  });

  it('is subject to faults like every call of the sandbox', async () => {
    const token = await tokens();
    const fault = { platform: 'google', path: '/tokeninfo', count: 1 };
    await sandbox.control('faults', 'POST', { ...fault, kind: 'http_5xx', code: '503' });
    expect((await tokenInfo(token)).status).toBe(503);
    await sandbox.control('faults', 'POST', { ...fault, kind: 'drop_connection' });
    await expect(tokenInfo(token)).rejects.toThrow();
    expect((await tokenInfo(token)).status).toBe(200);
  });
});

describe('the control API', () => {
  it('shows the accounts and the application, and issues codes without a browser', async () => {
    const view = await sandbox.control('google');
    expect(objectAt(view, 'application')).toMatchObject({ clientId });
    expect(listAt(view, 'accounts').length).toBeGreaterThan(3);
    const authorized = await sandbox.control('authorize', 'POST', {
      platform: 'google',
      account: accountEmail,
      redirectUri: callbackUrl,
      state: 's',
      codeChallenge,
    });
    expect(new URL(textAt(authorized, 'redirectTo')).searchParams.get('state')).toBe('s');
    expect((await exchange({ code: textAt(authorized, 'code') })).status).toBe(200);
  });

  it('refuses unknown settings and accounts', async () => {
    for (const [path, method, body] of [
      ['google', 'PUT', { surprise: 1 }],
      ['google', 'PUT', { idTokenSignature: 'maybe' }],
      [
        'authorize',
        'POST',
        { platform: 'google', account: accountEmail, redirectUri: 'http://x.test/' },
      ],
    ] as const) {
      expect((await sandbox.controlResponse(path, method, body)).status).toBe(400);
    }
    const nobody = { account: 'nobody@nowhere.test' };
    expect((await sandbox.controlResponse('google/tokens', 'POST', nobody)).status).toBe(404);
  });

  it('publishes a discovery document', async () => {
    const found = await jsonOf(await fetch(google('/.well-known/openid-configuration')));
    expect(found).toMatchObject({
      issuer: sandbox.running.googleUrl,
      token_endpoint: google('/token'),
      jwks_uri: google('/oauth2/v3/certs'),
    });
  });
});
