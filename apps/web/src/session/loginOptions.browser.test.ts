import { createLogin } from '@seller-connect/login';
import type { PageConfiguration } from '@seller-connect/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { identityUserPrefix } from '../storage.ts';
import { loginOptions } from './loginOptions.ts';
import { storeUser } from './testing/storeUser.ts';
import { testConfiguration } from './testing/testConfiguration.ts';

const { identity } = testConfiguration;
const { issuer } = identity;
const metadata = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/jwks`,
};
const key = `${identityUserPrefix}web`;

afterEach(() => localStorage.clear());

/**
 * Creates a page with these settings; `record` stores a user whose token is valid for nearly ten more minutes, or has
 * expired.
 */
function pageWith(
  settings: Partial<PageConfiguration['identity']>,
  record: 'none' | 'valid' | 'expired' = 'none',
  scopes: readonly string[] = ['openid'],
) {
  if (record !== 'none') storeUser(record === 'valid' ? 590 : -590, { scopes });
  const requests: string[] = [];
  const navigate = vi.fn();
  const login = createLogin({
    ...loginOptions({ ...identity, ...settings }, 'vi'),
    environment: {
      fetch: async (url) => {
        requests.push(url);
        const known = url.endsWith('/openid-configuration');
        return known ? Response.json(metadata) : Response.json({}, { status: 401 });
      },
      navigate,
    },
  });
  return { login, requests, navigate };
}

describe('loginOptions', () => {
  it('spec 4: with the revoke check a page with a token fetches user info; a 401 clears the user', async () => {
    const { login, requests } = pageWith({ revokeCheck: true }, 'valid');
    expect(await login.start()).toMatchObject({ status: 'logged-out' });
    expect(requests).toContain(metadata.userinfo_endpoint);
    expect(localStorage.getItem(key)).toBeNull();
    login.stop();
  });

  it('spec 4: without the revoke check the page uses the token', async () => {
    const { login, requests } = pageWith({ revokeCheck: false }, 'valid');
    expect(await login.start()).toMatchObject({ status: 'logged-in' });
    expect(requests).not.toContain(metadata.userinfo_endpoint);
    login.stop();
  });

  it.each([
    ['always', 'none', 'pending'],
    ['known', 'none', 'logged-out'],
    ['never', 'none', 'logged-out'],
    ['always', 'expired', 'pending'],
    ['known', 'expired', 'pending'],
    ['never', 'expired', 'expired'],
  ] as const)(
    'spec 4: silent mode %s: a visitor with a stored login (%s) is %s',
    async (silent, record, status) => {
      const { login } = pageWith({ silent }, record);
      expect((await login.start()).status).toBe(status);
      login.stop();
    },
  );

  it('spec 7: sends {token} with the authorization request if configured', async () => {
    const { login, navigate } = pageWith({ token: { name: 'ticket', value: 'one' } });
    await login.login();
    expect(new URL(navigate.mock.calls[0]?.[0]).searchParams.get('ticket')).toBe('one');
    const without = pageWith({});
    await without.login.login();
    expect(new URL(without.navigate.mock.calls[0]?.[0]).searchParams.has('ticket')).toBe(false);
  });

  it('spec 7: asks the identity admin host of the page configuration for permissions and checks', async () => {
    const { login, requests } = pageWith({ adminOrigin: 'https://admin.test' }, 'valid', [
      'read:permissions',
    ]);
    await expect(login.check({ roles: ['catalog:admin'] })).rejects.toThrow();
    await expect(login.userInfo()).rejects.toThrow();
    expect(requests.filter((url) => !url.startsWith(issuer)).toSorted()).toEqual([
      'https://admin.test/api/v1.0/users/me/decision/handler',
      'https://admin.test/api/v1.0/users/me/roles_permissions',
    ]);
    login.stop();
  });

  it('decisions 9: a renewal falls back to one silent login', () => {
    expect(loginOptions(identity, 'vi')).toMatchObject({ fallback: true, issuer });
  });
});
