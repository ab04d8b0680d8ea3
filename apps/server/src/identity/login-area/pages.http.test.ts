import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  postJson,
  authorizationRequest,
  Browser,
  callApi,
  locationOf,
  signInForTokens,
} from '../testing/browser.ts';
import { emailsTo, readLink, registerAccount } from '../testing/emails.ts';
import { appOrigin, startIdentity } from '../testing/start-identity.ts';
import { typedTextSource } from './typed-text.ts';

const tools = JSON.stringify([{ id: 'abc', name: 'Sổ <Bán> Hàng', url: 'https://abc.example/' }]);
const build = await mkdtemp(join(tmpdir(), 'identity-pages-'));
const reportAccess = { count: async () => 1, revoke: async () => undefined };
const running = await startIdentity({ REPORTING_TOOLS: tools }, { build, reportAccess });
afterAll(async () => {
  await running.stop();
  await rm(build, { recursive: true, force: true });
});

const interaction = 'an-interaction-id-of-43-characters-as-made_';
const screen = `/oauth/authorize?interaction=${interaction}`;
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, running.origin), { headers, redirect: 'manual' });

/** A stand-in for the web build; every page contains its own name. */
async function makeBuild(): Promise<void> {
  await mkdir(join(build, 'sign-in'), { recursive: true });
  const csp = { scriptHashes: ['sha256-script'], styleHashes: ['sha256-style'] };
  await writeFile(join(build, 'csp.json'), JSON.stringify(csp));
  const pages = [
    'login',
    'login.demo',
    'login.invalid_credentials',
    'login.invalid_credentials.demo',
    'register',
    'register.sent',
    'forgot-password',
    'reset-password',
    'reset-password.link_expired',
    'reset-password.done',
    'undo-email.link_expired',
    'verify-email',
    'verify-email.password',
    'verify-email.link_expired',
    'verify-email.change_expired',
    'verify-email.confirmed',
    'privacy',
  ];
  for (const page of pages) {
    for (const language of ['vi', 'en']) {
      await writeFile(
        join(build, 'sign-in', `${page}.${language}.html`),
        `<html><head></head><body data-page="${page}.${language}"><form action="/oauth/interaction/__INTERACTION__/login"></form><a href="__BEGIN__">__INTERACTION__</a><a class="in" href="__SIGN_IN__"></a><input value="__TOKEN__"><input name="username" value="__LOGIN_HINT__"><p data-query="__TOOL_QUERY__">__TOOL_NAME__</p><a href="__TOOL_URL__"></a><form action="__CONFIRM__"></form><p>__RAW_RETENTION__, __DISCONNECTED_RETENTION__</p></body></html>`,
      );
    }
  }
}

const pageOf = async (answer: Response) => /data-page="([^"]+)"/.exec(await answer.text())?.[1];

