import { runInNewContext } from 'node:vm';
import { afterAll, describe, expect, it } from 'vitest';
import { parseSid } from './browser-state.ts';
import {
  authorizationRequest,
  Browser,
  locationOf,
  refreshTokens,
  signIn,
  signInForTokens,
  readTokens,
} from '../testing/browser.ts';
import { appOrigin, startIdentity } from '../testing/start-identity.ts';

const running = await startIdentity();
afterAll(() => running.stop());

const stateCookie = 'seller_connect_browser_state';

function claimsOf(idToken: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString('utf8'));
}

/** Signs in a user; returns the session state of the authorization response and the `sid`. */
async function somebody() {
  const browser = new Browser(running.origin);
  const { response, request } = await signIn(browser);
  const answer = await fetch(`${running.origin}/oauth/token`, {
    method: 'POST',
    headers: { origin: appOrigin },
    body: new URLSearchParams({
      client_id: 'seller-connect-web',
      grant_type: 'authorization_code',
      code: response.searchParams.get('code') ?? '',
      code_verifier: request.verifier,
      redirect_uri: `${appOrigin}/`,
    }),
  });
  const tokens = await readTokens(answer);
  return {
    browser,
    tokens,
    sid: String(claimsOf(tokens.id_token)['sid']),
    state: response.searchParams.get('session_state') ?? '',
  };
}

async function info(id: string | null, headers: Record<string, string> = {}) {
  const response = await fetch(`${running.origin}/oauth/sessions/info`, {
    headers: { origin: appOrigin, ...(id !== null && { 'x-session-id': id }), ...headers },
  });
  return { response, body: await response.json() };
}

async function logOut(browser: Browser, idToken: string): Promise<void> {
  const query = new URLSearchParams({
    id_token_hint: idToken,
    post_logout_redirect_uri: appOrigin,
  });
  const left = await browser.fetch(`/oauth/logout?${query.toString()}`);
  expect(left.status).toBe(303);
}

interface Frame {
  /** Returns the frame's answer and its target origin; null when the frame stays silent. */
  ask(data: unknown, origin?: string): Promise<{ answer: string; target: string } | null>;
}

