import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgeriesOf } from '../../test/forgeries.ts';
import { createHostileProvider } from '../../test/hostileProvider.ts';
import { clearBrowser, createPage } from '../../test/page.ts';

const provider = await createHostileProvider();
const forgeries = await forgeriesOf(provider);
const seconds = () => Math.floor(Date.now() / 1000);
const page = createPage(provider);

beforeEach(async () => {
  await clearBrowser();
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  page.close();
  provider.setForgery({});
  page.address = `${location.origin}/`;
  page.left.length = 0;
});

test.each(forgeries)('spec 5: refuses a response with %s', async (_, forgery, code, message) => {
  provider.setForgery(forgery);
  const login = await page.signIn();
  const result = await login.start();
  expect(result.error).toMatchObject({ name: 'LoginError', code, message });
  expect(result.status).toBe('logged-out');
  expect(login.user()).toBeNull();
  expect(localStorage.length).toBe(0);
});

test('every forgery has a code of its own', () => {
  // Two forgeries are issued in the future: one by a day, one just beyond the tolerance.
  const codes = forgeries.map(([name, , code]) => (name === 'issued 90 s ahead' ? name : code));
  expect(new Set(codes).size).toBe(forgeries.length);
});

test('accepts the same response unforged', async () => {
  const login = await page.signIn();
  expect((await login.start()).error).toBeNull();
  expect(login.isLoggedIn()).toBe(true);
});

test('accepts an iat up to 60 s ahead, and several audiences with our azp', async () => {
  provider.setForgery({
    claims: (claims) => ({
      ...claims,
      iat: seconds() + 50,
      aud: ['test-client', 'api'],
      azp: 'test-client',
    }),
  });
  expect((await page.signIn()).isLoggedIn()).toBe(true);
});

test('limits the lifetime of a token to 30 days', async () => {
  provider.setForgery({ body: (body) => ({ ...body, expires_in: 1e12 }) });
  const user = (await page.signIn()).user();
  expect(user?.expiresAt).toBeLessThanOrEqual(seconds() + 30 * 86_400);
});

test('the error of a forged response contains no token or code', async () => {
  for (const [, forgery] of forgeries) {
    provider.setForgery(forgery);
    const { error } = await (await page.signIn()).start();
    const text = JSON.stringify([error?.message, error?.stack, error?.cause]);
    expect(text).not.toMatch(/access-\d|refresh-\d|code-\d|eyJ/);
    page.address = `${location.origin}/`;
  }
});

test.each([
  [399, {}, 'HTTP status 399'],
  [398, {}, 'Invalid metadata'],
  [200, [], 'Invalid metadata'],
])('spec 8: metadata answered by %i %j is refused as %s', async (status, body, message) => {
  const fetch = async () => Response.json(body, { status });
  const { issuer } = provider.metadata;
  const login = page.open({ issuer, metadata: { issuer }, environment: { fetch } });
  await expect(login.login()).rejects.toMatchObject({ message });
});

test('refuses metadata of another issuer before the page is left', async () => {
  const login = page.open({
    issuer: 'https://elsewhere.test',
    metadata: { issuer: 'https://elsewhere.test' },
  });
  await expect(login.login()).rejects.toMatchObject({ code: 'metadata_issuer' });
  expect(page.left).toEqual([]);
});