describe('the login area', () => {
  it('explains that it is not built yet, and is served once it is', async () => {
    await rm(join(build, 'sign-in'), { recursive: true, force: true });
    const answer = await get(screen, { cookie: 'localization=en' });
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('hasn’t been built');
    await makeBuild();
    expect((await get(screen)).status).toBe(200);
  });

  it('spec 2: is the login screen at /oauth/authorize, bound to its interaction', async () => {
    await makeBuild();
    const answer = await get(screen);
    const html = await answer.text();
    expect(html).toContain(`action="/oauth/interaction/${interaction}/login"`);
    expect(html).toContain(`href="${appOrigin}/"`);
    expect(html).not.toContain('__');
  });

  it('fills in the login hint, escaped', async () => {
    await makeBuild();
    const hint = '"><b>__BEGIN__ lan@shop.vn';
    const html = await (await get(`${screen}&login_hint=${encodeURIComponent(hint)}`)).text();
    expect(html).toContain('value="&#34;&#62;&#60;b&#62;__BEGIN__ lan@shop.vn"');
    expect(html).not.toContain('<b>');
  });

  it('names the configured tool that sent the seller throughout the login, and no other', async () => {
    await makeBuild();
    const browser = new Browser(running.origin);
    const first = await browser.fetch(authorizationRequest({ reporting_tool: 'abc' }).url);
    const opened = await browser.fetch(first.headers.get('location') ?? '');
    const html = await (await browser.fetch(locationOf(opened).href)).text();
    expect(html).toMatch(/^<html[^>]* data-tool="on"/);
    expect(html).toContain(
      '<p data-query="&#38;reporting_tool=abc">Sổ &#60;Bán&#62; Hàng</p><a href="https://abc.example/">',
    );
    const unknown = await (await get(`${screen}&reporting_tool=%3Cb%3E`)).text();
    expect(unknown).not.toContain('data-tool');
    expect(unknown).toContain('<p data-query=""></p><a href="">');
  });

  it('takes nothing from the URL but a well-formed id', async () => {
    await makeBuild();
    for (const bad of [
      '"><script>alert(1)</script>',
      'short',
      'x'.repeat(100),
      '../../../x'.repeat(4),
    ]) {
      const html = await (
        await get(`/oauth/authorize?interaction=${encodeURIComponent(bad)}`)
      ).text();
      expect(html).toContain('action="/oauth/interaction//login"');
      expect(html).not.toContain(bad);
    }
    const twice = await get(`${screen}&interaction=${interaction}&error=../../etc/passwd`);
    expect(await pageOf(twice)).toBe('login.demo.vi');
  });

  it('shows the error of a form posted without JavaScript', async () => {
    await makeBuild();
    const answer = await get(`${screen}&error=invalid_credentials`);
    expect(await pageOf(answer)).toBe('login.invalid_credentials.demo.vi');
  });

  it('offers Google only where it is configured', async () => {
    await makeBuild();
    const without = await startIdentity({ DEMO: '0' }, { build });
    const answer = await fetch(new URL(screen, without.origin));
    expect(await answer.text()).toContain('<html data-google="off">');
    await without.stop();
    expect(await (await get(screen)).text()).not.toContain('data-google');
  });

  it('lists the demo accounts in demo mode only', async () => {
    await makeBuild();
    const failed = `${screen}&error=invalid_credentials`;
    expect(await pageOf(await get(screen))).toBe('login.demo.vi');
    expect(await pageOf(await get(failed))).toBe('login.invalid_credentials.demo.vi');
    const without = await startIdentity({ DEMO: '0' }, { build });
    const answers = [screen, failed].map((path) => fetch(new URL(path, without.origin)));
    const pages = await Promise.all(answers.map(async (answer) => pageOf(await answer)));
    await without.stop();
    expect(pages).toEqual(['login.vi', 'login.invalid_credentials.vi']);
  });

  it('links to the mailbox page only where there is one', async () => {
    await makeBuild();
    const sends = await startIdentity(
      { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Seller Connect <no-reply@demo.test>' },
      { build },
    );
    const path = '/register?step=sent';
    const without = await (await fetch(new URL(path, sends.origin))).text();
    await sends.stop();
    expect(without).toContain('data-page="register.sent.vi"');
    expect(without).not.toContain('data-mailbox');
    expect(await (await get(path)).text()).toContain('<html data-mailbox="on">');
    expect((await get('/mailbox')).status).toBe(200);
  });

  it('serves its other pages on the same origin', async () => {
    await makeBuild();
    expect(await pageOf(await get(`/register?interaction=${interaction}`))).toBe('register.vi');
    expect(await pageOf(await get('/forgot-password'))).toBe('forgot-password.vi');
  });

  it('shows the privacy notice to everyone, with the configured retention', async () => {
    await makeBuild();
    const answer = await get('/privacy?ui_locales=en');
    expect(answer.status).toBe(200);
    expect(await pageOf(answer.clone())).toBe('privacy.en');
    expect(await answer.text()).toContain('365 days, 90 days');
  });

  it('spec 9: uses the stored language, else the requested one, else Vietnamese', async () => {
    await makeBuild();
    const browser = { 'accept-language': 'en-US,en;q=0.9' };
    expect(await pageOf(await get(screen, browser))).toBe('login.demo.vi');
    expect(await pageOf(await get('/register', browser))).toBe('register.vi');
    expect(await pageOf(await get(`${screen}&ui_locales=en`))).toBe('login.demo.en');
    const stored = { ...browser, cookie: 'other=en; localization=vi' };
    expect(await pageOf(await get(`${screen}&ui_locales=en`, stored))).toBe('login.demo.vi');
    expect(await pageOf(await get(screen, { cookie: 'localization=en' }))).toBe('login.demo.en');
  });

  it('restricts scripts to the build and forms to its own origin and the application; no framing', async () => {
    await makeBuild();
    const { headers } = await get(screen);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'self' 'sha256-script' ${typedTextSource}`,
      "style-src 'self' 'sha256-style'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      `form-action 'self' ${appOrigin}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  });

  it('is where an authorization request without a session ends', async () => {
    await makeBuild();
    const browser = new Browser(running.origin);
    const first = await browser.fetch(authorizationRequest().url);
    const second = await browser.fetch(locationOf(first).href);
    const third = await browser.fetch(locationOf(second).href);
    expect(await pageOf(third)).toBe('login.demo.vi');
  });
});

describe('the pages of links in emails', () => {
  const password = 'bốn con mèo trên mái';

  it('show what to do or that the link has expired, without consuming it', async () => {
    await makeBuild();
    const browser = new Browser(running.origin);
    const privacy = '2026-11-24';
    const body = { name: 'Hà', email: 'link@shop.test', password, privacy, interaction };
    await postJson(browser, '/register', body);
    const [sentEmail] = await emailsTo(running, 'link@shop.test');
    const link = readLink(sentEmail);
    for (let each = 0; each < 2; each += 1) {
      expect(await pageOf(await browser.fetch(link.href))).toBe('verify-email.vi');
      expect(await pageOf(await get(link.href))).toBe('verify-email.password.vi');
    }
    link.searchParams.set('token', 'x'.repeat(43));
    expect(await pageOf(await get(link.href))).toBe('verify-email.link_expired.vi');
  });

  it('to confirm a new address say so when they are opened again, while the account has it', async () => {
    await makeBuild();
    const [username, email] = ['moves@shop.test', 'moved@shop.test'];
    await registerAccount(running, new Browser(running.origin), { email: username, password });
    const { tokens } = await signInForTokens(running.origin, { username, password });
    const change = { currentPassword: password, email };
    await callApi(running.origin, tokens, 'POST', '/users/me/email', change);
    const [sentEmail] = await emailsTo(running, email);
    const link = readLink(sentEmail);
    expect(await pageOf(await get(link.href))).toBe('verify-email.vi');
    const confirm = async () => {
      const body = { token: link.searchParams.get('token') };
      return (await postJson(new Browser(running.origin), '/verify-email', body)).json();
    };
    expect(await confirm()).toEqual({ step: 'done' });
    const opened = await get(link.href);
    expect(await opened.clone().text()).toContain(`value="${email}"`);
    expect(await pageOf(opened)).toBe('verify-email.confirmed.vi');
    // A second tab had the form open.
    expect(await confirm()).toEqual({ step: 'done' });

    await running.identity.maintain(new Date(Date.now() + 6 * 24 * 3_600_000));
    expect(await pageOf(await get(link.href))).toBe('verify-email.confirmed.vi');
    await running.admin('update identity.account set email = $2, email_key = $2 where email = $1', [
      email,
      'elsewhere@shop.test',
    ]);
    expect(await pageOf(await get(link.href))).toBe('verify-email.change_expired.vi');
    expect(await confirm()).toMatchObject({ error: 'change_expired' });
  });

  it('to confirm a new address offer to change it again when they have expired or were replaced', async () => {
    await makeBuild();
    const username = 'stays@shop.test';
    await registerAccount(running, new Browser(running.origin), { email: username, password });
    const { tokens } = await signInForTokens(running.origin, { username, password });
    const links: URL[] = [];
    for (const email of ['first-wish@shop.test', 'second-wish@shop.test']) {
      const change = { currentPassword: password, email };
      await callApi(running.origin, tokens, 'POST', '/users/me/email', change);
      const [sentEmail] = await emailsTo(running, email);
      links.push(readLink(sentEmail));
    }
    const [replaced, open] = links.map(({ href }) => href);
    const opened = async (link = '') => pageOf(await get(link));
    expect(await opened(replaced)).toBe('verify-email.change_expired.vi');
    expect(await opened(open)).toBe('verify-email.vi');
    await postJson(new Browser(running.origin), '/forgot-password', { email: username });
    const [resetEmail] = await emailsTo(running, username, 4);
    const token = readLink(resetEmail).searchParams.get('token');
    const reset = { token, password: `${password} mới` };
    const answer = await postJson(new Browser(running.origin), '/reset-password', reset);
    expect(answer.status).toBe(200);
    // A new password cancels the change.
    expect(await opened(open)).toBe('verify-email.change_expired.vi');
    await running.identity.maintain(new Date(Date.now() + 9 * 24 * 3_600_000));
    expect(await opened(open)).toBe('verify-email.link_expired.vi');
  });

  it('put the secret into the form and post it to the endpoint of the interaction', async () => {
    await makeBuild();
    const secret = 'x'.repeat(43);
    const html = await (
      await get(`/verify-email?token=${secret}&interaction=${interaction}`)
    ).text();
    expect(html).toContain(`value="${secret}"`);
    expect(html).toContain(`action="/oauth/interaction/${interaction}/verify-email"`);
    expect(html).toContain(
      `class="in" href="/oauth/interaction/${interaction}/sign-in?ui_locales=vi"`,
    );
    const bare = await (await get('/verify-email?token="><script>alert(1)</script>')).text();
    expect(bare).toContain('value=""');
    expect(bare).toContain('action="/verify-email"');
    expect(bare).toContain(`class="in" href="${appOrigin}/"`);
    expect(bare).not.toContain('alert');
  });

  it('of a password reset show an open, a used and a done link', async () => {
    await makeBuild();
    const browser = new Browser(running.origin);
    await registerAccount(running, browser, { email: 'reset@shop.test', password });
    await postJson(browser, '/forgot-password', { email: 'reset@shop.test' });
    const [sentEmail] = await emailsTo(running, 'reset@shop.test', 2);
    const link = readLink(sentEmail);
    const page = await get(link.href);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    const html = await page.clone().text();
    expect(html).toContain('<html data-mailbox="on" data-report-access="on">');
    expect(await pageOf(page)).toBe('reset-password.vi');
    const token = link.searchParams.get('token');
    await postJson(browser, '/reset-password', { token, password: 'năm con vịt dưới ao' });
    expect(await pageOf(await get(link.href))).toBe('reset-password.link_expired.vi');
    expect(await pageOf(await get('/reset-password?step=done'))).toBe('reset-password.done.vi');
  });

  it('show a step done without JavaScript, and ignore unknown steps', async () => {
    await makeBuild();
    expect(await pageOf(await get('/register?step=sent'))).toBe('register.sent.vi');
    expect(await pageOf(await get('/register?step=done&error=link_expired'))).toBe('register.vi');
  });
});

describe('the mailbox of the demo', () => {
  it('shows what would have been sent, with links to our origin only and no markup', async () => {
    const text = `<b>x</b>\n${running.origin}/verify-email?a=1&b=2\nhttps://evil.example/y\n`;
    await running.admin(
      `insert into platform.mailbox (id, recipient, subject, body, created_at)
       values (gen_random_uuid(), $1, '<script>alert(1)</script>', $2, now() + interval '1 hour')`,
      ['<i>mai</i>@shop.test', text],
    );
    const answer = await get('/mailbox?ui_locales=en');
    const html = await answer.text();
    expect(html).toContain('Demo mailbox');
    expect(html).not.toMatch(/<script|<b>|<i>|href="https:/);
    expect(html).toContain(`href="${running.origin}/verify-email?a=1&#38;b=2"`);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await (await get('/mailbox')).text()).toContain('Hộp thư thử nghiệm');
  });

  it('does not exist when emails are really sent', async () => {
    const real = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'no-reply@shop.test' };
    const sending = await startIdentity(real);
    try {
      expect((await fetch(`${sending.origin}/mailbox`)).status).toBe(404);
    } finally {
      await sending.stop();
    }
  });
});
