import { expect, test } from 'vitest';
import { createLogin } from './index.ts';
import type { LoginConfig } from './index.ts';

const good: LoginConfig = {
  clientId: 'client',
  issuer: 'https://provider.test',
  redirectUri: `${location.origin}/`,
};

const wrong: [string, Partial<LoginConfig>, string][] = [
  ['spec 5: no client id', { clientId: '' }, 'Missing required field `clientId`'],
  ['no redirect address', { redirectUri: '' }, 'Missing required field `redirectUri`'],
  ['no issuer', { issuer: '' }, 'Missing required field `issuer`'],
  ['plain http', { issuer: 'http://provider.test' }, 'https'],
  ['plain http off the loopback', { issuer: 'http://provider.test', allowInsecure: true }, 'https'],
  ['loopback http not allowed', { issuer: 'http://localhost:3001' }, 'https'],
  ['relative redirect address', { redirectUri: '/back' }, 'absolute'],
  ['relative silent redirect address', { silentRedirectUri: '/relay' }, 'absolute'],
  ['fragment', { redirectUri: `${location.origin}/#x` }, 'fragment'],
  ['no openid scope', { scopes: 'profile' }, 'openid'],
  ['two issuers', { metadata: { issuer: 'https://other.test' } }, 'differ'],
  [
    'an endpoint on plain http',
    { metadata: { issuer: 'https://provider.test', token_endpoint: 'http://provider.test/token' } },
    'https',
  ],
];

test.each(wrong)('%s is refused by createLogin', (_, change, message) => {
  expect(() => createLogin({ ...good, ...change })).toThrowError(
    expect.objectContaining({
      code: 'invalid_config',
      message: expect.stringContaining(message),
    }),
  );
});

test('plain HTTP on the loopback interface is accepted if allowed', () => {
  const login = createLogin({ ...good, issuer: 'http://localhost:3001', allowInsecure: true });
  expect(login.session()).toEqual({ status: 'pending', user: null, error: null });
});
