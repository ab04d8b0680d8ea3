import { afterAll, expect, it } from 'vitest';
import { authorizationRequest, Browser, locationOf } from '../testing/browser.ts';
import { startIdentity } from '../testing/start-identity.ts';
import { postCallback, readRedirect, startSandboxGoogle } from './testing/google-login.ts';

const google = await startSandboxGoogle();
const running = await startIdentity({ GOOGLE_ISSUER: google.issuer });
afterAll(async () => {
  await running.stop();
  await google.sandbox.stop();
});

/** Opens the login screen of a request with everything that the screen depends on. */
async function openScreen() {
  const browser = new Browser(running.origin);
  const parameters = { ui_locales: 'en', login_hint: 'lan@shop.vn', reporting_tool: 'abc' };
  const first = await browser.fetch(authorizationRequest(parameters).url);
  const screen = locationOf(await browser.fetch(first.headers.get('location') ?? ''));
  expect(Object.fromEntries(screen.searchParams)).toMatchObject(parameters);
  const path = `/oauth/interaction/${screen.searchParams.get('interaction')}/google`;
  return { browser, screen, path };
}

const withError = (screen: URL, error: string) => ({
  ...Object.fromEntries(screen.searchParams),
  error,
});

it('returns to the same login screen, in its language, after a cancelled sign-in', async () => {
  const { browser, screen, path } = await openScreen();
  const request = locationOf(await browser.fetch(path));
  const state = request.searchParams.get('state');
  const back = await readRedirect(await postCallback(browser, { error: 'access_denied', state }));
  expect(Object.fromEntries(back.searchParams)).toEqual(withError(screen, 'google_cancelled'));
});

it('returns to the same login screen from a browser in which Google signs nobody in', async () => {
  const { browser, screen, path } = await openScreen();
  const answer = await browser.fetch(path, { headers: { 'user-agent': 'Mozilla/5.0 Zalo/1' } });
  const back = locationOf(answer);
  expect(Object.fromEntries(back.searchParams)).toEqual(withError(screen, 'google_embedded'));
});
