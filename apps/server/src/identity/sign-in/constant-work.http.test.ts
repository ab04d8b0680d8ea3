import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database, Sql } from '../../platform/database/database.ts';
import { createPasswordHasher, type PasswordHasher } from '../passwords/password-hasher.ts';
import {
  postJson,
  authorizationRequest,
  Browser,
  openLoginScreen,
  postLogin,
} from '../testing/browser.ts';
import { startIdentity } from '../testing/start-identity.ts';

/** Names of the statements and hash operations that a request caused. */
const work: string[] = [];

/**
 * Records each hash operation and treats every password as wrong. That hashing takes the same work for known and
 * unknown names is tested in password-hasher.test.ts.
 */
function watchedPasswords(): PasswordHasher {
  const passwords = createPasswordHasher();
  return {
    ...passwords,
    hash(password) {
      work.push('hash a password');
      return passwords.hash(password);
    },
    async verify() {
      work.push('verify a password');
      return false;
    },
  };
}

/** Records each statement. Emails stay queued, because composing them is not part of a response. */
function watch(database: Database): Database {
  const recording = (target: Sql): Sql => ({
    query: async (statement, values) => {
      if (statement.name === 'mail.acquire_due') return [];
      work.push(statement.name);
      return target.query(statement, values);
    },
    execute: (statement, values) => {
      work.push(statement.name);
      return target.execute(statement, values);
    },
  });
  return {
    ...database,
    ...recording(database),
    transaction: (act) => database.transaction((tx) => act(recording(tx))),
  };
}

const running = await startIdentity({}, { watch, passwords: watchedPasswords() });
afterAll(() => running.stop());
beforeEach(() => running.admin('delete from identity.attempt_limit'));

/** Returns the provider's work until it has responded, and its response. */
async function measure(ask: () => Promise<Response>) {
  work.length = 0;
  const answer = await ask();
  const body = (await answer.text()).replace(/"requestId":"[^"]*"/, '');
  return { done: [...work], status: answer.status, body };
}

describe('the work of a response is the same with and without an account', () => {
  it('for a login: unknown name, wrong password, disabled account, account without a password', async () => {
    await running.admin("update identity.account set disabled_at = now() where username = 'shop'");
    await running.admin("update identity.account set password = null where username = 'staff'");
    const browser = new Browser(running.origin);
    const interaction = await openLoginScreen(browser, authorizationRequest().url);
    const logIn = (username: string) =>
      measure(() => postLogin(browser, interaction, { username, password: 'not it at all' }));
    const unknown = await logIn('nobody@shop.test');
    expect(unknown).toMatchObject({ status: 401 });
    expect(unknown.done.filter((each) => each === 'verify a password')).toHaveLength(1);
    for (const username of ['seller@demo.test', 'shop@demo.test', 'staff@demo.test', 'x']) {
      expect(await logIn(username)).toEqual(unknown);
    }
  });

  it('for a login with too many failed attempts', async () => {
    const browser = new Browser(running.origin);
    const interaction = await openLoginScreen(browser, authorizationRequest().url);
    const answers = [];
    for (const username of ['seller@demo.test', 'nobody@shop.test']) {
      for (let each = 0; each < 100; each += 1) {
        await postLogin(browser, interaction, { username, password: `guess ${each}` });
        // Keep only the count of all guesses at the name.
        await running.admin(
          "delete from identity.attempt_limit where window_ends_at < now() + interval '1 day'",
        );
      }
      answers.push(
        await measure(() => postLogin(browser, interaction, { username, password: 'one more' })),
      );
    }
    expect(answers[0]).toMatchObject({ status: 403 });
    // The right password is verified too, but only the mailbox learns of it.
    expect(answers[0]?.done.filter((each) => each === 'verify a password')).toHaveLength(1);
    expect(answers[1]).toEqual(answers[0]);
  });

  it('for a password reset', async () => {
    const requestReset = (email: string) =>
      measure(() => postJson(new Browser(running.origin), '/forgot-password', { email }));
    const unknown = await requestReset('nobody@shop.test');
    expect(unknown).toMatchObject({ status: 200, body: '{"step":"sent"}' });
    expect(await requestReset('seller@demo.test')).toEqual(unknown);
  });

  it('for a registration', async () => {
    const register = (email: string) =>
      measure(() =>
        postJson(new Browser(running.origin), '/register', {
          email,
          name: 'Phạm Thu Hà',
          password: 'bốn con mèo trên mái',
          privacy: '2026-11-24',
        }),
      );
    const unknown = await register('nobody@shop.test');
    expect(unknown).toMatchObject({ status: 200, body: '{"step":"sent"}' });
    expect(unknown.done.filter((each) => each === 'hash a password')).toHaveLength(1);
    expect(await register('seller@demo.test')).toEqual(unknown);
  });
});
