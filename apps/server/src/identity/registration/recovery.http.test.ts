import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import {
  postForm,
  postJson,
  authorizationRequest,
  Browser,
  locationOf,
  openLoginScreen,
  readError,
  signIn,
  signInForTokens,
} from '../testing/browser.ts';
import { emailsTo, readLink, registerAccount, readToken } from '../testing/emails.ts';
import { startIdentity } from '../testing/start-identity.ts';

const lines: string[] = [];
const sink = new Writable({
  write(chunk, _encoding, done) {
    lines.push(String(chunk));
    done();
  },
});
const running = await startIdentity({}, { log: pino({ level: 'trace' }, sink) });
afterAll(() => running.stop());
afterEach(() => running.admin('delete from identity.attempt_limit'));

const password = 'bốn con mèo trên mái';
const newPassword = 'năm con vịt dưới ao';
let accountNumber = 0;

/** Creates an account with one email in its mailbox, that of the registration. */
async function somebody() {
  accountNumber += 1;
  const email = `person-${accountNumber}@shop.test`;
  await registerAccount(running, new Browser(running.origin), { email, password });
  return email;
}

async function requestReset(email: string, interaction = '') {
  const before = (await emailsTo(running, email)).length;
  const browser = new Browser(running.origin);
  const answer = await postJson(browser, '/forgot-password', { email, interaction });
  if (answer.status !== 200) throw new Error(`Forgetting was answered ${answer.status}`);
  const [sentEmail] = await emailsTo(running, email, before + 1);
  return { browser, sentEmail, token: readToken(sentEmail) };
}

describe('a forgotten password', () => {
  it('is reset by a link that ends all sessions, notifies the owner and does not sign in', async () => {
    const email = await somebody();
    const { browser: signedIn, tokens } = await signInForTokens(running.origin, {
      username: email,
      password,
    });
    const { browser, token } = await requestReset(email);
    const answer = await postJson(browser, '/reset-password', { token, password: newPassword });
    expect(await answer.json()).toEqual({ step: 'done' });
    expect(browser.cookie('seller_connect_identity')).toBeUndefined();

    expect(await running.identity.verifyAccessToken(tokens.access_token)).toBeNull();
    const silent = await signedIn.fetch(authorizationRequest({ prompt: 'none' }).url);
    expect(locationOf(silent).searchParams.get('error')).toBe('login_required');

    const [notice] = await emailsTo(running, email, 3);
    expect(notice?.subject).toBe('Mật khẩu của bạn đã được đổi');
    const old = { username: email, password };
    await expect(signIn(new Browser(running.origin), old)).rejects.toThrow('401');
    const fresh = { username: email, password: newPassword };
    expect((await signIn(new Browser(running.origin), fresh)).response).toBeTruthy();
  });

  it('has a link that works once, for 30 minutes, and is stored as a hash', async () => {
    const email = await somebody();
    const { browser, token } = await requestReset(email);
    const [row] = await running.admin(
      `select t::text as text, t.expires_at - t.created_at = interval '30 minutes' as half
       from identity.link_token t join identity.account a on a.id = t.account_id
       where a.email_key = $1`,
      [email],
    );
    expect(row?.['half']).toBe(true);
    expect(row?.['text']).not.toContain(token);
    const body = { token, password: newPassword };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => postJson(browser, '/reset-password', body)),
    );
    const statuses = answers.map((each) => each.status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 410, 410, 410, 410, 410]);

    const late = await requestReset(email);
    await running.admin("update identity.link_token set expires_at = now() - interval '1 second'");
    const answer = await postJson(browser, '/reset-password', {
      token: late.token,
      password: newPassword,
    });
    expect(await readError(answer)).toMatchObject({ error: 'link_expired' });
  });

  it('has a link that returns to the login it came from', async () => {
    const email = await somebody();
    const browser = new Browser(running.origin);
    const interaction = await openLoginScreen(browser, authorizationRequest().url);
    const { sentEmail } = await requestReset(email, interaction);
    expect(readLink(sentEmail).searchParams.get('interaction')).toBe(interaction);
  });

  it('is reset without JavaScript by redirects, and the used secret leaves the URL', async () => {
    const email = await somebody();
    const browser = new Browser(running.origin);
    const redirect = locationOf(await postForm(browser, '/forgot-password', { email }));
    expect(`${redirect.pathname} ${redirect.searchParams.get('step')}`).toBe(
      '/forgot-password sent',
    );
    const [sentEmail] = await emailsTo(running, email, 2);
    const token = readToken(sentEmail);
    const short = await postForm(browser, '/reset-password', { token, password: 'short' });
    expect(locationOf(short).searchParams.get('error')).toBe('password_too_short');
    expect(locationOf(short).searchParams.get('token')).toBe(token);
    const done = await postForm(browser, '/reset-password', { token, password: newPassword });
    expect(locationOf(done).searchParams.get('step')).toBe('done');
    expect(locationOf(done).searchParams.has('token')).toBe(false);
  });

  it('refuses a password that breaks the rules, and keeps the link', async () => {
    const email = await somebody();
    const { browser, token } = await requestReset(email);
    for (const [typed, code] of [
      ['quá ngắn', 'password_too_short'],
      ['matkhaumatkhau2026', 'password_common'],
      [`${email}-1`, 'password_personal'],
    ]) {
      const answer = await postJson(browser, '/reset-password', { token, password: typed });
      expect((await readError(answer)).error).toBe(code);
    }
    const right = await postJson(browser, '/reset-password', { token, password: newPassword });
    expect(right.status).toBe(200);
  });
});

