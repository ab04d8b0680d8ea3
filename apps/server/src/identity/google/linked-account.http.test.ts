import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  postJson,
  callApi,
  authorizationRequest,
  Browser,
  demoPassword,
  exchangeCode,
  locationOf,
  openLoginScreen,
  postLogin,
  readError,
  signInForTokens,
  readTokens,
  type Tokens,
} from '../testing/browser.ts';
import { connectClient } from '../../platform/database/connect-client.ts';
import { emailsTo, readToken } from '../testing/emails.ts';
import { recordNestedStatements } from '../testing/nested-statements.ts';
import { appOrigin, startIdentity } from '../testing/start-identity.ts';
import {
  demoShopEmail,
  postCallback,
  startGoogleLogin,
  newAccountEmail,
  readRedirect,
  startSandboxGoogle,
  type GoogleLogin,
} from './testing/google-login.ts';

const began: { sub: string; signInId: string }[] = [];
const google = await startSandboxGoogle();
const { nested, watch } = recordNestedStatements();
const running = await startIdentity(
  { GOOGLE_ISSUER: google.issuer },
  { onSignInStarted: async ({ sub }, signInId) => void began.push({ sub, signInId }), watch },
);
afterAll(async () => {
  await running.stop();
  await google.sandbox.stop();
});
beforeEach(async () => {
  await google.reset();
  await running.admin('delete from identity.external_identity');
  await running.admin('delete from identity.account where not is_demo');
  await running.admin('delete from identity.attempt_limit');
  await running.admin('delete from identity.known_browser');
  await running.admin('delete from platform.mailbox');
});

async function comeBack(visit: GoogleLogin, account: string): Promise<URL> {
  const code = await google.consent(account, visit.request);
  return readRedirect(await postCallback(visit.browser, { code, state: visit.state }));
}

/** Follows the continuation to the application's tokens. */
async function finish(visit: GoogleLogin, redirectTo: string | URL): Promise<Tokens> {
  const response = locationOf(await visit.browser.fetch(new URL(redirectTo).href));
  const code = response.searchParams.get('code') ?? '';
  return readTokens(await exchangeCode(running.origin, code, visit.verifier));
}

/** Links the demo's shop account to Google by its password, in one login. */
async function link(): Promise<Tokens> {
  const visit = await startGoogleLogin(running.origin);
  await comeBack(visit, demoShopEmail);
  const body = { username: 'shop@demo.test', password: demoPassword };
  const answer = await postLogin(visit.browser, visit.interaction, body);
  return finish(visit, await readRedirect(answer));
}

const call = (tokens: Tokens, method: string, path: string, body?: object) =>
  callAccount(tokens, method, `/google${path}`, body);
function callAccount(tokens: Tokens, method: string, path: string, body?: object) {
  const english = { 'accept-language': 'en' };
  return callApi(running.origin, tokens, method, `/users/me${path}`, body, english);
}
const links = () => running.admin('select * from identity.external_identity');

it('signs a new user in who comes back from two logins at once', async () => {
  const visits = [await startGoogleLogin(running.origin), await startGoogleLogin(running.origin)];
  const blocker = await connectClient({ connectionString: running.url });
  await blocker.query('begin; lock table identity.account in share mode');
  const redirects = Promise.all(visits.map((visit) => comeBack(visit, newAccountEmail)));
  // Both have found no account, and wait to create one.
  const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(() => running.admin(blocked)).toHaveLength(2);
  await blocker.end();
  const errors = (await redirects).map(({ searchParams }) => searchParams.get('error'));
  expect(errors).toEqual([null, null]);
  expect(await running.admin('select from identity.account where not is_demo')).toHaveLength(1);
  expect(await links()).toHaveLength(1);
});

