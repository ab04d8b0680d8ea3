import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clientId, createHostileProvider } from '../../test/hostileProvider.ts';
import type { HostileProvider } from '../../test/hostileProvider.ts';
import { clearBrowser, createPage } from '../../test/page.ts';
import type { Login } from '../index.ts';

const realTimeout = globalThis.setTimeout;
let provider: HostileProvider;
let page: ReturnType<typeof createPage>;
let raised: string[] = [];
let begun = 0;

beforeEach(async () => {
  await clearBrowser();
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  provider = await createHostileProvider();
  page = createPage(provider);
  raised = [];
});
afterEach(() => {
  page.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const realTime = (milliseconds: number) => new Promise((done) => realTimeout(done, milliseconds));

/** Waits in real time while an exchange of tokens is running: it needs the disk and cryptography, not the clock. */
async function exchanged(): Promise<void> {
  for (;;) {
    const locks = await navigator.locks.query();
    const all = [...(locks.held ?? []), ...(locks.pending ?? [])];
    if (!all.some(({ name }) => name?.endsWith(' tokens'))) return;
    await realTime(1);
  }
}

/** Advances the clock by one step and lets the exchange that it starts finish. */
async function advance(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await exchanged();
}

/** Advances the clock. */
async function pass(seconds: number): Promise<void> {
  const step = 2_500;
  for (let left = seconds * 1000; left > 0; left -= step) await advance(Math.min(left, step));
}

/** Advances the clock until `count` events were emitted, by 100 seconds at most. */
async function until(count: number): Promise<void> {
  for (let step = 0; raised.length < count && step < 400; step += 1) await advance(250);
  expect(raised).toHaveLength(count);
}

/** Age of the token in whole seconds. */
const elapsed = () => Math.floor((Date.now() - begun) / 1000);

async function signIn(config: Parameters<typeof page.signIn>[0] = {}): Promise<Login> {
  const login = await page.signIn(config);
  const user = login.user();
  begun = user ? (user.expiresAt - 600) * 1000 : Date.now();
  login.on('expiring', () => raised.push(`expiring ${elapsed()}`));
  login.on('user-loaded', ({ by }) => raised.push(by));
  login.on('silent-renew-error', ({ code }) => raised.push(`silent-renew-error ${code}`));
  login.on('access-token-expired', () => raised.push(`access-token-expired ${elapsed()}`));
  return login;
}
const renewals = () => provider.tokenRequests().length - 1;

describe('spec 4 and 9: the timers', () => {
  test('expiring is emitted 300 s before expiry, and the renewal follows 2.5 s later', async () => {
    await signIn();
    await pass(299);
    expect(raised).toEqual([]);
    await pass(2);
    expect(raised).toEqual(['expiring 300']);
    expect(renewals()).toBe(0);
    await until(2);
    expect(raised).toEqual(['expiring 300', 'renewal']);
    await pass(60);
    expect([renewals(), raised.length]).toEqual([1, 2]);
  });

  test('a renewal by another tab within the delay replaces this one’s', async () => {
    await signIn();
    await pass(301);
    expect(raised).toEqual(['expiring 300']);
    const faster = page.open();
    await faster.start();
    await faster.renew();
    faster.stop();
    // The message of the other tab arrives before the delay is over.
    while (raised.length < 2) await realTime(1);
    await pass(10);
    expect([raised, renewals()]).toEqual([['expiring 300', 'other-tab'], 1]);
  });

  test('a failed renewal is retried after 1 s, then the error is emitted; the user stays', async () => {
    const login = await signIn();
    provider.setForgery({ token: async () => new Response('', { status: 429 }) });
    await pass(302);
    expect(raised).toEqual(['expiring 300']);
    await until(2);
    expect(raised).toEqual(['expiring 300', 'silent-renew-error http_status']);
    expect(renewals()).toBe(2);
    expect(login.isLoggedIn()).toBe(true);
    // Once the provider responds again, the login is renewed well before it expires.
    provider.setForgery({});
    await until(3);
    expect(raised.at(-1)).toBe('renewal');
    expect(elapsed()).toBeLessThan(400);
  });

  test('a clock that was corrected backwards does not stop the renewals', async () => {
    const login = await signIn();
    await pass(300);
    await until(2);
    vi.setSystemTime(Date.now() - 3_600_000);
    await login.renew();
    expect(renewals()).toBe(2);
    await pass(310);
    expect(renewals()).toBe(3);
  });

  test('without renewal the expiry is emitted once', async () => {
    const login = await signIn({ automaticRenewal: false });
    await pass(538);
    expect(raised).toEqual(['expiring 300']);
    await pass(10);
    expect(raised).toEqual(['expiring 300', 'access-token-expired 540']);
    expect(login.session()).toMatchObject({ status: 'logged-out', user: null });
    await pass(100);
    expect([raised.length, renewals()]).toEqual([2, 0]);
  });

  test('spec 4: everything expires at one instant, 60 s before expiresAt', async () => {
    const login = await signIn({ automaticRenewal: false });
    const state = () => ({
      expired: login.user()?.expired,
      isLoggedIn: login.isLoggedIn(),
      status: login.session().status,
      isNotified: raised.includes('access-token-expired 540'),
    });
    const end = ((login.user()?.expiresAt ?? 0) - 60) * 1000;
    await vi.advanceTimersByTimeAsync(end - Date.now() - 1);
    const before = { expired: false, isLoggedIn: true, status: 'logged-in', isNotified: false };
    expect(state()).toEqual(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(state()).toEqual({
      expired: true,
      isLoggedIn: false,
      status: 'logged-out',
      isNotified: true,
    });
  });

  test('a token lifetime of 60 s causes at most one renewal per 30 s', async () => {
    provider.setLife(60);
    const login = await signIn();
    const count = (event: string) => raised.filter((each) => each.startsWith(event)).length;
    let before = -Infinity;
    for (let round = 1; round <= 4; round += 1) {
      while (count('expiring') < round) await advance(250);
      await advance(2_500);
      expect(count('renewal')).toBe(round);
      expect(Date.now() - before).toBeGreaterThanOrEqual(30_000);
      before = Date.now();
    }
    expect([renewals(), count('access-token-expired')]).toEqual([4, 0]);
    expect(login.isLoggedIn()).toBe(true);
  });
});

describe('spec 4: a machine that sleeps or goes offline', () => {
  const refuse = () =>
    provider.setForgery({
      token: async () => Response.json({ error: 'invalid_grant' }, { status: 400 }),
    });

  test('spec 4: keeps the user offline across the expiry, and renews once online', async () => {
    const login = await signIn();
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await pass(700);
    expect([renewals(), raised]).toEqual([0, ['expiring 300', 'access-token-expired 540']]);
    expect(login.session()).toMatchObject({ status: 'expired', user: { expired: true } });
    online.mockReturnValue(true);
    dispatchEvent(new Event('online'));
    await until(3);
    expect(renewals()).toBe(1);
    expect(login.session().status).toBe('logged-in');
  });

  test('spec 4: marks the session expired after sleep across the expiry, and renews at once', async () => {
    const login = await signIn();
    vi.setSystemTime(Date.now() + 3_600_000);
    expect(login.isLoggedIn()).toBe(false);
    dispatchEvent(new Event('visibilitychange'));
    expect(login.session().status).toBe('expired');
    await advance(1);
    expect(login.session().status).toBe('logged-in');
    expect(raised).toEqual(['access-token-expired 3600', 'renewal']);
  });

  test('spec 4: keeps the user during a provider outage, and retries until it ends', async () => {
    const login = await signIn();
    provider.setForgery({ token: async () => new Response('', { status: 503 }) });
    vi.setSystemTime(Date.now() + 3_600_000);
    await until(3);
    expect(raised.slice(1)).toEqual(Array(2).fill('silent-renew-error http_status'));
    expect(login.session().status).toBe('expired');
    provider.setForgery({});
    await until(4);
    expect(login.session().status).toBe('logged-in');
  });

  test('does not renew earlier when the page is hidden', async () => {
    await signIn();
    provider.setForgery({ token: async () => new Response('', { status: 503 }) });
    vi.setSystemTime(Date.now() + 3_600_000);
    await until(2);
    const sent = renewals();
    const isHidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    dispatchEvent(new Event('visibilitychange'));
    await pass(5);
    expect(renewals()).toBe(sent);
    isHidden.mockReturnValue(false);
    dispatchEvent(new Event('visibilitychange'));
    await pass(5);
    expect(renewals()).toBeGreaterThan(sent);
  });

  test('spec 4: ends the session only on a refused renewal', async () => {
    const login = await signIn();
    refuse();
    vi.setSystemTime(Date.now() + 3_600_000);
    await until(2);
    expect(login.session()).toMatchObject({ status: 'logged-out', user: null });
    expect(raised).toEqual([
      expect.stringMatching(/^access-token-expired 36\d\d$/),
      'silent-renew-error invalid_grant',
    ]);
    const renewalsBefore = renewals();
    dispatchEvent(new Event('online'));
    await pass(60);
    expect(renewals()).toBe(renewalsBefore);
  });

  test('ends the session at the expiry if the renewal was refused before it', async () => {
    const login = await signIn();
    refuse();
    await pass(400);
    expect([login.session().status, raised[1]]).toEqual([
      'logged-in',
      'silent-renew-error invalid_grant',
    ]);
    await pass(150);
    expect(login.session().status).toBe('logged-out');
    expect(raised.at(-1)).toBe('access-token-expired 540');
  });

  test('makes concurrent callers of accessToken wait for one renewal after sleep', async () => {
    const login = await signIn();
    const before = await login.accessToken();
    expect([before, renewals()]).toEqual([login.user()?.accessToken, 0]);
    vi.setSystemTime(Date.now() + 3_600_000);
    const pendingTokens = Promise.all([login.accessToken(), login.accessToken()]);
    dispatchEvent(new Event('visibilitychange'));
    await until(2);
    expect(new Set(await pendingTokens)).toEqual(new Set([login.user()?.accessToken]));
    expect([login.user()?.expired, renewals()]).toEqual([false, 1]);
  });

  test('rejects accessToken without a connection, and keeps the session expired', async () => {
    const login = await signIn();
    provider.setForgery({ token: () => Promise.reject(new TypeError('Failed to fetch')) });
    vi.setSystemTime(Date.now() + 3_600_000);
    const pendingToken = login.accessToken().catch((failure: unknown) => failure);
    await until(2);
    expect(await pendingToken).toMatchObject({ code: 'network', retryable: true });
    expect(login.session().status).toBe('expired');
  });

  test('returns no token after a refused renewal, and sends no further request', async () => {
    const login = await signIn();
    refuse();
    vi.setSystemTime(Date.now() + 3_600_000);
    const pendingToken = login.accessToken().then((token) => raised.push(`token "${token}"`));
    await until(2);
    await pendingToken;
    expect(raised).toContain('token ""');
    const sent = renewals();
    expect([await login.accessToken(), renewals()]).toEqual(['', sent]);
  });

  test.each([
    ['the page wakes up', 'awake'],
    ['the token has expired', 'expired'],
  ])('adopts a renewal that no message announced when %s', async (_, when) => {
    const login = await signIn();
    const key = `login.user.${clientId}`;
    const record: unknown = JSON.parse(localStorage.getItem(key) ?? '');
    const renewed = { accessToken: 'renewed', expiresAt: Date.now() / 1000 + 7_200 };
    localStorage.setItem(key, JSON.stringify(Object.assign({}, record, renewed)));
    if (when === 'awake') dispatchEvent(new Event('pageshow'));
    else {
      vi.setSystemTime(Date.now() + 3_600_000);
      await advance(5_000);
    }
    expect([raised, renewals()]).toEqual([['other-tab'], 0]);
    expect(login.user()?.accessToken).toBe('renewed');
  });

  test('reports no failed renewal after a logout', async () => {
    const login = await signIn();
    const logout = Promise.withResolvers<void>();
    provider.setForgery({
      token: async () => {
        await logout.promise;
        return new Response('', { status: 503 });
      },
    });
    await vi.advanceTimersByTimeAsync(303_000);
    await login.logout();
    logout.resolve();
    await exchanged();
    await advance(2_000);
    expect(raised).toEqual(['expiring 300']);
  });

  test('starts no timers if it is stopped before the start is complete', async () => {
    await signIn();
    const login = page.reload();
    raised = [];
    login.on('expiring', () => raised.push('expiring'));
    const start = login.start();
    login.stop();
    await start;
    await pass(400);
    expect([renewals(), raised]).toEqual([0, []]);
  });

  test.each([0, 301])('stops the timers on stop after %i s', async (seconds) => {
    const login = await signIn();
    await pass(seconds);
    const before = [...raised];
    login.stop();
    await pass(400);
    expect([renewals(), raised]).toEqual([0, before]);
  });
});
