import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { EndedSignIns } from '../tokens/sessions.ts';
import {
  postJson,
  callApi,
  Browser,
  refreshTokens,
  signInForTokens,
  type Tokens,
} from '../testing/browser.ts';
import { registerAccount, readToken, emailsTo } from '../testing/emails.ts';
import { appOrigin, startIdentity } from '../testing/start-identity.ts';

const notified: { sub: string; ended: EndedSignIns }[] = [];
let fails = false;
const running = await startIdentity(
  {},
  {
    onSignInsEnded: async ({ sub }, ended) => {
      if (fails) throw new Error('the other domain is away');
      notified.push({ sub, ended });
    },
  },
);
afterAll(() => running.stop());
afterEach(() => {
  notified.length = 0;
  fails = false;
});

const password = 'bốn con mèo trên mái';
let accountNumber = 0;

async function somebody() {
  accountNumber += 1;
  const email = `ended-${accountNumber}@shop.test`;
  await registerAccount(running, new Browser(running.origin), { email, password });
  const signedIn = await signInForTokens(running.origin, { username: email, password });
  const { tokens } = signedIn;
  const token = await running.identity.verifyAccessToken(tokens.access_token);
  return { email, ...signedIn, sub: token?.sub, uid: token?.sessionUid ?? '' };
}

async function end(tokens: Tokens, path: string): Promise<void> {
  const answer = await callApi(running.origin, tokens, 'DELETE', `/users/me${path}`);
  expect(answer.ok).toBe(true);
}

const post = (tokens: Tokens, path: string, body: object = {}) =>
  callApi(running.origin, tokens, 'POST', `/users/me${path}`, body);

it('reports that a password change ended all other sign-ins', async () => {
  const { tokens, sub, uid } = await somebody();
  const newPassword = 'năm con vịt dưới ao';
  const answer = await post(tokens, '/password', { currentPassword: password, newPassword });
  expect(answer.ok).toBe(true);
  expect(notified).toEqual([{ sub, ended: { except: uid } }]);
});

it('reports that a password reset ended all sign-ins', async () => {
  const { email, sub } = await somebody();
  const browser = new Browser(running.origin);
  await postJson(browser, '/forgot-password', { email });
  const token = readToken((await emailsTo(running, email, 2))[0]);
  const body = { token, password: 'sáu con cá trong chậu' };
  expect((await postJson(browser, '/reset-password', body)).ok).toBe(true);
  expect(notified).toEqual([{ sub, ended: 'all' }]);
});

it('reports which sign-in was ended, and that all others were', async () => {
  const { email, tokens, sub, uid } = await somebody();
  const other = await signInForTokens(running.origin, { username: email, password });
  const { sessionUid } =
    (await running.identity.verifyAccessToken(other.tokens.access_token)) ?? {};
  await end(tokens, `/sessions/${sessionUid}`);
  await end(tokens, '/sessions');
  expect(notified).toEqual([
    { sub, ended: { only: sessionUid } },
    { sub, ended: { except: uid } },
  ]);
});

it('changes the password although the report fails', async () => {
  const { tokens } = await somebody();
  fails = true;
  const newPassword = 'năm con vịt dưới ao';
  const answer = await post(tokens, '/password', { currentPassword: password, newPassword });
  expect(answer.ok).toBe(true);
});

describe('sessions opened by a sign-in end', () => {
  it('after a sign-out with an ID token and after a confirmed one without', async () => {
    const first = await somebody();
    await first.browser.fetch(`/oauth/logout?id_token_hint=${first.tokens.id_token}`);
    expect(notified).toEqual([{ sub: first.sub, ended: { only: first.uid } }]);
    notified.length = 0;
    const second = await somebody();
    const page = await (await second.browser.fetch('/oauth/logout')).text();
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
    await second.browser.fetch('/oauth/logout/confirm', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
    });
    expect(notified).toEqual([{ sub: second.sub, ended: { only: second.uid } }]);
  });

  it.each(['refresh_token', 'access_token'] as const)(
    'after the revocation of the %s',
    async (kind) => {
      const { tokens, sub, uid } = await somebody();
      const answer = await fetch(`${running.origin}/oauth/revoke`, {
        method: 'POST',
        headers: { origin: appOrigin },
        body: new URLSearchParams({ client_id: 'seller-connect-web', token: tokens[kind] }),
      });
      expect(answer.status).toBe(200);
      expect(notified).toEqual([{ sub, ended: { only: uid } }]);
    },
  );

  it('after a refresh token was reused, and not after its first use', async () => {
    const { tokens, sub, uid } = await somebody();
    expect((await refreshTokens(running.origin, tokens.refresh_token)).status).toBe(200);
    expect(notified).toEqual([]);
    expect((await refreshTokens(running.origin, tokens.refresh_token)).status).toBe(400);
    expect(notified).toEqual([{ sub, ended: { only: uid } }]);
  });
});
