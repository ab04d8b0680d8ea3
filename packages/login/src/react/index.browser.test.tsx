import { StrictMode, act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHostileProvider } from '../../test/hostileProvider.ts';
import { clearBrowser, createPage } from '../../test/page.ts';
import { LoginProvider, useLogin, useSession, useUser } from './index.ts';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
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
afterEach(async () => {
  await act(async () => root.unmount());
  page.close();
});

test('the double mount of StrictMode makes one token request, and hooks follow the session', async () => {
  await page.open().login();
  page.address = provider.authorize(page.left[0] ?? '');
  const login = page.reload();
  await act(async () =>
    root.render(
      <StrictMode>
        <LoginProvider login={login}>
          <Who />
        </LoginProvider>
      </StrictMode>,
    ),
  );
  expect(place.textContent).toBe('pending nobody');
  await act(async () => void (await login.start()));
  expect(place.textContent).toBe('logged-in An Nguyễn');
  expect(provider.tokenRequests()).toHaveLength(1);
  await act(async () => {
    place.querySelector('button')?.click();
    await vi.waitFor(() => expect(login.session().status).toBe('logged-out'), { timeout: 60_000 });
  });
  expect(place.textContent).toBe('logged-out nobody');
});

test('hooks without a provider say what is missing', async () => {
  const bare = createRoot(document.createElement('div'));
  await expect(act(async () => bare.render(<Who />))).rejects.toThrow(
    'useLogin needs a LoginProvider above it',
  );
});
