import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import {
  allScopes,
  authorizationRequest,
  Browser,
  demoPassword,
  exchangeCode,
  locationOf,
  openLoginScreen,
  postLogin,
  readError,
  signIn,
  signInForTokens,
  readTokens,
  fetchUserInfo,
} from '../testing/browser.ts';
import { appOrigin, startIdentity } from '../testing/start-identity.ts';

const running = await startIdentity();
afterAll(() => running.stop());
afterEach(() => void vi.useRealTimers());

async function openForm(more: Record<string, string> = {}) {
  const browser = new Browser(running.origin);
  return { browser, interaction: await openLoginScreen(browser, authorizationRequest(more).url) };
}

describe('sign-in', () => {
  it('spec 7: leads from the authorization request over the login screen to tokens', async () => {
    const browser = new Browser(running.origin);
    const { response, request } = await signIn(browser);
    expect(`${response.origin}${response.pathname}`).toBe(`${appOrigin}/`);
    expect(response.searchParams.get('state')).toBe('state-of-16-chars');
    expect(response.searchParams.get('iss')).toBe(running.origin);
    const code = response.searchParams.get('code') ?? '';
    const answer = await exchangeCode(running.origin, code, request.verifier);
    expect(answer.headers.get('access-control-allow-origin')).toBe(appOrigin);
    const tokens = await readTokens(answer);
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 600, scope: allScopes });
    expect(tokens.access_token.split('.')).toHaveLength(1);
    expect(decodeProtectedHeader(tokens.id_token).alg).toBe('ES256');
  });

  it('spec 3: returns the current-user profile in the ID token and in the user info', async () => {
    const { tokens } = await signInForTokens(running.origin, { username: 'staff@demo.test' });
    const info: unknown = await (await fetchUserInfo(running.origin, tokens.access_token)).json();
    for (const claims of [decodeJwt(tokens.id_token), info]) {
      expect(claims).toMatchObject({
        email: 'staff@demo.test',
        name: 'Lê Minh Anh',
        roles: ['catalog:admin'],
        permissions: ['catalog:all:all', 'ppm:all:all'],
        tenant_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        updated_at: expect.any(Number),
        meta_data: { date_created: expect.any(String), date_modified: expect.any(String) },
      });
    }
    expect(decodeJwt(tokens.id_token)).toMatchObject({
      iss: running.origin,
      aud: 'seller-connect-web',
      nonce: 'nonce-of-16-chars',
    });
  });

  it('spec 5: returns permissions only with the scope read:permissions', async () => {
    const request = authorizationRequest({ scope: 'openid profile email' });
    const { tokens } = await signInForTokens(running.origin, {
      username: 'staff@demo.test',
      request,
    });
    expect(decodeJwt(tokens.id_token)).not.toHaveProperty('permissions');
    const info: unknown = await (await fetchUserInfo(running.origin, tokens.access_token)).json();
    expect(info).not.toHaveProperty('permissions');
    expect(info).toHaveProperty('roles');
  });

  it('accepts the username or the email address, in any case', async () => {
    for (const username of ['shop', ' SHOP@demo.TEST ']) {
      const { tokens } = await signInForTokens(running.origin, { username });
      expect(decodeJwt(tokens.id_token)['email']).toBe('shop@demo.test');
    }
  });

  it('spec 2: shows the login screen at /oauth/authorize, also twice at the same time', async () => {
    const browser = new Browser(running.origin);
    const first = await openLoginScreen(browser, authorizationRequest().url);
    const second = await openLoginScreen(browser, authorizationRequest().url);
    const login = { username: 'seller@demo.test', password: demoPassword };
    expect((await postLogin(browser, first, login)).status).toBe(200);
    expect((await postLogin(browser, second, login)).status).toBe(200);
  });

  it('redirects a bare /oauth/authorize and the bare origin to the application', async () => {
    const browser = new Browser(running.origin);
    expect(locationOf(await browser.fetch('/oauth/authorize')).origin).toBe(appOrigin);
    expect(locationOf(await browser.fetch('/')).origin).toBe(appOrigin);
  });

  it('answers prompt=consent without a screen', async () => {
    const { browser } = await signInForTokens(running.origin);
    const first = await browser.fetch(authorizationRequest({ prompt: 'consent' }).url);
    const second = await browser.fetch(locationOf(first).href);
    const third = await browser.fetch(locationOf(second).href);
    expect(locationOf(third).searchParams.get('code')).toBeTruthy();
  });

  it('passes on the language of the request unless the user chose one', async () => {
    const browser = new Browser(running.origin);
    const first = await browser.fetch(authorizationRequest({ ui_locales: 'en vi' }).url);
    const address = locationOf(first).href;
    const second = await browser.fetch(address);
    expect(locationOf(second).searchParams.get('ui_locales')).toBe('en');
    const cookie = browser.cookie('seller_connect_interaction')?.split(';')[0] ?? '';
    const chosen = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: `localization=vi; ${cookie}` },
    });
    expect(locationOf(chosen).searchParams.has('ui_locales')).toBe(false);
  });

  it('resumes from the pages around it, or starts again when it is unknown', async () => {
    const browser = new Browser(running.origin);
    const interaction = await openLoginScreen(
      browser,
      authorizationRequest({ ui_locales: 'vi' }).url,
    );
    const back = `/oauth/interaction/${interaction}/sign-in?ui_locales=en`;
    const screen = locationOf(await browser.fetch(back));
    expect(screen.pathname).toBe('/oauth/authorize');
    expect(Object.fromEntries(screen.searchParams)).toEqual({ interaction, ui_locales: 'en' });
    const elsewhere = await new Browser(running.origin).fetch(back);
    expect(locationOf(elsewhere).href).toBe(`${appOrigin}/`);
  });
});

