import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clientId, createHostileProvider, issuer } from '../../test/hostileProvider.ts';
import type { HostileProvider } from '../../test/hostileProvider.ts';
import { clearBrowser, createPage } from '../../test/page.ts';
import { openTab } from '../../test/tabs.ts';
import type { Tab } from '../../test/tabs.ts';
import { openSharedSession } from './sharedSession.ts';

const userKey = `login.user.${clientId}`;
let provider: HostileProvider;
let page: ReturnType<typeof createPage>;
let tabs: Tab[] = [];
let aheadMs = 0;
const environment = { now: () => Date.now() + aheadMs };
const patiently = { timeout: 60_000 };

beforeEach(async () => {
  await clearBrowser();
  aheadMs = 0;
  provider = await createHostileProvider(environment.now);
  page = createPage(provider);
});
afterEach(() => {
  page.close();
  for (const tab of tabs.splice(0)) tab.close();
});

function changeStoredUser(changes: object): void {
  const user: unknown = JSON.parse(localStorage.getItem(userKey) ?? '');
  localStorage.setItem(userKey, JSON.stringify(Object.assign({}, user, changes)));
}

const requestsTo = (path: string) => provider.requests.filter((request) => request.path === path);

describe('logout', () => {
  test('spec 4: removes the user, revokes the token, and redirects with hint and origin', async () => {
    const login = await page.signIn();
    const { idToken } = login.user() ?? {};
    await page.open().login();
    const reasons: string[] = [];
    login.on('user-removed', ({ by }) => reasons.push(by));
    expect(await login.logout()).toBe(true);
    const url = new URL(page.left[0] ?? '');
    expect(url.origin + url.pathname).toBe(`${issuer}/oauth/logout`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      id_token_hint: idToken,
      post_logout_redirect_uri: location.origin,
    });
    expect([localStorage.getItem(userKey), sessionStorage.length]).toEqual([null, 0]);
    expect(login.session()).toMatchObject({ status: 'logged-out', user: null });
    expect(reasons).toEqual(['logout']);
    await vi.waitFor(() => expect(requestsTo('/oauth/revoke')).toHaveLength(1), patiently);
    expect(Object.fromEntries(requestsTo('/oauth/revoke')[0]?.params ?? [])).toEqual({
      token: expect.stringMatching(/^refresh-/),
      token_type_hint: 'refresh_token',
      client_id: clientId,
    });
  });

  test('revokes by a request that outlives the page, and nothing without a refresh token', async () => {
    const revocations: (RequestInit | undefined)[] = [];
    const fetch = (url: string, init?: RequestInit) => {
      if (url.endsWith('/oauth/revoke')) revocations.push(init);
      return provider.fetch(url, init);
    };
    await (await page.signIn({ environment: { fetch } })).logout();
    await vi.waitFor(() => expect(revocations).toMatchObject([{ keepalive: true }]), patiently);
    await page.signIn({ environment: { fetch } });
    changeStoredUser({ refreshToken: null });
    const again = page.reload({ environment: { fetch } });
    await again.logout();
    // The redirect follows the revocation.
    expect(page.left[0]).toContain('/oauth/logout?');
    expect(revocations).toHaveLength(1);
  });

  test('spec 5: without an ID token it fails, and deletes the stored user', async () => {
    await page.signIn();
    changeStoredUser({ idToken: null });
    const again = page.reload();
    await expect(again.logout()).rejects.toMatchObject({
      code: 'already_logged_out',
      message: 'User already logout',
    });
    expect(localStorage.getItem(userKey)).toBeNull();
    expect(again.isLoggedIn()).toBe(false);
    expect(page.left.filter((url) => url.includes('/oauth/logout'))).toEqual([]);
  });

  test('spec 4: with an expired token it does not redirect unless requested', async () => {
    const login = await page.signIn({ environment });
    const record = localStorage.getItem(userKey) ?? '';
    aheadMs = 700_000;
    page.left.length = 0;
    expect(await login.logout()).toBe(false);
    expect(page.left).toEqual([]);
    expect(localStorage.getItem(userKey)).toBeNull();
    localStorage.setItem(userKey, record);
    await page.reload({ environment }).logout({ evenIfExpired: true });
    expect(page.left[0]).toContain('/oauth/logout?');
  });

  test('logs out locally if the provider has no logout endpoint', async () => {
    const { issuer: id, authorization_endpoint, token_endpoint, jwks_uri } = provider.metadata;
    const login = await page.signIn({
      metadata: { issuer: id, authorization_endpoint, token_endpoint, jwks_uri },
    });
    page.left.length = 0;
    expect(await login.logout()).toBe(false);
    expect(page.left).toEqual([]);
    expect(login.isLoggedIn()).toBe(false);
  });
});

