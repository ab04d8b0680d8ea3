import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createHostileProvider } from '../../test/hostileProvider.ts';
import { clearBrowser, createPage } from '../../test/page.ts';
import { LoginProvider, useLogin, useSession, useUser } from './index.ts';

const provider = await createHostileProvider();
const page = createPage(provider);
const place = document.createElement('div');
let root: Root;

function Who() {
  const { status } = useSession();
  const user = useUser();
  const login = useLogin();
  return (
    <button type="button" onClick={() => void login.logout()}>
      {status} {user ? String(user.profile['name']) : 'nobody'}
    </button>
  );
}

beforeEach(async () => {
  await clearBrowser();
  root = createRoot(place);
});
afterEach(() => {
  root.unmount();
  page.close();
});

test('the double mount of StrictMode makes one token request, and hooks follow the session', async () => {
  await page.open().login();
  page.address = provider.authorize(page.left[0] ?? '');
  const login = page.reload();
  flushSync(() =>
    root.render(
      <StrictMode>
        <LoginProvider login={login}>
          <Who />
        </LoginProvider>
      </StrictMode>,
    ),
  );
  expect(place.textContent).toBe('pending nobody');
  await login.start();
  await expect.poll(() => place.textContent).toBe('logged-in An Nguyễn');
  expect(provider.tokenRequests()).toHaveLength(1);
  place.querySelector('button')?.click();
  await expect.poll(() => place.textContent).toBe('logged-out nobody');
});

test('hooks without a provider throw an error that names it', () => {
  const errors: unknown[] = [];
  const bare = createRoot(document.createElement('div'), {
    onUncaughtError: (error) => errors.push(error),
  });
  flushSync(() => bare.render(<Who />));
  expect(errors).toEqual([new Error('useLogin needs a LoginProvider above it')]);
});
