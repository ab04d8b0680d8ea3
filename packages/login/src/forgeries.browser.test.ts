import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { base64Url, createHostileProvider, issuer, newKey } from '../test/hostileProvider.ts';
import type { Forgery } from '../test/hostileProvider.ts';
import { clearBrowser, createPage } from '../test/page.ts';
import type { LoginErrorCode } from './errors.ts';

const provider = await createHostileProvider();
const other = await newKey('key-1');
const day = 86_400;
const seconds = () => Math.floor(Date.now() / 1000);

const without = (name: string) => (claims: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));

/** Signs with the public key as if it were a shared secret. */
async function signWithPublicKey(input: string): Promise<string> {
  const encoder = new TextEncoder();
  const secret = encoder.encode(JSON.stringify(provider.key.jwk));
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', secret, hmac, false, ['sign']);
  return base64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(input))));
}

const forgeries: [string, Forgery, LoginErrorCode, string][] = [
  [
    'wrong issuer',
    { claims: (c) => ({ ...c, iss: 'https://evil.test' }) },
    'id_token_issuer',
    'Failed to parse idToken',
  ],
  [
    'wrong audience',
    { claims: (c) => ({ ...c, aud: 'another' }) },
    'id_token_audience',
    'Failed to parse idToken',
  ],
  [
    'expired 1 h ago',
    { claims: (c) => ({ ...c, iat: seconds() - 2 * 3600, exp: seconds() - 3600 }) },
    'id_token_expired',
    'Failed to parse idToken',
  ],
  [
    'wrong nonce',
    { claims: (c) => ({ ...c, nonce: 'x'.repeat(16) }) },
    'nonce_mismatch',
    'Invalid nonce',
  ],
  ['nonce missing', { claims: without('nonce') }, 'nonce_missing', 'Invalid nonce'],
  ['subject missing', { claims: without('sub') }, 'id_token_subject', 'Failed to parse idToken'],
  [
    'issued tomorrow',
    { claims: (c) => ({ ...c, iat: seconds() + day, exp: seconds() + 2 * day }) },
    'id_token_issued_in_future',
    'Failed to parse idToken',
  ],
  [
    'issued 90 s ahead',
    { claims: (c) => ({ ...c, iat: seconds() + 90 }) },
    'id_token_issued_in_future',
    'Failed to parse idToken',
  ],
  [
    'not valid before tomorrow',
    { claims: (c) => ({ ...c, nbf: seconds() + day }) },
    'id_token_not_yet_valid',
    'Failed to parse idToken',
  ],
  [
    'two audiences, foreign azp',
    { claims: (c) => ({ ...c, aud: ['test-client', 'another'], azp: 'another' }) },
    'id_token_authorized_party',
    'Failed to parse idToken',
  ],
  [
    'wrong at_hash',
    { claims: (c) => ({ ...c, at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' }) },
    'id_token_access_token_hash',
    'Failed to parse idToken',
  ],
  ['signed by another key', { sign: other.sign }, 'id_token_signature', 'Failed to parse idToken'],
  [
    'alg none',
    { header: (h) => ({ ...h, alg: 'none' }), sign: async () => '' },
    'id_token_unsigned',
    'Failed to parse idToken',
  ],
  [
    'HS256 keyed with the public key',
    { header: (h) => ({ ...h, alg: 'HS256' }), sign: signWithPublicKey },
    'id_token_algorithm',
    'Failed to parse idToken',
  ],
  [
    'altered state',
    { response: (p) => p.set('state', `${p.get('state')}x`) },
    'invalid_state',
    'Invalid authorization request state',
  ],
  [
    'wrong response iss',
    { response: (p) => p.set('iss', 'https://evil.test') },
    'response_issuer_mismatch',
    'Invalid state',
  ],
  [
    'response iss announced but missing',
    { response: (p) => p.delete('iss') },
    'response_issuer_missing',
    'Invalid state',
  ],
  [
    'key named by the token itself',
    { header: (h) => ({ ...h, kid: 'key-2', jwk: other.jwk }), sign: other.sign },
    'id_token_key',
    'Failed to parse idToken',
  ],
  [
    'no ID token',
    { body: (body) => ({ ...body, id_token: undefined }) },
    'id_token_missing',
    'Failed to parse idToken',
  ],
  [
    'not a JWT',
    { body: (b) => ({ ...b, id_token: 'x.y' }) },
    'id_token_malformed',
    'Failed to parse idToken',
  ],
];

const page = createPage(provider);

beforeEach(async () => {
  await clearBrowser();
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  page.close();
  provider.setForgery({});
  page.address = `${location.origin}/`;
});

test.each(forgeries)('spec 5: refuses a response with %s', async (_, forgery, code, message) => {
  provider.setForgery(forgery);
  const login = await page.signIn();
  const result = await login.start();
  expect(result.error).toMatchObject({ name: 'LoginError', code, message });
  expect(result.status).toBe('logged-out');
  expect(login.user()).toBeNull();
  expect(localStorage.length).toBe(0);
});

test('the codes of the forgeries differ', () => {
  const codes = forgeries.map(([name, , code]) => (name === 'issued 90 s ahead' ? name : code));
  expect(new Set(codes).size).toBe(forgeries.length);
});

test('accepts the same response unforged', async () => {
  const login = await page.signIn();
  expect((await login.start()).error).toBeNull();
  expect(login.isLoggedIn()).toBe(true);
});

test('accepts a time of issue up to 60 s ahead, and several audiences with our azp', async () => {
  provider.setForgery({
    claims: (c) => ({ ...c, iat: seconds() + 50, aud: ['test-client', 'api'], azp: 'test-client' }),
  });
  expect((await page.signIn()).isLoggedIn()).toBe(true);
});

test('no error of a forged response carries a token or a code', async () => {
  for (const [, forgery] of forgeries) {
    provider.setForgery(forgery);
    const { error } = await (await page.signIn()).start();
    const text = JSON.stringify([error?.message, error?.stack, error?.cause]);
    expect(text).not.toMatch(/access-\d|refresh-\d|code-\d|eyJ/);
    page.address = `${location.origin}/`;
  }
});

test('refuses metadata of another issuer', async () => {
  const login = page.open({
    issuer: 'https://elsewhere.test',
    metadata: { issuer: 'https://elsewhere.test' },
  });
  await expect(login.login()).rejects.toMatchObject({ code: 'metadata_issuer' });
  expect(issuer).not.toBe('https://elsewhere.test');
  expect(page.left).toEqual(page.left.filter((url) => url.startsWith(issuer)));
});
