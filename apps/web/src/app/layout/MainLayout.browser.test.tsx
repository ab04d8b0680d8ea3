import { render } from '@seller-connect/ui/testing/render.tsx';
import { LoginError } from '@seller-connect/login';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { errorTexts } from '../errors/texts.ts';
import { texts as appearance } from '../../screens/appearance/texts.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { ErrorBoundary } from '../../loading/ErrorBoundary.tsx';
import { ErrorPage } from '../errors/ErrorPage.tsx';
import type { AppSession } from '../../session/index.ts';
import { createTestSession } from '../../session/testing/testSession.ts';
import { findings, signedInAuth, signedOutAuth, renderApp } from '../testing/renderApp.tsx';
import { setPageConfiguration } from '../../testing/setPageConfiguration.ts';
import { storage } from '../../storage.ts';
import { setThemeMode } from '../../theme/index.ts';
import { texts } from '../texts.ts';

/** Resolves with the address of the next navigation away from the page, and cancels that navigation. */
function nextDeparture(): Promise<string> {
  return new Promise((resolve) => {
    navigation.addEventListener(
      'navigate',
      (event) => {
        event.preventDefault();
        resolve(event.destination.url);
      },
      { once: true },
    );
  });
}

const side = () => page.getByRole('navigation', { name: texts.menu });
const sideWidth = () => side().element().getBoundingClientRect().width;

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});
afterEach(() => localStorage.clear());

