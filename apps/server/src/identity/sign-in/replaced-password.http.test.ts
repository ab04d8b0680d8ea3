import { afterAll, expect, it } from 'vitest';
import {
  authorizationRequest,
  Browser,
  openLoginScreen,
  postJson,
  postLogin,
} from '../testing/browser.ts';
import { emailsTo, readToken, registerAccount } from '../testing/emails.ts';
import { pauseBefore } from '../testing/pause-before.ts';
import { startIdentity } from '../testing/start-identity.ts';

/** After the password of a login was verified and before the login is answered. */
const beforeRecord = pauseBefore(({ name }) => name === 'identity.record_sign_in');

const running = await startIdentity({}, { watch: beforeRecord.watch });
afterAll(() => running.stop());

it('a login with a password that is replaced meanwhile is refused', async () => {
  const email = 'replaced@shop.test';
  const password = 'bốn con mèo trên mái';
  await registerAccount(running, new Browser(running.origin), { email, password });
  const owner = new Browser(running.origin);
  await postJson(owner, '/forgot-password', { email });
  const token = readToken((await emailsTo(running, email, 2))[0]);
  const browser = new Browser(running.origin);
  const interaction = await openLoginScreen(browser, authorizationRequest().url);
  beforeRecord.once(async () => {
    const body = { token, password: 'sáu con cá trong chậu' };
    expect((await postJson(owner, '/reset-password', body)).status).toBe(200);
  });
  const answer = await postLogin(browser, interaction, { username: email, password });
  expect(beforeRecord.isPending()).toBe(false);
  expect(answer.status).toBe(401);
  const resumed = await browser.fetch(`/oauth/authorize/${interaction}`);
  expect(resumed.headers.get('location')).toBeNull();
});