describe('a password reset for an unknown email address', () => {
  it('is answered like one for a known address, and no email is sent', async () => {
    const email = await somebody();
    const answers = [
      await postJson(new Browser(running.origin), '/forgot-password', { email }),
      await postJson(new Browser(running.origin), '/forgot-password', { email: 'no@shop.test' }),
    ];
    const bodies = await Promise.all(answers.map((each) => each.text()));
    expect(answers.map((each) => each.status)).toEqual([200, 200]);
    expect(bodies[0]).toBe(bodies[1]);
    expect(await emailsTo(running, 'no@shop.test', 0)).toEqual([]);
  });

  it('is limited like one for a known address', async () => {
    const email = await somebody();
    await running.admin('delete from identity.attempt_limit');
    for (const typed of [email, 'nobody-limited@shop.test']) {
      const browser = new Browser(running.origin);
      const statuses: number[] = [];
      for (let each = 0; each < 6; each += 1) {
        const body = { email: typed };
        statuses.push((await postJson(browser, '/forgot-password', body)).status);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    }
  });
});

it('logs every step without email addresses, secrets and passwords', async () => {
  const email = await somebody();
  const { browser, token } = await requestReset(email);
  await postJson(browser, '/reset-password', { token: 'x'.repeat(43), password: newPassword });
  await postJson(browser, '/reset-password', { token, password: newPassword });
  const [row] = await running.admin('select id from identity.account where email_key = $1', [
    email,
  ]);
  const actor = row?.['id'];
  const security: unknown[] = lines.map((line) => JSON.parse(line).security).filter(Boolean);
  for (const expected of [
    { event: 'register', result: 'succeeded', reason: 'email_queued', actor: null },
    { event: 'verify_email', result: 'succeeded', reason: 'account_created', actor },
    { event: 'forgot_password', result: 'succeeded', reason: 'email_queued', actor: null },
    { event: 'reset_password', result: 'failed', reason: 'link_expired', actor: null },
    { event: 'reset_password', result: 'succeeded', reason: 'email', actor },
  ]) {
    expect(security).toContainEqual(expect.objectContaining(expected));
  }
  const all = lines.join('');
  for (const secret of [email, password, newPassword, token]) expect(all).not.toContain(secret);
});
