import { describe, expect, test } from 'vitest';
import {
  validateResponse,
  findAuthorizationResponse,
  stripResponseParams,
} from './authorization.ts';

const redirectUri = 'https://app.example/';
const entry = {
  state: 'a-state',
  nonce: 'n',
  codeVerifier: 'v',
  redirectUri,
  createdAt: 0,
};
const metadata = { issuer: 'https://id.example' };

describe('findAuthorizationResponse', () => {
  test.each([
    ['https://app.example/?code=c&state=s', true],
    ['https://app.example/?error=access_denied&state=s#x', true],
    ['https://app.example/?code=c', false],
    ['https://app.example/?code=c&state=', false],
    ['https://app.example/oauth/callback/google?code=c&state=s', false],
    ['https://app.example/oauth/callback/lazada?code=c&state=s', false],
    ['https://app.example//?code=c&state=s', false],
    ['https://other.example/?code=c&state=s', false],
    ['http://app.example/?code=c&state=s', false],
  ])('%s: %s', (address, isOurs) => {
    expect(findAuthorizationResponse(address, redirectUri) !== null).toBe(isOurs);
  });

  test('spec 5: compares only origin and path of the redirect URI', () => {
    expect(
      findAuthorizationResponse('https://app.example/?code=c&state=s', `${redirectUri}?lang=vi`),
    ).not.toBeNull();
  });
});

test('spec 4: stripResponseParams removes all that a provider adds, and keeps the rest', () => {
  const responseParams =
    'code=c&state=s&session_state=x&iss=i&scope=o&authuser=0&prompt=none&hd=h&error=e&error_description=d&error_uri=u';
  expect(stripResponseParams(`https://app.example/?refer=r&${responseParams}&page=2#top`)).toBe(
    'https://app.example/?refer=r&page=2#top',
  );
});

describe('spec 5: validateResponse', () => {
  const check = (query: string, overrides: object = {}) =>
    validateResponse({ ...metadata, ...overrides }, new URLSearchParams(query), entry);
  const issSupported = { authorization_response_iss_parameter_supported: true };

  test.each([
    ['code=c&state=other', {}, 'state_mismatch', 'Invalid state'],
    [
      'code=c&state=a-state&iss=https://evil.example',
      {},
      'response_issuer_mismatch',
      'Invalid state',
    ],
    ['code=c&state=a-state', issSupported, 'response_issuer_missing', 'Invalid state'],
    ['code=c&code=d&state=a-state', {}, 'invalid_response', 'Invalid state'],
    ['code=c&state=a-state&state=b', {}, 'invalid_response', 'Invalid state'],
    ['state=a-state', {}, 'missing_code', 'Missing code, unable to request token'],
    [
      'error=login_required&state=a-state',
      {},
      'login_required',
      'The sign-in service reported login_required',
    ],
  ])('%s %j', (query, overrides, code, message) => {
    expect(() => check(query, overrides)).toThrowError(expect.objectContaining({ code, message }));
  });

  test('accepts a valid response', () => {
    expect(() => check('code=c&state=a-state&iss=https://id.example', issSupported)).not.toThrow();
  });
});
