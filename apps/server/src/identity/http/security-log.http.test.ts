import { decodeJwt } from 'jose';
import { pino } from 'pino';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { Problem } from '../../platform/http/problem.ts';
import {
  demoShopEmail,
  postCallback,
  startGoogleLogin,
  newAccountEmail,
  readRedirect,
  startSandboxGoogle,
} from '../google/testing/google-login.ts';
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
  refreshTokens,
  signIn,
  readTokens,
  type Tokens,
} from '../testing/browser.ts';
import { emailsTo, registerAccount, readToken } from '../testing/emails.ts';
import { startIdentity } from '../testing/start-identity.ts';

/** A line of the security log: event, result, reason and the account concerned. */
type Line = [event: string, result: string, reason: unknown, actor: unknown];

const password = 'bốn con mèo trên mái';
const newPassword = 'năm con vịt dưới ao';
const administrator = 'head@shop.test';
const lines: string[] = [];
/** Values that must not appear in the log; tests add the secrets they receive. */
const secrets = new Set([password, newPassword, demoPassword]);
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });

let staysOwner = false;
const google = await startSandboxGoogle();
const env = { GOOGLE_ISSUER: google.issuer, ADMINISTRATOR_EMAIL: administrator };
const running = await startIdentity(env, {
  log,
  beforeRemoval: async () => {
    if (staysOwner) throw new Problem(409, 'last_owner', { vi: 'Chưa được.', en: 'Not yet.' });
  },
});
afterAll(async () => {
  await running.stop();
  await google.sandbox.stop();
});
beforeEach(async () => {
  await running.admin('delete from identity.attempt_limit');
  lines.length = 0;
});

/** Records the cookies it receives as secrets. */
class Watched extends Browser {
  override async fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const answer = await super.fetch(address, init);
    for (const header of answer.headers.getSetCookie()) {
      const value = /^[^=]+=([^;]{16,})/.exec(header)?.[1];
      if (value !== undefined) secrets.add(value);
    }
    return answer;
  }
}
const browser = () => new Watched(running.origin);
const subOf = (tokens: Tokens) => decodeJwt(tokens.id_token).sub ?? '';

async function tokensFor(response: URL, verifier: string): Promise<Tokens> {
  const code = response.searchParams.get('code') ?? '';
  const tokens = await readTokens(await exchangeCode(running.origin, code, verifier));
  for (const each of [code, verifier, tokens.access_token, tokens.refresh_token, tokens.id_token])
    secrets.add(each);
  return tokens;
}
async function enter(username: string, typed = password, own = browser()) {
  const { response, request } = await signIn(own, { username, password: typed });
  const tokens = await tokensFor(response, request.verifier);
  const code = response.searchParams.get('code') ?? '';
  return { own, tokens, sub: subOf(tokens), code, verifier: request.verifier };
}
let accountNumber = 0;
async function somebody() {
  accountNumber += 1;
  const email = `logged-${accountNumber}@shop.test`;
  await registerAccount(running, browser(), { email, password });
  return { email, ...(await enter(email)) };
}
async function secretFor(email: string, count: number): Promise<string> {
  const secret = readToken((await emailsTo(running, email, count))[0]);
  secrets.add(secret);
  return secret;
}
async function attempt(username: string, typed: string, own = browser()) {
  const interaction = await openLoginScreen(own, authorizationRequest().url);
  return postLogin(own, interaction, { username, password: typed });
}
const call = (tokens: Tokens, method: string, path: string, body?: object) =>
  callApi(running.origin, tokens, method, `/users/${path}`, body);
async function atGoogle(account: string) {
  const visit = await startGoogleLogin(running.origin, browser());
  const code = await google.consent(account, visit.request);
  secrets.add(code).add(visit.state);
  const back = await readRedirect(await postCallback(visit.browser, { code, state: visit.state }));
  return { ...visit, back };
}
const idOf = async (email: string) => {
  const rows = await running.admin('select id from identity.account where email_key = $1', [email]);
  return rows[0]?.['id'];
};

