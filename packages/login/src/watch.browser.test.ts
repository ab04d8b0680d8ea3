import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createHostileProvider } from '../test/hostileProvider.ts';
import type { HostileProvider } from '../test/hostileProvider.ts';
import { clearBrowser, createPage } from '../test/page.ts';
import type { Login } from './index.ts';

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

/** Lets the clock run; the data base of the browser gets real time in between. */
async function pass(seconds: number): Promise<void> {
  const step = 2_500;
  for (let left = seconds * 1000; left > 0; left -= step) {
    await vi.advanceTimersByTimeAsync(Math.min(left, step));
    await realTime(5);
  }
  await realTime(60);
}

/** Lets the clock run until this many events were raised: the data base takes what it takes. */
async function until(count: number): Promise<void> {
  for (let step = 0; raised.length < count && step < 400; step += 1) {
    await vi.advanceTimersByTimeAsync(250);
    await realTime(10);
  }
  expect(raised).toHaveLength(count);
}

const elapsed = () => Math.round((Date.now() - begun) / 1000);

async function signIn(config: Parameters<typeof page.signIn>[0] = {}): Promise<Login> {
  const login = await page.signIn(config);
  begun = Date.now();
  login.on('expiring', () => raised.push(`expiring ${elapsed()}`));
  login.on('user-loaded', ({ by }) => raised.push(by));
  login.on('silent-renew-error', ({ code }) => raised.push(`silent-renew-error ${code}`));
  login.on('access-token-expired', () => raised.push(`access-token-expired ${elapsed()}`));
  return login;
}
const renewals = () => provider.tokenRequests().length - 1;

describe('spec 4 and 9: the timers', () => {
  test('notice 300 s before expiry, renewal 2.5 s later', async () => {
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

  test('another tab that renews within the delay spares this one its renewal', async () => {
    await signIn();
    await pass(301);
    expect(raised).toEqual(['expiring 300']);
    const faster = page.open();
    await faster.renew();
    faster.stop();
    await until(2);
    await pass(10);
    expect([raised, renewals()]).toEqual([['expiring 300', 'other-tab'], 1]);
  });

  test('a failed renewal is tried again after 1 s, then the error is raised; the user stays', async () => {
    const login = await signIn();
    provider.setForgery({ token: async () => new Response('', { status: 429 }) });
    await pass(302);
    expect(raised).toEqual(['expiring 300']);
    await until(2);
    expect(raised).toEqual(['expiring 300', 'silent-renew-error http_status']);
    expect(renewals()).toBe(2);
    expect(login.isLoggedIn()).toBe(true);
    // Later the provider answers again: the login is saved well before it ends.
    provider.setForgery({});
    await until(3);
    expect(raised.at(-1)).toBe('renewal');
    expect(elapsed()).toBeLessThan(400);
  });

  test('without renewal the token expires, once', async () => {
    const login = await signIn({ automaticRenewal: false });
    await pass(538);
    expect(raised).toEqual(['expiring 300']);
    await pass(10);
    expect(raised).toEqual(['expiring 300', 'access-token-expired 540']);
    expect(login.session()).toMatchObject({ status: 'logged-out', user: null });
    await pass(100);
    expect([raised.length, renewals()]).toEqual([2, 0]);
  });

  test('a token life of 60 s causes no more than one renewal per 30 s', async () => {
    provider.setLife(60);
    const login = await signIn();
    await pass(180);
    expect(renewals()).toBeGreaterThanOrEqual(4);
    expect(renewals()).toBeLessThanOrEqual(6);
    expect(raised.filter((event) => event.startsWith('access-token-expired'))).toEqual([]);
    expect(login.isLoggedIn()).toBe(true);
  });
});

describe('a machine that goes away', () => {
  test('a renewal survives a period offline: no attempt is lost, and back online it renews', async () => {
    const login = await signIn();
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await pass(400);
    expect([renewals(), raised]).toEqual([0, ['expiring 300']]);
    online.mockReturnValue(true);
    dispatchEvent(new Event('online'));
    await until(2);
    expect(renewals()).toBe(1);
    expect(login.isLoggedIn()).toBe(true);
  });

  test('a renewal survives sleep across expiry: it renews at once, and nothing expires', async () => {
    const login = await signIn();
    vi.setSystemTime(Date.now() + 3_600_000);
    expect(login.isLoggedIn()).toBe(false);
    dispatchEvent(new Event('visibilitychange'));
    await until(1);
    expect(login.isLoggedIn()).toBe(true);
    expect(login.session().status).toBe('logged-in');
    expect(raised).toEqual(['renewal']);
  });

  test('after sleep with the login gone at the provider it is logged out', async () => {
    const login = await signIn();
    provider.setForgery({
      token: async () => Response.json({ error: 'invalid_grant' }, { status: 400 }),
    });
    vi.setSystemTime(Date.now() + 3_600_000);
    await until(2);
    expect(login.session().status).toBe('logged-out');
    expect(raised).toEqual([
      'silent-renew-error invalid_grant',
      expect.stringMatching(/^access-token-expired 36\d\d$/),
    ]);
  });

  test('stop ends the timers', async () => {
    const login = await signIn();
    login.stop();
    await pass(400);
    expect([renewals(), raised]).toEqual([0, []]);
  });
});
