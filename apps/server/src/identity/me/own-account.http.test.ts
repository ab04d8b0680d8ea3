import { afterAll, afterEach, describe, expect, it } from 'vitest';
import {
  postJson,
  callApi,
  authorizationRequest,
  Browser,
  locationOf,
  readError,
  refreshTokens,
  signIn,
  signInForTokens,
  type Tokens,
} from '../testing/browser.ts';
import { emailsTo, registerAccount, readToken } from '../testing/emails.ts';
import { describeUserAgent } from '../../platform/http/user-agent.ts';
import { recordNestedStatements } from '../testing/nested-statements.ts';
import { appOrigin, startIdentity } from '../testing/start-identity.ts';

const { nested, watch } = recordNestedStatements();
const running = await startIdentity({ TRUSTED_PROXIES: '127.0.0.0/8, ::1' }, { watch });
afterAll(() => running.stop());
afterEach(() => running.admin('delete from identity.attempt_limit'));

const password = 'bốn con mèo trên mái';
const newPassword = 'năm con vịt dưới ao';
let accountNumber = 0;

async function somebody() {
  accountNumber += 1;
  const email = `owner-${accountNumber}@shop.test`;
  await registerAccount(running, new Browser(running.origin), { email, password });
  const signedIn = await signInForTokens(running.origin, { username: email, password });
  return { email, ...signedIn };
}

function call(tokens: Tokens, method: string, path: string, body?: object, address?: string) {
  const headers = address === undefined ? {} : { 'x-forwarded-for': address };
  return callApi(running.origin, tokens, method, `/users/me${path}`, body, headers);
}

const signInAnew = (username: string, typed = password) =>
  signInForTokens(running.origin, { username, password: typed });
const isAlive = async (tokens: Tokens) =>
  (await running.identity.verifyAccessToken(tokens.access_token)) !== null;
const grow = (email: string) =>
  running.admin(
    `update identity.artifact set payload =
       jsonb_set(payload, '{loginTs}', to_jsonb((payload ->> 'loginTs')::bigint - 1000))
     where model = 'Session' and account_id =
       (select id::text from identity.account where email_key = $1)`,
    [email],
  );

describe('the sessions of an account', () => {
  it('are listed newest first, with browser and system', async () => {
    // Token timestamps have a resolution of one second.
    const began = Math.floor(Date.now() / 1000) * 1000;
    const { email, tokens } = await somebody();
    await signInAnew(email);
    const answer = await call(tokens, 'GET', '/sessions');
    expect(answer.headers.get('access-control-allow-origin')).toBe(appOrigin);
    const body = JSON.parse(await answer.text());
    expect(body.total).toBe(2);
    expect(body.items.filter((each: { current: boolean }) => each.current)).toHaveLength(1);
    for (const item of body.items) {
      expect(item).toMatchObject({ remembered: false, browser: '' });
      expect(Date.parse(item.lastUsedAt)).toBeGreaterThanOrEqual(began);
      expect(Date.parse(item.endsAt) - Date.parse(item.signedInAt)).toBe(12 * 3_600_000);
    }
  });

  it('end one by one, or all others at once, with their tokens', async () => {
    const { email, tokens } = await somebody();
    const second = await signInAnew(email);
    const third = await signInAnew(email);
    const { items } = JSON.parse(await (await call(second.tokens, 'GET', '/sessions')).text());
    const own = items.find((each: { current: boolean }) => each.current).id;
    expect((await call(tokens, 'DELETE', `/sessions/${own}`)).status).toBe(204);
    expect(await isAlive(second.tokens)).toBe(false);
    expect((await refreshTokens(running.origin, second.tokens.refresh_token)).status).toBe(400);
    const silent = await second.browser.fetch(authorizationRequest({ prompt: 'none' }).url);
    expect(locationOf(silent).searchParams.get('error')).toBe('login_required');
    expect(await isAlive(third.tokens)).toBe(true);

    expect((await call(tokens, 'DELETE', '/sessions')).status).toBe(204);
    expect(await isAlive(third.tokens)).toBe(false);
    expect(await isAlive(tokens)).toBe(true);
  });

  it('end only by a fresh sign-in', async () => {
    const { email, tokens } = await somebody();
    const other = await signInAnew(email);
    const { sessionUid = null } =
      (await running.identity.verifyAccessToken(tokens.access_token)) ?? {};
    expect(await running.identity.isSignInFresh(sessionUid)).toBe(true);
    expect(await running.identity.isSignInFresh(null)).toBe(false);
    await grow(email);
    expect(await running.identity.isSignInFresh(sessionUid)).toBe(false);
    const { items } = JSON.parse(await (await call(tokens, 'GET', '/sessions')).text());
    expect(items[0].address).toMatch(/127\.0\.0\.1|::1/);
    const elsewhere = items.find((each: { current: boolean }) => !each.current).id;
    for (const path of [`/sessions/${elsewhere}`, '/sessions']) {
      const answer = await call(tokens, 'DELETE', path);
      expect(await readError(answer)).toMatchObject({
        statusCode: 403,
        error: 'fresh_sign_in_required',
      });
    }
    expect(await isAlive(other.tokens)).toBe(true);
  });

  it('have ids without null characters, which PostgreSQL cannot compare', async () => {
    const { tokens } = await somebody();
    const answer = await call(tokens, 'DELETE', '/sessions/%00');
    expect(await readError(answer)).toMatchObject({ statusCode: 400, error: 'bad_request' });
  });

  it('cannot be ended by another account', async () => {
    const one = await somebody();
    const other = await somebody();
    const { items } = JSON.parse(await (await call(one.tokens, 'GET', '/sessions')).text());
    const answer = await call(other.tokens, 'DELETE', `/sessions/${items[0].id}`);
    expect(answer.status).toBe(404);
    expect(await isAlive(one.tokens)).toBe(true);
  });
});

