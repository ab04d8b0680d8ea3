import { afterAll, expect, it } from 'vitest';
import { Browser, callApi, postJson, readError, signInForTokens } from '../testing/browser.ts';
import { emailsTo, readToken, registerAccount } from '../testing/emails.ts';
import { pauseBefore } from '../testing/pause-before.ts';
import { startIdentity } from '../testing/start-identity.ts';

/** After the current password was verified and before the change is made. */
const beforeChange = pauseBefore(({ name }) => name === 'identity.delete_attempts');

const running = await startIdentity({}, { watch: beforeChange.watch });
afterAll(() => running.stop());

const password = 'bốn con mèo trên mái';
const replacement = 'sáu con cá trong chậu';

it.each([
  ['/password', { newPassword: 'năm con vịt dưới ao' }],
  ['/email', { email: 'thief@shop.test' }],
  ['/removal', {}],
])('%s is refused if the password is replaced meanwhile', async (path, body) => {
  const email = `replaced-${path.slice(1)}@shop.test`;
  await registerAccount(running, new Browser(running.origin), { email, password });
  const { tokens } = await signInForTokens(running.origin, { username: email, password });
  const owner = new Browser(running.origin);
  await postJson(owner, '/forgot-password', { email });
  const token = readToken((await emailsTo(running, email, 2))[0]);
  beforeChange.once(async () => {
    const reset = { token, password: replacement };
    expect((await postJson(owner, '/reset-password', reset)).status).toBe(200);
  });
  const change = { ...body, currentPassword: password };
  const answer = await callApi(running.origin, tokens, 'POST', `/users/me${path}`, change);
  expect(beforeChange.isPending()).toBe(false);
  expect(await readError(answer)).toMatchObject({ statusCode: 422, error: 'wrong_password' });
  await signInForTokens(running.origin, { username: email, password: replacement });
});
