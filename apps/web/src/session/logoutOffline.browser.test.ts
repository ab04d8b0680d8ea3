import { expect, it, onTestFinished, vi } from 'vitest';
import { identityUserPrefix } from '../storage.ts';
import { createSession } from './session.ts';
import { defaultAnswers } from './testing/defaultAnswers.ts';
import { nextDeparture } from './testing/nextDeparture.ts';
import { storeUser } from './testing/storeUser.ts';
import { testConfiguration as configuration } from './testing/testConfiguration.ts';

it('spec 4: logging out of a page that started offline leads to the login screen once online', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const send = vi.fn<typeof fetch>(async (input) => {
    if (!navigator.onLine) throw new TypeError('Failed to fetch');
    return defaultAnswers[new URL(new Request(input).url).pathname]?.() ?? Response.json({});
  });
  vi.stubGlobal('fetch', send);
  storeUser(600);
  const { login, signInByItself, signOut } = createSession({
    configuration,
    language: 'en',
    onFailure: () => undefined,
    onAlreadyLoggedOut: () => undefined,
  });
  onTestFinished(() => {
    login.stop();
    vi.unstubAllGlobals();
    localStorage.clear();
    sessionStorage.clear();
  });
  const left = nextDeparture();
  const signedOut = signOut();
  await expect.poll(() => send.mock.settledResults.length).toBeGreaterThan(0);
  expect(localStorage.getItem(`${identityUserPrefix}web`)).toBeNull();
  const signedIn = signInByItself('/');
  onLine.mockRestore();
  window.dispatchEvent(new Event('online'));
  // Without this, the provider's session would sign the user in again.
  expect((await left).searchParams.get('prompt')).toBe('login');
  await signedOut;
  // The page that has been left does not start a login of its own.
  expect(await signedIn).toBe('unconfirmed');
});
