import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHostileProvider } from '../test/hostileProvider.ts';
import { clearBrowser, createPage } from '../test/page.ts';

const provider = await createHostileProvider();
const page = createPage(provider);

beforeEach(clearBrowser);
afterEach(() => {
  page.close();
  page.address = `${location.origin}/`;
  vi.restoreAllMocks();
});

test('spec 8: a failed login is logged by its code alone if there is no listener', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  page.address = `${location.origin}/?error=access_denied&error_description=secret&state=unknown`;
  await page.open().start();
  expect(warn.mock.calls).toEqual([['Login failed: invalid_state']]);
  expect(page.left).toEqual([]);
});

test('spec 8: a listener gets the error, and nothing is logged', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  page.address = `${location.origin}/?error=access_denied&state=unknown`;
  const login = page.open();
  const failed = vi.fn();
  login.on('login-failed', failed);
  const { error } = await login.start();
  expect(failed).toHaveBeenCalledExactlyOnceWith(error);
  expect(warn).not.toHaveBeenCalled();
});
