import { afterAll, afterEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  readContinuation,
  postForm,
  postJson,
  authorizationRequest,
  Browser,
  demoPassword,
  locationOf,
  openLoginScreen,
  readError,
  signIn,
  signInForTokens,
  fetchUserInfo,
} from '../testing/browser.ts';
import { emailsTo, readLink, registerAccount, readToken } from '../testing/emails.ts';
import { appOrigin, startIdentity } from '../testing/start-identity.ts';

const running = await startIdentity();
afterAll(() => running.stop());
// Resets the rate limits, because the tests stand for unrelated users.
afterEach(() => running.admin('delete from identity.attempt_limit'));

const password = 'bốn con mèo trên mái';
const privacy = '2026-11-24';
const newcomer = (email: string) => ({ email, name: 'Phạm Thu Hà', password, privacy });
const accountsOf = (email: string) =>
  running.admin('select * from identity.account where email_key = $1', [email]);

describe('registration', () => {
  it('leads from the form and the email into the application, signed in', async () => {
    const browser = new Browser(running.origin);
    const interaction = await openLoginScreen(browser, authorizationRequest().url);
    const response = await postJson(browser, '/register', {
      ...newcomer('Ha.Pham@shop.test'),
      interaction,
      language: 'en',
    });
    expect(await response.json()).toEqual({ step: 'sent' });
    expect(await accountsOf('ha.pham@shop.test')).toEqual([]);

    const [sentEmail] = await emailsTo(running, 'Ha.Pham@shop.test');
    expect(sentEmail?.subject).toBe('Confirm your email address');
    const link = readLink(sentEmail);
    expect(link.origin).toBe(running.origin);
    expect(link.searchParams.get('interaction')).toBe(interaction);

    const address = `/oauth/interaction/${interaction}/verify-email`;
    const confirmed = await postJson(browser, address, { token: readToken(sentEmail) });
    const resumed = await browser.fetch(await readContinuation(confirmed));
    // The link may have been opened in a tab without a pending login; the application then starts one.
    expect(locationOf(resumed).href).toBe(`${appOrigin}/`);
    const silent = await browser.fetch(authorizationRequest({ prompt: 'none' }).url);
    expect(locationOf(silent).searchParams.get('code')).toBeTruthy();

    const [account] = await accountsOf('ha.pham@shop.test');
    expect(account).toMatchObject({ name: 'Phạm Thu Hà', is_demo: false });
    expect(account).toMatchObject({ privacy_version: privacy });
    expect(account?.['privacy_accepted_at']).toBeInstanceOf(Date);
    expect(account?.['email_verified_at']).toBeInstanceOf(Date);
    expect(account?.['password']).toMatch(/^\$argon2id\$/);
  });

  it('leads to the requested page, in the tab of the email too', async () => {
    const returnPath = '/connect/unavailable?partner=tiki';
    const email = 'on-the-way@shop.test';
    const browser = new Browser(running.origin);
    const interaction = await openLoginScreen(
      browser,
      authorizationRequest({ return_to: returnPath }).url,
    );
    await postJson(browser, '/register', { ...newcomer(email), interaction });
    const [sentEmail] = await emailsTo(running, email);
    const address = `/oauth/interaction/${interaction}/verify-email`;
    const confirmed = await postJson(browser, address, { token: readToken(sentEmail) });
    const resumed = await browser.fetch(await readContinuation(confirmed));
    expect(locationOf(resumed).href).toBe(`${appOrigin}${returnPath}`);
  });

  it.each(['https://evil.example/', '//evil.example', 'connect'])(
    'never redirects out of the application: %s',
    async (returnPath) => {
      const email = `stray-${returnPath.length}@shop.test`;
      const browser = new Browser(running.origin);
      const interaction = await openLoginScreen(
        browser,
        authorizationRequest({ return_to: returnPath }).url,
      );
      await postJson(browser, '/register', { ...newcomer(email), interaction });
      const [sentEmail] = await emailsTo(running, email);
      const address = `/oauth/interaction/${interaction}/verify-email`;
      const confirmed = await postJson(browser, address, { token: readToken(sentEmail) });
      const resumed = await browser.fetch(await readContinuation(confirmed));
      expect(locationOf(resumed).href).toBe(`${appOrigin}/`);
    },
  );

  it('creates a seller who signs in with the email address and password as typed', async () => {
    await registerAccount(running, new Browser(running.origin), newcomer('linh@shop.test'));
    const options = { username: 'LINH@shop.test', password };
    const { tokens } = await signInForTokens(running.origin, options);
    expect(await (await fetchUserInfo(running.origin, tokens.access_token)).json()).toMatchObject({
      email: 'linh@shop.test',
      email_verified: true,
      roles: ['seller'],
      permissions: [],
    });
    const composed = { ...options, password: password.normalize('NFD') };
    await expect(signIn(new Browser(running.origin), composed)).rejects.toThrow('401');
  });

  it('works without JavaScript, by redirects', async () => {
    const browser = new Browser(running.origin);
    const interaction = await openLoginScreen(browser, authorizationRequest().url);
    const fields = { ...newcomer('form@shop.test'), interaction, language: 'vi' };
    const response = await postForm(browser, '/register', fields);
    expect(response.status).toBe(303);
    const sent = locationOf(response);
    expect(`${sent.pathname} ${sent.searchParams.get('step')}`).toBe('/register sent');
    expect(sent.href).not.toContain('shop.test');
    const [sentEmail] = await emailsTo(running, 'form@shop.test');
    expect(sentEmail?.subject).toBe('Xác nhận email của bạn');
    const address = `/oauth/interaction/${interaction}/verify-email`;
    const confirmed = await postForm(browser, address, { token: readToken(sentEmail) });
    expect(locationOf(await browser.fetch(locationOf(confirmed).href)).href).toBe(`${appOrigin}/`);
    const wrong = await postForm(browser, '/register', { ...fields, password: 'short' });
    expect(locationOf(wrong).searchParams.get('error')).toBe('password_too_short');
  });

  it('names missing and invalid fields', async () => {
    const browser = new Browser(running.origin);
    const empty = await postJson(browser, '/register', { email: ' ', name: '' });
    expect(await empty.json()).toMatchObject({
      error: 'validation',
      details: { email: 'required', name: 'required', password: 'required' },
    });
    for (const email of ['mai', 'mai@shop', 'a,b@shop.test', 'a@b@shop.test', 'a b@shop.test']) {
      const answer = await postJson(browser, '/register', { ...newcomer(email) });
      expect(await answer.json()).toMatchObject({ details: { email: 'invalid' } });
    }
  });

  it.each([undefined, '2026-01-01'])(
    'refuses the version %s of the privacy notice, with and without JavaScript',
    async (outdated) => {
      const body = { ...newcomer('outdated@shop.test'), privacy: outdated };
      const answer = await postJson(new Browser(running.origin), '/register', body);
      expect(await readError(answer)).toMatchObject({
        statusCode: 409,
        error: 'privacy_outdated',
        message: expect.stringContaining('tải lại trang'),
      });
      const fields = { ...body, privacy: outdated ?? '' };
      const posted = await postForm(new Browser(running.origin), '/register', fields);
      expect(locationOf(posted).searchParams.get('error')).toBe('privacy_outdated');
      expect(await emailsTo(running, body.email, 0)).toEqual([]);
    },
  );

  it('refuses a password that breaks the rules, in the language of the caller', async () => {
    const browser = new Browser(running.origin);
    for (const [typed, code] of [
      ['too short', 'password_too_short'],
      ['passwordpassword1', 'password_common'],
      ['hapham-hapham-2026', 'password_personal'],
      ['x7-'.repeat(90), 'password_too_long'],
    ]) {
      const body = { ...newcomer('ha.pham2@shop.test'), name: 'Ha Pham', password: typed };
      const answer = await postJson(browser, '/register', body, { 'accept-language': 'en' });
      expect(answer.status).toBe(400);
      const refusal = await readError(answer);
      expect(refusal.error).toBe(code);
      expect(refusal.message).toMatch(/password/i);
    }
  });
});

