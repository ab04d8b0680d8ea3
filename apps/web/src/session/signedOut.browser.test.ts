import { clearBrowser } from '@seller-connect/login/test/page.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PageConfiguration } from '@seller-connect/contract';
import { identityUserPrefix, storage } from '../storage.ts';
import { createSession, type AppSession } from './session.ts';
import { defaultAnswers } from './testing/defaultAnswers.ts';
import { nextDeparture } from './testing/nextDeparture.ts';
import { storeUser } from './testing/storeUser.ts';
import { testConfiguration } from './testing/testConfiguration.ts';

const providerMetadata = '/.well-known/openid-configuration';
const sessions: AppSession[] = [];
/** Overrides of the default responses, by path. */
let answers: typeof defaultAnswers = {};
let requestedPaths: string[] = [];

/** Creates the session of a page. */
function openPage(identity: Partial<PageConfiguration['identity']> = {}): AppSession {
  const session = createSession({
    configuration: {
      ...testConfiguration,
      identity: { ...testConfiguration.identity, ...identity },
    },
    language: 'en',
    onFailure: () => undefined,
    onAlreadyLoggedOut: () => undefined,
  });
  sessions.push(session);
  return session;
}

/** Creates the session of a page whose access token is valid for `seconds` more. */
function sessionOf(seconds: number, more: Parameters<typeof storeUser>[1] = {}): AppSession {
  storeUser(seconds, more);
  return openPage();
}

beforeEach(async () => {
  // The login library remembers logouts of earlier tests.
  await clearBrowser();
  answers = {};
  requestedPaths = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(new Request(input, init).url);
    requestedPaths.push(pathname);
    return (answers[pathname] ?? defaultAnswers[pathname])?.() ?? Response.json({});
  });
});
afterEach(() => {
  for (const { login } of sessions.splice(0)) login.stop();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

describe('spec 4: logging out while the provider does not answer', () => {
  const isDown = () => Promise.reject(new TypeError('Failed to fetch'));

  it.each([
    ['is down', isDown],
    ['answers with an error', () => new Response(null, { status: 503 })],
  ])('spec 4: clears the user, and stays at the application, when it %s', async (_, answer) => {
    const someone = sessionOf(600);
    // The page has known the provider's addresses before.
    await someone.clients.core.call('listShops');
    await expect.poll(() => someone.permissions().status).toBe('known');
    answers[providerMetadata] = answer;
    const left = vi.fn<(address: URL) => void>();
    void nextDeparture().then(left);
    await someone.signOut();
    expect(localStorage.getItem(`${identityUserPrefix}web`)).toBeNull();
    expect(await someone.signInByItself('/orders')).toBe('unconfirmed');
    await expect(someone.signIn('/orders')).rejects.toMatchObject({ code: 'network' });
    expect(left).not.toHaveBeenCalled();
  });

  it('spec 4: the provider’s session signs nobody in without the login screen, in any tab', async () => {
    answers[providerMetadata] = isDown;
    await sessionOf(600).signOut();
    sessionStorage.clear();
    delete answers[providerMetadata];
    const otherTab = openPage({ silent: 'always' });
    expect((await otherTab.login.start()).status).toBe('logged-out');
    expect(document.querySelector('iframe')).toBeNull();
    expect(await otherTab.signInByItself('/orders')).toBe('unconfirmed');
    const left = nextDeparture();
    await otherTab.signIn('/orders');
    expect((await left).searchParams.get('prompt')).toBe('login');
    // A login ends it.
    await clearBrowser();
    answers['/oauth/token'] = () =>
      Response.json({ access_token: 'renewed', token_type: 'Bearer', expires_in: 600 });
    await sessionOf(600, { refreshToken: 'refresh' }).login.renew();
    expect(storage.signedOut.read()).toBeNull();
  });
});

it('spec 4: logging out offline clears the user at once, and leaves for the provider once online', async () => {
  const someone = sessionOf(600);
  await someone.clients.core.call('listShops');
  const left = vi.fn<(address: URL) => void>();
  void nextDeparture().then(left);
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await someone.signOut();
  expect(localStorage.getItem(`${identityUserPrefix}web`)).toBeNull();
  expect(someone.login.isLoggedIn()).toBe(false);
  expect(left).not.toHaveBeenCalled();
  expect(requestedPaths).not.toContain('/auth/logout');
  // A tab that is opened before the provider knows must not be signed in by it.
  expect(storage.signedOut.read()).toBe('unconfirmed');
  onLine.mockRestore();
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => left.mock.calls[0]?.[0].pathname).toBe('/oauth/logout');
  await expect.poll(() => storage.signedOut.read()).toBeNull();
});

describe('the deletion of the account', () => {
  it.each([
    ['is confirmed where the provider’s logout leads', 600, '/oauth/logout'],
    ['is confirmed at once with an expired token', -600, null],
  ])('%s', async (_, seconds, expectedPath) => {
    const someone = sessionOf(seconds);
    const left = vi.fn<(address: URL) => void>();
    void nextDeparture().then(left);
    await someone.signOut({ isAccountDeleted: true });
    if (expectedPath === null) expect(left).not.toHaveBeenCalled();
    else await expect.poll(() => left.mock.calls[0]?.[0].pathname).toBe(expectedPath);
    const next = sessionOf(-600);
    expect(await next.signInByItself('/')).toBe('account_deleted');
    const leaving = nextDeparture();
    await next.signIn('/');
    expect((await leaving).searchParams.get('prompt')).toBeNull();
    expect(storage.signedOut.read()).toBeNull();
  });
});
