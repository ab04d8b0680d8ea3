import { beforeEach, expect, test, vi } from 'vitest';
import { createHostileProvider } from '../../test/hostileProvider.ts';
import { clearBrowser, createPage } from '../../test/page.ts';
import { networkError } from '../errors.ts';
import { createLoginWith } from '../login.ts';
import { createLazyLogin } from './index.ts';

const provider = await createHostileProvider();
const fetched = vi.spyOn(provider, 'fetch');

beforeEach(async () => {
  fetched.mockClear();
  await clearBrowser();
});

test('a login and its renewal load the validation code', async () => {
  const page = createPage(provider, undefined, createLazyLogin);
  const login = await page.signIn();
  expect(login.isLoggedIn()).toBe(true);
  await expect(login.renew()).resolves.toMatchObject({ profile: { sub: 'user-1' } });
  page.close();
});

test('neither code nor refresh token is sent if the validation code fails to load', async () => {
  const load = () => Promise.reject(networkError(new TypeError('Failed to fetch')));
  const page = createPage(provider, undefined, (config) => createLoginWith(load, config));
  const login = await page.signIn();
  expect(login.session().error).toMatchObject({ code: 'network', retryable: true });
  expect(fetched.mock.calls.filter(([url]) => url.endsWith('/oauth/token'))).toEqual([]);
  page.close();
});