describe('the link of a registration', () => {
  async function register(email: string) {
    const browser = new Browser(running.origin);
    await postJson(browser, '/register', newcomer(email));
    const [sentEmail] = await emailsTo(running, email);
    return { browser, token: readToken(sentEmail) };
  }

  it('works once, even when it is used concurrently', async () => {
    const { browser, token } = await register('once@shop.test');
    const body = { token };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => postJson(browser, '/verify-email', body)),
    );
    const statuses = answers.map((each) => each.status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 410, 410, 410, 410, 410, 410, 410]);
    expect(await accountsOf('once@shop.test')).toHaveLength(1);
  });

  it('is stored as a hash and expires after 24 hours', async () => {
    const { browser, token } = await register('late@shop.test');
    const [row] = await running.admin(
      `select r::text as text, expires_at - created_at = interval '24 hours' as day
       from identity.registration r where email_key = 'late@shop.test'`,
    );
    expect(row?.['day']).toBe(true);
    expect(row?.['text']).not.toContain(token);
    await running.admin(
      "update identity.registration set expires_at = now() - interval '1 second'",
    );
    const answer = await postJson(browser, '/verify-email', { token });
    expect(await readError(answer)).toMatchObject({ statusCode: 410, error: 'link_expired' });
  });

  it('requires the password in another browser: reading the mailbox is not enough', async () => {
    const { token } = await register('elsewhere@shop.test');
    const other = new Browser(running.origin);
    for (const typed of [undefined, 'not what was chosen']) {
      const body = { token, ...(typed !== undefined && { password: typed }) };
      expect((await postJson(other, '/verify-email', body)).status).toBe(401);
    }
    expect(await accountsOf('elsewhere@shop.test')).toEqual([]);
    expect(await (await postJson(other, '/verify-email', { token, password })).json()).toEqual({
      step: 'done',
    });
    expect(await accountsOf('elsewhere@shop.test')).toHaveLength(1);
  });

  it('ends when the owner of the address registers after a stranger', async () => {
    const stranger = await register('wanted@shop.test');
    const owner = new Browser(running.origin);
    await postJson(owner, '/register', newcomer('wanted@shop.test'));
    const [sentEmail] = await emailsTo(running, 'wanted@shop.test', 2);
    expect((await postJson(owner, '/verify-email', { token: readToken(sentEmail) })).status).toBe(
      200,
    );
    const late = await postJson(stranger.browser, '/verify-email', { token: stranger.token });
    expect(late.status).toBe(410);
  });
});

