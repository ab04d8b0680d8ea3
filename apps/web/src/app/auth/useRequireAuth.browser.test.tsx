import { LoginError, type Login, type LoginEvents, type Session } from '@seller-connect/login';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createTestSession } from '../../session/testing/testSession.ts';
import { setPageConfiguration } from '../../testing/setPageConfiguration.ts';
import { findings, signedInAuth, signedOutAuth, renderApp } from '../testing/renderApp.tsx';
import { sharedTexts } from '../../i18n/index.ts';
import { errorTexts } from '../errors/texts.ts';
import { texts } from '../texts.ts';

const heading = () => document.querySelector('h1')?.textContent ?? null;

/** The same user with an expired access token. */
const expired: Session = {
  ...signedInAuth,
  status: 'expired',
  user: signedInAuth.user && { ...signedInAuth.user, expired: true },
};

it('spec 4: keeps the page when the token expired while offline or asleep', async () => {
  const { signIn } = renderApp('/settings', { session: expired });
  await expect.poll(heading).not.toBeNull();
  expect(signIn).not.toHaveBeenCalled();
});

it('shows a message while the sign-in service is unreachable, but not for one renewal', async () => {
  const failure = new LoginError('network', 'unavailable', undefined, true);
  const details: LoginEvents = {
    change: 'expired',
    'user-loaded': { sub: 'person', by: 'renewal' },
    'user-removed': { by: 'logout' },
    'session-change': { change: 'ended' },
    expiring: { expiresAt: 0 },
    'access-token-expired': { expiresAt: 0 },
    'silent-renew-error': failure,
    'login-failed': failure,
  };
  const handlers: { event: keyof LoginEvents; run: () => void }[] = [];
  const raise = (wanted: keyof LoginEvents) => {
    for (const { event, run } of handlers) if (event === wanted) run();
  };
  const { login } = createTestSession({ present: expired });
  const on: Login['on'] = (event, handler) => {
    handlers.push({ event, run: () => handler(details[event]) });
    return () => undefined;
  };
  renderApp('/settings', { session: expired, parts: { login: { ...login, on } } });
  const text = page.getByText(texts.sessionWaits);
  await expect.poll(heading).not.toBeNull();
  expect(text.query()).toBeNull();
  raise('silent-renew-error');
  await expect.element(text).toBeVisible();
  expect(await findings()).toEqual([]);
  raise('user-loaded');
  await expect.element(text).not.toBeInTheDocument();
});

it('spec 4: starts a login when the renewal was refused', async () => {
  const { signInByItself } = renderApp('/settings', { session: signedOutAuth });
  await expect.poll(() => signInByItself.mock.calls.length).toBe(1);
});

it.each([
  ['unconfirmed', errorTexts.signedOut, sharedTexts.signIn, '/settings?a=1'],
  ['account_deleted', errorTexts.accountDeleted, errorTexts.toSignIn, '/'],
] as const)(
  'spec 4: says how the last session ended (%s), and starts no login by itself',
  async (reason, title, button, returnTo) => {
    const { signIn, signInByItself } = renderApp('/settings?a=1', {
      session: signedOutAuth,
      parts: { signInByItself: () => Promise.resolve(reason) },
    });
    await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect.element(page.getByRole('alert')).toBeVisible();
    expect(await findings()).toEqual([]);
    expect([signIn.mock.calls, signInByItself.mock.calls]).toEqual([[], []]);
    await page.getByRole('button', { name: button }).click();
    expect(signIn).toHaveBeenCalledExactlyOnceWith(returnTo);
  },
);

it('decisions 9: an outside identity provider manages the account, and ours is not called', async () => {
  setPageConfiguration({
    identity: {
      issuer: 'https://login.example.net/realm',
      origin: 'https://login.example.net',
      isOutside: true,
    },
  });
  for (const path of ['/settings/password', '/settings/sessions', '/settings/account']) {
    const { requests } = renderApp(path);
    const link = () => document.querySelector('main a[href="https://login.example.net/realm"]');
    await expect.poll(link).not.toBeNull();
    expect(requests.filter((call) => call.includes('/users/me'))).toEqual([]);
  }
});