const cases: [what: string, provoke: () => Promise<Line[]>][] = [
  [
    'a sign-in',
    async () => {
      const { email, sub } = await somebody();
      await attempt(email, 'mistyped-Password-here');
      secrets.add('mistyped-Password-here').add('typed-as-a-name');
      await attempt('typed-as-a-name', password);
      await running.admin('update identity.account set disabled_at = now() where id = $1', [sub]);
      await attempt(email, password);
      for (let each = 0; each < 6; each += 1) await attempt('someone', 'mistyped-Password-here');
      return [
        ['register', 'succeeded', 'email_queued', null],
        ['verify_email', 'succeeded', 'account_created', sub],
        ['sign_in', 'succeeded', 'password', sub],
        ['authorization', 'succeeded', 'code', sub],
        ['token', 'succeeded', 'authorization_code', sub],
        ['sign_in', 'failed', 'wrong_password', sub],
        ['sign_in', 'failed', 'unknown_name', null],
        ['sign_in', 'failed', 'disabled', sub],
        ['sign_in', 'refused', 'rate_limited', null],
      ];
    },
  ],
  [
    'an unlock',
    async () => {
      const { email, sub } = await somebody();
      await running.admin(
        `insert into identity.attempt_limit select sha256(convert_to(E'guesses\\n' || $1 || E'\\n', 'UTF8')),
           500, now() + interval '20 days', now() + interval '20 days'
         on conflict (key) do update set attempts = 500, blocked_until = excluded.blocked_until`,
        [email],
      );
      await attempt(email, password);
      const token = await secretFor(email, 2);
      for (const each of [token, token]) await postJson(browser(), '/unlock', { token: each });
      return [
        ['sign_in', 'refused', 'guessed_at_too_often', sub],
        ['unlock', 'succeeded', 'email', sub],
        ['unlock', 'failed', 'link_expired', null],
      ];
    },
  ],
  [
    'a registration',
    async () => {
      const privacy = '2026-11-24';
      const body = { name: 'Phạm Thu Hà', email: 'newly@shop.test', password, privacy };
      await postJson(browser(), '/register', { ...body, privacy: 'outdated' });
      await postJson(browser(), '/register', { ...body, password: 'matkhaumatkhau2026' });
      secrets.add('matkhaumatkhau2026');
      await postJson(browser(), '/register', body);
      const token = await secretFor(body.email, 1);
      await postJson(browser(), '/verify-email', { token, password: newPassword });
      await postJson(browser(), '/verify-email', { token, password });
      await postJson(browser(), '/verify-email', { token: 'x' });
      for (let each = 0; each < 4; each += 1) await postJson(browser(), '/register', body);
      return [
        ['register', 'refused', 'privacy_outdated', null],
        ['register', 'refused', 'password_common', null],
        ['register', 'succeeded', 'email_queued', null],
        ['verify_email', 'failed', 'wrong_password', null],
        ['verify_email', 'succeeded', 'account_created', await idOf(body.email)],
        ['verify_email', 'failed', 'link_expired', null],
        ['register', 'refused', 'rate_limited', null],
      ];
    },
  ],
  [
    'a password reset',
    async () => {
      const { email, sub } = await somebody();
      await running.admin('delete from identity.attempt_limit');
      await postJson(browser(), '/forgot-password', { email });
      const token = await secretFor(email, 2);
      for (const typed of ['too short', newPassword, newPassword])
        await postJson(browser(), '/reset-password', { token, password: typed });
      for (let each = 0; each < 5; each += 1)
        await postJson(browser(), '/forgot-password', { email });
      return [
        ['forgot_password', 'succeeded', 'email_queued', null],
        ['reset_password', 'refused', 'password_too_short', sub],
        ['reset_password', 'succeeded', 'email', sub],
        ['reset_password', 'failed', 'link_expired', null],
        ['forgot_password', 'refused', 'rate_limited', null],
      ];
    },
  ],
  [
    'a change of the own account',
    async () => {
      const { email, sub, tokens, own } = await somebody();
      const other = await enter(email);
      const change = (currentPassword: string, next: string) =>
        call(tokens, 'POST', 'me/password', { currentPassword, newPassword: next });
      await change('not it at all', newPassword);
      secrets.add('not it at all');
      await change(password, 'too short');
      await call(tokens, 'DELETE', `me/sessions/${crypto.randomUUID()}`);
      const { items } = JSON.parse(await (await call(other.tokens, 'GET', 'me/sessions')).text());
      const { id } = items.find((each: { current: boolean }) => each.current);
      await call(tokens, 'DELETE', `me/sessions/${id}`);
      await call(tokens, 'DELETE', 'me/sessions');
      await change(password, newPassword);
      const next = `next-${email}`;
      await call(tokens, 'POST', 'me/email', { currentPassword: newPassword, email: next });
      await postJson(own, '/verify-email', { token: await secretFor(next, 1) });
      const removal = { currentPassword: newPassword };
      staysOwner = true;
      await call(tokens, 'POST', 'me/removal', removal);
      staysOwner = false;
      await running.admin(
        `update identity.artifact set payload =
           jsonb_set(payload, '{loginTs}', to_jsonb((payload ->> 'loginTs')::bigint - $2::bigint))
         where model = 'Session' and account_id = $1`,
        [sub, 1000],
      );
      await call(tokens, 'POST', 'me/removal', removal);
      const again = await enter(next, newPassword);
      await call(again.tokens, 'POST', 'me/removal', removal);
      return [
        ['change_password', 'failed', 'wrong_password', sub],
        ['change_password', 'refused', 'password_too_short', sub],
        ['end_session', 'failed', 'by_owner', sub],
        ['end_session', 'succeeded', 'by_owner', sub],
        ['end_other_sessions', 'succeeded', 'by_owner', sub],
        ['change_password', 'succeeded', 'by_owner', sub],
        ['change_email', 'succeeded', 'email_queued', sub],
        ['change_email', 'succeeded', 'confirmed', sub],
        ['remove_account', 'refused', 'last_owner', sub],
        ['remove_account', 'refused', 'not_fresh', sub],
        ['remove_account', 'succeeded', 'by_owner', sub],
      ];
    },
  ],
  [
    'a code or a refresh token used twice',
    async () => {
      const { code, verifier, sub } = await somebody();
      await exchangeCode(running.origin, code, verifier);
      const { tokens, sub: seller } = await enter('seller', demoPassword);
      const renewed = await readTokens(await refreshTokens(running.origin, tokens.refresh_token));
      secrets.add(renewed.access_token).add(renewed.refresh_token);
      await refreshTokens(running.origin, tokens.refresh_token);
      return [
        ['grant_revoked', 'succeeded', 'token', sub],
        ['token', 'refused', expect.stringContaining('already consumed'), sub],
        ['token', 'succeeded', 'refresh_token', seller],
        ['grant_revoked', 'succeeded', 'token', seller],
        ['token', 'refused', expect.stringContaining('already used'), seller],
      ];
    },
  ],
  [
    'a sign-out',
    async () => {
      const { own, tokens, sub } = await somebody();
      await own.fetch(`/oauth/logout?id_token_hint=${tokens.id_token}`);
      const { own: sellerBrowser, sub: seller } = await enter('seller', demoPassword);
      const html = await (await sellerBrowser.fetch('/oauth/logout')).text();
      const fields = [...html.matchAll(/name="([^"]+)" value="([^"]+)"/g)].map(
        ([, name = '', value = '']): [string, string] => [name, value],
      );
      const body = new URLSearchParams(fields);
      await sellerBrowser.fetch('/oauth/logout/confirm', { method: 'POST', body });
      return [
        ['sign_out', 'succeeded', 'id_token_hint', sub],
        ['sign_out', 'succeeded', 'confirmed', seller],
      ];
    },
  ],
  [
    'Google',
    async () => {
      const strange = await startGoogleLogin(running.origin, browser());
      await postCallback(strange.browser, { code: 'a-code', state: 'x'.repeat(43) });
      const { browser: left, state } = await startGoogleLogin(running.origin, browser());
      await postCallback(left, { error: 'access_denied', state });
      const created = await atGoogle(newAccountEmail);
      const response = locationOf(await created.browser.fetch(created.back.href));
      const tokens = await tokensFor(response, created.verifier);
      await call(tokens, 'POST', 'me/google/removal', {});
      await atGoogle(newAccountEmail);
      const shop = await idOf('shop@demo.test');
      const visit = await atGoogle(demoShopEmail);
      const body = { username: 'shop@demo.test', password: demoPassword };
      await postLogin(visit.browser, visit.interaction, body);
      const { access_token: token } = await google.tokens({ account: demoShopEmail });
      secrets.add(token);
      const caller = { address: '203.0.113.5', requestId: 'one' };
      await running.identity.googleAccount(token, caller);
      await expect(running.identity.googleAccount('nobody’s', caller)).rejects.toThrow();
      const owner = await enter('shop', demoPassword);
      const removal = { currentPassword: demoPassword };
      for (const each of [removal, removal])
        await call(owner.tokens, 'POST', 'me/google/removal', each);
      return [
        ['google_sign_in', 'refused', 'state', null],
        ['google_sign_in', 'refused', 'cancelled', null],
        ['google_sign_in', 'succeeded', 'created', subOf(tokens)],
        ['google_unlink', 'refused', 'password_needed', subOf(tokens)],
        ['google_sign_in', 'succeeded', 'known', subOf(tokens)],
        ['google_sign_in', 'refused', 'unproven', shop],
        ['google_link', 'succeeded', 'proven', shop],
        ['google_token', 'succeeded', 'known', shop],
        ['google_token', 'refused', expect.any(String), null],
        ['google_unlink', 'succeeded', 'by_owner', shop],
        ['google_unlink', 'failed', 'not_linked', shop],
      ];
    },
  ],
  [
    'a change of roles',
    async () => {
      await registerAccount(running, browser(), { email: administrator, password });
      await running.identity.maintain();
      const head = await enter(administrator);
      const seller = await enter('seller', demoPassword);
      const role = (sub: string, name = 'ppm:admin') => `${sub}/roles/${name}`;
      await call(seller.tokens, 'PUT', role(head.sub));
      for (const method of ['PUT', 'DELETE']) await call(head.tokens, method, role(seller.sub));
      await call(head.tokens, 'PUT', role(head.sub));
      await call(head.tokens, 'PUT', role(seller.sub, 'emperor'));
      await call(head.tokens, 'PUT', role('mai'));
      return [
        ['first_administrator', 'succeeded', 'configuration', head.sub],
        ['role_granted', 'refused', 'forbidden', seller.sub],
        ['role_granted', 'succeeded', `ppm:admin of ${seller.sub}`, head.sub],
        ['role_revoked', 'succeeded', `ppm:admin of ${seller.sub}`, head.sub],
        ['role_granted', 'refused', 'own_roles', head.sub],
        ['role_granted', 'failed', 'no_such_role', head.sub],
        ['role_granted', 'failed', 'no_such_account', head.sub],
      ];
    },
  ],
];

it.each(cases)(
  '%s is logged with actor, result and reason, and without secrets',
  async (_what, provoke) => {
    const expected = await provoke();
    const security = lines.map((line) => JSON.parse(line).security).filter(Boolean);
    let from = 0;
    for (const [event, result, reason, actor] of expected) {
      const wanted = { event, result, reason, actor };
      const at = security.findIndex(
        (line, index) => index >= from && expect.objectContaining(wanted).asymmetricMatch(line),
      );
      expect(at, `${JSON.stringify(wanted)} in ${JSON.stringify(security)}`).not.toBe(-1);
      from = at + 1;
      // Events of the startup configuration have no caller.
      if (reason === 'configuration') continue;
      const origin = { address: expect.any(String), requestId: expect.any(String) };
      expect(security[at]).toMatchObject(origin);
    }
    const all = lines.join('');
    for (const secret of secrets) expect(all).not.toContain(secret);
  },
);
