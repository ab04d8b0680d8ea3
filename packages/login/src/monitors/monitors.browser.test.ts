import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFramedProvider } from '../../test/framedProvider.ts';
import { clientId, createHostileProvider } from '../../test/hostileProvider.ts';
import type { HostileProvider } from '../../test/hostileProvider.ts';
import { clearBrowser, createPage } from '../../test/page.ts';
import { createSessionFrame } from '../../test/sessionFrame.ts';
import type { Login, LoginConfig, Monitor } from '../index.ts';
import { bffMonitor, iframeMonitor, sessionIdMonitor } from './index.ts';

let provider: HostileProvider;
let framed: Awaited<ReturnType<typeof createFramedProvider>>;
let page: ReturnType<typeof createPage>;
let sessionFrame: ReturnType<typeof createSessionFrame>;
let warnings: string[] = [];
/** Responses of the provider's two session-info endpoints, and the requests they received. */
let info: { status: number; body: unknown };
let infoRequests: { call: string; id: string | null; credentials: string | undefined }[] = [];
let events: string[] = [];

beforeEach(async () => {
  await clearBrowser();
  provider = await createHostileProvider();
  sessionFrame = createSessionFrame();
  framed = await createFramedProvider(provider, sessionFrame.pages);
  page = createPage(provider);
  warnings = [];
  events = [];
  infoRequests = [];
  info = { status: 200, body: { is_authenticated: true } };
  vi.spyOn(console, 'warn').mockImplementation((text: unknown) => void warnings.push(String(text)));
  framed.setMessages((address) => [success(address)]);
});
afterEach(async () => {
  page.close();
  // In this order: restoring a spy on a fake timer later would put the fake back for every file that follows.
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  await framed.close();
});

function success(address: string): unknown {
  const { searchParams } = new URL(provider.authorize(address));
  return { type: 'authorization_response', response: Object.fromEntries(searchParams) };
}
function loginRequired(address: string): unknown {
  const state = new URL(address).searchParams.get('state');
  const response = { error: 'login_required', state, iss: provider.metadata.issuer };
  return { type: 'authorization_response', response };
}

function configFor(monitor: Monitor): Partial<LoginConfig> {
  return {
    ...framed.config,
    monitor,
    metadata: {
      ...framed.config.metadata,
      check_session_iframe: framed.origin + sessionFrame.path,
    },
    environment: {
      fetch: async (url, init) => {
        const { pathname: path } = new URL(url);
        if (!/^(\/oauth\/sessions|\/session)\/info$/.test(path)) return provider.fetch(url, init);
        const id = new Headers(init?.headers).get('x-session-id');
        const call = `${init?.method ?? 'GET'} ${path}`;
        infoRequests.push({ call, id, credentials: init?.credentials });
        return Response.json(info.body, { status: info.status });
      },
    },
  };
}

async function signIn(monitor: Monitor): Promise<Login> {
  return listen(await page.signIn(configFor(monitor)));
}
function listen(login: Login): Login {
  login.on('session-change', ({ change }) => events.push(change));
  login.on('user-removed', ({ by }) => events.push(`removed ${by}`));
  return login;
}

const monitorKey = `login.user.${clientId}.monitor`;
/** Waits until the monitor has stored that it saw the session. */
const waitForMonitor = () =>
  vi.waitFor(() => expect(sessionStorage.getItem(monitorKey)).not.toBeNull(), retry);

/** Advances the monitor by ten seconds at a time until it has polled again. */
async function pollAgain(): Promise<void> {
  const requestCount = () => sessionFrame.received.length + infoRequests.length;
  const before = requestCount();
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(10_000);
    expect(requestCount()).toBeGreaterThan(before);
  }, retry);
}
const retry = { timeout: 60_000, interval: 20 };

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));

