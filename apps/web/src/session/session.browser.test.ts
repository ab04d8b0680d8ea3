import { clearBrowser } from '@seller-connect/login/test/page.ts';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ApiError } from '../api/index.ts';
import { identityUserPrefix, storage } from '../storage.ts';
import { createSession, type AppSession } from './session.ts';
import { credentialFor, defaultAnswers, metadata } from './testing/defaultAnswers.ts';
import { nextDeparture } from './testing/nextDeparture.ts';
import { storeUser } from './testing/storeUser.ts';
import { testConfiguration as configuration } from './testing/testConfiguration.ts';

let session: AppSession | null = null;
let requests: { url: string; authorization: string | null }[] = [];
/** Method and body of the last request to each path. */
let sentBodies: Record<string, string> = {};
let failures: ApiError[] = [];
const onAlreadyLoggedOut = vi.fn();
/** Overrides of the default responses, by path. */
let answers: typeof defaultAnswers = {};

/** Creates a session whose access token is valid for `seconds` more. */
function sessionOf(seconds: number, more: Parameters<typeof storeUser>[1] = {}): AppSession {
  storeUser(seconds, more);
  session = createSession({
    configuration,
    language: 'en',
    onFailure: (failure) => failures.push(failure),
    onAlreadyLoggedOut,
  });
  return session;
}

beforeEach(() => {
  requests = [];
  sentBodies = {};
  failures = [];
  answers = {};
  onAlreadyLoggedOut.mockReset();
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const { url, headers, method } = new Request(input, init);
    requests.push({ url, authorization: headers.get('authorization') });
    const { pathname } = new URL(url);
    sentBodies[pathname] = `${method} ${typeof init?.body === 'string' ? init.body : ''}`;
    return (answers[pathname] ?? defaultAnswers[pathname])?.() ?? Response.json({});
  });
});
afterEach(() => {
  session?.login.stop();
  session = null;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

const sentTo = (host: string) => requests.filter(({ url }) => new URL(url).host === host);

it('sends nothing as the previous user while another login is exchanged', async () => {
  storage.credential.write(credentialFor('core-token'));
  storage.credentialSubject.write('person');
  const here = window.location.href;
  history.replaceState(null, '', '/?code=a-code&state=a-state');
  try {
    expect(sessionOf(600).login.session().user).toBeNull();
    expect(requests).toEqual([]);
  } finally {
    history.replaceState(null, '', here);
  }
});

it('sends nothing while offline, and fetches the permissions once online', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  storage.credential.write(credentialFor('core-token'));
  storage.credentialSubject.write('person');
  const { permissions } = sessionOf(600);
  expect([requests, failures]).toEqual([[], []]);
  onLine.mockRestore();
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => permissions().status).toBe('known');
  expect(failures).toEqual([]);
});

it('spec 4: loads the permissions once their scope is granted', async () => {
  const tokens = { access_token: 'renewed', token_type: 'Bearer', expires_in: 600 };
  answers['/oauth/token'] = () => Response.json({ ...tokens, scope: 'openid read:permissions' });
  answers['/api/v1.0/users/me/roles_permissions'] = () =>
    Response.json({ permissions: ['catalog:all:all'] });
  await clearBrowser();
  const { login, permissions } = sessionOf(600, { refreshToken: 'refresh' });
  await expect.poll(permissions).toEqual({ status: 'known', permissions: [] });
  await login.renew();
  await expect.poll(permissions).toEqual({ status: 'known', permissions: ['catalog:all:all'] });
});