describe('a failed login', () => {
  it('returns the same response for a wrong password and an unknown name', async () => {
    const wrong = await openForm();
    const unknown = await openForm();
    const password = 'not-the-password-of-anybody';
    const answers = [
      await postLogin(wrong.browser, wrong.interaction, { username: 'seller', password }),
      await postLogin(unknown.browser, unknown.interaction, { username: 'nobody-here', password }),
    ];
    const bodies = await Promise.all(answers.map(readError));
    for (const [index, answer] of answers.entries()) {
      expect(answer.status).toBe(401);
      expect(bodies[index]).toMatchObject({ statusCode: 401, error: 'invalid_credentials' });
    }
    const withoutId = bodies.map((body) => ({ ...body, requestId: '' }));
    expect(withoutId[0]).toEqual(withoutId[1]);
  });

  it('uses the language of the caller', async () => {
    const { browser, interaction } = await openForm();
    const body = { username: 'no-such-name', password: 'x' };
    const vietnamese = await postLogin(browser, interaction, body);
    const english = await postLogin(browser, interaction, body, { 'accept-language': 'en' });
    expect((await readError(vietnamese)).message).toMatch(/không đúng/);
    expect((await readError(english)).message).toMatch(/Incorrect/);
  });

  it('names missing fields', async () => {
    const { browser, interaction } = await openForm();
    const answer = await postLogin(browser, interaction, { username: ' ', password: '' });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: 'validation',
      details: { username: 'required', password: 'required' },
    });
  });

  it('is limited per name and IP address, with Retry-After', async () => {
    const { browser, interaction } = await openForm();
    // The clock stands still: the attempts of a slow machine would be spread over the minute.
    vi.useFakeTimers({ toFake: ['Date'] });
    const guess = { username: 'limited-name', password: 'x' };
    const statuses: number[] = [];
    for (let each = 0; each < 5; each += 1) {
      statuses.push((await postLogin(browser, interaction, guess)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    const refused = await postLogin(browser, interaction, guess);
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBe(60);
    expect(await refused.json()).toMatchObject({
      error: 'rate_limited',
      details: { retryAfterSeconds: seconds },
    });
    const other = { username: 'seller', password: demoPassword };
    expect((await postLogin(browser, interaction, other)).status).toBe(200);
  });

  it('is refused from another origin before any check', async () => {
    const { browser, interaction } = await openForm();
    const right = { username: 'seller', password: demoPassword };
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      const answer = await postLogin(browser, interaction, right, headers);
      expect(answer.status).toBe(403);
    }
  });

  it('is refused as expired without the cookie of the interaction', async () => {
    const { interaction } = await openForm();
    const stranger = new Browser(running.origin);
    const right = { username: 'seller', password: demoPassword };
    const answer = await postLogin(stranger, interaction, right);
    expect(answer.status).toBe(410);
    expect(await answer.json()).toMatchObject({ error: 'interaction_expired' });

    const page = await stranger.fetch(`/oauth/interaction/${interaction}`);
    expect(page.status).toBe(410);
    expect(page.headers.get('content-type')).toContain('text/html');
  });
});