describe('spec 9: the monitor iframe', () => {
  // A busy machine could reach the timeouts of frames.
  beforeEach(() => {
    const { setTimeout } = globalThis;
    const wait = (done: () => void, ms = 0) => (ms < 10_000 ? setTimeout(done, ms) : 0);
    vi.stubGlobal('setTimeout', wait);
  });

  test('polls at once and every 10 s with client ID and session state', async () => {
    const every = vi.spyOn(globalThis, 'setInterval');
    await signIn(iframeMonitor());
    expect(every).toHaveBeenCalledWith(expect.any(Function), 10_000);
    every.mockRestore();
    await vi.waitFor(() => expect(sessionFrame.received).toHaveLength(1), retry);
    expect(sessionFrame.received[0]).toBe(`${clientId} session-state-1`);
    await waitForMonitor();
    // The clock has already advanced while waiting.
    await vi.advanceTimersByTimeAsync(8_000);
    expect(sessionFrame.received).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    await vi.waitFor(() => expect(sessionFrame.received).toHaveLength(2), retry);
    expect([events, warnings, framed.authorizationRequests]).toEqual([[], [], []]);
  });

  test('spec 4: confirms changed by one silent login; the same user stays', async () => {
    const login = await signIn(iframeMonitor());
    await waitForMonitor();
    const before = login.user()?.accessToken;
    sessionFrame.answer('changed');
    await pollAgain();
    await vi.waitFor(() => expect(events).toEqual(['renewed']), retry);
    expect(framed.authorizationRequests).toHaveLength(1);
    // The current user of the provider is requested, not the previous one.
    expect(framed.authorizationRequests[0]?.searchParams.get('id_token_hint')).toBeNull();
    expect(login.user()?.accessToken).not.toBe(before);
  });

  test('switches to another user at the provider, and emits that', async () => {
    const login = await signIn(iframeMonitor());
    await waitForMonitor();
    provider.setForgery({ claims: (claims) => ({ ...claims, sub: 'user-2' }) });
    sessionFrame.answer('changed');
    await pollAgain();
    await vi.waitFor(() => expect(events).toEqual(['other-user']), retry);
    expect(login.user()?.profile.sub).toBe('user-2');
  });

  test('ends the login if two silent logins find no session at the provider', async () => {
    const login = await signIn(iframeMonitor());
    await vi.waitFor(() => expect(sessionFrame.received).toHaveLength(1), retry);
    await waitForMonitor();
    framed.setMessages((address) => [loginRequired(address)]);
    sessionFrame.answer('changed');
    await pollAgain();
    await vi.waitFor(() => expect(events).toEqual(['removed session-ended', 'ended']), retry);
    expect(framed.authorizationRequests).toHaveLength(2);
    expect(login.session().status).toBe('logged-out');
    // A message never triggers a visit to the logout endpoint (complaint 2).
    expect(page.left.some((url) => url.includes('/oauth/logout'))).toBe(false);
  });

  test('spec 4: confirms changed right after the login by one silent login, and continues', async () => {
    sessionFrame.answer('changed');
    const login = await signIn(iframeMonitor());
    await vi.waitFor(() => expect(events).toEqual(['renewed']), retry);
    await pollAgain();
    await pollAgain();
    // The same answer again has no effect.
    expect([framed.authorizationRequests.length, events]).toEqual([1, ['renewed']]);
    sessionFrame.answer('unchanged');
    await pollAgain();
    await waitForMonitor();
    framed.setMessages((address) => [loginRequired(address)]);
    sessionFrame.answer('changed');
    await pollAgain();
    await vi.waitFor(
      () => expect(events.slice(1)).toEqual(['removed session-ended', 'ended']),
      retry,
    );
    expect([login.user(), warnings]).toEqual([null, []]);
  });

  test('ends nothing if neither the frame nor the silent login sees a cookie', async () => {
    const login = await signIn(iframeMonitor());
    await waitForMonitor();
    sessionStorage.clear();
    sessionFrame.answer('changed');
    framed.setMessages((address) => [loginRequired(address)]);
    const reloaded = listen(page.reload(configFor(iframeMonitor())));
    await reloaded.start();
    await vi.waitFor(() => expect(warnings).toHaveLength(1), retry);
    await pollAgain();
    await pollAgain();
    expect([events, reloaded.isLoggedIn(), login.isLoggedIn()]).toEqual([[], true, true]);
    expect([warnings.length, framed.authorizationRequests.length]).toEqual([1, 2]);
  });

  test('switches off with one warning on error, and if the provider has no session frame', async () => {
    sessionFrame.answer('error');
    const login = await signIn(iframeMonitor());
    await vi.waitFor(() => expect(warnings).toHaveLength(1), retry);
    expect([login.isLoggedIn(), framed.authorizationRequests.length]).toEqual([true, 0]);
    const { metadata } = framed.config;
    page.reload({ ...configFor(iframeMonitor()), metadata });
    await page.logins[0]?.start();
    await vi.waitFor(() => expect(warnings).toHaveLength(2), retry);
  });

  test('ignores messages of other windows and origins, and unknown messages', async () => {
    sessionFrame.answer(['CHANGED', { answer: 'changed' }, null, 'changed ', 'unchanged']);
    for (const isSameOrigin of [true, false]) {
      const other = document.createElement('iframe');
      if (isSameOrigin) other.src = framed.origin + sessionFrame.otherPath;
      else other.srcdoc = sessionFrame.otherPage;
      const loaded = new Promise((done) => other.addEventListener('load', done));
      document.body.append(other);
      onTestFinished(() => other.remove());
      await loaded;
    }
    await signIn(iframeMonitor());
    await waitForMonitor();
    expect([events, warnings, framed.authorizationRequests]).toEqual([[], [], []]);
  });

  test('removes the frame on stop', async () => {
    const login = await signIn(iframeMonitor());
    await waitForMonitor();
    login.stop();
    expect(document.querySelectorAll('iframe')).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(sessionFrame.received).toHaveLength(1);
  });

  test('adds no frame if it was stopped before the start is complete', async () => {
    await signIn(iframeMonitor());
    const reloaded = page.reload(configFor(iframeMonitor()));
    const start = reloaded.start();
    reloaded.stop();
    await start;
    // It waits for the metadata after the monitor.
    await reloaded.login();
    expect(document.querySelectorAll('iframe')).toHaveLength(0);
  });

  test('adds no frame if it was stopped before the metadata arrived', async () => {
    await signIn(iframeMonitor());
    const config = configFor(iframeMonitor());
    const { issuer } = provider.metadata;
    const response = Promise.withResolvers<Response>();
    const environment = { fetch: () => response.promise };
    const reloaded = page.reload({ ...config, metadata: { issuer }, environment });
    await reloaded.start();
    reloaded.stop();
    response.resolve(Response.json(config.metadata));
    // It waits for the metadata after the monitor.
    await reloaded.login();
    expect(document.querySelectorAll('iframe')).toHaveLength(0);
  });
});

