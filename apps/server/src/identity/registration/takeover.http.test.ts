import { afterAll, afterEach, describe, expect, it } from 'vitest';
import {
  callApi,
  readContinuation,
  postJson,
  authorizationRequest,
  Browser,
  openLoginScreen,
  postLogin,
  readError,
  signInForTokens,
} from '../testing/browser.ts';
import { emailsTo, readLink, registerAccount, readToken } from '../testing/emails.ts';
import { createLinkToken } from '../accounts/link-tokens.ts';
import { startIdentity } from '../testing/start-identity.ts';

const revoked: string[] = [];
const running = await startIdentity(
  {},
  {
    reportAccess: {
      count: async () => 2,
      revoke: async ({ sub }) => void revoked.push(sub),
    },
  },
);
afterAll(() => running.stop());
afterEach(() => running.admin('delete from identity.attempt_limit'));

const password = 'bốn con mèo trên mái';
const newPassword = 'năm con vịt dưới ao';
const thiefsPassword = 'sáu con rắn trong hang';
let accountNumber = 0;

/** Creates an owner's account, to which a thief who knows the password has signed in. */
async function phished() {
  accountNumber += 1;
  const email = `owner-${accountNumber}@shop.test`;
  const evil = `thief-${accountNumber}@evil.test`;
  await registerAccount(running, new Browser(running.origin), { email, password });
  const { tokens } = await signInForTokens(running.origin, { username: email, password });
  const [row] = await running.admin('select id from identity.account where email_key = $1', [
    email,
  ]);
  return { email, evil, tokens, sub: String(row?.['id']) };
}
type Phished = Awaited<ReturnType<typeof phished>>;

const call = (token: string, path: string, body: object) =>
  callApi(running.origin, { access_token: token }, 'POST', `/users/me${path}`, body);

/** Requests a change of address as the thief. @returns the secret in the email to the new address. */
async function askToChange({ tokens, evil }: Phished): Promise<string> {
  const body = { currentPassword: password, email: evil };
  expect((await call(tokens.access_token, '/email', body)).status).toBe(202);
  return readToken((await emailsTo(running, evil))[0]);
}

const confirm = (token: string) =>
  postJson(new Browser(running.origin), '/verify-email', { token });
const post = (path: string, body: object) =>
  postJson(new Browser(running.origin), path, { ...body });

/** Returns the newest email to an address that links to a page. */
async function findEmail(address: string, page: string) {
  const found = (await emailsTo(running, address)).find((email) =>
    email.text.includes(`${running.origin}${page}?`),
  );
  if (!found) throw new Error(`No letter leads to ${page}`);
  return found;
}

async function resetLink(email: string): Promise<string> {
  expect((await post('/forgot-password', { email })).status).toBe(200);
  return readToken(await findEmail(email, '/reset-password'));
}

async function emailOf({ sub }: Phished): Promise<unknown> {
  const [row] = await running.admin('select email from identity.account where id = $1', [sub]);
  return row?.['email'];
}

async function signsIn(username: string, typed: string): Promise<boolean> {
  const browser = new Browser(running.origin);
  const interaction = await openLoginScreen(browser, authorizationRequest().url);
  return (await postLogin(browser, interaction, { username, password: typed })).status === 200;
}

