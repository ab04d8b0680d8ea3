import { hash } from '@node-rs/argon2';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { HashingBusy, createPasswordHasher } from '../passwords/password-hasher.ts';
import {
  postJson,
  authorizationRequest,
  Browser,
  demoPassword,
  openLoginScreen,
  postLogin,
  readError,
  signIn,
} from '../testing/browser.ts';
import { emailsTo, readLink, registerAccount, readToken } from '../testing/emails.ts';
import { startIdentity } from '../testing/start-identity.ts';

const running = await startIdentity({ TRUSTED_PROXIES: '127.0.0.0/8, ::1' });
afterAll(() => running.stop());
afterEach(() => running.admin('delete from identity.attempt_limit'));

const password = 'bốn con mèo trên mái';
let accountNumber = 0;
async function somebody(): Promise<string> {
  accountNumber += 1;
  const email = `guarded-${accountNumber}@shop.test`;
  await registerAccount(running, new Browser(running.origin), { email, password });
  return email;
}

/** Attempts a sign-in from an address. */
async function attempt(browser: Browser, username: string, typed: string, address: string) {
  const interaction = await openLoginScreen(browser, authorizationRequest().url);
  const body = { username, password: typed };
  return postLogin(browser, interaction, body, { 'x-forwarded-for': address });
}

/** Guesses from that many addresses; returns how many guesses were verified. */
async function guess(username: string, addresses: number, total = 120): Promise<number> {
  const browser = new Browser(running.origin);
  const interaction = await openLoginScreen(browser, authorizationRequest().url);
  let lookedAt = 0;
  for (let round = 0; round < total / 20; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, each) => {
        const address = `203.0.113.${(round * 20 + each) % addresses}`;
        const body = { username, password: `guess ${round} ${each}` };
        return postLogin(browser, interaction, body, { 'x-forwarded-for': address });
      }),
    );
    lookedAt += answers.filter((answer) => answer.status === 401).length;
    await Promise.all(answers.map((answer) => answer.text()));
  }
  return lookedAt;
}

/** Shifts all counts one day into the past. */
async function aDayLater(): Promise<void> {
  await running.admin(
    `update identity.attempt_limit set window_ends_at = window_ends_at - interval '1 day',
       blocked_until = greatest(blocked_until - interval '1 day', 'epoch')`,
  );
}

it('rehashes a password with outdated parameters at the next sign-in for which there is time', async () => {
  const shipped = createPasswordHasher();
  let isBusy = false;
  const passwords = {
    ...shipped,
    async hash(text: string) {
      if (isBusy) throw new HashingBusy('Too many passwords at once');
      return shipped.hash(text);
    },
  };
  const asShipped = await startIdentity({}, { passwords });
  try {
    const weak = await hash(demoPassword, { algorithm: 2, memoryCost: 4096, timeCost: 1 });
    const stored = async () => {
      const [row] = await asShipped.admin(
        "select password from identity.account where username = 'shop'",
      );
      return String(row?.['password']);
    };
    await asShipped.admin("update identity.account set password = $1 where username = 'shop'", [
      weak,
    ]);
    isBusy = true;
    await signIn(new Browser(asShipped.origin), { username: 'shop' });
    expect(await stored()).toBe(weak);
    isBusy = false;
    await signIn(new Browser(asShipped.origin), { username: 'shop' });
    const renewed = await stored();
    expect(renewed).toContain('m=19456,t=2,p=1');
    await signIn(new Browser(asShipped.origin), { username: 'shop' });
    expect(await stored()).toBe(renewed);
  } finally {
    await asShipped.stop();
  }
});