describe('spec 9: the monitor iframe without an answer', () => {
  beforeEach(() =>
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] }),
  );

  test('switches off after 30 s without a response', async () => {
    sessionFrame.answer(null);
    const login = await signIn(iframeMonitor());
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(500);
      expect(warnings).toEqual([expect.stringContaining('no answer')]);
    }, retry);
    expect(login.isLoggedIn()).toBe(true);
  });

  test('continues after a missing answer if there was one before', async () => {
    await signIn(iframeMonitor());
    await waitForMonitor();
    sessionFrame.answer(null);
    await pollAgain();
    await vi.advanceTimersByTimeAsync(30_000);
    sessionFrame.answer('unchanged');
    await pollAgain();
    expect([events, warnings]).toEqual([[], []]);
  });

  test('does not warn about an answer that is missing because of the stop', async () => {
    sessionFrame.answer(null);
    const login = await signIn(iframeMonitor());
    await vi.waitFor(() => expect(sessionFrame.received).toHaveLength(1), retry);
    login.stop();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(warnings).toEqual([]);
  });
});

describe('spec 9: the monitor sessionId', () => {
  test('spec 4: sends the sid every 10 s; false is emitted at once, and ends a login without session', async () => {
    const login = await signIn(sessionIdMonitor());
    await vi.waitFor(() => expect(infoRequests).toHaveLength(1), retry);
    expect(infoRequests[0]).toEqual({
      call: 'GET /oauth/sessions/info',
      id: 'session-1',
      credentials: undefined,
    });
    await waitForMonitor();
    info.body = { is_authenticated: false };
    framed.setMessages((address) => [loginRequired(address)]);
    await pollAgain();
    await vi.waitFor(() => expect(events).toEqual(['ended', 'removed session-ended']), retry);
    expect(login.user()).toBeNull();
  });

  test('spec 4: emits the end once while the silent login fails, and retries that later', async () => {
    const login = await signIn(sessionIdMonitor());
    await waitForMonitor();
    info.body = { is_authenticated: false };
    const failing = (address: string) => ({
      type: 'authorization_response',
      response: { error: 'server_error', state: new URL(address).searchParams.get('state') },
    });
    framed.setMessages((address) => [failing(address)]);
    await pollAgain();
    await vi.waitFor(() => expect(framed.authorizationRequests.length).toBeGreaterThan(0), retry);
    await pollAgain();
    expect([events, login.isLoggedIn()]).toEqual([['ended'], true]);
    framed.setMessages((address) => [success(address)]);
    await pollAgain();
    await vi.waitFor(() => expect(events).toEqual(['ended', 'renewed']), retry);
  });

  test('sends the session state if there is no sid', async () => {
    provider.setForgery({ claims: ({ sid: _, ...claims }) => claims });
    await signIn(sessionIdMonitor());
    await vi.waitFor(() => expect(infoRequests[0]?.id).toBe('session-state-1'), retry);
  });

  test('ignores outages, rate limits and malformed responses; switches off on a missing endpoint', async () => {
    const login = await signIn(sessionIdMonitor());
    await vi.waitFor(() => expect(infoRequests).toHaveLength(1), retry);
    for (const answer of [
      { status: 503, body: {} },
      { status: 429, body: { error: 'rate_limited' } },
      { status: 200, body: { is_authenticated: 'false' } },
      { status: 200, body: null },
    ]) {
      info = answer;
      await pollAgain();
    }
    expect([events, warnings, framed.authorizationRequests, login.isLoggedIn()]).toEqual([
      [],
      [],
      [],
      true,
    ]);
    info = { status: 404, body: {} };
    await pollAgain();
    await vi.waitFor(() => expect(warnings).toHaveLength(1), retry);
  });
});