describe('spec 6: what the two clients send', () => {
  it('spec 6: the catalogue client sends the identity token, to its own address', async () => {
    await sessionOf(600).clients.catalogue.call('listShops');
    expect(sentTo('catalogue.test').at(-1)).toEqual({
      url: 'https://catalogue.test/partner/shops',
      authorization: 'Bearer identity-token',
    });
  });

  it.each([30, -600])(
    'spec 6: the catalogue client sends an empty token when %i s are left',
    async (seconds) => {
      await sessionOf(seconds).clients.catalogue.call('listShops');
      expect(sentTo('catalogue.test').at(-1)?.authorization?.trim()).toBe('Bearer');
    },
  );

  describe('after sleep, with the brands open', () => {
    // The login library remembers logouts of earlier tests.
    beforeEach(clearBrowser);
    const renewed = () =>
      Response.json({ access_token: 'renewed', token_type: 'Bearer', expires_in: 600 });

    it('every client waits for one renewal, and the user stays logged in', async () => {
      const answer = Promise.withResolvers<Response>();
      answers['/oauth/token'] = () => answer.promise;
      const someone = sessionOf(-3_600, { refreshToken: 'refresh' });
      await someone.login.start();
      const { core, catalogue } = someone.clients;
      const calls = [
        catalogue.call('listShops'),
        core.call('listShops'),
        someone.identity.call('GET', '/api/v1.0/users/me/sessions'),
      ];
      answer.resolve(renewed());
      await Promise.all(calls);
      expect(requests.filter(({ url }) => url.endsWith('/oauth/token'))).toHaveLength(1);
      expect(sentTo('catalogue.test')).toEqual([
        { url: 'https://catalogue.test/partner/shops', authorization: 'Bearer renewed' },
      ]);
      expect(sentTo('core.test').at(-1)?.authorization).toBe('Bearer core-token');
      expect(failures).toEqual([]);
    });

    it('spec 7: while the sign-in service is unreachable nothing is sent without a token, and both clients report it', async () => {
      answers['/oauth/token'] = () => Promise.reject(new TypeError('Failed to fetch'));
      const someone = sessionOf(-3_600, { refreshToken: 'refresh' });
      await someone.login.start();
      const { core, catalogue } = someone.clients;
      const calls = await Promise.allSettled([
        catalogue.call('listShops'),
        core.call('listShops'),
        someone.identity.call('GET', '/api/v1.0/users/me/sessions'),
      ]);
      expect(calls.map((call) => call.status === 'rejected' && call.reason)).toEqual(
        Array(3).fill(expect.objectContaining({ name: 'ApiError', status: 0 })),
      );
      expect([...sentTo('catalogue.test'), ...sentTo('core.test')]).toEqual([]);
      expect(someone.login.session().status).toBe('expired');
      expect(failures.map(({ status }) => status)).toEqual([0, 0]);
    });
  });

  it('spec 6: the core client sends a separate token from its own store', async () => {
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

  it('spec 6: the core client sends an empty token when logged out', async () => {
    await sessionOf(-600).clients.core.call('listShops');
    expect(sentTo('core.test').map(({ authorization }) => authorization?.trim())).toEqual([
      'Bearer',
    ]);
  });
});

const pathsTo = (host: string) => sentTo(host).map(({ url }) => new URL(url).pathname);
const fail = (status: number) => () => Response.json({ message: 'broken' }, { status });

describe('spec 3: an expired or missing credential', () => {
  const storeExpiredCredential = () =>
    sessionStorage.setItem('credential', JSON.stringify(credentialFor('old', -1)));

  it.each([401, 403])(
    'spec 3: whose renewal is refused with %i sends calls with an empty token',
    async (status) => {
      storeExpiredCredential();
      answers['/auth/identity_login'] = fail(status);
      await sessionOf(600).clients.core.call('listShops');
      expect(sentTo('core.test').at(-1)).toEqual({
        url: 'https://core.test/partner/shops',
        authorization: 'Bearer',
      });
      expect(failures[0]?.status).toBe(status);
    },
  );

  it('spec 3: whose renewal fails otherwise is reported once, and rejects all waiting calls', async () => {
    storeExpiredCredential();
    answers['/auth/identity_login'] = fail(500);
    const { core } = sessionOf(600).clients;
    const ended = await Promise.allSettled([core.call('listShops'), core.call('getUser')]);
    expect(pathsTo('core.test')).toEqual(['/auth/identity_login']);
    const reasons = ended.map((each) => each.status === 'rejected' && each.reason);
    expect(reasons[0]).toBe(reasons[1]);
    expect(new Set(failures)).toEqual(new Set([reasons[0]]));
    expect(failures[0]?.serverMessage).toBe('broken');
  });
});

describe('spec 7: GET /auth/validate', () => {
  beforeEach(() => {
    sessionStorage.setItem('credential', JSON.stringify(credentialFor('found')));
    sessionStorage.setItem('credential_subject', 'person');
  });

  it('spec 7: is called once when the page starts with a credential', async () => {
    const { core } = sessionOf(600).clients;
    await Promise.all([core.call('listShops'), core.call('getUser')]);
    expect(pathsTo('core.test').toSorted()).toEqual(['/auth/validate', '/partner/shops', '/user']);
    const sent = sentTo('core.test').map(({ authorization }) => authorization);
    expect(new Set(sent)).toEqual(new Set(['Bearer found']));
  });

  it('spec 8: is reported once if it fails, and the credential stays', async () => {
    answers['/auth/validate'] = fail(500);
    const { core } = sessionOf(600).clients;
    await expect.poll(() => failures.map(({ status }) => status)).toEqual([500]);
    await core.call('listShops');
    expect(pathsTo('core.test')).toEqual(['/auth/validate', '/partner/shops']);
    expect(sentTo('core.test').at(-1)?.authorization).toBe('Bearer found');
    expect(failures).toHaveLength(1);
  });

  it('spec 7: is not called without a credential', async () => {
    sessionStorage.clear();
    await sessionOf(600).clients.core.call('listShops');
    expect(pathsTo('core.test')).not.toContain('/auth/validate');
  });
});

describe('spec 7: POST /auth/google_login', () => {
  it('spec 7: stores the credential of a Google login for the next page', async () => {
    const before = sessionOf(-600);
    await before.enterWithGoogle('google-token');
    expect(sentTo('core.test')).toEqual([
      { url: 'https://core.test/auth/google_login', authorization: 'Bearer' },
    ]);
    expect(sentBodies['/auth/google_login']).toBe('POST {"accessToken":"google-token"}');
    const kept = JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]);
    expect(kept).not.toContain('google-token');
    before.login.stop();
    requests = [];
    await sessionOf(600).clients.core.call('listShops');
    expect(pathsTo('core.test')).toEqual(['/auth/validate', '/partner/shops']);
    expect(sentTo('core.test').at(-1)?.authorization).toBe('Bearer from Google');
  });

  it('spec 8: reports a failure to the shared handler', async () => {
    answers['/auth/google_login'] = fail(500);
    await expect(sessionOf(-600).enterWithGoogle('google-token')).rejects.toThrow('broken');
    expect(failures.map(({ status }) => status)).toEqual([500]);
    expect(sessionStorage.getItem('credential')).toBeNull();
  });

  it('spec 8: reports a timeout to the shared handler', async () => {
    const timedOut = AbortSignal.abort(new DOMException('signal timed out', 'TimeoutError'));
    answers['/auth/google_login'] = () => Promise.reject(timedOut.reason);
    const before = sessionOf(-600);
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(timedOut);
    await expect(before.enterWithGoogle('google-token')).rejects.toMatchObject({ status: 0 });
    expect(failures.map(({ status }) => status)).toEqual([0]);
  });
});

