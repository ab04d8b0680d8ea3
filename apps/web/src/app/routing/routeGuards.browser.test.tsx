import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { PermissionState } from '../../session/index.ts';
import { errorTexts } from '../errors/texts.ts';
import { texts as appearance } from '../../screens/appearance/texts.ts';
import { texts as brands } from '../../screens/brands/texts.ts';
import { texts as newPrice } from '../../screens/pricing/texts.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { renderApp, type RenderAppOptions } from '../testing/renderApp.tsx';
import { texts } from '../texts.ts';

const staff = ['catalog:all:all', 'ppm:all:all'];
const emptyPage = { items: [], total: 0, page: 1, pageSize: 20 };
const answers = { 'GET /brands': emptyPage, 'GET /prices': emptyPage };

const guardedPaths = [
  '/brands',
  '/brands/',
  '/brands/new',
  '/BRANDS/NEW',
  '/Brands/new/',
  '/brands/HOA-MAI',
  '/Brands/HOA-MAI/',
  '/pricing',
  '/PRICING/',
  '/pricing/new',
  '/Pricing/New',
  '/pricing/SP-0001',
];

/** Records every heading, form and breadcrumb that appears in the document from now on. */
function recordScreens(): Set<string> {
  const seen = new Set<string>();
  const record = () => {
    for (const element of document.querySelectorAll('h1, form, nav ol li')) {
      seen.add(`${element.tagName}: ${element.tagName === 'FORM' ? '' : element.textContent}`);
    }
  };
  const observer = new MutationObserver(record);
  observer.observe(document, { childList: true, subtree: true, characterData: true });
  onTestFinished(() => observer.disconnect());
  return seen;
}

/** The recorded calls behind the guarded screens. */
const catalogueCalls = (requests: readonly string[]) =>
  requests.filter((call) => /^\w+ \/(brands|pric)/.test(call));

const show = (address: string, shown: RenderAppOptions = {}) =>
  renderApp(address, { answers, ...shown });
const breadcrumbs = () => page.getByRole('navigation', { name: texts.breadcrumbs });
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});
afterEach(() => localStorage.clear());

describe('a page without permission', () => {
  it.each(guardedPaths)('spec 6: %s shows /403 and never renders', async (path) => {
    const seen = recordScreens();
    const { history, requests } = show(path, { permissions: ['identity:roles:assign'] });
    await expect.element(heading('403')).toBeVisible();
    expect(history.location.pathname).toBe('/403');
    expect([...seen]).toEqual(['H1: 403']);
    expect(catalogueCalls(requests)).toEqual([]);
  });

  it('spec 6: is replaced in the history by /403', async () => {
    const { history, requests } = show('/settings/appearance');
    await expect.element(heading(appearance.title)).toBeVisible();
    const seen = recordScreens();
    history.push('/pricing/new');
    await expect.element(heading('403')).toBeVisible();
    expect(history.location.href).toBe('/403?permission=ppm%3Aall%3Aall');
    expect([...seen].filter((each) => each.startsWith('H1'))).not.toContain(
      `H1: ${newPrice.newTitle}`,
    );
    await expect.element(page.getByText(errorTexts.staffOnly(texts.routes.newPrice))).toBeVisible();
    history.back();
    await expect.element(heading(appearance.title)).toBeVisible();
    expect(catalogueCalls(requests)).toEqual([]);
  });

  it('/403 shows no permission or page name taken from the address', async () => {
    show('/403?permission=catalog:all:all&wanted=Free%20money');
    await expect.element(page.getByText(errorTexts.staffOnly(null))).toBeVisible();
    expect(page.getByText(/catalog:|Free money/).query()).toBeNull();
  });

  it.each([
    ['/brands', ['catalog:all:all:more', 'catalog:brands:read', 'catalog']],
    ['/pricing', ['ppm:all:allow', 'ppm:prices:read', 'ppm']],
  ])('spec 5: %s is a leaf, and needs the exact permission string', async (path, permissions) => {
    const { requests } = show(path, { permissions });
    await expect.element(heading('403')).toBeVisible();
    expect(catalogueCalls(requests)).toEqual([]);
  });
});

describe('while permissions are loading', () => {
  it('spec 6: a guarded page waits, and renders once they are sufficient', async () => {
    const seen = recordScreens();
    const rendered = show('/brands/new', { permissions: { status: 'loading' } });
    await expect.element(page.getByText(texts.checkingPermissions)).toBeVisible();
    expect([...seen]).toEqual([]);
    expect(catalogueCalls(rendered.requests)).toEqual([]);
    rendered.setPermissions(staff);
    await expect.element(heading(brands.newTitle)).toBeVisible();
    expect(rendered.history.location.pathname).toBe('/brands/new');
  });

  it('spec 6: a guarded page waits, and shows /403 if they are insufficient', async () => {
    const seen = recordScreens();
    const rendered = show('/BRANDS', { permissions: { status: 'loading' } });
    await expect.element(page.getByText(texts.checkingPermissions)).toBeVisible();
    rendered.setPermissions([]);
    await expect.element(heading('403')).toBeVisible();
    expect([...seen]).toEqual(['H1: 403']);
    expect(catalogueCalls(rendered.requests)).toEqual([]);
  });

  it('spec 5: the menu has no item that needs a permission', async () => {
    const rendered = show('/settings/appearance', { permissions: { status: 'loading' } });
    await expect.element(heading(appearance.title)).toBeVisible();
    const menu = page.getByRole('navigation', { name: texts.menu });
    const brandsItem = menu.getByRole('link', { name: texts.routes.brands });
    const pricesItem = menu.getByRole('link', { name: texts.routes.prices });
    await expect.element(menu.getByRole('link', { name: texts.routes.orders })).toBeVisible();
    expect(brandsItem.query()).toBeNull();
    rendered.setPermissions(staff);
    await expect.element(brandsItem).toBeVisible();
    await expect.element(pricesItem).toBeVisible();
    rendered.setPermissions(['ppm:all:all']);
    await expect.element(brandsItem).not.toBeInTheDocument();
    await expect.element(pricesItem).toBeVisible();
    rendered.setPermissions([]);
    await expect.element(pricesItem).not.toBeInTheDocument();
  });
});