describe('an account linked to Google', () => {
  it('notifies its owner by email of the link, and not of later logins', async () => {
    await link();
    const [sentEmail] = await emailsTo(running, 'shop@demo.test');
    expect(sentEmail?.subject).toBe('Tài khoản của bạn đã được liên kết với Google');
    const again = await startGoogleLogin(running.origin);
    await finish(again, await comeBack(again, demoShopEmail));
    const subjects = (await emailsTo(running, 'shop@demo.test', 2)).map(({ subject }) => subject);
    expect(subjects).toEqual(['Đăng nhập từ một trình duyệt mới', sentEmail?.subject]);
  });

  it('shows the link, and is unlinked with a fresh sign-in and the password, with an email', async () => {
    const tokens = await link();
    // Emails are sent in parallel; wait for the one about the link before the next one is composed.
    await emailsTo(running, 'shop@demo.test');
    expect(await (await call(tokens, 'GET', '')).json()).toEqual({
      link: { linkedAt: expect.any(String), lastUsedAt: expect.any(String) },
    });
    const wrong = await call(tokens, 'POST', '/removal', { currentPassword: 'not it at all' });
    expect(await readError(wrong)).toMatchObject({ statusCode: 422, error: 'wrong_password' });
    expect(await links()).toHaveLength(1);
    const done = await call(tokens, 'POST', '/removal', { currentPassword: demoPassword });
    expect(done.status).toBe(204);
    expect(await links()).toEqual([]);
    expect(await (await call(tokens, 'GET', '')).json()).toEqual({ link: null });
    const [sentEmail] = await emailsTo(running, 'shop@demo.test', 2);
    expect(sentEmail?.subject).toBe('Google was unlinked from your account');
    // The same Google account must prove the account again.
    const visit = await startGoogleLogin(running.origin);
    const back = await comeBack(visit, demoShopEmail);
    expect(back.searchParams.get('error')).toBe('google_prove');
    const twice = await call(tokens, 'POST', '/removal', { currentPassword: demoPassword });
    expect(twice.status).toBe(404);
  });

  it('is not unlinked without a fresh sign-in', async () => {
    const tokens = await link();
    await running.admin(
      `update identity.artifact set payload =
         jsonb_set(payload, '{loginTs}', to_jsonb((payload ->> 'loginTs')::bigint - 1000))
       where model = 'Session'`,
    );
    const answer = await call(tokens, 'POST', '/removal', { currentPassword: demoPassword });
    expect((await readError(answer)).error).toBe('fresh_sign_in_required');
    expect(await links()).toHaveLength(1);
  });

  it('without a password cannot unlink Google, its only way to sign in', async () => {
    const visit = await startGoogleLogin(running.origin);
    const tokens = await finish(visit, await comeBack(visit, newAccountEmail));
    const answer = await call(tokens, 'POST', '/removal', {});
    expect(await readError(answer)).toMatchObject({ statusCode: 409, error: 'password_needed' });
    expect(await links()).toHaveLength(1);
  });

  it('is not linked again by a login that was waiting for its password', async () => {
    const waiting = await startGoogleLogin(running.origin);
    await comeBack(waiting, demoShopEmail);
    const tokens = await link();
    await call(tokens, 'POST', '/removal', { currentPassword: demoPassword });
    const body = { username: 'shop@demo.test', password: demoPassword };
    expect((await postLogin(waiting.browser, waiting.interaction, body)).status).toBe(200);
    expect(await links()).toEqual([]);
  });

  it('shows its link only with a token', async () => {
    const { tokens } = await signInForTokens(running.origin, { username: 'seller' });
    expect(await (await call(tokens, 'GET', '')).json()).toEqual({ link: null });
    expect((await fetch(`${running.origin}/api/v1.0/users/me/google`)).status).toBe(401);
  });
});

describe('a password reset by email', () => {
  const newPassword = 'năm con vịt dưới ao';
  async function reset(email: string, more: object = {}): Promise<void> {
    const own = new Browser(running.origin);
    expect((await postJson(own, '/forgot-password', { email })).status).toBe(200);
    const sentEmail = (await emailsTo(running, email)).find(
      ({ subject }) => subject === 'Đặt lại mật khẩu',
    );
    const body = { token: readToken(sentEmail), password: newPassword, ...more };
    expect((await postJson(own, '/reset-password', body)).status).toBe(200);
  }

  it.each([
    ['unlinks a Google account that is not the authority for the email address', {}, 0],
    ['keeps the link when the user chooses so', { google: 'keep' }, 1],
  ])('%s', async (_name, more, left) => {
    const visit = await startGoogleLogin(running.origin);
    await finish(visit, await comeBack(visit, newAccountEmail));
    await reset(newAccountEmail, more);
    expect(await links()).toHaveLength(left);
    const [notice] = await emailsTo(running, newAccountEmail, 2);
    expect(notice?.text).toContain(left === 0 ? 'đã bị gỡ liên kết' : 'vẫn đăng nhập được');
    expect(notice?.text).toContain(`${appOrigin}/settings/account`);
  });

  it.each([
    ['keeps the link of one that is the authority, and says so', {}, 1],
    ['unlinks that too when the user chooses so', { google: 'remove' }, 0],
  ])('%s', async (_name, more, left) => {
    const [before] = await running.admin(
      "select password from identity.account where username = 'shop'",
    );
    await link();
    await reset('shop@demo.test', more);
    await running.admin("update identity.account set password = $1 where username = 'shop'", [
      before?.['password'],
    ]);
    expect(await links()).toHaveLength(left);
    const [notice] = await emailsTo(running, 'shop@demo.test', 3);
    expect(notice?.text).toContain(left === 0 ? 'đã bị gỡ liên kết' : 'vẫn đăng nhập được');
  });
});