describe('the form without JavaScript', () => {
  async function postForm(browser: Browser, interaction: string, fields: Record<string, string>) {
    return browser.fetch(`/oauth/interaction/${interaction}/login`, {
      method: 'POST',
      // The headers that browsers send from a page with the policy `no-referrer`.
      headers: { origin: 'null', 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams(fields),
    });
  }

  it('redirects to the continuation', async () => {
    const { browser, interaction } = await openForm();
    const answer = await postForm(browser, interaction, {
      username: 'seller@demo.test',
      password: demoPassword,
      remember: 'true',
    });
    expect(answer.status).toBe(303);
    const end = await browser.fetch(locationOf(answer).href);
    expect(locationOf(end).searchParams.get('code')).toBeTruthy();
    expect(browser.cookie('seller_connect_identity')).toMatch(/expires=/i);
  });

  it('returns to the login screen with the error', async () => {
    const { browser, interaction } = await openForm();
    const answer = await postForm(browser, interaction, { username: 'form-name', password: 'x' });
    expect(answer.status).toBe(303);
    const back = locationOf(answer);
    expect(back.pathname).toBe('/oauth/authorize');
    expect(back.searchParams.get('interaction')).toBe(interaction);
    expect(back.searchParams.get('error')).toBe('invalid_credentials');
  });
});

describe('a session', () => {
  async function sessionRow(sub: string | undefined) {
    const [row] = await running.admin(
      `select expires_at, payload ->> 'loginTs' as login from identity.artifact
       where model = 'Session' and account_id = $1 order by created_at desc limit 1`,
      [sub],
    );
    const ends = row?.['expires_at'];
    return ends instanceof Date ? ends.getTime() / 1000 - Number(row?.['login']) : Number.NaN;
  }

  it('without "remember me" has a session cookie and ends after 12 hours', async () => {
    const { browser, tokens } = await signInForTokens(running.origin, { username: 'shop' });
    const cookie = browser.cookie('seller_connect_identity') ?? '';
    expect(cookie).toMatch(/httponly/i);
    expect(cookie).toMatch(/samesite=lax/i);
    expect(cookie).toMatch(/path=\//i);
    expect(cookie).not.toMatch(/expires=/i);
    expect(await sessionRow(decodeJwt(tokens.id_token).sub)).toBeCloseTo(12 * 3600, -1);
  });

  it('with "remember me" has a persistent cookie and idles for 7 days at most', async () => {
    const { browser, tokens } = await signInForTokens(running.origin, {
      username: 'staff',
      remember: true,
    });
    expect(browser.cookie('seller_connect_identity')).toMatch(/expires=/i);
    expect(await sessionRow(decodeJwt(tokens.id_token).sub)).toBeCloseTo(7 * 86_400, -1);
  });

  it('gets a new id at each sign-in, and the old one is revoked', async () => {
    const { browser } = await signInForTokens(running.origin);
    const before = browser.cookie('seller_connect_identity')?.split(';')[0];
    await signIn(browser, { request: authorizationRequest({ prompt: 'login' }) });
    const after = browser.cookie('seller_connect_identity')?.split(';')[0];
    expect(after).not.toBe(before);
    const silent = await fetch(
      new URL(authorizationRequest({ prompt: 'none' }).url, running.origin),
      { redirect: 'manual', headers: { cookie: before ?? '' } },
    );
    expect(locationOf(silent).searchParams.get('error')).toBe('login_required');
  });

  it('of a disabled account requires a sign-in, silently or not', async () => {
    const { browser } = await signInForTokens(running.origin, { username: 'shop' });
    await running.admin(
      "update identity.account set disabled_at = now() where email = 'shop@demo.test'",
    );
    try {
      const silent = await browser.fetch(authorizationRequest({ prompt: 'none' }).url);
      expect(locationOf(silent).searchParams.get('error')).toBe('login_required');
      const open = await browser.fetch(authorizationRequest().url);
      expect(locationOf(open).pathname).toMatch(/^\/oauth\/interaction\//);
    } finally {
      await running.admin('update identity.account set disabled_at = null');
    }
  });
});
