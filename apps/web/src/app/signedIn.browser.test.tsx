import type { Session } from '@seller-connect/login';
import { expect, it, onTestFinished } from 'vitest';
import type { PageConfiguration } from '@seller-connect/contract';
import { here, nobody, showAt } from './testing/showAt.tsx';

const heading = () => document.querySelector('h1')?.textContent ?? null;

/** The same person, whose access token is over. */
const expired: Session = {
  ...here,
  status: 'expired',
  user: here.user && { ...here.user, expired: true },
};

it('spec 4: whose token is over while the browser was offline or asleep stays on the page', async () => {
  const { signIn } = showAt('/settings', { session: expired });
  await expect.poll(heading).not.toBeNull();
  expect(signIn).not.toHaveBeenCalled();
});

it('spec 4: whose renewal was refused is led to the login', async () => {
  const { signInByItself } = showAt('/settings', { session: nobody });
  await expect.poll(() => signInByItself.mock.calls.length).toBe(1);
});

it('decisions 9: at an outside identity provider the account is kept there, and nobody asks ours for it', async () => {
  const configuration: PageConfiguration = {
    environment: 'test',
    demo: false,
    catalogueApi: '/catalogue',
    coreApi: '',
    identity: {
      issuer: 'https://login.example.net/realm',
      origin: 'https://login.example.net',
      isOutside: true,
      adminOrigin: 'https://login.example.net',
      clientId: 'shop',
      scopes: ['openid'],
      monitor: 'iframe',
      session: 'browser',
      silent: 'known',
      revokeCheck: false,
    },
    reportingTools: [],
  };
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = 'page-configuration';
  element.textContent = JSON.stringify(configuration);
  document.head.append(element);
  onTestFinished(() => element.remove());
  for (const path of ['/settings/password', '/settings/sessions', '/settings/account']) {
    const { asked } = showAt(path);
    const link = () => document.querySelector('main a[href="https://login.example.net/realm"]');
    await expect.poll(link).not.toBeNull();
    expect(asked.filter((call) => call.includes('/users/me'))).toEqual([]);
  }
});