it('a password change in the settings keeps the link, and the email says so', async () => {
  const visit = await startGoogleLogin(running.origin);
  const tokens = await finish(visit, await comeBack(visit, newAccountEmail));
  const body = { newPassword: 'sáu con gà trong vườn' };
  expect((await callAccount(tokens, 'POST', '/password', body)).status).toBe(204);
  expect(await links()).toHaveLength(1);
  const [notice] = await emailsTo(running, newAccountEmail);
  expect(notice?.text).toContain('A Google account can still sign in without the password.');
});

describe('a browser that signed in by Google', () => {
  it('is remembered: failed attempts from elsewhere do not lock its owner out', async () => {
    await link();
    const visit = await startGoogleLogin(running.origin);
    began.length = 0;
    const tokens = await finish(visit, await comeBack(visit, demoShopEmail));
    // Whatever Google's token opened elsewhere ends with this sign-in.
    const verified = await running.identity.verifyAccessToken(tokens.access_token);
    expect(began).toEqual([{ sub: verified?.sub, signInId: verified?.sessionUid }]);
    expect(visit.browser.cookie('seller_connect_browser')).toMatch(/httponly; samesite=lax/i);
    await running.admin('delete from identity.attempt_limit');
    await running.admin(
      `insert into identity.attempt_limit select sha256(convert_to(E'guesses\\nshop@demo.test\\n', 'UTF8')),
         500, now() + interval '20 days', now() + interval '20 days'`,
    );
    const body = { username: 'shop@demo.test', password: demoPassword };
    const attempt = async (browser: Browser) =>
      postLogin(browser, await openLoginScreen(browser, authorizationRequest().url), body);
    // The browser is signed in already, so the login screen has to be requested.
    const again = await openLoginScreen(
      visit.browser,
      authorizationRequest({ prompt: 'login' }).url,
    );
    expect((await postLogin(visit.browser, again, body)).status).toBe(200);
    expect((await attempt(new Browser(running.origin))).status).toBe(403);
  });
});

describe('"remember me" before the redirect to Google', () => {
  it.each([
    ['', false],
    ['?remember=true', true],
    ['?remember=false', false],
  ])('with "%s" makes the session persistent: %s', async (search, remembered) => {
    const visit = await startGoogleLogin(running.origin, new Browser(running.origin), search);
    await finish(visit, await comeBack(visit, newAccountEmail));
    const cookie = visit.browser.cookie('seller_connect_identity') ?? '';
    expect(/expires=/i.test(cookie)).toBe(remembered);
  });
});

describe('a browser inside another application', () => {
  it.each([
    'Mozilla/5.0 (Linux; Android 13; SM-A536E; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Zalo iOS/542 ZaloTheme/light ZaloLanguage/vn',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/490.0;FBLC/vi_VN]',
  ])('is not sent to Google, which would refuse it: %s', async (userAgent) => {
    const browser = new Browser(running.origin);
    const interaction = await openLoginScreen(browser, authorizationRequest().url);
    const path = `/oauth/interaction/${interaction}/google`;
    const refused = await browser.fetch(path, { headers: { 'user-agent': userAgent } });
    const back = locationOf(refused);
    expect(back.searchParams.get('error')).toBe('google_embedded');
    expect(locationOf(await browser.fetch(path)).origin).toBe(google.issuer);
  });
});

describe('spec 7: Google access tokens', () => {
  it('are limited to twenty a minute per IP address, without a call to Google beyond that', async () => {
    await link();
    const { access_token: good } = await google.tokens({ account: demoShopEmail });
    const caller = { address: '203.0.113.5', requestId: 'one' };
    expect(await running.identity.googleAccount(good, caller)).toMatchObject({
      sub: expect.any(String),
    });
    for (let each = 1; each < 20; each += 1) {
      await expect(running.identity.googleAccount('', caller)).rejects.toMatchObject({
        code: 'google_refused',
      });
    }
    const callsBefore = await google.callsTo('/tokeninfo');
    await expect(running.identity.googleAccount(good, caller)).rejects.toMatchObject({
      status: 429,
      code: 'rate_limited',
      details: { retryAfterSeconds: expect.any(Number) },
    });
    expect(await google.callsTo('/tokeninfo')).toBe(callsBefore);
    const elsewhere = { ...caller, address: '203.0.113.6' };
    expect(await running.identity.googleAccount(good, elsewhere)).toMatchObject({
      sub: expect.any(String),
    });
  });
});

it('awaits no statement on another connection in a transaction', () => {
  expect(nested).toEqual([]);
});