test.each([
  { name: 'iframe', create: iframeMonitor, sessionState: undefined },
  { name: 'iframe', create: iframeMonitor, sessionState: '' },
  { name: 'sessionId', create: sessionIdMonitor, sessionState: undefined },
  { name: 'sessionId', create: sessionIdMonitor, sessionState: '' },
])(
  'the monitor $name switches off at once for a record with the session state $sessionState and no sid',
  async ({ create, sessionState }) => {
    provider.setForgery({ claims: ({ sid: _, ...claims }) => claims });
    await page.signIn();
    const key = `login.user.${clientId}`;
    const record: unknown = JSON.parse(localStorage.getItem(key) ?? '');
    localStorage.setItem(key, JSON.stringify({ ...Object(record), sessionState }));
    const login = listen(page.reload(configFor(create())));
    await login.start();
    await vi.waitFor(
      () => expect(warnings).toEqual([expect.stringContaining('does not support')]),
      retry,
    );
    expect([events, infoRequests, sessionFrame.received]).toEqual([[], [], []]);
  },
);

describe('spec 9: the monitor bff', () => {
  test('polls with the cookie, and continues with a new session of the same user', async () => {
    const login = await signIn(bffMonitor());
    await vi.waitFor(() => expect(infoRequests).toHaveLength(1), retry);
    expect(infoRequests[0]).toEqual({
      call: 'GET /session/info',
      id: null,
      credentials: 'include',
    });
    info.body = { is_authenticated: false };
    await waitForMonitor();
    await pollAgain();
    await vi.waitFor(() => expect(events).toEqual(['ended', 'renewed']), retry);
    expect(login.isLoggedIn()).toBe(true);
  });
});
