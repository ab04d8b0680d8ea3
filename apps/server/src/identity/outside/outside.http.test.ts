import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { loadConfiguration } from '../../platform/config/configuration.ts';
import { createLog } from '../../platform/log.ts';
import { Problem } from '../../platform/http/problem.ts';
import { freePort } from '../../../../../scripts/testing/free-ports.ts';
import { createAccountStore } from '../accounts/accounts.ts';
import { createOutsideSignIns, type OutsideSignIns } from './index.ts';

/** The provider's responses by path, in place of the fixed ones; any other path is 404. */
let answers: Record<string, { status: number; body: unknown }>;
/** The requests that the provider has received. */
let requests: { path: string; authorization: string; body: string }[] = [];

const { database } = await openTestDatabase({ role: 'seller_connect_identity' });
const accounts = createAccountStore(database, { demo: false });
const pair = await generateKeyPair('RS256');
const key = pair.privateKey;
const otherKey = (await generateKeyPair('RS256')).privateKey;
const port = await freePort();
const issuer = `http://localhost:${port}`;
const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
const fixed = {
  '/.well-known/openid-configuration': {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    userinfo_endpoint: `${issuer}/userinfo`,
    introspection_endpoint: `${issuer}/introspect`,
  },
  '/jwks': { keys: [jwk] },
};
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '';
  const body = await text(request);
  requests.push({ path, authorization: request.headers.authorization ?? '', body });
  const known = Object.entries(fixed).find(([each]) => each === path)?.[1];
  const next = answers[path] ?? (known ? { status: 200, body: known } : { status: 404, body: {} });
  response.writeHead(next.status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(next.body));
}
const server = createServer((request, response) => void answer(request, response));
await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});
beforeEach(() => {
  answers = {};
  requests = [];
});

function signIns(env: Record<string, string> = {}): OutsideSignIns {
  const configuration = loadConfiguration({
    IDENTITY_ISSUER: issuer,
    IDENTITY_CLIENT_ID: 'shop',
    ...env,
  });
  if (!configuration.outside) throw new Error('No outside provider is configured');
  return createOutsideSignIns({
    provider: configuration.outside,
    adminOrigin: configuration.identityAdminOrigin,
    database,
    log: createLog('silent'),
  });
}

const seconds = () => Math.floor(Date.now() / 1000);
function signed(claims: Record<string, unknown>, by = key): Promise<string> {
  const payload = { iss: issuer, aud: 'shop', sub: 'person', exp: seconds() + 300, ...claims };
  return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(by);
}
const userInfo = (sub: string, more: object = {}) => {
  answers['/userinfo'] = { status: 200, body: { sub, ...more } };
};

describe('decisions 9: a token that is verified by signature', () => {
  it('creates one account per subject, named as the provider names it', async () => {
    const outside = signIns();
    userInfo('an', { name: 'An', email: 'an@example.test', email_verified: true });
    const first = await outside.verifyAccessToken(await signed({ sub: 'an' }));
    userInfo('an', { name: 'An Nguyễn' });
    const again = await outside.verifyAccessToken(await signed({ sub: 'an', jti: '2' }));
    expect(again).toEqual(first);
    const session = await outside.identify(await signed({ sub: 'an' }));
    expect(session).toMatchObject({ accountId: first?.sub, name: 'An Nguyễn', permissions: [] });
    userInfo('binh', { email: 'an@example.test' });
    const other = await outside.verifyAccessToken(await signed({ sub: 'binh' }));
    expect(other?.sub).not.toBe(first?.sub);
  });

  it.each([
    [{ name: null, email: 'giang@example.test' }, null, 'giang@example.test'],
    [{ name: 'Giang', email: '' }, 'Giang', null],
  ])('takes from the profile %j what can be read', async (profile, name, email) => {
    const outside = signIns();
    const sub = `giang of ${JSON.stringify(profile)}`;
    userInfo(sub, profile);
    const account = await outside.verifyAccessToken(await signed({ sub }));
    expect(await accounts.find(account?.sub ?? '')).toMatchObject({ name, email });
  });

  it('completes the address at a later sign-in, and neither replaces nor shares it', async () => {
    const outside = signIns();
    const signIn = async (sub: string, profile: object) => {
      userInfo(sub, profile);
      const account = await outside.verifyAccessToken(await signed({ sub }));
      return accounts.find(account?.sub ?? '');
    };
    const email = 'hanh@example.test';
    expect(await signIn('hanh', {})).toMatchObject({ email: null });
    const unverified = { email, emailVerified: false };
    expect(await signIn('hanh', { email })).toMatchObject(unverified);
    const other = { email: 'other@example.test', email_verified: true };
    expect(await signIn('hanh', other)).toMatchObject(unverified);
    const verified = { email, emailVerified: true };
    expect(await signIn('hanh', { email, email_verified: true })).toMatchObject(verified);
    expect(await signIn('hanh', { email, email_verified: false })).toMatchObject(verified);
    await signIn('ich', {});
    expect(await signIn('ich', { email, email_verified: true })).toMatchObject({ email: null });
  });

  it('creates one account for concurrent calls, and needs no profile', async () => {
    const outside = signIns();
    const token = await signed({ sub: 'chi' });
    const all = await Promise.all([1, 2, 3].map(() => outside.verifyAccessToken(token)));
    expect(new Set(all.map((each) => each?.sub)).size).toBe(1);
    expect(await outside.identify(token)).toMatchObject({ accountId: all[0]?.sub });
  });

  it.each<[string, () => Promise<string>]>([
    ['another issuer', () => signed({ iss: 'https://evil.test' })],
    ['another audience', () => signed({ aud: 'else' })],
    ['another client', () => signed({ client_id: 'else' })],
    ['an expiry in the past', () => signed({ exp: seconds() - 120 })],
    ['no expiry', () => signed({ exp: undefined })],
    ['another key', () => signed({}, otherKey)],
    ['a nonce, as in an ID token', () => signed({ nonce: 'n' })],
    ['a string that is not a token', async () => 'opaque'],
    ['no signature', async () => 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJwZXJzb24ifQ.'],
  ])('is refused with %s', async (_, make) => {
    const outside = signIns();
    expect(await outside.verifyAccessToken(await make())).toBeNull();
    expect(await outside.identify(await make())).toBeNull();
  });

  it.each([
    { status: 503, body: {} },
    { status: 404, body: { error: 'not_found' } },
    { status: 200, body: { message: 'maintenance' } },
  ])('is not refused while the keys cannot be read: %j', async (response) => {
    answers['/jwks'] = response;
    const failure = await signIns()
      .identify(await signed({}))
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ status: 503, code: 'identity_unavailable' });
  });

  it.each(['ES512', 'Ed25519'])('may be signed with %s', async (alg) => {
    const { privateKey, publicKey } = await generateKeyPair(alg);
    const keys = [{ ...(await exportJWK(publicKey)), kid: alg, alg, use: 'sig' }];
    answers['/jwks'] = { status: 200, body: { keys } };
    const token = await new SignJWT({ client_id: 'shop' })
      .setProtectedHeader({ alg, kid: alg })
      .setIssuer(issuer)
      .setAudience('shop')
      .setSubject(`signed with ${alg}`)
      .setExpirationTime('5 minutes')
      .sign(privateKey);
    expect(await signIns().verifyAccessToken(token)).not.toBeNull();
  });

  it('may have an audience of its own', async () => {
    const outside = signIns({ IDENTITY_TOKEN_AUDIENCE: 'https://api.example.com' });
    const token = await signed({ aud: ['https://api.example.com'], azp: 'shop' });
    expect(await outside.verifyAccessToken(token)).not.toBeNull();
    expect(await outside.verifyAccessToken(await signed({}))).toBeNull();
  });
});