describe('permissions that failed to load', () => {
  function failed() {
    const retry = vi.fn<() => void>();
    return { retry, state: { status: 'failed', retry } satisfies PermissionState };
  }

  it('spec 6: a guarded page says so, offers a retry and loads nothing', async () => {
    const { retry, state } = failed();
    const rendered = show('/Brands/', { permissions: state });
    await expect.element(heading(errorTexts.permissionsFailed)).toBeVisible();
    expect(catalogueCalls(rendered.requests)).toEqual([]);
    await page.getByRole('button', { name: sharedTexts.tryAgain }).click();
    expect(retry).toHaveBeenCalledOnce();
    rendered.setPermissions(staff);
    await expect.element(heading(brands.title)).toBeVisible();
  });

  it('spec 6: any other page renders, and says that the menu may be incomplete', async () => {
    const { retry, state } = failed();
    const rendered = show('/settings/appearance', { permissions: state });
    await expect.element(heading(appearance.title)).toBeVisible();
    await expect.element(page.getByText(errorTexts.permissionsFailed)).toBeVisible();
    await page.getByRole('button', { name: sharedTexts.tryAgain }).click();
    expect(retry).toHaveBeenCalledOnce();
    rendered.setPermissions([]);
    await expect.element(page.getByText(errorTexts.permissionsFailed)).not.toBeInTheDocument();
  });
});

describe('an address in another case or with a trailing slash', () => {
  it.each([
    ['/BRANDS/', texts.routes.brands, 'page'],
    ['/Brands/New/', texts.routes.newBrand, 'true'],
  ])('spec 2: %s is the same page, with its breadcrumbs and its menu item', async (...row) => {
    const [path, name, current] = row;
    show(path, { permissions: staff });
    await expect.element(breadcrumbs().getByText(name)).toHaveAttribute('aria-current', 'page');
    const menu = page.getByRole('navigation', { name: texts.menu });
    const item = menu.getByRole('link', { name: texts.routes.brands });
    await expect.element(item).toHaveAttribute('aria-current', current);
  });

  it.each(['/Settings/Appearance', '/settings/appearance/'])(
    'spec 2: %s is a page of its section',
    async (path) => {
      show(path);
      await expect.element(breadcrumbs().getByText(texts.routes.appearance)).toBeVisible();
      const list = page.getByRole('navigation', { name: texts.routes.settings });
      const item = list.getByRole('link', { name: texts.routes.appearance });
      await expect.element(item).toHaveAttribute('aria-current', 'page');
    },
  );

  it.each(['/no/such/page', '/brands/x/y', '/brands/%E0%A4%A', '/403/more'])(
    'spec 8: %s is unmatched and leads to /404, replacing it in the history',
    async (path) => {
      const { history } = show('/settings/appearance');
      await expect.element(heading(appearance.title)).toBeVisible();
      history.push(path);
      await expect.element(heading('404')).toBeVisible();
      expect(history.location.pathname).toBe('/404');
      history.back();
      await expect.element(heading(appearance.title)).toBeVisible();
    },
  );
});

describe('breadcrumbs', () => {
  it('spec 2: are shown on Home too, as one item', async () => {
    show('/');
    await expect
      .element(breadcrumbs().getByText(texts.routes.home))
      .toHaveAttribute('aria-current', 'page');
    expect(breadcrumbs().getByRole('listitem').elements()).toHaveLength(1);
  });

  it('spec 2: begin with Home once, also on a page under Home', async () => {
    show('/views/none', { answers: { 'GET /saved_views': { items: [], total: 0 } } });
    await expect
      .element(breadcrumbs().getByText(texts.routes.view))
      .toHaveAttribute('aria-current', 'page');
    const items = breadcrumbs().getByRole('listitem').elements();
    expect(items.map((item) => item.textContent)).toEqual([texts.routes.home, texts.routes.view]);
  });

  it('spec 2: are shown on a partner’s callback', async () => {
    show('/oauth/callback/TIKI/');
    await expect
      .element(breadcrumbs().getByText(texts.callbackFrom(sharedTexts.partners.TIKI)))
      .toBeVisible();
    await expect
      .element(breadcrumbs().getByRole('link', { name: texts.routes.home }))
      .toBeVisible();
  });

  it.each(['/oauth/authorize', '/oauth/callback/google'])(
    'spec 2: are hidden in the login area, at %s',
    async (path) => {
      show(path, { session: { status: 'logged-out', user: null, error: null } });
      await expect.element(page.getByRole('main').first()).toBeVisible();
      expect(breadcrumbs().query()).toBeNull();
    },
  );
});