describe('the other tabs', () => {
  test('are logged out at once without polling, and do not renew afterwards', async () => {
    const login = await page.signIn({ environment });
    tabs = await Promise.all([1, 2].map(() => openTab(provider, { environment })));
    const reasons: string[] = [];
    for (const tab of tabs) tab.login.on('user-removed', ({ by }) => reasons.push(by));
    expect(tabs.map((tab) => tab.login.isLoggedIn())).toEqual([true, true]);
    await login.logout();
    await vi.waitFor(() => expect(reasons).toEqual(['other-tab', 'other-tab']), patiently);
    const before = provider.tokenRequests().length;
    for (const tab of tabs) {
      expect(tab.login.session()).toMatchObject({ status: 'logged-out', user: null });
      await expect(tab.login.renew()).rejects.toMatchObject({ code: 'login_required' });
    }
    expect(provider.tokenRequests()).toHaveLength(before);
  });

  test('receive a login and a renewal', async () => {
    const tab = await openTab(provider, { environment });
    tabs = [tab];
    expect(tab.login.session().status).toBe('logged-out');
    const login = await page.signIn({ environment });
    await vi.waitFor(() => expect(tab.login.session().status).toBe('logged-in'), patiently);
    const { accessToken } = await login.renew();
    await vi.waitFor(() => expect(tab.login.user()?.accessToken).toBe(accessToken), patiently);
  });

  test('stay logged out if the message of a login arrives after the logout', async () => {
    const tab = await openTab(provider, { environment });
    tabs = [tab];
    await page.signIn({ environment });
    await vi.waitFor(() => expect(tab.login.isLoggedIn()).toBe(true), patiently);
    localStorage.removeItem(userKey);
    await vi.waitFor(() => expect(tab.login.user()).toBeNull(), patiently);
    const [sender, receiver] = [new BroadcastChannel(userKey), new BroadcastChannel(userKey)];
    const received = new Promise((done) => receiver.addEventListener('message', done));
    sender.postMessage('loaded');
    await received;
    // The tab has received it before, and transactions of the shared session end in order.
    const { user } = await openSharedSession(`${userKey} ${issuer}`).read();
    expect(user).not.toBeNull();
    expect(tab.login.user()).toBeNull();
    sender.close();
    receiver.close();
  });

  test('are logged out when the site data is cleared', async () => {
    await page.signIn({ environment });
    const tab = await openTab(provider, { environment });
    tabs = [tab];
    localStorage.clear();
    await vi.waitFor(() => expect(tab.login.session().status).toBe('logged-out'), patiently);
  });

  test('stay logged out if a renewal was running during the logout', async () => {
    const login = await page.signIn({ environment });
    const tab = await openTab(provider, { environment });
    tabs = [tab];
    let answer = (): void => undefined;
    const answered = new Promise<void>((done) => (answer = done));
    provider.setForgery({
      token: async () => {
        await answered;
        return null;
      },
    });
    const renewal = tab.login.renew();
    await vi.waitFor(() => expect(provider.tokenRequests()).toHaveLength(2), patiently);
    await login.logout();
    answer();
    await expect(renewal).rejects.toMatchObject({ code: 'login_required' });
    expect(localStorage.getItem(userKey)).toBeNull();
    expect([tab.login.isLoggedIn(), login.isLoggedIn()]).toEqual([false, false]);
    // The old refresh token and the one issued too late.
    await vi.waitFor(() => expect(requestsTo('/oauth/revoke')).toHaveLength(2), patiently);
  });
});