describe('failed password attempts', () => {
  it('from one IP address: five are checked; the owner can sign in from elsewhere', async () => {
    const email = await somebody();
    expect(await guess(email, 1, 40)).toBeLessThanOrEqual(5);
    const owner = await attempt(new Browser(running.origin), email, password, '198.51.100.7');
    expect(owner.status).toBe(200);
  });

  it('from a hundred IP addresses: a hundred are checked; the owner can sign in with a known browser', async () => {
    const email = await somebody();
    const own = new Browser(running.origin);
    expect((await attempt(own, email, password, '198.51.100.7')).status).toBe(200);
    const cookie = own.cookie('seller_connect_browser') ?? '';
    expect(cookie).toMatch(/httponly/i);
    expect(cookie).toMatch(/samesite=lax/i);
    expect(await guess(email, 100, 140)).toBe(100);
    expect((await attempt(own, email, password, '198.51.100.8')).status).toBe(200);
    // The owner's mistakes count for their own browser only.
    expect((await attempt(own, email, 'mistyped', '198.51.100.8')).status).toBe(401);
    expect((await attempt(own, email, password, '198.51.100.8')).status).toBe(200);
    // The cookie does not count for other accounts.
    await guess('seller@demo.test', 100);
    const other = await attempt(own, 'seller@demo.test', demoPassword, '198.51.100.9');
    expect(await readError(other)).toMatchObject({ statusCode: 403, error: 'unlock_needed' });
  });

  it('for two days: the owner can sign in with a new browser by an unlock email, each time', async () => {
    const email = await somebody();
    // The email of the registration.
    let emailCount = 1;
    for (const day of ['first', 'second']) {
      await guess(email, 100, day === 'first' ? 120 : 40);
      for (const device of [1, 2]) {
        const own = new Browser(running.origin);
        const address = `198.51.100.${device}`;
        const shut = await attempt(own, email, password, address);
        expect(await readError(shut)).toMatchObject({ statusCode: 403, error: 'unlock_needed' });
        const [sentEmail] = await emailsTo(running, email, emailCount + 1);
        emailCount += 1;
        const link = readLink(sentEmail);
        expect(link.pathname).toBe('/unlock');
        // Mail scanners follow links too; that changes nothing.
        await own.fetch(link.pathname + link.search);
        await guess(email, 100, 20);
        const answer = await postJson(own, '/unlock', { token: readToken(sentEmail) });
        expect(await answer.json()).toEqual({ step: 'done' });
        expect((await attempt(own, email, password, address)).status).toBe(200);
        const twice = await postJson(own, '/unlock', { token: readToken(sentEmail) });
        expect(await readError(twice)).toMatchObject({ statusCode: 410, error: 'link_expired' });
      }
      await aDayLater();
    }
    // No other browser has become known.
    const elsewhere = await attempt(new Browser(running.origin), email, password, '198.51.100.8');
    expect(elsewhere.status).toBe(403);
  });

  it('send no email: outsiders can neither exhaust nor flood the owner’s unlock emails', async () => {
    const email = await somebody();
    await guess(email, 100);
    expect(await emailsTo(running, email)).toHaveLength(1);
  });

  it('and a hundred reset requests leave the owner a valid link', async () => {
    const email = await somebody();
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(
        Array.from({ length: 20 }, (_, each) =>
          postJson(
            new Browser(running.origin),
            '/forgot-password',
            { email },
            {
              'x-forwarded-for': `203.0.113.${round * 20 + each}`,
            },
          ),
        ),
      );
    }
    const own = new Browser(running.origin);
    const response = await postJson(own, '/forgot-password', { email });
    expect(await response.json()).toEqual({ step: 'sent' });
    const [newest] = await emailsTo(running, email, 2);
    const body = { token: readToken(newest), password: 'năm con vịt dưới ao' };
    expect((await postJson(own, '/reset-password', body)).status).toBe(200);
  });

  it('for a name without an account are answered alike, without an email', async () => {
    const email = `nobody-${accountNumber}@shop.test`;
    await guess(email, 100);
    const shut = await attempt(new Browser(running.origin), email, password, '198.51.100.7');
    expect(await readError(shut)).toMatchObject({ statusCode: 403, error: 'unlock_needed' });
    expect(await emailsTo(running, email, 0)).toEqual([]);
  });

  it('never lock a name where no email could unlock it', async () => {
    const mute = await startIdentity({ DEMO: '0' });
    try {
      await mute.admin(
        `insert into identity.attempt_limit select sha256(convert_to(E'guesses\\nmai@shop.test\\n', 'UTF8')),
           500, now() + interval '20 days', now() + interval '20 days'`,
      );
      const browser = new Browser(mute.origin);
      const interaction = await openLoginScreen(browser, authorizationRequest().url);
      const body = { username: 'mai@shop.test', password: 'not it at all' };
      expect((await postLogin(browser, interaction, body)).status).toBe(401);
    } finally {
      await mute.stop();
    }
  });
});

describe('a known browser', () => {
  it('is unknown again after a password reset, and after 180 days', async () => {
    const email = await somebody();
    const own = new Browser(running.origin);
    await attempt(own, email, password, '198.51.100.7');
    const known = () =>
      running.admin(
        `select b.expires_at from identity.known_browser b join identity.account a on a.id = b.account_id
         where a.email_key = $1`,
        [email],
      );
    const [row] = await known();
    const until = row?.['expires_at'];
    expect(until instanceof Date && Math.round((until.getTime() - Date.now()) / 86_400_000)).toBe(
      180,
    );
    await postJson(own, '/forgot-password', { email });
    const [sentEmail] = await emailsTo(running, email, 2);
    const token = readToken(sentEmail);
    await postJson(own, '/reset-password', { token, password: 'năm con vịt dưới ao' });
    expect(await known()).toEqual([]);
  });

  it('is not identified by a cookie value from outside', async () => {
    const email = await somebody();
    const own = new Browser(running.origin);
    const interaction = await openLoginScreen(own, authorizationRequest().url);
    const body = { username: email, password };
    await postLogin(own, interaction, body, { cookie: 'seller_connect_browser=short' });
    const cookie = own.cookie('seller_connect_browser') ?? '';
    expect(cookie).toMatch(/^seller_connect_browser=[\w-]{43};/);
  });

  it('is announced to the owner by email when it is new and others exist, five times a day', async () => {
    const email = await somebody();
    const browsers = Array.from({ length: 8 }, () => new Browser(running.origin));
    for (const [each, own] of browsers.entries()) {
      const address = `198.51.100.${each}`;
      expect((await attempt(own, email, password, address)).status).toBe(200);
      const again = await openLoginScreen(own, authorizationRequest({ prompt: 'login' }).url);
      await postLogin(own, again, { username: email, password }, { 'x-forwarded-for': address });
    }
    const sentEmails = (await emailsTo(running, email)).filter(
      ({ subject }) => subject === 'Đăng nhập từ một trình duyệt mới',
    );
    // None for the first browser, and none for a second sign-in with any of them.
    expect(sentEmails).toHaveLength(5);
    expect(sentEmails.at(-1)?.text).toContain('198.51.100.1');
    expect(readLink(sentEmails[0]).pathname).toBe('/forgot-password');
  });
});