describe('a change of credentials', () => {
  const changes = [
    ['/password', { newPassword }],
    ['/email', { email: 'another@shop.test' }],
    ['/removal', {}],
  ] as const;

  it.each(changes)('%s requires the current password', async (path, body) => {
    const { tokens } = await somebody();
    for (const currentPassword of [undefined, 'not the password at all']) {
      const answer = await call(tokens, 'POST', path, { ...body, currentPassword });
      expect(await readError(answer)).toMatchObject({ statusCode: 422, error: 'wrong_password' });
    }
    expect(await isAlive(tokens)).toBe(true);
  });

  it.each(changes)('%s requires a sign-in within the last 15 minutes', async (path, body) => {
    const { email, tokens } = await somebody();
    await grow(email);
    const answer = await call(tokens, 'POST', path, { ...body, currentPassword: password });
    expect(await readError(answer)).toMatchObject({
      statusCode: 403,
      error: 'fresh_sign_in_required',
      details: { maxAgeSeconds: 900 },
    });
  });

  it.each(changes)('%s cannot be used to guess the password', async (path, body) => {
    const { tokens } = await somebody();
    const statuses: number[] = [];
    for (let each = 0; each < 6; each += 1) {
      const answer = await call(tokens, 'POST', path, { ...body, currentPassword: `x${each}` });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });

  it('is refused after ten wrong passwords within an hour, from any IP address', async () => {
    const { tokens } = await somebody();
    const statuses: number[] = [];
    for (let each = 1; each <= 11; each += 1) {
      const body = { currentPassword: `x${each}`, newPassword };
      const address = `203.0.113.${each}`;
      statuses.push((await call(tokens, 'POST', '/password', body, address)).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429]);
  });

  it('requires a token with its own scope, and the product one with the scope of the product', async () => {
    const { email } = await somebody();
    const scoped = async (scope: string) => {
      const request = authorizationRequest({ scope });
      return signInForTokens(running.origin, { username: email, password, request });
    };
    const { tokens } = await scoped('openid profile read:permissions');
    const answer = await call(tokens, 'GET', '/sessions');
    expect(await readError(answer)).toMatchObject({ statusCode: 403, error: 'insufficient_scope' });
    expect(answer.headers.get('www-authenticate')).toContain('scope="manage:account"');
    expect(await running.identity.verifyAccessToken(tokens.access_token)).toBeNull();
    const { tokens: forProduct } = await scoped('openid use:product');
    expect(await isAlive(forProduct)).toBe(true);
    expect((await call(forProduct, 'GET', '/sessions')).status).toBe(403);
  });

  it('requires a token', async () => {
    for (const [path] of changes) {
      const url = `${running.origin}/api/v1.0/users/me${path}`;
      expect((await fetch(url, { method: 'POST' })).status).toBe(401);
    }
  });
});

describe('a password change', () => {
  it('ends the other sessions, keeps this one and notifies the owner', async () => {
    const { email, tokens } = await somebody();
    const other = await signInAnew(email);
    const body = { currentPassword: password, newPassword };
    expect((await call(tokens, 'POST', '/password', body)).status).toBe(204);
    expect(await isAlive(other.tokens)).toBe(false);
    expect(await isAlive(tokens)).toBe(true);
    expect((await refreshTokens(running.origin, tokens.refresh_token)).status).toBe(200);
    const [notice] = await emailsTo(running, email);
    expect(notice?.subject).toBe('Mật khẩu của bạn đã được đổi');
    await expect(signInAnew(email)).rejects.toThrow('401');
    await signInAnew(email, newPassword);
  });

  it('refuses a password that breaks the rules', async () => {
    const { tokens } = await somebody();
    for (const [typed, code] of [
      ['quá ngắn', 'password_too_short'],
      ['123456789012345678', 'password_common'],
      ['Phạm Thu Hà 2026', 'password_personal'],
    ]) {
      const body = { currentPassword: password, newPassword: typed };
      const answer = await call(tokens, 'POST', '/password', body);
      expect((await readError(answer)).error).toBe(code);
    }
  });
});

describe('a change of email address', () => {
  it('takes effect once the new mailbox is confirmed, and notifies the old one', async () => {
    const { email, tokens } = await somebody();
    const next = `next-${email}`;
    const response = await call(tokens, 'POST', '/email', {
      currentPassword: password,
      email: next,
    });
    expect(response.status).toBe(202);
    const [sentEmail] = await emailsTo(running, next);
    await signInAnew(email);
    const confirmed = await postJson(new Browser(running.origin), '/verify-email', {
      token: readToken(sentEmail),
    });
    expect(await confirmed.json()).toEqual({ step: 'done' });
    await signInAnew(next);
    await expect(signInAnew(email)).rejects.toThrow('401');
    const [notice] = await emailsTo(running, email);
    expect(notice?.subject).toBe('Email của bạn đã được đổi');
  });

  it('gives an address that two accounts confirm at once to one, and explains it to the other', async () => {
    const [one, other] = [await somebody(), await somebody()];
    const wanted = `shared-${one.email}`;
    for (const { tokens } of [one, other]) {
      const body = { currentPassword: password, email: wanted };
      expect((await call(tokens, 'POST', '/email', body)).status).toBe(202);
    }
    const sentEmails = await emailsTo(running, wanted, 2);
    const answers = await Promise.all(
      sentEmails.map((sentEmail) =>
        postJson(new Browser(running.origin), '/verify-email', { token: readToken(sentEmail) }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused && (await readError(refused))).toMatchObject({ error: 'email_taken' });
    const rows = await running.admin('select 1 from identity.account where email_key = $1', [
      wanted,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('does not reveal whether the new address has an account', async () => {
    const { tokens } = await somebody();
    const other = await somebody();
    const body = { currentPassword: password, email: other.email };
    const answer = await call(tokens, 'POST', '/email', body);
    expect(await answer.text()).toBe('{"step":"sent"}');
    const [sentEmail] = await emailsTo(running, other.email);
    expect(sentEmail?.subject).toContain('đã có tài khoản');
  });
});

it('removing the account deletes all sign-ins and frees the email address', async () => {
  const { email, tokens } = await somebody();
  expect((await call(tokens, 'POST', '/removal', { currentPassword: password })).status).toBe(204);
  expect(await isAlive(tokens)).toBe(false);
  await expect(signIn(new Browser(running.origin), { username: email, password })).rejects.toThrow(
    '401',
  );
  const [notice] = await emailsTo(running, email);
  expect(notice?.subject).toBe('Tài khoản của bạn đã được xoá');
  const rows = await running.admin('select 1 from identity.account where email_key = $1', [email]);
  expect(rows).toEqual([]);
});

it('names a session by browser and system, and ignores the rest of the user agent', () => {
  const windows =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36';
  expect(describeUserAgent(windows)).toBe('Chrome, Windows');
  expect(describeUserAgent(`${windows} Edg/156.0`)).toBe('Edge, Windows');
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 20_0 like Mac OS X) Version/20.0 Mobile Safari/604.1';
  expect(describeUserAgent(iphone)).toBe('Safari, iPhone');
  expect(describeUserAgent(windows.replace('Chrome', 'HeadlessChrome'))).toBe('Chrome, Windows');
  expect(describeUserAgent('<script>alert(1)</script>')).toBe('');
});

it('awaits no statement on another connection in a transaction', () => {
  expect(nested).toEqual([]);
});
