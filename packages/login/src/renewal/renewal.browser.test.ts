import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clientId, createHostileProvider, issuer, subject } from '../../test/hostileProvider.ts';
import type { HostileProvider } from '../../test/hostileProvider.ts';
import { clearBrowser, createPage } from '../../test/page.ts';
import { openTab } from '../../test/tabs.ts';
import type { Tab } from '../../test/tabs.ts';
import { openSharedSession } from '../session/sharedSession.ts';
import { parseStoredUserJson } from '../session/storedUser.ts';

const userKey = `login.user.${clientId}`;
const stored = () => parseStoredUserJson(localStorage.getItem(userKey));
let provider: HostileProvider;
let page: ReturnType<typeof createPage>;
let tabs: Tab[] = [];
let shift = 0;
const environment = { now: () => Date.now() + shift };

beforeEach(async () => {
  await clearBrowser();
  shift = 0;
  provider = await createHostileProvider(environment.now);
  page = createPage(provider);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  page.close();
  for (const tab of tabs.splice(0)) tab.close();
});

const openTabs = async (count: number): Promise<Tab[]> => {
  tabs = await Promise.all(Array.from({ length: count }, () => openTab(provider, { environment })));
  return tabs;
};
const refreshes = () =>
  provider
    .tokenRequests()
    .map(({ params }) => params.get('refresh_token'))
    .filter((token) => token !== null);

describe('with a refresh token', () => {
  test('replaces the record and emits user-loaded', async () => {
    const login = await page.signIn();
    const before = stored();
    const seen: string[] = [];
    login.on('user-loaded', ({ by }) => seen.push(by));
    const user = await login.renew();
    expect(user.accessToken).not.toBe(before?.accessToken);
    expect(stored()).toMatchObject({
      accessToken: user.accessToken,
      profile: { sub: subject, name: 'An Nguyễn' },
    });
    expect(stored()?.refreshToken).not.toBe(before?.refreshToken);
    expect(seen).toEqual(['renewal']);
    expect(login.session().user).toBe(login.user());
  });

  test('renewalEnd resolves however the renewal ends', async () => {
    const login = await page.signIn();
    const before = stored()?.accessToken;
    await login.renewalEnd();
    expect(refreshes()).toEqual([]);
    const renewed = login.renew();
    await login.renewalEnd();
    const after = stored()?.accessToken;
    expect(after).not.toBe(before);
    await renewed;
    provider.setForgery({ claims: (claims) => ({ ...claims, iss: 'https://evil.test' }) });
    const refused = login.renew().catch((error: unknown) => error);
    await login.renewalEnd();
    expect(refreshes()).toHaveLength(3);
    expect(await refused).toMatchObject({ code: 'invalid_grant' });
  });

  test('keeps what the response omits', async () => {
    const login = await page.signIn();
    const before = stored();
    provider.setForgery({
      body: ({ access_token, token_type }) => ({ access_token, token_type }),
    });
    await login.renew();
    expect(stored()).toEqual({
      ...before,
      accessToken: expect.not.stringMatching(`^${before?.accessToken}$`),
      expiresAt: expect.any(Number),
    });
  });

  test.each([
    ['another user', { sub: 'user-2' }],
    ['another nonce', { nonce: 'other' }],
    ['another audience', { aud: [clientId, 'x'], azp: clientId }],
    ['another issuer', { iss: 'https://evil.test' }],
  ])('spec 4: retries once after an ID token of %s, which it refuses', async (_, change) => {
    const login = await page.signIn();
    const before = stored();
    provider.setForgery({ claims: (claims) => ({ ...claims, ...change }) });
    // The response has used up the refresh token.
    await expect(login.renew()).rejects.toMatchObject({ code: 'invalid_grant' });
    expect(stored()).toEqual(before);
    expect(refreshes()).toEqual([before?.refreshToken, before?.refreshToken]);
  });

  test('shares one renewal among concurrent callers', async () => {
    const login = await page.signIn();
    const users = await Promise.all([login.renew(), login.renew(), login.renew()]);
    expect(new Set(users.map((user) => user.accessToken)).size).toBe(1);
    expect(refreshes()).toHaveLength(1);
  });

  test('spec 8: fails without a refresh token and without a frame', async () => {
    provider.setForgery({ body: (body) => ({ ...body, refresh_token: undefined }) });
    const login = await page.signIn();
    await expect(login.renew()).rejects.toMatchObject({
      code: 'missing_refresh_token',
      message: 'Missing refresh token',
    });
  });

  const failures: [name: string, answer: () => Promise<Response>][] = [
    ['429', async () => new Response('', { status: 429 })],
    ['500', async () => new Response('', { status: 500 })],
    ['401', async () => new Response('', { status: 401 })],
    ['invalid_grant', async () => Response.json({ error: 'invalid_grant' }, { status: 400 })],
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ];

  test.each(failures)(
    'spec 4: retries a failed renewal once by the same method, after 1 s: %s',
    async (_, answer) => {
      const login = await page.signIn();
      const sent = stored()?.refreshToken;
      let first = true;
      provider.setForgery({
        token: async () => {
          if (!first) return null;
          first = false;
          return answer();
        },
      });
      const timeouts = vi.spyOn(globalThis, 'setTimeout');
      await login.renew();
      expect(refreshes()).toEqual([sent, sent]);
      // The test runner has timers of its own.
      expect(timeouts.mock.calls.map(([, delay]) => delay)).toContain(1_000);
      expect(login.isLoggedIn()).toBe(true);
    },
  );

  test.each(failures)('spec 4: does not retry a second time: %s', async (_, answer) => {
    const login = await page.signIn();
    const before = stored();
    provider.setForgery({ token: answer });
    await expect(login.renew()).rejects.toMatchObject({ name: 'LoginError' });
    expect(refreshes()).toHaveLength(2);
    expect(login.isLoggedIn()).toBe(true);
    expect(stored()).toEqual(before);
  });
});

