import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { postForm, postJson, Browser, readError, signInForTokens } from '../testing/browser.ts';
import { startIdentity, type TestIdentity } from '../testing/start-identity.ts';

const Line = Type.Object({ openOnce: Type.String(), until: Type.String() });

let running: TestIdentity;
let lines: string[];
afterEach(() => running.stop());

async function start(env: Record<string, string> = {}): Promise<void> {
  lines = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  running = await startIdentity({ DEMO: '0', ...env }, { log });
}

/** Returns the links logged so far, oldest first. */
function links(): { url: URL; until: Date }[] {
  const parsed: unknown[] = lines.map((line) => JSON.parse(line));
  return parsed.flatMap((line) =>
    Value.Check(Line, line) ? [{ url: new URL(line.openOnce), until: new Date(line.until) }] : [],
  );
}
const token = (which = -1) => links().at(which)?.url.searchParams.get('token') ?? '';
const anna = {
  name: 'Anna Trần',
  email: 'anna@company.test',
  password: 'bốn con mèo trên mái',
};
const create = (more: Record<string, string> = {}) =>
  postJson(new Browser(running.origin), '/first-administrator', {
    ...anna,
    token: token(),
    ...more,
  });
const age = (interval: string) =>
  running.admin(
    'update identity.first_administrator set created_at = created_at - $1::interval, expires_at = expires_at - $1::interval',
    [interval],
  );

describe('a new installation', () => {
  it('has no account and prints a link once that creates the first administrator', async () => {
    await start();
    expect(await running.admin('select 1 from identity.account')).toEqual([]);
    expect(links()).toHaveLength(1);
    expect(links()[0]?.url.href).toMatch(
      new RegExp(`^${running.origin}/first-administrator\\?token=[\\w-]{43}$`),
    );
    const kept = JSON.stringify(await running.admin('select * from identity.first_administrator'));
    expect(kept).not.toContain(token());
    await running.identity.maintain();
    expect(links()).toHaveLength(1);

    const answer = await create();
    expect(await answer.json()).toEqual({ step: 'done' });
    const { email, password } = anna;
    const { tokens } = await signInForTokens(running.origin, { username: email, password });
    const verified = await running.identity.verifyAccessToken(tokens.access_token);
    expect(verified?.permissions).toContain('identity:roles:assign');
    const [account] = await running.admin('select email_verified_at from identity.account');
    expect(account).toEqual({ email_verified_at: null });
  });

  it('accepts the link once, even when it is used concurrently', async () => {
    await start();
    const answers = await Promise.all(
      [1, 2, 3, 4].map((each) => create({ email: `anna-${each}@company.test` })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410, 410, 410]);
    expect(await running.admin('select 1 from identity.account')).toHaveLength(1);
    expect((await readError(await create())).error).toBe('link_expired');
    await running.restart();
    expect(links()).toHaveLength(1);
  });

  it('accepts the link for a day; a later start prints a new one and revokes the old one', async () => {
    await start();
    await age('25 hours');
    expect((await readError(await create())).error).toBe('link_expired');
    await running.restart();
    expect(links()).toHaveLength(2);
    expect((await readError(await create({ token: token(0) }))).error).toBe('link_expired');
    expect(links()[1]?.until.getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    expect((await create()).status).toBe(200);
  });

  it('prints one link when processes start together', async () => {
    await start();
    await running.restart();
    expect(links()).toHaveLength(1);
    expect((await create()).status).toBe(200);
  });

  it('keeps the link after invalid input', async () => {
    await start();
    expect((await readError(await create({ password: 'too short' }))).error).toBe(
      'password_too_short',
    );
    expect(await readError(await create({ email: 'no address', name: '' }))).toMatchObject({
      error: 'validation',
      details: { email: 'invalid', name: 'required' },
    });
    await running.admin(
      `insert into identity.account (id, tenant_id, email, email_key, created_at, updated_at)
       values (gen_random_uuid(), gen_random_uuid(), $1, $1, now(), now())`,
      [anna.email],
    );
    expect(await readError(await create())).toMatchObject({
      statusCode: 409,
      error: 'email_taken',
    });
    expect((await create({ email: 'other@company.test' })).status).toBe(200);
  });

  it('works without JavaScript, and the used secret leaves the URL', async () => {
    await start();
    const browser = new Browser(running.origin);
    const answer = await postForm(browser, '/first-administrator', { ...anna, token: token() });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`${running.origin}/first-administrator?step=done`);
  });

  it('accepts no other secret, however many are tried', async () => {
    await start();
    for (const guess of ['', 'x', 'A'.repeat(43)]) {
      expect((await create({ token: guess })).status).toBe(410);
    }
    expect(await running.admin('select 1 from identity.account')).toEqual([]);
  });
});

it('logs every attempt without email addresses, passwords and the secret', async () => {
  await start();
  const secret = token();
  // The link is logged once so that it can be opened; its secret must not appear afterward.
  lines.length = 0;
  await running.admin(
    `insert into identity.account (id, tenant_id, email, email_key, created_at, updated_at)
     values (gen_random_uuid(), gen_random_uuid(), $1, $1, now(), now())`,
    ['taken@company.test'],
  );
  const tries: Record<string, string>[] = [
    { token: 'x' },
    { password: 'too short' },
    { email: 'taken@company.test' },
    {},
  ];
  for (const more of tries) await create({ token: secret, ...more });
  const [made] = await running.admin('select id from identity.account where email_key = $1', [
    anna.email,
  ]);
  const security: unknown[] = lines.map((line) => JSON.parse(line).security).filter(Boolean);
  const about = {
    event: 'first_administrator',
    address: expect.any(String),
    requestId: expect.any(String),
  };
  expect(security).toEqual([
    { ...about, result: 'failed', reason: 'link_expired', actor: null },
    { ...about, result: 'refused', reason: 'password_too_short', actor: null },
    { ...about, result: 'refused', reason: 'email_taken', actor: null },
    { ...about, result: 'succeeded', reason: 'secret_from_the_log', actor: made?.['id'] },
  ]);
  const all = lines.join('');
  for (const each of [secret, anna.email, anna.password, 'too short', 'taken@company.test']) {
    expect(all).not.toContain(each);
  }
});

describe('no link is printed', () => {
  it('in demo mode, nor when an administrator is configured', async () => {
    await start({ DEMO: '1' });
    expect(links()).toEqual([]);
    await running.stop();
    await start({ ADMINISTRATOR_EMAIL: 'anna@company.test' });
    expect(links()).toEqual([]);
  });

  it('and an earlier one is revoked once an administrator is configured', async () => {
    await start();
    await running.restart({ ADMINISTRATOR_EMAIL: 'anna@company.test' });
    expect((await readError(await create())).error).toBe('link_expired');
  });
});