it('spec 8: logging out clears the user and ends the session of the core service', async () => {
  const someone = sessionOf(600);
  await someone.clients.core.call('listShops');
  const left = nextDeparture();
  await someone.signOut();
  expect((await left).pathname).toBe('/oauth/logout');
  expect(localStorage.getItem(`${identityUserPrefix}web`)).toBeNull();
  expect(sessionStorage.getItem('credential')).toBeNull();
  expect(someone.login.isLoggedIn()).toBe(false);
  expect(sentTo('core.test').at(-1)).toEqual({
    url: 'https://core.test/auth/logout',
    authorization: 'Bearer core-token',
  });
});

it.each([
  ['an expired token', -600, metadata],
  ['a provider without a logout endpoint', 600, { ...metadata, end_session_endpoint: undefined }],
])('spec 4: logging out with %s leads to the login screen', async (_, seconds, endpoints) => {
  answers['/.well-known/openid-configuration'] = () => Response.json(endpoints);
  const someone = sessionOf(seconds);
  const left = nextDeparture();
  await someone.signOut();
  const address = await left;
  expect(address.pathname).toBe('/oauth/authorize');
  // Without this, the provider's session would sign the user in again.
  expect(address.searchParams.get('prompt')).toBe('login');
  expect(localStorage.getItem(`${identityUserPrefix}web`)).toBeNull();
});

