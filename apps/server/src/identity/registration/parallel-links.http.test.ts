import { afterAll, expect, it } from 'vitest';
import { Browser, callApi, postJson, signInForTokens } from '../testing/browser.ts';
import { emailsTo, readLink, registerAccount } from '../testing/emails.ts';
import { startIdentity } from '../testing/start-identity.ts';

const running = await startIdentity();
afterAll(() => running.stop());

const password = 'bốn con mèo trên mái';

/** Returns the links of two requests for a new password and of one change of address. */
async function requestLinks(name: string): Promise<URL[]> {
  const [email, newEmail] = [`${name}@shop.test`, `${name}-new@shop.test`];
  const browser = new Browser(running.origin);
  await registerAccount(running, browser, { email, password });
  const { tokens } = await signInForTokens(running.origin, { username: email, password });
  const change = { currentPassword: password, email: newEmail };
  expect((await callApi(running.origin, tokens, 'POST', '/users/me/email', change)).ok).toBe(true);
  for (const _ of [1, 2]) await postJson(browser, '/forgot-password', { email });
  const [confirmation, former] = [
    await emailsTo(running, newEmail),
    await emailsTo(running, email, 4),
  ];
  return [...confirmation, ...former.slice(0, 3)].map(readLink);
}

function openLink(link: URL): Promise<Response> {
  const body = { token: link.searchParams.get('token'), password: 'sáu con cá trong chậu' };
  return postJson(new Browser(running.origin), link.pathname, body);
}

it.each(['first', 'second', 'third'])(
  'of links of one account that are used at once, each works or has expired (%s round)',
  async (name) => {
    const links = await requestLinks(name);
    const statuses = await Promise.all(links.map(async (link) => (await openLink(link)).status));
    expect(links.map(({ pathname }) => pathname).toSorted()).toEqual([
      '/reset-password',
      '/reset-password',
      '/undo-email',
      '/verify-email',
    ]);
    expect(statuses.filter((status) => status !== 200 && status !== 410)).toEqual([]);
    expect(statuses).toContain(200);
  },
);
