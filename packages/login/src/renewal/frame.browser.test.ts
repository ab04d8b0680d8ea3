import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFramedProvider } from '../../test/framedProvider.ts';
import { clientId, createHostileProvider, subject } from '../../test/hostileProvider.ts';
import type { HostileProvider } from '../../test/hostileProvider.ts';
import { clearBrowser, createPage } from '../../test/page.ts';

let provider: HostileProvider;
let framed: Awaited<ReturnType<typeof createFramedProvider>>;
let page: ReturnType<typeof createPage>;
const frames = () => document.querySelectorAll('iframe').length;

beforeEach(async () => {
  await clearBrowser();
  provider = await createHostileProvider();
  framed = await createFramedProvider(provider);
  page = createPage(provider);
  framed.setMessages((address) => [success(address)]);
});
afterEach(async () => {
  vi.useRealTimers();
  page.close();
  await framed.close();
});

/** The message that the provider posts if a user is signed in there. */
function success(address: string): unknown {
  const { searchParams } = new URL(provider.authorize(address));
  return { type: 'authorization_response', response: Object.fromEntries(searchParams) };
}
function failure(address: string, error: string): unknown {
  const state = new URL(address).searchParams.get('state');
  const response = { error, state, iss: provider.metadata.issuer };
  return { type: 'authorization_response', response };
}
const open = () => page.open(framed.config);