describe('the main layout', () => {
  it('spec 2: an unmatched path leads to /404', async () => {
    const { history } = renderApp('/no/such/page');
    await expect.element(page.getByText(sharedTexts.pageNotFound)).toBeVisible();
    expect(history.location.pathname).toBe('/404');
  });

  it('spec 2: has a side menu, a header, a content area and breadcrumbs', async () => {
    renderApp('/settings');
    await expect.element(side()).toBeVisible();
    const toggle = page.getByRole('button', { name: texts.collapse });
    await expect.element(toggle).toBeVisible();
    expect(toggle.element().closest('header')).toBeVisible();
    const heading = page.getByRole('heading', { level: 1 });
    await expect.element(heading).toBeVisible();
    expect(heading.element().closest('main')?.id).toBe('content');
    const breadcrumbs = page.getByRole('navigation', { name: texts.breadcrumbs });
    await expect.element(breadcrumbs.getByText(texts.routes.home)).toBeVisible();
    await expect.element(breadcrumbs.getByText(texts.routes.settings)).toBeVisible();
  });

  it('has its footer below the window, so that arriving data do not move it', async () => {
    renderApp('/connect/unavailable');
    const footer = page.getByText(texts.footer);
    await expect.element(footer).toBeInTheDocument();
    expect(footer.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(window.innerHeight);
  });

  it('spec 9: the side menu is 200 wide and 80 collapsed, and stores its state', async () => {
    renderApp('/settings');
    await expect.element(side()).toBeVisible();
    await expect.poll(sideWidth).toBe(200);
    await page.getByRole('button', { name: texts.collapse }).click();
    await expect.poll(sideWidth).toBe(80);
    expect(localStorage.getItem('side_menu')).toBe('collapsed');
    await page.getByRole('button', { name: texts.expand }).click();
    await expect.poll(sideWidth).toBe(200);
  });

  it('collapses the side menu of a window without room for it, unless the user expands it', async () => {
    await page.viewport(1024, 800);
    renderApp('/settings');
    await expect.poll(sideWidth).toBe(80);
    await page.viewport(1280, 800);
    await expect.poll(sideWidth).toBe(200);
    await page.viewport(1024, 800);
    await page.getByRole('button', { name: texts.expand }).click();
    await expect.poll(sideWidth).toBe(200);
  });

  const black = 'rgb(0, 0, 0)';
  const navy = 'rgb(11, 27, 52)';
  it.each([
    ['dark', [black, black, black, 'rgb(17, 22, 30)']],
    ['light', [navy, 'rgb(255, 255, 255)', navy, 'rgb(244, 246, 250)']],
  ] as const)('spec 4: %s colors its side, header, footer and body', async (mode, colors) => {
    onTestFinished(() => {
      localStorage.clear();
      window.applyTheme?.();
    });
    setThemeMode(mode);
    renderApp('/connect/unavailable');
    await expect.element(side()).toBeVisible();
    const parts = [
      side().element().parentElement,
      document.querySelector('header'),
      document.querySelector('footer'),
      document.body,
    ];
    expect(parts.map((part) => part && getComputedStyle(part).backgroundColor)).toEqual(colors);
  });

  it('starts a login when logged out, to return to the same page', async () => {
    const { signInByItself } = renderApp('/settings?a=1', { session: signedOutAuth });
    await vi.waitFor(
      () => expect(signInByItself).toHaveBeenCalledExactlyOnceWith('/settings?a=1'),
      { timeout: 60_000 },
    );
    expect(side().query()).toBeNull();
  });
});

describe('result pages', () => {
  it.each([
    ['/403', '403', sharedTexts.permissionDenied],
    ['/404', '404', sharedTexts.pageNotFound],
    ['/500', '500', sharedTexts.somethingWentWrong],
  ])('spec 2: %s has its title, its text, back to home and log out', async (path, title, text) => {
    const { signOut } = renderApp(path);
    await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect.element(page.getByText(text)).toBeVisible();
    const home = page.getByRole('link', { name: sharedTexts.backHome });
    await expect.element(home).toHaveAttribute('href', '/');
    // Home is the first action, whatever else the page offers.
    expect(document.querySelector('main a, main button')).toBe(home.element());
    await page.getByRole('button', { name: sharedTexts.signOut }).click();
    expect(signOut).toHaveBeenCalledOnce();
  });

  it.each(['/403', '/404', '/500'])('%s offers sign-in when logged out', async (path) => {
    const { signIn } = renderApp(path, { session: signedOutAuth });
    await page.getByRole('button', { name: sharedTexts.signIn }).click();
    expect(signIn).toHaveBeenCalledExactlyOnceWith('/');
  });

  it('lead to the page that explains why the sign-in failed', async () => {
    const fails = () => Promise.reject(new TypeError('offline'));
    const parts = { signIn: fails, signInByItself: fails };
    const { history } = renderApp('/404', { session: signedOutAuth, parts });
    await page.getByRole('button', { name: sharedTexts.signIn }).click();
    await expect.poll(() => history.location.pathname).toBe('/');
    await expect
      .element(page.getByRole('heading', { name: errorTexts.signInFailed }))
      .toBeVisible();
  });

  it('do not offer sign-in when logged in', async () => {
    renderApp('/500');
    await expect.element(page.getByRole('button', { name: sharedTexts.signOut })).toBeVisible();
    expect(page.getByRole('button', { name: sharedTexts.signIn }).query()).toBeNull();
  });

  it.each([
    ['shows Home if the provider has no logout endpoint', false, '/'],
    ['stays until the browser is at the provider', true, '/403'],
  ])('spec 4: logging out %s', async (_, isLoggedIn, pathname) => {
    const { login } = createTestSession({ present: signedInAuth });
    const parts = { login: { ...login, isLoggedIn: () => isLoggedIn } };
    const { signOut, history } = renderApp('/403', { parts });
    await page.getByRole('button', { name: sharedTexts.signOut }).click();
    await expect.poll(() => signOut.mock.settledResults).toHaveLength(1);
    await expect.poll(() => history.location.pathname).toBe(pathname);
  });

  it('logging out as a guest of an outside provider forces its login screen', async () => {
    setPageConfiguration({ identity: { isOutside: true } });
    const signInAgain = vi.fn<AppSession['signInAgain']>(() => Promise.resolve());
    const left = vi.fn();
    void nextDeparture().then(left);
    renderApp('/403', { session: signedOutAuth, parts: { signInAgain } });
    await page.getByRole('button', { name: sharedTexts.signOut }).click();
    await expect.poll(() => signInAgain.mock.calls.length + left.mock.calls.length).toBe(1);
    expect(signInAgain).toHaveBeenCalledExactlyOnceWith('/');
  });

  it('spec 4: logging out opens the provider’s logout address even without a local session', async () => {
    const provider = setPageConfiguration().identity.origin;
    const fetched = vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json({}));
    onTestFinished(() => fetched.mockRestore());
    const left = nextDeparture();
    const { signOut } = renderApp('/403', { session: signedOutAuth });
    await page.getByRole('button', { name: sharedTexts.signOut }).click();
    const address = new URL(await left);
    expect(address.origin + address.pathname).toBe(`${provider}/oauth/logout`);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: 'web',
      post_logout_redirect_uri: `${location.origin}/`,
      ui_locales: 'vi',
    });
    expect(signOut).not.toHaveBeenCalled();
  });

  it.each([false, true])(
    'a guest who logs out while the provider does not answer stays on Home, which says so: outside %s',
    async (isOutside) => {
      setPageConfiguration({ identity: { isOutside } });
      onTestFinished(() => storage.signedOut.remove());
      const fetched = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('refused'));
      onTestFinished(() => fetched.mockRestore());
      const left = vi.fn();
      void nextDeparture().then(left);
      const unreachable = () => Promise.reject(new LoginError('network', ''));
      const signInByItself = async () => storage.signedOut.read();
      const parts = { signInAgain: unreachable, signInByItself };
      renderApp('/403', { session: signedOutAuth, parts });
      await page.getByRole('button', { name: sharedTexts.signOut }).click();
      await expect.element(page.getByText(errorTexts.signedOutHere)).toBeVisible();
      expect(left).not.toHaveBeenCalled();
    },
  );
});

it.each(['/403', '/404', '/500', '/refer/invalid', '/oauth/callback/google'])(
  'names the product on %s, and centers it in the window',
  async (path) => {
    renderApp(path, { session: signedOutAuth });
    const heading = page.getByRole('heading', { level: 1 });
    await expect.element(heading).toBeVisible();
    await expect.element(page.getByText(sharedTexts.product, { exact: true })).toBeVisible();
    const box = heading.element().getBoundingClientRect();
    expect(Math.abs(box.left + box.right - document.documentElement.clientWidth)).toBeLessThan(3);
  },
);

