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

test('spec 9: the permission scope is requested by default', () => {
  expect(settings.scopes).toEqual(['openid', 'profile', 'email', 'read:permissions']);
});

test('spec 4: a logout returns to the origin of the page', () => {
  expect(settings.postLogoutRedirectUri).toBe('https://app.example');
});

test('spec 3: the key of the record is a prefix and the client ID', () => {
  expect(settings.userKey).toBe('login.user.web');
});

test('spec 7: the role and permission check has its default path', () => {
  expect(settings.decisionPath).toBe('/api/v1.0/users/me/decision/handler');
  expect(settings.identityAdminBase).toBe('https://id.example');
});
