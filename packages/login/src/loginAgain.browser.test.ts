import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHostileProvider } from '../test/hostileProvider.ts';
import { clearBrowser, createPage } from '../test/page.ts';

const provider = await createHostileProvider();
const page = createPage(provider);

beforeEach(async () => {
  await clearBrowser();
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  page.close();
  page.address = `${location.origin}/`;
  page.left.length = 0;
  provider.setForgery({});
});

test('a login while logged in replaces the previous one', async () => {
  const login = await page.signIn();
  const before = login.user()?.accessToken;
  await login.login({ params: { prompt: 'login' } });
  page.address = provider.authorize(page.left[0] ?? '');
  const next = page.reload();
  await next.start();
  expect(next.user()?.accessToken).not.toBe(before);
});

test('accessToken waits for the new login instead of using the previous one', async () => {
  const login = await page.signIn();
  const before = login.user()?.accessToken;
  await login.login({ params: { prompt: 'login' } });
  page.address = provider.authorize(page.left[0] ?? '');
  const next = page.reload();
  expect(next.session()).toMatchObject({ status: 'pending', user: null });
  const starting = next.start();
  const token = await next.accessToken();
  expect(token).toBe(next.user()?.accessToken);
  expect(token).not.toBe(before);
  expect((await starting).status).toBe('logged-in');
});

test('the previous login stays if the new one fails', async () => {
  const login = await page.signIn();
  await login.login({ params: { prompt: 'login' } });
  page.address = provider.authorize(page.left[0] ?? '');
  provider.setForgery({ token: () => Promise.reject(new TypeError('Failed to fetch')) });
  const next = page.reload();
  expect(await next.start()).toMatchObject({ status: 'logged-in', error: { code: 'network' } });
});