describe('registration with a known email address', () => {
  it('is answered like an unknown one; the owner gets an email', async () => {
    const known = new Browser(running.origin);
    const unknown = new Browser(running.origin);
    const answers = [
      await postJson(known, '/register', newcomer('seller@demo.test')),
      await postJson(unknown, '/register', newcomer('unknown-1@shop.test')),
    ];
    expect(answers.map((each) => each.status)).toEqual([200, 200]);
    const bodies = await Promise.all(answers.map((each) => each.text()));
    expect(bodies[0]).toBe(bodies[1]);
    const shapes = [known, unknown].map((browser) =>
      browser.cookie('seller_connect_registration')?.replace(/=[\w-]{43};/, ';'),
    );
    expect(shapes[0]).toBe(shapes[1]);
    const [sentEmail] = await emailsTo(running, 'seller@demo.test');
    expect(sentEmail?.subject).toContain('đã có tài khoản');
    expect(readLink(sentEmail).pathname).toBe('/forgot-password');
    const still = { username: 'seller@demo.test', password: demoPassword };
    expect((await signIn(new Browser(running.origin), still)).response).toBeTruthy();
  });
});

describe('registration is limited', () => {
  it('to five emails an hour for one mailbox from one IP address', async () => {
    const browser = new Browser(running.origin);
    const statuses: number[] = [];
    for (let each = 0; each < 6; each += 1) {
      statuses.push((await postJson(browser, '/register', newcomer('many@shop.test'))).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const refused = await postJson(browser, '/register', newcomer('many@shop.test'));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
    const other = await postJson(browser, '/register', newcomer('other@shop.test'));
    expect(other.status).toBe(200);
  });

  it('to same-origin requests', async () => {
    const browser = new Browser(running.origin);
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    for (const address of ['/register', '/forgot-password', '/reset-password', '/verify-email']) {
      const answer = await postJson(browser, address, newcomer('x@shop.test'), foreign);
      expect(answer.status).toBe(403);
    }
  });
});

describe('a repeated registration that sends no further email', () => {
  it('keeps the previous link valid, for the latest input', async () => {
    const proxied = await startIdentity({ TRUSTED_PROXIES: '127.0.0.0/8, ::1' });
    onTestFinished(() => proxied.stop());
    const email = 'again@shop.test';
    const from = (address: number) => ({ 'x-forwarded-for': `198.51.100.${address}` });
    const browser = new Browser(proxied.origin);
    const interaction = await openLoginScreen(browser, authorizationRequest().url);
    const registration = { ...newcomer(email), interaction };
    await postJson(browser, '/register', registration, from(1));
    const [first] = await emailsTo(proxied, email);
    // Others use up what one mailbox gets in an hour.
    for (const other of [2, 3, 4, 5]) {
      await postJson(new Browser(proxied.origin), '/register', newcomer(email), from(other));
    }
    await emailsTo(proxied, email, 5);
    const again = await postJson(browser, '/register', { ...registration, name: 'Hà' }, from(1));
    expect(await again.json()).toEqual({ step: 'sent' });
    expect(await emailsTo(proxied, email)).toHaveLength(5);
    const address = `/oauth/interaction/${interaction}/verify-email`;
    await postJson(browser, address, { token: readToken(first) }, from(1));
    expect(
      await proxied.admin('select name from identity.account where email_key = $1', [email]),
    ).toMatchObject([{ name: 'Hà' }]);
  });
});

describe('an installation without a mail server', () => {
  it('reports that mail is unavailable instead of promising an email', async () => {
    const lonely = await startIdentity({ DEMO: '0' });
    try {
      const browser = new Browser(lonely.origin);
      for (const address of ['/register', '/forgot-password']) {
        const answer = await postJson(browser, address, newcomer('x@shop.test'));
        expect(await readError(answer)).toMatchObject({ error: 'mail_unavailable' });
      }
      expect((await fetch(`${lonely.origin}/mailbox`)).status).toBe(404);
    } finally {
      await lonely.stop();
    }
  });
});
