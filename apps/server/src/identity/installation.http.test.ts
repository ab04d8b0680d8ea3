import { Writable } from 'node:stream';
import { decodeJwt } from 'jose';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import {
  authorizationRequest,
  Browser,
  demoPassword,
  exchangeCode,
  locationOf,
  openLoginScreen,
  postLogin,
  signIn,
  signInForTokens,
  readTokens,
} from './testing/browser.ts';
import { startIdentity, type TestIdentity } from './testing/start-identity.ts';

let running: TestIdentity;
afterEach(() => running.stop());

describe('an installation behind https', () => {
  const origin = 'https://id.example.com';
  const app = 'https://app.example.com';

  it('uses __Host- cookies and URLs of its own origin', async () => {
    running = await startIdentity({ IDENTITY_ORIGIN: origin, APP_ORIGIN: app });
    const browser = new Browser(origin, running.origin);
    const request = authorizationRequest({ redirect_uri: `${app}/` });
    const { response } = await signIn(browser, { request, remember: true });
    expect(response.origin).toBe(app);
    expect(response.searchParams.get('iss')).toBe(origin);

    const session = browser.cookie('__Host-seller_connect_identity') ?? '';
    expect(session).toMatch(/path=\/;/i);
    expect(session).toMatch(/secure/i);
    expect(session).toMatch(/httponly/i);
    expect(session).not.toMatch(/domain=/i);
    const interaction = browser.cookie('__Secure-seller_connect_interaction') ?? '';
    expect(interaction).toMatch(/path=\/oauth\/interaction\//i);
    expect(interaction).toMatch(/secure/i);
  });

  it('sends HSTS, on pages of the protocol too', async () => {
    running = await startIdentity({ IDENTITY_ORIGIN: origin, APP_ORIGIN: app });
    for (const path of ['/healthz', '/oauth/logout', authorizationRequest().url, '/nowhere']) {
      const { headers } = await fetch(new URL(path, running.origin), { redirect: 'manual' });
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
      expect(headers.get('permissions-policy')).toContain('camera=()');
    }
    await running.restart({ IDENTITY_ORIGIN: running.origin, APP_ORIGIN: 'http://localhost:9' });
    const plain = await fetch(new URL('/healthz', running.origin));
    expect(plain.headers.get('strict-transport-security')).toBeNull();
  });
});

describe('an installation behind a proxy', () => {
  it.each([
    [{ TRUSTED_PROXIES: '127.0.0.0/8, ::1' }, [401, 401, 401, 401, 401, 429, 401]],
    [{}, [401, 401, 401, 401, 401, 429, 429]],
  ])('trusts the forwarded IP address of a named proxy only: %j', async (env, expected) => {
    running = await startIdentity(env);
    const browser = new Browser(running.origin);
    const interaction = await openLoginScreen(browser, authorizationRequest().url);
    const statuses: number[] = [];
    const addresses = Array.from({ length: 6 }, () => '203.0.113.1');
    for (const address of [...addresses, '203.0.113.2']) {
      const guess = { username: 'guessed', password: 'x' };
      const forwarded = { 'x-forwarded-for': address };
      statuses.push((await postLogin(browser, interaction, guess, forwarded)).status);
    }
    expect(statuses).toEqual(expected);
  });
});

describe('the security log', () => {
  it('records each event with actor, result and reason, and without secrets', async () => {
    const lines: string[] = [];
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    running = await startIdentity({}, { log: pino({ level: 'trace' }, sink) });
    const wrong = new Browser(running.origin);
    const interaction = await openLoginScreen(wrong, authorizationRequest().url);
    const typed = 'mistyped-Password-here';
    await postLogin(wrong, interaction, { username: 'seller@demo.test', password: typed });
    await postLogin(wrong, interaction, { username: 'typed-as-name', password: typed });

    const browser = new Browser(running.origin);
    const { response, request } = await signIn(browser);
    const code = response.searchParams.get('code') ?? '';
    const tokens = await readTokens(await exchangeCode(running.origin, code, request.verifier));
    await exchangeCode(running.origin, code, request.verifier);
    const { sub } = decodeJwt(tokens.id_token);

    const security: unknown[] = lines.map((line) => JSON.parse(line).security).filter(Boolean);
    for (const expected of [
      { event: 'sign_in', result: 'failed', reason: 'wrong_password', actor: sub },
      { event: 'sign_in', result: 'failed', reason: 'unknown_name', actor: null },
      { event: 'sign_in', result: 'succeeded', reason: 'password', actor: sub },
      { event: 'authorization', result: 'succeeded', reason: 'code', actor: sub },
      { event: 'token', result: 'succeeded', reason: 'authorization_code', actor: sub },
      { event: 'token', result: 'refused', reason: expect.stringContaining('already consumed') },
    ]) {
      expect(security).toContainEqual(expect.objectContaining(expected));
    }
    const all = lines.join('');
    const secrets = [typed, 'typed-as-name', demoPassword, code, request.verifier];
    for (const secret of [...secrets, tokens.access_token, tokens.refresh_token, tokens.id_token]) {
      expect(all).not.toContain(secret);
    }
  });
});

describe('two users of one browser', () => {
  it('replace each other: the first is signed out before the second signs in', async () => {
    running = await startIdentity();
    const { browser, tokens } = await signInForTokens(running.origin, { username: 'seller' });
    const request = authorizationRequest({ prompt: 'login' });
    const interaction = await openLoginScreen(browser, request.url);
    const answer = await postLogin(browser, interaction, {
      username: 'shop',
      password: demoPassword,
    });
    const { redirectTo } = JSON.parse(await answer.text());
    // A page that submits itself ends the first session; only its script's hash is allowed.
    const page = await browser.fetch(redirectTo);
    const html = await page.text();
    expect(page.headers.get('content-security-policy')).toMatch(/script-src [^;]*'sha256-/);
    const fields = [...html.matchAll(/name="([^"]+)" value="([^"]+)"/g)].map(
      ([, name = '', value = '']): [string, string] => [name, value],
    );
    const ended = await browser.fetch('/oauth/logout/confirm', {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    expect(await running.identity.verifyAccessToken(tokens.access_token)).toBeNull();
    const end = await browser.fetch(locationOf(ended).href);
    const code = locationOf(end).searchParams.get('code') ?? '';
    const second = await readTokens(await exchangeCode(running.origin, code, request.verifier));
    expect(decodeJwt(second.id_token)['email']).toBe('shop@demo.test');
  });
});
