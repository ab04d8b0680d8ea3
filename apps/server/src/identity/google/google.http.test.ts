import { decodeJwt } from 'jose';
import { pino } from 'pino';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  authorizationRequest,
  Browser,
  demoPassword,
  exchangeCode,
  locationOf,
  openLoginScreen,
  postLogin,
  readError,
  readTokens,
} from '../testing/browser.ts';
import { appOrigin, startIdentity } from '../testing/start-identity.ts';
import {
  demoShopEmail,
  postCallback,
  startGoogleLogin,
  newAccountEmail,
  readRedirect,
  startSandboxGoogle,
  unverifiedEmail,
  type GoogleLogin,
} from './testing/google-login.ts';

const lines: string[] = [];

const google = await startSandboxGoogle();
const running = await startIdentity(
  { GOOGLE_ISSUER: google.issuer },
  { log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }) },
);
afterAll(async () => {
  await running.stop();
  await google.sandbox.stop();
});
beforeEach(async () => {
  await google.reset();
  await running.admin('delete from identity.external_identity');
  await running.admin('delete from identity.account where not is_demo');
});

const leave = (browser?: Browser) => startGoogleLogin(running.origin, browser);

/** Consents at Google with this account and posts the code to the callback. */
async function comeBack(visit: GoogleLogin, account = newAccountEmail): Promise<Response> {
  const code = await google.consent(account, visit.request);
  return postCallback(visit.browser, { code, state: visit.state });
}

/** Follows the continuation to the application's tokens and returns the claims of the ID token. */
async function finish(visit: GoogleLogin, redirectTo: URL) {
  const response = locationOf(await visit.browser.fetch(redirectTo.href));
  expect(`${response.origin}${response.pathname}`).toBe(`${appOrigin}/`);
  const code = response.searchParams.get('code') ?? '';
  const tokens = await readTokens(await exchangeCode(running.origin, code, visit.verifier));
  return decodeJwt(tokens.id_token);
}

async function signInAs(account: string) {
  const visit = await leave();
  return finish(visit, await readRedirect(await comeBack(visit, account)));
}

const links = () => running.admin('select * from identity.external_identity');
const accounts = () => running.admin('select * from identity.account where not is_demo');

