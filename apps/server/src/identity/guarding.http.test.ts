import { hash } from '@node-rs/argon2';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  authorizationRequest,
  Browser,
  demoPassword,
  openLogin,
  postLogin,
  signIn,
} from './testing/browser.ts';
import { startIdentity, type TestIdentity } from './testing/start-identity.ts';
import { timeRatio } from './testing/timing.ts';

let running: TestIdentity;
beforeAll(async () => {
  running = await startIdentity({ TRUSTED_PROXIES: '127.0.0.0/8, ::1' });
});
afterAll(() => running.stop());
afterEach(() => running.admin('delete from identity.attempt_limit'));

it('a hash with weaker parameters is replaced at the next sign-in', async () => {
  const weak = await hash(demoPassword, { algorithm: 2, memoryCost: 4096, timeCost: 1 });
  const stored = async () => {
    const [row] = await running.admin(
      "select password from identity.account where username = 'shop'",
    );
    return String(row?.['password']);
  };
  await running.admin("update identity.account set password = $1 where username = 'shop'", [weak]);
  await signIn(new Browser(running.origin), { username: 'shop' });
  const renewed = await stored();
  expect(renewed).toContain('m=19456,t=2,p=1');
  await signIn(new Browser(running.origin), { username: 'shop' });
  expect(await stored()).toBe(renewed);
});

describe('a thousand wrong passwords', () => {
  /** Guesses at one account from so many addresses; how many were looked at. */
  async function guess(addresses: number): Promise<number> {
    const browser = new Browser(running.origin);
    const interaction = await openLogin(browser, authorizationRequest().url);
    let lookedAt = 0;
    for (let round = 0; round < 1000 / 20; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, each) => {
          const address = `203.0.113.${(round * 20 + each) % addresses}`;
          const body = { username: 'seller', password: `guess ${round} ${each}` };
          return postLogin(browser, interaction, body, { 'x-forwarded-for': address });
        }),
      );
      lookedAt += answers.filter((answer) => answer.status === 401).length;
      await Promise.all(answers.map((answer) => answer.text()));
    }
    return lookedAt;
  }

  it.each([1, 20])(
    'from %d addresses never exceed five a minute each, and the owner still comes in',
    async (addresses) => {
      expect(await guess(addresses)).toBeLessThanOrEqual(5 * addresses);
      const owner = new Browser(running.origin);
      const interaction = await openLogin(owner, authorizationRequest().url);
      const body = { username: 'seller', password: demoPassword };
      const answer = await postLogin(owner, interaction, body, {
        'x-forwarded-for': '198.51.100.7',
      });
      expect(answer.status).toBe(200);
    },
  );
});

it('a login with an unknown name takes the same time within a fifth of the median', async () => {
  const browser = new Browser(running.origin);
  const interaction = await openLogin(browser, authorizationRequest().url);
  const attempt = async (username: string) => {
    const answer = await postLogin(browser, interaction, { username, password: 'not it at all' });
    await answer.text();
  };
  const ratio = await timeRatio({
    prepare: async () => void (await running.admin('delete from identity.attempt_limit')),
    one: () => attempt('seller'),
    other: (round) => attempt(`nobody-${round}`),
  });
  expect(ratio).toBeGreaterThan(0.8);
  expect(ratio).toBeLessThan(1.2);
});