describe('a change of email address by an attacker', () => {
  it('warns the old address at once, and is cancelled by a password reset', async () => {
    const owner = await phished();
    const link = await askToChange(owner);
    const warning = await findEmail(owner.email, '/undo-email');
    expect(warning.subject).toBe('Có người yêu cầu đổi email của tài khoản');
    expect(warning.text).not.toContain(owner.evil);
    const token = await resetLink(owner.email);
    expect((await post('/reset-password', { token, password: newPassword })).status).toBe(200);
    expect(await readError(await confirm(link))).toMatchObject({ error: 'change_expired' });
    expect(await emailOf(owner)).toBe(owner.email);
  });

  it('is cancelled by a password change in the settings', async () => {
    const owner = await phished();
    const link = await askToChange(owner);
    const own = await signInForTokens(running.origin, { username: owner.email, password });
    const body = { currentPassword: password, newPassword };
    expect((await call(own.tokens.access_token, '/password', body)).status).toBe(204);
    expect((await confirm(link)).status).toBe(410);
  });

  it('is cancelled even before its email is written', async () => {
    const owner = await phished();
    const requestedAt = new Date();
    const token = await resetLink(owner.email);
    expect((await post('/reset-password', { token, password: newPassword })).status).toBe(200);
    const late = { accountId: owner.sub, requestedAt };
    const make = (purpose: 'change_email' | 'reset_password' | 'unlock') =>
      createLinkToken(running.database, { ...late, purpose });
    expect(await make('change_email')).toBeNull();
    expect(await make('reset_password')).toBeNull();
    expect(await make('unlock')).toBeNull();
  });

  it('is undone by the link of the warning: sessions end, and the old password stops working', async () => {
    const owner = await phished();
    const link = await askToChange(owner);
    const token = readToken(await findEmail(owner.email, '/undo-email'));
    const short = await post('/undo-email', { token, password: 'ngắn' });
    expect((await readError(short)).error).toBe('password_too_short');
    const done = await post('/undo-email', { token, password: newPassword });
    expect(await done.json()).toEqual({ step: 'done' });
    expect(await running.identity.verifyAccessToken(owner.tokens.access_token)).toBeNull();
    expect((await confirm(link)).status).toBe(410);
    expect(await signsIn(owner.email, password)).toBe(false);
    expect(await signsIn(owner.email, newPassword)).toBe(true);
    const twice = await post('/undo-email', { token, password: thiefsPassword });
    expect(twice.status).toBe(410);
  });

  it('can be undone for seven days after it took effect, whatever the attacker changed since', async () => {
    const owner = await phished();
    expect((await confirm(await askToChange(owner))).status).toBe(200);
    const notice = await findEmail(owner.email, '/undo-email');
    expect(notice.subject).toBe('Email của bạn đã được đổi');
    const reset = await resetLink(owner.evil);
    const body = { token: reset, password: thiefsPassword };
    expect((await post('/reset-password', body)).status).toBe(200);
    // Then the thief moves on to a third address, and gets an undo link too.
    const thief = await signInForTokens(running.origin, {
      username: owner.evil,
      password: thiefsPassword,
    });
    const third = { currentPassword: thiefsPassword, email: `third-${owner.evil}` };
    expect((await call(thief.tokens.access_token, '/email', third)).status).toBe(202);
    const thiefsUndo = readToken(await findEmail(owner.evil, '/undo-email'));

    await running.admin(
      `update identity.link_token set expires_at = expires_at - interval '6 days 23 hours'
       where purpose = 'undo_email' and email = $1`,
      [owner.email],
    );
    const token = readToken(notice);
    expect((await post('/undo-email', { token, password: newPassword })).status).toBe(200);
    expect(await emailOf(owner)).toBe(owner.email);
    expect(await running.identity.verifyAccessToken(thief.tokens.access_token)).toBeNull();
    expect(await signsIn(owner.email, newPassword)).toBe(true);
    expect(await signsIn(owner.evil, thiefsPassword)).toBe(false);
    const again = await post('/undo-email', { token: thiefsUndo, password: thiefsPassword });
    expect(again.status).toBe(410);
  });

  it('cannot be undone later, nor while another account has the address, which keeps the link', async () => {
    const owner = await phished();
    await confirm(await askToChange(owner));
    const token = readToken(await findEmail(owner.email, '/undo-email'));
    const body = { token, password: newPassword };
    const taken = "update identity.account set email = $1, email_key = $1 where username = 'shop'";
    await running.admin(taken, [owner.email]);
    expect(await readError(await post('/undo-email', body))).toMatchObject({
      statusCode: 409,
      error: 'email_taken',
    });
    await running.admin('delete from identity.account where email_key = $1', [owner.email]);
    await running.admin("update identity.link_token set expires_at = now() - interval '1 second'");
    expect((await post('/undo-email', body)).status).toBe(410);
  });

  it('revokes reset links of the old mailbox', async () => {
    const owner = await phished();
    const token = await resetLink(owner.email);
    expect((await confirm(await askToChange(owner))).status).toBe(200);
    const late = await post('/reset-password', { token, password: newPassword });
    expect(await readError(late)).toMatchObject({ error: 'link_expired' });
  });
});

describe('a password reset', () => {
  it('ends a login with the old password that was not continued', async () => {
    const owner = await phished();
    const thief = new Browser(running.origin);
    const interaction = await openLoginScreen(thief, authorizationRequest().url);
    const answer = await postLogin(thief, interaction, { username: owner.email, password });
    const onward = await readContinuation(answer);
    const token = await resetLink(owner.email);
    expect((await post('/reset-password', { token, password: newPassword })).status).toBe(200);
    const late = await thief.fetch(onward);
    expect(late.headers.get('location') ?? '').not.toContain('code=');
    expect(thief.cookie('seller_connect_identity')).toBeUndefined();
  });

  it('revokes the report access of the user on request only', async () => {
    const owner = await phished();
    const first = await resetLink(owner.email);
    await post('/reset-password', { token: first, password: newPassword });
    expect(revoked).toEqual([]);
    const second = await resetLink(owner.email);
    await post('/reset-password', { token: second, password, revoke_access: 'on' });
    expect(revoked).toEqual([owner.sub]);
  });

  it('works with any one of several emails, once', async () => {
    const owner = await phished();
    const [first, second] = [await resetLink(owner.email), await resetLink(owner.email)];
    expect(readLink(await findEmail(owner.email, '/reset-password')).pathname).toBe(
      '/reset-password',
    );
    expect((await post('/reset-password', { token: first, password: newPassword })).status).toBe(
      200,
    );
    const late = await post('/reset-password', { token: second, password: thiefsPassword });
    expect(late.status).toBe(410);
  });
});
