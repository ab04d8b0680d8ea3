import { clearBrowser } from '@seller-connect/login/test/page.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { createSession } from './session.ts';
import { defaultAnswers } from './testing/defaultAnswers.ts';
import { storeUser } from './testing/storeUser.ts';
import { testConfiguration as configuration } from './testing/testConfiguration.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

/** Starts a page whose ID token has the given email, and returns how often it renewed its tokens. */
async function countRenewals(emailOfToken: string, emailOfAccount: string): Promise<number> {
  await clearBrowser();
  const renew = vi.fn(() =>
    Response.json({ access_token: 'renewed', token_type: 'Bearer', expires_in: 600 }),
  );
  const answers: typeof defaultAnswers = {
    ...defaultAnswers,
    '/userinfo': () => Response.json({ sub: 'person', email: emailOfAccount }),
    '/oauth/token': renew,
  };
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const { pathname } = new URL(new Request(input).url);
    return answers[pathname]?.() ?? Response.json({});
  });
  storeUser(600, { refreshToken: 'refresh', email: emailOfToken });
  const { login, permissions } = createSession({
    configuration,
    language: 'en',
    onFailure: vi.fn(),
    onAlreadyLoggedOut: vi.fn(),
  });
  await expect.poll(() => permissions().status).toBe('known');
  await login.renewalEnd();
  login.stop();
  return renew.mock.calls.length;
}

it('renews the profile once the user has confirmed a new email', async () => {
  expect(await countRenewals('old@shop.test', 'new@shop.test')).toBe(1);
});

it('keeps a profile with the current email', async () => {
  expect(await countRenewals('lan@shop.test', 'lan@shop.test')).toBe(0);
});