describe('the redirect to Google', () => {
  it('spec 2: carries state, nonce and S256, the redirect URI of the application, and no secret', async () => {
    const { request, browser, state } = await leave();
    expect(request.origin).toBe(google.issuer);
    expect(Object.fromEntries(request.searchParams)).toMatchObject({
      redirect_uri: `${appOrigin}/oauth/callback/google`,
      response_type: 'code',
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(request.href).not.toContain('GOCSPX');
    const cookie = browser.cookie(`seller_connect_google_${state.slice(0, 16)}`) ?? '';
    expect(cookie).toMatch(/Path=\/oauth\/google; HttpOnly; SameSite=Lax; Max-Age=600$/);
    expect(request.href).not.toContain(cookie.split(/[=;]/)[1]);
  });

  it('returns to the login screen with a reason when Google is unreachable', async () => {
    const broken = await startIdentity({ GOOGLE_ISSUER: 'http://localhost:9' });
    const browser = new Browser(broken.origin);
    const interaction = await openLoginScreen(browser, authorizationRequest().url);
    const answer = await browser.fetch(`/oauth/interaction/${interaction}/google`);
    const back = locationOf(answer);
    expect(back.searchParams.get('error')).toBe('google_unavailable');
    expect(back.searchParams.get('interaction')).toBe(interaction);
    await broken.stop();
  });

  it('starts only in the browser of the login', async () => {
    const { interaction } = await leave();
    const other = new Browser(running.origin);
    const answer = await other.fetch(`/oauth/interaction/${interaction}/google`);
    expect(locationOf(answer).pathname).toBe(`/oauth/interaction/${interaction}`);
  });
});

describe('the callback', () => {
  it('creates an account for a new user and finds it the next time', async () => {
    const first = await signInAs(newAccountEmail);
    expect(first).toMatchObject({
      email: newAccountEmail,
      email_verified: true,
      name: 'Nguyễn Thu Hà',
      roles: ['seller'],
    });
    expect((await signInAs(newAccountEmail)).sub).toBe(first.sub);
    expect(await accounts()).toMatchObject([
      { privacy_version: '2026-11-24', privacy_accepted_at: expect.any(Date) },
    ]);
    expect(await links()).toMatchObject([
      { issuer: google.issuer, subject: '110169484474386270001', account_id: first.sub },
    ]);
  });

  it('spec 7: returns the access token for POST /auth/google_login, which opens the same account', async () => {
    const visit = await leave();
    const answer = await comeBack(visit);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { accessToken, redirectTo } = Value.Parse(
      Type.Object({ accessToken: Type.String(), redirectTo: Type.String() }),
      await answer.json(),
    );
    const { sub } = await finish(visit, new URL(redirectTo));
    const caller = { address: '203.0.113.1', requestId: 'r-1' };
    expect(await running.identity.googleAccount(accessToken, caller)).toMatchObject({ sub });
    expect(lines.join('')).not.toContain(accessToken);
  });

  it('returns no access token while the login is not complete', async () => {
    await google.options({ idTokenClaims: { email: demoShopEmail } });
    const answer = await comeBack(await leave());
    expect(Object.keys(Object(await answer.json()))).toEqual(['redirectTo']);
  });

  it('opens the identity session too', async () => {
    const visit = await leave();
    await finish(visit, await readRedirect(await comeBack(visit)));
    const silent = authorizationRequest({ prompt: 'none' });
    const answer = locationOf(await visit.browser.fetch(silent.url));
    expect(answer.searchParams.get('code')).toBeTruthy();
  });

  it('follows the subject, not the email address', async () => {
    const { sub } = await signInAs(newAccountEmail);
    await google.options({ idTokenClaims: { email: 'new.address@thudientu.test' } });
    expect((await signInAs(newAccountEmail)).sub).toBe(sub);
    // Another Google account that now has the address is another user.
    await google.options({ idTokenClaims: { sub: '110169484474386279999' } });
    const visit = await leave();
    const back = await readRedirect(await comeBack(visit));
    expect(back.searchParams.get('error')).toBe('google_prove');
  });

  it('accepts exactly one of eight parallel callbacks', async () => {
    const visit = await leave();
    const code = await google.consent(newAccountEmail, visit.request);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => postCallback(visit.browser, { code, state: visit.state })),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(await accounts()).toHaveLength(1);
  });

  it('returns to the login screen with a reason after a cancelled sign-in', async () => {
    const visit = await leave();
    const answer = await postCallback(visit.browser, {
      error: 'access_denied',
      state: visit.state,
    });
    const back = await readRedirect(answer);
    expect(back.pathname).toBe('/oauth/authorize');
    expect(back.searchParams.get('error')).toBe('google_cancelled');
    const login = { username: 'seller@demo.test', password: demoPassword };
    expect((await postLogin(visit.browser, visit.interaction, login)).status).toBe(200);
  });

  it('refuses an email address that Google has not verified', async () => {
    const refusal = await readError(await comeBack(await leave(), unverifiedEmail));
    expect(refusal).toMatchObject({ statusCode: 422, error: 'google_email_unverified' });
    expect(await accounts()).toEqual([]);
  });

  it('refuses a closed account', async () => {
    await signInAs(newAccountEmail);
    await running.admin('update identity.account set disabled_at = now() where not is_demo');
    const refusal = await readError(await comeBack(await leave()));
    expect(refusal).toMatchObject({ statusCode: 422, error: 'google_account_closed' });
  });
});

describe('an email address with an existing account', () => {
  async function ask() {
    const visit = await leave();
    const back = await readRedirect(await comeBack(visit, demoShopEmail));
    expect(back.searchParams.get('error')).toBe('google_prove');
    expect(back.searchParams.get('interaction')).toBe(visit.interaction);
    return visit;
  }
  const login = (visit: GoogleLogin, username: string) =>
    postLogin(visit.browser, visit.interaction, { username, password: demoPassword });

  it('is linked once its password was entered in the same login', async () => {
    const visit = await ask();
    expect(await links()).toEqual([]);
    await finish(visit, await readRedirect(await login(visit, 'shop@demo.test')));
    const claims = await signInAs(demoShopEmail);
    expect(claims['email']).toBe('shop@demo.test');
    expect(await links()).toMatchObject([{ account_id: claims.sub }]);
  });

  it('is never linked by address alone, by another account, or in another login', async () => {
    const visit = await ask();
    expect((await login(visit, 'seller@demo.test')).status).toBe(200);
    expect(await links()).toEqual([]);
    await ask();
    const other = new Browser(running.origin);
    const interaction = await openLoginScreen(other, authorizationRequest().url);
    const given = { username: 'shop@demo.test', password: demoPassword };
    expect((await postLogin(other, interaction, given)).status).toBe(200);
    expect(await links()).toEqual([]);
  });

  it('is not linked by a wrong password, but by the right one after it', async () => {
    const visit = await ask();
    const wrong = { username: 'shop@demo.test', password: 'not-the-password' };
    expect((await postLogin(visit.browser, visit.interaction, wrong)).status).toBe(401);
    expect(await links()).toEqual([]);
    expect((await login(visit, 'shop@demo.test')).status).toBe(200);
    expect(await links()).toHaveLength(1);
  });
});

describe('a state', () => {
  const refusedFor = async (answer: Promise<Response>) => (await readError(await answer)).error;

  it('works once', async () => {
    const visit = await leave();
    expect((await comeBack(visit)).status).toBe(200);
    expect(await refusedFor(comeBack(visit))).toBe('google_state');
  });

  it('works in its own browser only', async () => {
    const attacker = await leave();
    const victim = await leave();
    const code = await google.consent(newAccountEmail, attacker.request);
    const answer = postCallback(victim.browser, { code, state: attacker.state });
    expect(await refusedFor(answer)).toBe('google_state');
    // The rejected call did not consume the attempt.
    expect((await comeBack(attacker)).status).toBe(200);
  });

  it.each([undefined, '', 'short', 'A'.repeat(43), 'x'.repeat(150)])(
    'is not accepted as "%s"',
    async (state) => {
      const visit = await leave();
      const answer = postCallback(visit.browser, {
        code: 'any',
        ...(state !== undefined && { state }),
      });
      expect(await refusedFor(answer)).toBe('google_state');
    },
  );

  it('expires after ten minutes', async () => {
    const visit = await leave();
    await running.admin(
      `update identity.google_attempt set expires_at = now() - interval '1 second'`,
    );
    expect(await refusedFor(comeBack(visit))).toBe('google_expired');
  });

  it('of one tab does not end that of another', async () => {
    const browser = new Browser(running.origin);
    const [first, second] = [await leave(browser), await leave(browser)];
    expect((await comeBack(second)).status).toBe(200);
    expect((await comeBack(first)).status).toBe(200);
  });

  it('is refused once its login is over', async () => {
    const visit = await leave();
    await running.admin(`delete from identity.artifact where model = 'Interaction'`);
    expect(await refusedFor(comeBack(visit))).toBe('interaction_expired');
  });
});

describe('the response of Google', () => {
  it.each([
    ['signed by another key', { idTokenSignature: 'forged' }],
    ['not signed', { idTokenSignature: 'none' }],
    ['for another audience', { idTokenClaims: { aud: 'another-client' } }],
    ['authorized for another party', { idTokenClaims: { azp: 'another-client' } }],
    ['from another issuer', { idTokenClaims: { iss: 'https://accounts.evil.test' } }],
    ['for another login', { idTokenClaims: { nonce: 'another-nonce' } }],
    ['for no login', { idTokenClaims: { nonce: null } }],
    ['without a subject', { idTokenClaims: { sub: null } }],
    ['with an empty subject', { idTokenClaims: { sub: '' } }],
    ['expired', { idTokenSeconds: -120 }],
    ['issued in the future', { idTokenClaims: { iat: 4_000_000_000, exp: 4_000_003_600 } }],
    ['older than a day', { idTokenClaims: { iat: 1_600_000_000 } }],
  ])('is refused when it is %s', async (_what, options) => {
    const visit = await leave();
    await google.options(options);
    const refusal = await readError(await comeBack(visit));
    expect(refusal).toMatchObject({ statusCode: 401, error: 'google_refused' });
    // The problem links back to the login it happened in.
    expect(refusal.details?.['signIn']).toContain(`interaction=${visit.interaction}`);
    expect(await accounts()).toEqual([]);
  });

  it('is refused for a used code and for a code of another request', async () => {
    const [first, second] = [await leave(), await leave()];
    const code = await google.consent(newAccountEmail, first.request);
    const stolen = postCallback(second.browser, { code, state: second.state });
    expect((await readError(await stolen)).error).toBe('google_refused');
    const spent = postCallback(first.browser, { code, state: first.state });
    expect((await readError(await spent)).error).toBe('google_refused');
  });

  it.each([
    ['answers 503', { kind: 'http_5xx', code: '503' }],
    ['throttles', { kind: 'throttle' }],
    ['drops the connection', { kind: 'drop_connection' }],
    ['sends a truncated response', { kind: 'broken_json' }],
  ])('is requested once for a code and retryable when it %s', async (_what, fault) => {
    const visit = await leave();
    await google.fault({ ...fault, path: '/token' });
    const answer = await comeBack(visit);
    expect(await readError(answer)).toMatchObject({ statusCode: 503, error: 'google_unavailable' });
    expect(await google.callsTo('/token')).toBe(1);
  });
});

describe('the callback endpoint', () => {
  it('accepts the origin of the application only, with credentials', async () => {
    const visit = await leave();
    const body = { code: 'any', state: visit.state };
    for (const origin of ['https://evil.test', 'null', running.origin]) {
      const answer = await postCallback(visit.browser, body, { origin });
      expect(answer.status).toBe(403);
      expect(answer.headers.has('access-control-allow-origin')).toBe(false);
    }
    const answer = await comeBack(visit);
    expect(answer.headers.get('access-control-allow-origin')).toBe(appOrigin);
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
  });

  it('answers preflights and accepts neither forms nor text', async () => {
    const address = new URL('/oauth/google/callback', running.origin);
    const preflight = (origin: string) =>
      fetch(address, { method: 'OPTIONS', headers: { origin } });
    expect((await preflight(appOrigin)).status).toBe(204);
    expect((await preflight('https://evil.test')).status).toBe(403);
    for (const type of ['application/x-www-form-urlencoded', 'text/plain']) {
      const headers = { origin: appOrigin, 'content-type': type };
      const answer = await fetch(address, { method: 'POST', headers, body: 'state=x&code=y' });
      expect(answer.status).toBe(415);
    }
  });

  it('logs no code, state, token or secret', async () => {
    lines.length = 0;
    const visit = await leave();
    const code = await google.consent(newAccountEmail, visit.request);
    await google.fault({ kind: 'broken_json', path: '/token', count: 1 });
    await postCallback(visit.browser, { code, state: visit.state });
    await google.options({ idTokenSignature: 'forged' });
    const second = await leave();
    const spent = await google.consent(newAccountEmail, second.request);
    await postCallback(second.browser, { code: spent, state: second.state });
    const log = lines.join('\n');
    expect(log).toContain('google_sign_in');
    for (const secret of [
      code,
      spent,
      visit.state,
      second.state,
      'GOCSPX',
      'ya29',
      'eyJ',
      newAccountEmail,
    ]) {
      expect(log).not.toContain(secret);
    }
  });
});
