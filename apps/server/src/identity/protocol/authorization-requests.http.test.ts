import { afterAll, describe, expect, it } from 'vitest';
import {
  authorizationRequest,
  Browser,
  locationOf,
  openLoginScreen,
  signInForTokens,
} from '../testing/browser.ts';
import { appOrigin, startIdentity } from '../testing/start-identity.ts';

// Trusts the proxy header, so that each test can use an address of its own.
const running = await startIdentity({ TRUSTED_PROXIES: '127.0.0.0/8, ::1' });
afterAll(() => running.stop());

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const form = (body: Record<string, string>, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { origin: 'https://elsewhere.example', ...headers },
  body: new URLSearchParams(body),
});
const stored = async (where = 'true') =>
  running.admin(`select * from identity.artifact where model = 'Interaction' and ${where}`);

describe('limits of authorization requests', () => {
  it('one IP address starts at most 120 logins a minute, then gets Retry-After', async () => {
    const statuses = new Map<number, number>();
    let last: Response | null = null;
    for (let round = 0; round < 13; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () =>
          new Browser(running.origin).fetch(authorizationRequest().url, from('203.0.113.7')),
        ),
      );
      for (const answer of answers) {
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        if (answer.status === 429) last = answer;
      }
    }
    expect(Object.fromEntries(statuses)).toEqual({ 303: 120, 429: 10 });
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await last?.text()).toContain('Quá nhiều yêu cầu đăng nhập');
    const other = await new Browser(running.origin).fetch(
      authorizationRequest().url,
      from('203.0.113.8'),
    );
    expect(other.status).toBe(303);

    // Silent requests are not limited; they store nothing when no user is signed in.
    const count = async () => (await running.admin('select 1 from identity.artifact')).length;
    const before = await count();
    const silent = authorizationRequest({ prompt: 'none' }).url;
    const answer = await new Browser(running.origin).fetch(silent, from('203.0.113.7'));
    expect(locationOf(answer).searchParams.get('error')).toBe('login_required');
    expect(await count()).toBe(before);
  });

  it.each([
    ['state', 513],
    ['nonce', 513],
    ['return_to', 2049],
    ['id_token_hint', 4097],
    ['login_hint', 1025],
  ])('%s of %i characters is refused and not stored', async (name, length) => {
    const before = (await stored()).length;
    const { url } = authorizationRequest({ [name]: 'x'.repeat(length) });
    const answer = await new Browser(running.origin).fetch(url, from('203.0.113.9'));
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(await answer.text()).not.toContain('xxx');
    expect((await stored()).length).toBe(before);
  });

  it('a refusal is in the language of the request', async () => {
    const { url } = authorizationRequest({ state: 'x'.repeat(513), ui_locales: 'en' });
    const answer = await new Browser(running.origin).fetch(url, from('203.0.113.13'));
    expect(await answer.text()).toContain('We can’t complete this request');
  });

  it('the limits cover what follows a second question mark', async () => {
    const before = (await stored()).length;
    const { url } = authorizationRequest({ state: 'x'.repeat(513) });
    const answer = await new Browser(running.origin).fetch(
      url.replace('?', '?return_to=/orders?page=2&'),
      from('203.0.113.12'),
    );
    expect(answer.status).toBe(400);
    expect((await stored()).length).toBe(before);
  });

  it('an interaction is deleted when it expires, a code a day later', async () => {
    const browser = new Browser(running.origin);
    await browser.fetch(authorizationRequest().url, from('203.0.113.10'));
    await signInForTokens(running.origin);
    expect((await stored()).length).toBeGreaterThan(0);
    const codes = () =>
      running.admin(`select * from identity.artifact where model = 'AuthorizationCode'`);
    const kept = (await codes()).length;
    expect(kept).toBeGreaterThan(0);
    await running.identity.maintain(new Date(Date.now() + 2 * 3_600_000));
    expect(await stored()).toEqual([]);
    expect((await codes()).length).toBe(kept);
  });
});

describe('spec 7: the endpoints accept form posts (Core 3.1.2.1, RP-Initiated Logout 2)', () => {
  const parametersOf = (url: string) =>
    Object.fromEntries(new URL(url, running.origin).searchParams);

  it('a posted authorization request continues as the same request by GET', async () => {
    const { browser } = await signInForTokens(running.origin);
    const { url } = authorizationRequest({ prompt: 'none' });
    const posted = await browser.fetch('/oauth/authorize', form(parametersOf(url)));
    expect(posted.status).toBe(303);
    const next = locationOf(posted);
    expect(parametersOf(next.href)).toEqual(parametersOf(url));
    const answer = await browser.fetch(next.href);
    expect(locationOf(answer).searchParams.get('code')).toBeTruthy();
  });

  it('a posted logout ends the session of its ID token', async () => {
    const { browser, tokens } = await signInForTokens(running.origin);
    const posted = await browser.fetch(
      '/oauth/logout',
      form({ id_token_hint: tokens.id_token, post_logout_redirect_uri: appOrigin }),
    );
    expect(posted.status).toBe(303);
    const ended = await browser.fetch(locationOf(posted).href);
    expect(locationOf(ended).origin).toBe(appOrigin);
    expect(await running.identity.verifyAccessToken(tokens.access_token)).toBeNull();
  });

  it('a posted logout without a hint asks for confirmation, like a link', async () => {
    const { browser, tokens } = await signInForTokens(running.origin);
    const posted = await browser.fetch('/oauth/logout', form({ client_id: 'seller-connect-web' }));
    const page = await browser.fetch(locationOf(posted).href);
    expect(page.status).toBe(200);
    expect(await running.identity.verifyAccessToken(tokens.access_token)).not.toBeNull();
  });

  it('other content types and oversized forms are refused', async () => {
    const browser = new Browser(running.origin);
    const json = await browser.fetch('/oauth/authorize', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(json.status).toBe(415);
    const large = await browser.fetch('/oauth/logout', form({ state: 'x'.repeat(600) }));
    expect(large.status).toBe(400);
  });
});

it('login_hint reaches the login screen, which fills in the username', async () => {
  const browser = new Browser(running.origin);
  const first = await browser.fetch(authorizationRequest({ login_hint: 'lan@shop.vn' }).url);
  const screen = locationOf(await browser.fetch(first.headers.get('location') ?? ''));
  expect(screen.searchParams.get('login_hint')).toBe('lan@shop.vn');
  expect(
    await openLoginScreen(new Browser(running.origin), authorizationRequest().url),
  ).toBeTruthy();
});