describe('screens without data', () => {
  it.each([
    ['spec 8: an invalid link', '/refer/invalid', texts.routes.referInvalid],
    ['spec 8: a wrong or unavailable partner', '/connect/unavailable', texts.routes.unavailable],
    ['spec 2: the Google login callback', '/oauth/callback/google', texts.routes.callbackGoogle],
    ['spec 2: the settings', '/settings/appearance', texts.routes.appearance],
  ])('%s has a screen', async (_, path, heading) => {
    renderApp(path);
    await expect.element(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  });
});

describe('the settings', () => {
  const list = () => page.getByRole('navigation', { name: texts.routes.settings });

  it('open their first page on a desktop, beside the list', async () => {
    const { history } = renderApp('/settings');
    await expect.element(page.getByRole('heading', { name: appearance.title })).toBeVisible();
    expect(history.location.pathname).toBe('/settings/appearance');
    const first = list().getByRole('link', { name: texts.routes.appearance });
    await expect.element(first).toHaveAttribute('aria-current', 'page');
    const breadcrumbs = page.getByRole('navigation', { name: texts.breadcrumbs });
    await expect.element(breadcrumbs.getByText(texts.routes.settings)).toHaveAttribute('href');
  });

  it('are a list on a phone, and each page is a screen of its own', async () => {
    await page.viewport(390, 844);
    const { history } = renderApp('/settings');
    await expect.element(list()).toBeVisible();
    await expect.element(page.getByText(texts.summaries.appearance)).toBeVisible();
    expect(history.location.pathname).toBe('/settings');
    history.push('/settings/appearance');
    await expect.element(page.getByRole('heading', { name: appearance.title })).toBeVisible();
    await expect.element(list()).not.toBeInTheDocument();
  });
});

it('spec 1: the settings change theme mode and brand color', async () => {
  renderApp('/settings/appearance');
  const choose = async (name: string) => {
    const radio = page.getByRole('radio', { name, exact: true });
    await expect.element(radio).toBeInTheDocument();
    radio.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
  };
  await choose(sharedTexts.themeModes.dark);
  expect(localStorage.getItem('app_theme')).toBe('dark');
  expect(document.documentElement.dataset['theme']).toBe('dark');
  await choose(appearance.presets.teal);
  expect(JSON.parse(localStorage.getItem('app_color_preset') ?? '')).toMatchObject({ id: 'teal' });
  // Undo restores the previous color, which was the default.
  await page.getByRole('button', { name: sharedTexts.undo }).click();
  expect(localStorage.getItem('app_color_preset')).toBeNull();
});

it('spec 8: a failed login shows our own message, and restarts only on request', async () => {
  // Text that a provider sends is never shown.
  const error = new LoginError('access_denied', 'Call 0900', { reason: 'Call 0900' });
  const { signIn, signInByItself } = renderApp('/settings?a=1', {
    session: { ...signedOutAuth, error },
  });
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Yêu cầu đăng nhập đã bị từ chối hoặc bị huỷ. Hãy đăng nhập lại.');
  expect(document.body.textContent).not.toContain('0900');
  expect(signInByItself).not.toHaveBeenCalled();
  await page.getByRole('button', { name: errorTexts.signInAgain }).click();
  expect(signIn).toHaveBeenCalledWith('/settings?a=1');
});

it('spec 4: a token refused right after it was issued shows a message, and starts no login', async () => {
  const signInAgain = vi.fn<AppSession['signInAgain']>(() => Promise.resolve());
  const parts = { isTokenRefused: () => true, signInAgain };
  const { signInByItself } = renderApp('/orders', { session: signedOutAuth, parts });
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(signInByItself).not.toHaveBeenCalled();
  // The provider's session would give the same token again, so its login screen is requested.
  await page.getByRole('button', { name: errorTexts.signInAgain }).click();
  expect(signInAgain).toHaveBeenCalledExactlyOnceWith('/orders');
  expect(await findings()).toEqual([]);
});

it('spec 4: a third login within a minute waits for the user', async () => {
  const signInAgain = vi.fn<AppSession['signInAgain']>(() => Promise.resolve());
  const signInByItself = vi.fn<AppSession['signInByItself']>(() => Promise.resolve('repeated'));
  renderApp('/orders', { session: signedOutAuth, parts: { signInByItself, signInAgain } });
  await expect.element(page.getByText(errorTexts.signInRepeated)).toBeVisible();
  expect(signInByItself).toHaveBeenCalledOnce();
  await page.getByRole('button', { name: errorTexts.signInAgain }).click();
  expect(signInAgain).toHaveBeenCalledExactlyOnceWith('/orders');
});

it('spec 8: a render error shows Unexpected Application Error', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const Broken = () => {
    throw new Error('broken');
  };
  render(
    <ErrorBoundary fallback={(failure) => <ErrorPage {...failure} />}>
      <Broken />
    </ErrorBoundary>,
  );
  const heading = page.getByRole('heading', { name: sharedTexts.unexpectedApplicationError });
  await expect.element(heading).toBeVisible();
  logged.mockRestore();
});