describe('decisions 9: a token that is introspected', () => {
  const env = {
    IDENTITY_TOKEN_VALIDATION: 'introspection',
    IDENTITY_INTROSPECTION_CLIENT_ID: 'server',
    IDENTITY_INTROSPECTION_SECRET: 'se:cret',
  };
  const active = { active: true, sub: 'dung', client_id: 'shop', exp: seconds() + 300 };
  const says = (body: object) => void (answers['/introspect'] = { status: 200, body });

  it('is introspected with the client credentials of the server', async () => {
    says(active);
    expect(await signIns(env).verifyAccessToken('opaque-token')).not.toBeNull();
    expect(requests.find(({ path }) => path === '/introspect')).toMatchObject({
      authorization: `Basic ${Buffer.from('server:se%3Acret').toString('base64')}`,
      body: 'token=opaque-token&token_type_hint=access_token',
    });
  });

  it.each([
    { active: false },
    { ...active, client_id: 'else' },
    { ...active, client_id: undefined },
    { ...active, exp: seconds() - 1 },
    { ...active, sub: undefined },
    { ...active, iss: 'https://evil.test' },
    { ...active, client_id: 'else', aud: 'shop' },
  ])('is refused with %j', async (body) => {
    says(body);
    expect(await signIns(env).verifyAccessToken('opaque-token')).toBeNull();
  });

  it('is not refused while the provider is down: the caller gets a 503', async () => {
    answers['/introspect'] = { status: 503, body: {} };
    const failure = await signIns(env)
      .identify('opaque-token')
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Problem);
    expect(failure).toMatchObject({ status: 503, code: 'identity_unavailable' });
  });
});

describe('spec 7: permissions from the admin host', () => {
  const env = { IDENTITY_SCOPES: 'openid read:permissions' };
  const path = '/api/v1.0/users/me/roles_permissions';

  it('are read as strings or entries, with the token of the user', async () => {
    const entry = { app: 'ppm', resource: 'all', action: 'all' };
    answers[path] = { status: 200, body: { permissions: ['catalog:all:all', entry] } };
    const token = await signed({ sub: 'em' });
    expect(await signIns(env).identify(token)).toMatchObject({
      permissions: ['catalog:all:all', 'ppm:all:all'],
    });
    expect(requests.find((each) => each.path === path)?.authorization).toBe(`Bearer ${token}`);
  });

  it.each([206, 401, 404, 500])('spec 7: are empty after a %i', async (status) => {
    answers[path] = { status, body: { permissions: ['catalog:all:all'] } };
    expect(await signIns(env).identify(await signed({ sub: 'em' }))).toMatchObject({
      permissions: [],
    });
  });

  it('spec 5: are not requested without the scope read:permissions', async () => {
    await signIns().identify(await signed({ sub: 'em' }));
    expect(requests.filter((each) => each.path === path)).toEqual([]);
  });
});

it('decisions 9: lists the origins that the web app may call, the issuer at least', async () => {
  expect(await signIns().origins()).toEqual([issuer]);
  const nowhere = signIns({ IDENTITY_ISSUER: 'https://127.0.0.1:1' });
  expect(await nowhere.origins()).toEqual(['https://127.0.0.1:1']);
});
