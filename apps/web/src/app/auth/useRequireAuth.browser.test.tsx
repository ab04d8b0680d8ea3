import { LoginError, type Login, type LoginEvents, type Session } from '@seller-connect/login';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createTestSession } from '../../session/testing/testSession.ts';
import { setPageConfiguration } from '../../testing/setPageConfiguration.ts';
import { findings, signedInAuth, signedOutAuth, renderApp } from '../testing/renderApp.tsx';
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