describe('spec 4, step 4: silent login at startup', () => {
  test('logs in without leaving the page, and removes the frame', async () => {
    const login = open();
    const result = await login.start();
    expect(result.status).toBe('pending');
    expect(await result.ready).toMatchObject({ status: 'logged-in', error: null });
    expect(Object.fromEntries(framed.authorizationRequests[0]?.searchParams ?? [])).toMatchObject({
      client_id: clientId,
      prompt: 'none',
      response_mode: 'simple_web_message',
      code_challenge_method: 'S256',
    });
    expect([framed.authorizationRequests.length, frames()]).toEqual([1, 0]);
    expect(page.left).toEqual([]);
  });

  test.each([
    ['always', 'no stored user', 1],
    ['known', 'no stored user', 0],
    ['never', 'no stored user', 0],
    ['always', 'a stored user', 1],
    ['known', 'a stored user', 1],
    ['never', 'a stored user', 0],
  ] as const)('spec 4: silent mode %s, %s: %i requests', async (silent, who, questions) => {
    const config = { ...framed.config, silent, automaticRenewal: false };
    if (who === 'a stored user') {
      await page.signIn(config);
      const hour = 3_600_000;
      page.close();
      const environment = { now: () => Date.now() + hour };
      const { ready } = await page.open({ ...config, environment }).start();
      await ready;
    } else {
      await (
        await page.open(config).start()
      ).ready;
    }
    expect(framed.authorizationRequests).toHaveLength(questions);
  });

  test.each(['?error=access_denied&state=unknown', '?error=login_required'])(
    'spec 4: does not follow a response in the address: %s',
    async (query) => {
      page.address = `${location.origin}/${query}`;
      const login = open();
      login.on('login-failed', () => undefined);
      expect((await login.start()).status).toBe('logged-out');
      expect(framed.authorizationRequests).toEqual([]);
    },
  );

  test('login_required is no error, and requested once', async () => {
    framed.setMessages((address) => [failure(address, 'login_required')]);
    const { ready } = await open().start();
    expect(await ready).toEqual({ status: 'logged-out', user: null, error: null });
    expect([framed.authorizationRequests.length, frames()]).toEqual([1, 0]);
  });

  test('spec 5: unknown messages leave the frame waiting', async () => {
    framed.setMessages((address) => {
      const good = success(address);
      return [
        'authorization_response',
        null,
        { type: 'authorization_response' },
        { type: 'other', response: { state: new URL(address).searchParams.get('state') } },
        { type: 'authorization_response', response: { code: 'x', state: 'wrong' } },
        good,
      ];
    });
    const result = await open().start();
    expect((await result.ready).status).toBe('logged-in');
    expect(provider.tokenRequests()).toHaveLength(1);
  });

  test('spec 5: a message from another window or origin is ignored', async () => {
    const release = framed.blockLoading();
    const login = open();
    const { ready } = await login.start();
    await vi.waitFor(() => expect(framed.authorizationRequests).toHaveLength(1), {
      timeout: 60_000,
    });
    const data = success(framed.authorizationRequests[0]?.href ?? '');
    window.postMessage(data, '*');
    const other = document.createElement('iframe');
    const text = JSON.stringify(data).replaceAll('<', '\\u003c');
    other.srcdoc = `<script>parent.postMessage(${text}, '*')</script>`;
    const seen = new Promise<void>((done) => {
      const count = ({ source }: MessageEvent) => source === other.contentWindow && done();
      addEventListener('message', count);
    });
    document.body.append(other);
    await seen;
    other.remove();
    expect(provider.tokenRequests()).toHaveLength(0);
    expect([login.user(), frames()]).toEqual([null, 1]);
    release();
    expect((await ready).status).toBe('logged-in');
    expect(provider.tokenRequests()).toHaveLength(1);
  });

  test('spec 5: a message is ignored if only its window or only its origin is another one', async () => {
    const release = framed.blockLoading();
    const { ready } = await open().start();
    await vi.waitFor(() => expect(framed.authorizationRequests).toHaveLength(1), {
      timeout: 60_000,
    });
    const data = success(framed.authorizationRequests[0]?.href ?? '');
    const source = document.querySelector('iframe')?.contentWindow ?? null;
    const post = (sender: MessageEventInit) =>
      dispatchEvent(new MessageEvent('message', { data, ...sender }));
    post({ origin: framed.origin, source: window });
    post({ origin: location.origin, source });
    expect(frames()).toBe(1);
    post({ origin: framed.origin, source });
    expect(frames()).toBe(0);
    release();
    expect((await ready).status).toBe('logged-in');
  });

  test('spec 9: waits at most 45 s for the message', async () => {
    framed.setMessages(() => []);
    await page.signIn(framed.config);
    provider.setForgery({
      token: async () => Response.json({ error: 'invalid_grant' }, { status: 400 }),
    });
    const login = page.reload({ ...framed.config, fallback: true });
    await login.start();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const outcome = login.renew().catch((error: unknown) => error);
    await vi.waitFor(
      async () => {
        await vi.advanceTimersByTimeAsync(100);
        expect(frames()).toBe(1);
      },
      { timeout: 60_000 },
    );
    await vi.advanceTimersByTimeAsync(44_800);
    expect(frames()).toBe(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(frames()).toBe(0);
    expect(await outcome).toMatchObject({ code: 'invalid_grant' });
    expect(login.isLoggedIn()).toBe(true);
  });
});

test('uses at most one hidden frame at a time, and removes it', async () => {
  let maxFrames = 0;
  const watching = new MutationObserver(() => (maxFrames = Math.max(maxFrames, frames())));
  watching.observe(document.body, { childList: true });
  const outcomes: ((address: string) => unknown[])[] = [
    (address) => [success(address)],
    (address) => [failure(address, 'login_required')],
    (address) => [failure(address, 'server_error')],
  ];
  for (const [index, outcome] of outcomes.entries()) {
    framed.setMessages(outcome);
    const release = framed.blockLoading();
    const logins = [open(), open(), open()];
    const started = logins.map((login) => login.start());
    await vi.waitFor(() => expect(framed.authorizationRequests.length).toBeGreaterThan(0), {
      timeout: 60_000,
    });
    release();
    for (const start of started) await (await start).ready;
    expect(frames()).toBe(0);
    const statuses = logins.map((login) => login.session().status);
    expect(new Set(statuses)).toEqual(new Set([index === 0 ? 'logged-in' : 'logged-out']));
    page.close();
    await clearBrowser();
    framed.authorizationRequests.length = 0;
  }
  watching.disconnect();
  expect(maxFrames).toBe(1);
});

describe('renewal by silent login', () => {
  const withoutRefreshToken = {
    body: (body: object) => ({ ...body, refresh_token: undefined }),
  };

  test('spec 4: is used without a refresh token', async () => {
    provider.setForgery(withoutRefreshToken);
    const login = await page.signIn(framed.config);
    const before = login.user();
    const user = await login.renew();
    expect(user.accessToken).not.toBe(before?.accessToken);
    expect(framed.authorizationRequests[0]?.searchParams.get('id_token_hint')).toBe(
      before?.idToken,
    );
  });

  describe('the fallback of a refresh token', () => {
    const refused = () =>
      provider.setForgery({
        token: async (params) =>
          params.get('grant_type') === 'refresh_token' ? new Response('', { status: 500 }) : null,
      });
    const refreshes = () =>
      provider.tokenRequests().filter(({ params }) => params.has('refresh_token')).length;

    test('spec 4: if enabled, one silent login follows the retry', async () => {
      const login = await page.signIn({ ...framed.config, fallback: true });
      const before = login.user()?.accessToken;
      refused();
      await login.renew();
      expect([refreshes(), framed.authorizationRequests.length]).toEqual([2, 1]);
      expect(login.user()?.accessToken).not.toBe(before);
    });

    test('spec 4: if enabled, it follows an ID token that fails its checks too', async () => {
      const login = await page.signIn({ ...framed.config, fallback: true });
      const before = login.user()?.accessToken;
      // The ID token of a silent login has a nonce.
      provider.setForgery({
        claims: (claims) => ('nonce' in claims ? claims : { ...claims, sub: 'user-2' }),
      });
      await login.renew();
      expect([refreshes(), framed.authorizationRequests.length]).toEqual([2, 1]);
      expect(login.user()).toMatchObject({ profile: { sub: subject } });
      expect(login.user()?.accessToken).not.toBe(before);
    });

    test('spec 4: if it fails too, the error is the renewal’s, and nothing else is tried', async () => {
      const login = await page.signIn({ ...framed.config, fallback: true });
      refused();
      framed.setMessages((address) => [failure(address, 'login_required')]);
      await expect(login.renew()).rejects.toMatchObject({ message: 'HTTP status 500' });
      expect([refreshes(), framed.authorizationRequests.length]).toEqual([2, 1]);
    });

    test('spec 4: if disabled, as by default, no frame is opened', async () => {
      const login = await page.signIn(framed.config);
      refused();
      await expect(login.renew()).rejects.toMatchObject({ message: 'HTTP status 500' });
      expect([refreshes(), framed.authorizationRequests.length]).toEqual([2, 0]);
    });

    test('without a connection no frame is opened', async () => {
      const login = await page.signIn({ ...framed.config, fallback: true });
      provider.setForgery({ token: () => Promise.reject(new TypeError('Failed to fetch')) });
      await expect(login.renew()).rejects.toMatchObject({ code: 'network' });
      expect([refreshes(), framed.authorizationRequests.length]).toEqual([2, 0]);
    });

    test('recovers from a lost response to a consumed token', async () => {
      const login = await page.signIn({ ...framed.config, fallback: true });
      const consumeAndLose = {
        token: async (params: URLSearchParams) => {
          if (params.get('grant_type') !== 'refresh_token') return null;
          provider.setForgery({});
          await provider.fetch(provider.metadata.token_endpoint, { body: params });
          provider.setForgery(consumeAndLose);
          throw new DOMException('timed out', 'TimeoutError');
        },
      };
      provider.setForgery(consumeAndLose);
      await login.renew();
      expect(framed.authorizationRequests).toHaveLength(1);
      expect(login.isLoggedIn()).toBe(true);
    });
  });

  test('login_required does not end a login that has not expired', async () => {
    provider.setForgery(withoutRefreshToken);
    framed.setMessages((address) => [failure(address, 'login_required')]);
    const login = await page.signIn(framed.config);
    await expect(login.renew()).rejects.toMatchObject({ code: 'login_required' });
    expect(login.isLoggedIn()).toBe(true);
    expect(page.left.some((url) => url.includes('/oauth/logout'))).toBe(false);
  });

  test('never replaces the user by another one', async () => {
    provider.setForgery(withoutRefreshToken);
    const login = await page.signIn(framed.config);
    const before = login.user();
    provider.setForgery({
      ...withoutRefreshToken,
      claims: (claims) => ({ ...claims, sub: 'user-2' }),
    });
    await expect(login.renew()).rejects.toMatchObject({
      code: 'silent_exchange',
      cause: { code: 'id_token_changed' },
    });
    expect(login.user()).toEqual(before);
  });

  test('spec 8: a failure after the code is a silent exchange error', async () => {
    provider.setForgery(withoutRefreshToken);
    const login = await page.signIn(framed.config);
    provider.setForgery({ token: async () => new Response('', { status: 503 }) });
    await expect(login.renew()).rejects.toMatchObject({
      code: 'silent_exchange',
      message: 'Silent exchange error',
      cause: { code: 'http_status' },
      retryable: true,
    });
    expect(frames()).toBe(0);
  });
});

describe('spec 4, step 5: a requested scope is missing', () => {
  test('requests it by a silent login, and a refused scope only once', async () => {
    let granted = 'openid profile email';
    provider.setForgery({ body: (body) => ({ ...body, scope: granted }) });
    await page.signIn(framed.config);
    // Spec 4: in silent mode only.
    const { ready } = await page.reload({ ...framed.config, silent: 'never' }).start();
    await ready;
    expect(framed.authorizationRequests).toHaveLength(0);
    const first = page.reload(framed.config);
    await (
      await first.start()
    ).ready;
    expect(framed.authorizationRequests).toHaveLength(1);
    await (
      await page.reload(framed.config).start()
    ).ready;
    expect(framed.authorizationRequests).toHaveLength(1);
    sessionStorage.clear();
    granted = 'openid profile email read:permissions';
    const third = page.reload(framed.config);
    await (
      await third.start()
    ).ready;
    expect(third.user()?.scopes).toContain('read:permissions');
  });
});
