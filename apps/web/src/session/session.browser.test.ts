import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PageConfiguration } from '@seller-connect/contract';
import { identityUserPrefix } from '../storage.ts';
import { createSession, type AppSession } from './session.ts';

const configuration: PageConfiguration = {
  environment: 'test',
  demo: false,
  catalogueApi: 'https://catalogue.test',
  coreApi: 'https://core.test',
  identity: {
    issuer: 'https://id.test',
    origin: 'https://id.test',
    isOutside: false,
    adminOrigin: 'https://admin.id.test',
    clientId: 'web',
    scopes: ['openid', 'read:permissions'],
    monitor: 'iframe',
    session: 'browser',
    silent: 'known',
    revokeCheck: false,
  },
  reportingTools: [],
};

let session: AppSession | null = null;
let requests: { url: string; authorization: string | null }[] = [];

/** The session of somebody whose access token lives for so many seconds more. */
function sessionOf(seconds: number): AppSession {
  const record = {
    idToken: 'id-token',
    accessToken: 'identity-token',
    refreshToken: null,
    tokenType: 'Bearer',
    scopes: ['openid'],
    profile: { sub: 'person' },
    expiresIn: 600,
    expiresAt: Math.floor(Date.now() / 1000) + seconds,
    sessionState: null,
  };
  localStorage.setItem(`${identityUserPrefix}web`, JSON.stringify(record));
  session = createSession({ configuration, language: 'en', onFailure: () => undefined });
  return session;
}

beforeEach(() => {
  requests = [];
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const { url, headers } = new Request(input, init);
    requests.push({ url, authorization: headers.get('authorization') });
    const credential = {
      accessToken: 'core-token',
      accessTokenExpiresAt: new Date(Date.now() + 600_000).toISOString(),
    };
    return Promise.resolve(Response.json(url.endsWith('/identity_login') ? credential : {}));
  });
});
afterEach(() => {
  session?.login.stop();
  session = null;
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

const sentTo = (host: string) => requests.filter(({ url }) => new URL(url).host === host);

describe('spec 6: what the two clients send', () => {
  it('spec 6: the catalogue client carries the identity token, to its own address', async () => {
    await sessionOf(600).clients.catalogue.call('listShops');
    expect(sentTo('catalogue.test').at(-1)).toEqual({
      url: 'https://catalogue.test/partner/shops',
      authorization: 'Bearer identity-token',
    });
  });

  it.each([30, -600])(
    'spec 6: the catalogue client carries an empty token when %i s are left',
    async (seconds) => {
      await sessionOf(seconds).clients.catalogue.call('listShops');
      expect(sentTo('catalogue.test').at(-1)?.authorization?.trim()).toBe('Bearer');
    },
  );

  it('spec 6: the core client carries a separate token from the other holder', async () => {
    await sessionOf(600).clients.core.call('listShops');
    expect(sentTo('core.test').map(({ url }) => new URL(url).pathname)).toEqual([
      '/auth/identity_login',
      '/partner/shops',
    ]);
    expect(sentTo('core.test').at(-1)?.authorization).toBe('Bearer core-token');
    expect(JSON.parse(sessionStorage.getItem('credential') ?? '')).toMatchObject({
      accessToken: 'core-token',
    });
  });

  it('spec 6: the core client carries an empty token when nobody is logged in', async () => {
    await sessionOf(-600).clients.core.call('listShops');
    expect(sentTo('core.test').map(({ authorization }) => authorization?.trim())).toEqual([
      'Bearer',
    ]);
  });
});

it('spec 8: logging out forgets who was here and ends the session of the core service', async () => {
  const someone = sessionOf(600);
  await someone.clients.core.call('listShops');
  await someone.signOut();
  expect(localStorage.getItem(`${identityUserPrefix}web`)).toBeNull();
  expect(sessionStorage.getItem('credential')).toBeNull();
  expect(someone.login.isLoggedIn()).toBe(false);
  expect(sentTo('core.test').at(-1)).toEqual({
    url: 'https://core.test/auth/logout',
    authorization: 'Bearer core-token',
  });
});
