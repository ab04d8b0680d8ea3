import { expect, test } from 'vitest';
import { resolveConfig } from './config.ts';

const page = 'https://app.example/orders?page=2';
const settings = resolveConfig({
  clientId: 'web',
  issuer: 'https://id.example',
  redirectUri: 'https://app.example/',
  environment: { address: () => page },
});

test('spec 9: silent mode and silent renewal are on by default, the revoke check is not', () => {
  expect(settings).toMatchObject({ silent: 'always', automaticRenewal: true, revokeCheck: false });
});

test('spec 9: the permission scope is asked for by default', () => {
  expect(settings.scopes).toEqual(['openid', 'profile', 'email', 'read:permissions']);
});

test('spec 4: the origin of the page is where a logout comes back to', () => {
  expect(settings.postLogoutRedirectUri).toBe('https://app.example');
});

test('spec 3: the key of the record is a prefix and the client id', () => {
  expect(settings.userKey).toBe('login.user.web');
});

test('spec 7: the default path of the role and permission check', () => {
  expect(settings.decisionPath).toBe('/api/v1.0/users/me/decision/handler');
  expect(settings.identityAdminBase).toBe('https://id.example');
});