describe('several tabs', () => {
  test('three renewing at once, 50 rounds, make one exchange each and have the newest token', async () => {
    await page.signIn({ environment });
    page.close();
    const three = await openTabs(3);
    for (let round = 1; round <= 50; round += 1) {
      const users = await Promise.all(three.map((tab) => tab.login.renew()));
      expect(new Set(users.map((user) => user.accessToken)).size).toBe(1);
      expect(refreshes()).toHaveLength(round);
      expect(stored()?.accessToken).toBe(users[0]?.accessToken);
    }
    expect(provider.revoked.size).toBe(0);
  });

  test('a tab with stale local storage takes the newest token from the shared session', async () => {
    const login = await page.signIn({ environment });
    const old = localStorage.getItem(userKey) ?? '';
    await login.renew();
    // Local storage as another process may still see it.
    localStorage.setItem(userKey, old);
    const lagging = page.reload({ environment });
    await lagging.renew();
    expect(refreshes()).toHaveLength(1);
    expect(lagging.user()?.accessToken).toBe(login.user()?.accessToken);
    shift = 700_000;
    await lagging.renew();
    expect(provider.revoked.size).toBe(0);
    expect(lagging.isLoggedIn()).toBe(true);
  });

  test('the shared session counts generations and stores no past token', async () => {
    const login = await page.signIn();
    await login.renew();
    await login.renew();
    const sharedSession = openSharedSession(`${userKey} ${issuer}`);
    const entry = await sharedSession.read();
    expect(entry).toMatchObject({ generation: 3, user: stored() });
    expect(entry.past).toHaveLength(2);
    expect(entry.past.join()).not.toMatch(/access|refresh/);
    await login.logout();
    expect(await sharedSession.read()).toMatchObject({ generation: 4, user: null });
    expect(JSON.stringify(await sharedSession.read())).not.toMatch(/access-|refresh-|eyJ/);
  });

  test('without IndexedDB the lock alone ensures one exchange per renewal in this process', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const [first, second] = [await page.signIn(), page.open()];
    await Promise.all([first.start(), second.start()]);
    await Promise.all([first.renew(), second.renew()]);
    expect(refreshes()).toHaveLength(1);
    expect(second.user()?.accessToken).toBe(stored()?.accessToken);
  });

  test('without Web Locks a tab still renews', async () => {
    Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
    try {
      const login = await page.signIn();
      await Promise.all([login.renew(), login.renew()]);
      expect(login.isLoggedIn()).toBe(true);
      expect(refreshes()).toHaveLength(1);
    } finally {
      Reflect.deleteProperty(navigator, 'locks');
    }
  });
});