/** Runs the frame's own script with these cookies. */
async function openFrame(cookie: string, hasStorageAccess = true): Promise<Frame> {
  const html = await (await fetch(`${running.origin}/oauth/sessions/iframe`)).text();
  const facts = /<script type="application\/json" id="facts">(.*?)<\/script>/s.exec(html)?.[1];
  const script = /<script>(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  let receive: ((event: unknown) => Promise<void>) | undefined;
  runInNewContext(script, {
    addEventListener: (_: string, listener: typeof receive) => (receive = listener),
    document: {
      getElementById: () => ({ textContent: facts }),
      cookie,
      hasStorageAccess: async () => hasStorageAccess,
    },
    crypto,
    TextEncoder,
    Uint8Array,
    btoa,
  });
  return {
    async ask(data, origin = appOrigin) {
      let given: { answer: string; target: string } | null = null;
      const source = {
        postMessage: (answer: string, target: string) => (given = { answer, target }),
      };
      await receive?.({ data, origin, source });
      return given;
    },
  };
}

function cookiesOf(browser: Browser): string {
  return `other=1; ${browser.cookie(stateCookie)?.split(';')[0] ?? ''}`;
}

describe('spec 7: /oauth/sessions/iframe', () => {
  it('reports unchanged while the session lives and changed after the logout', async () => {
    const { browser, state, tokens } = await somebody();
    const question = `seller-connect-web ${state}`;
    const before = await openFrame(cookiesOf(browser));
    expect(await before.ask(question)).toEqual({ answer: 'unchanged', target: appOrigin });
    const [hash = '', salt = ''] = state.split('.');
    const turned = `${hash.startsWith('A') ? 'B' : 'A'}${hash.slice(1)}.${salt}`;
    expect((await before.ask(`seller-connect-web ${turned}`))?.answer).toBe('changed');
    await logOut(browser, tokens.id_token);
    expect(browser.cookie(stateCookie)).toBeUndefined();
    const after = await openFrame(cookiesOf(browser));
    expect((await after.ask(question))?.answer).toBe('changed');
  });

  it('reports error, not changed, when its unpartitioned cookies are blocked', async () => {
    const { state } = await somebody();
    const frame = await openFrame('', false);
    expect((await frame.ask(`seller-connect-web ${state}`))?.answer).toBe('error');
  });

  it('answers registered origins only, and well-formed messages only', async () => {
    const { browser, state } = await somebody();
    const frame = await openFrame(cookiesOf(browser));
    expect(await frame.ask(`seller-connect-web ${state}`, 'https://evil.test')).toBeNull();
    for (const data of [
      `other-client ${state}`,
      `constructor ${state}`,
      `seller-connect-web ${state} more`,
      'seller-connect-web ',
      'seller-connect-web not-a-state',
      state,
      { client: 'seller-connect-web', state },
      null,
      7,
    ]) {
      expect(await frame.ask(data)).toBeNull();
    }
  });

  it('may be embedded by registered origins only, and runs its one script', async () => {
    const page = await fetch(`${running.origin}/oauth/sessions/iframe`);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(new RegExp(`frame-ancestors ${appOrigin}$`));
    expect(policy).toMatch(/script-src 'sha256-[\w+/=]+';/);
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('is found by discovery; its cookie is limited to its path', async () => {
    const found = await fetch(`${running.origin}/.well-known/openid-configuration`);
    expect(await found.json()).toMatchObject({
      check_session_iframe: `${running.origin}/oauth/sessions/iframe`,
      claims_supported: expect.arrayContaining(['sid']),
    });
    const { browser } = await somebody();
    const cookie = browser.cookie(stateCookie) ?? '';
    expect(cookie).toMatch(/path=\/oauth\/sessions\/iframe/i);
    expect(cookie).toMatch(/samesite=lax/i);
    expect(cookie).not.toMatch(/httponly/i);
  });

  it('stays valid after a silent login, and drops its cookie when that finds no session', async () => {
    const { browser, sid } = await somebody();
    const request = authorizationRequest({ prompt: 'none' });
    const again = locationOf(await browser.fetch(request.url)).searchParams.get('session_state');
    expect(parseSid(again ?? '')).toBe(sid);
    const frame = await openFrame(cookiesOf(browser));
    expect((await frame.ask(`seller-connect-web ${again}`))?.answer).toBe('unchanged');
    await running.admin(`delete from identity.artifact where model = 'Session'`);
    const nobody = locationOf(await browser.fetch(request.url)).searchParams;
    expect([nobody.get('error'), nobody.get('session_state')]).toEqual(['login_required', null]);
    expect(browser.cookie(stateCookie)).toBeUndefined();
  });
});

describe('spec 7: GET /oauth/sessions/info', () => {
  it('finds a session by sid and by session state until the logout', async () => {
    const { browser, sid, state, tokens } = await somebody();
    expect((await info(sid)).body).toEqual({ is_authenticated: true });
    expect((await info(state)).body).toEqual({ is_authenticated: true });
    await logOut(browser, tokens.id_token);
    expect((await info(sid)).body).toEqual({ is_authenticated: false });
  });

  it('returns false for an unknown, absent or malformed id, and is never cached', async () => {
    for (const id of ['x'.repeat(21), '', null, `' or 1=1 --`, 'a'.repeat(500)]) {
      const { response, body } = await info(id);
      expect(body).toEqual({ is_authenticated: false });
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('returns false once the account is disabled', async () => {
    const { tokens, sid } = await somebody();
    const { sub } = claimsOf(tokens.id_token);
    await running.admin('update identity.account set disabled_at = now() where id = $1', [sub]);
    expect((await info(sid)).body).toEqual({ is_authenticated: false });
    await running.admin('update identity.account set disabled_at = null where id = $1', [sub]);
  });

  it('allows the header from the application and nothing from other origins', async () => {
    const ask = (origin: string) =>
      fetch(`${running.origin}/oauth/sessions/info`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'x-session-id',
        },
      });
    const allowed = await ask(appOrigin);
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-headers')).toContain('x-session-id');
    expect(allowed.headers.get('access-control-allow-credentials')).toBeNull();
    expect((await ask('https://evil.test')).status).toBe(403);
    const foreign = await info('x'.repeat(21), { origin: 'https://evil.test' });
    expect(foreign.response.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('keeps the sid through refreshes', async () => {
    const { tokens } = await signInForTokens(running.origin);
    const renewed = await readTokens(await refreshTokens(running.origin, tokens.refresh_token));
    expect(claimsOf(renewed.id_token)['sid']).toBe(claimsOf(tokens.id_token)['sid']);
  });
});