it('spec 5: logging out without an ID token leads to the login screen, and is reported once on return', async () => {
  const someone = sessionOf(600, { idToken: null });
  await someone.clients.core.call('listShops');
  const left = nextDeparture();
  await someone.signOut();
  expect(localStorage.getItem(`${identityUserPrefix}web`)).toBeNull();
  expect(sessionStorage.getItem('credential')).toBeNull();
  expect(sentTo('core.test').at(-1)).toEqual({
    url: 'https://core.test/auth/logout',
    authorization: 'Bearer core-token',
  });
  const address = await left;
  expect(address.origin + address.pathname).toBe('https://id.test/oauth/authorize');
  // The provider's session may be alive; its login screen is forced.
  expect(address.searchParams.get('prompt')).toBe('login');
  // Nobody could read it on a page that is left at once.
  expect(onAlreadyLoggedOut).not.toHaveBeenCalled();
  someone.login.stop();
  for (const _ of ['the page after the login', 'a later page']) {
    sessionOf(600).login.stop();
    expect(onAlreadyLoggedOut).toHaveBeenCalledOnce();
  }
});

it('spec 5: logging out without an ID token is reported at once if the login screen is unreachable', async () => {
  answers['/.well-known/openid-configuration'] = fail(503);
  await sessionOf(600, { idToken: null }).signOut();
  expect(onAlreadyLoggedOut).toHaveBeenCalledOnce();
  sessionOf(600);
  expect(onAlreadyLoggedOut).toHaveBeenCalledOnce();
});

describe('spec 4: automatic sign-in', () => {
  it('spec 4: stops after two authorization requests in a minute, until the user acts', async () => {
    const nobody = sessionOf(-600);
    for (const _ of [1, 2]) {
      const left = nextDeparture();
      expect(await nobody.signInByItself('/orders')).toBeNull();
      expect((await left).pathname).toBe('/oauth/authorize');
    }
    expect(await nobody.signInByItself('/orders')).toBe('repeated');
    const left = nextDeparture();
    await nobody.signIn('/orders');
    await left;
    expect(sessionStorage.getItem('sign_in_requests')).toBeNull();
  });

  it('spec 4: keeps counting after the server ended the session', async () => {
    const someone = sessionOf(600);
    sessionStorage.setItem('sign_in_requests', String(Date.now()));
    const left = nextDeparture();
    await someone.refused();
    expect((await left).pathname).toBe('/oauth/logout');
    sessionOf(-600);
    expect(sessionStorage.getItem('sign_in_requests')).not.toBeNull();
  });

  it('remembers where the server ended the session, with the fragment', async () => {
    const here = window.location.href;
    history.replaceState(null, '', '/settings/team?a=1#invitations');
    onTestFinished(() => history.replaceState(null, '', here));
    const left = nextDeparture();
    await sessionOf(600).refused();
    await left;
    expect(storage.resumeAt.read()).toBe('/settings/team?a=1#invitations');
  });

  const refuse = () => Response.json({}, { status: 401 });

  it('spec 4: recognizes a 401 of /userinfo for a token that was just issued', async () => {
    answers['/oauth/token'] = () =>
      Response.json({ access_token: 'renewed', token_type: 'Bearer', expires_in: 600 });
    // The login library remembers logouts of earlier tests.
    await clearBrowser();
    const first = Promise.withResolvers<Response>();
    let requestCount = 0;
    answers['/userinfo'] = () => (requestCount++ === 0 ? first.promise : refuse());
    const someone = sessionOf(600, { refreshToken: 'refresh' });
    await someone.login.renew();
    // The previous token was rejected. Its successor decides and is rejected as well.
    first.resolve(refuse());
    await vi.waitFor(() => expect(someone.isTokenRefused()).toBe(true), { timeout: 60_000 });
    expect(someone.login.user()).toBeNull();
  });

  it('spec 4: starts a login for a 401 for the token of an earlier page', async () => {
    answers['/userinfo'] = refuse;
    const someone = sessionOf(600);
    await vi.waitFor(() => expect(someone.login.user()).toBeNull(), { timeout: 60_000 });
    expect(someone.isTokenRefused()).toBe(false);
  });
});
