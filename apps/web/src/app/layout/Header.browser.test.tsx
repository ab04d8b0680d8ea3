import { BoxIcon, HomeIcon } from '@seller-connect/ui';
import { onlineManager } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sharedTexts } from '../../i18n/index.ts';
import { storage } from '../../storage.ts';
import { announceRoutes } from '../routing/router.tsx';
import { markedEnvironment } from './EnvironmentMark.tsx';
import { interceptLinks } from '../routing/interceptLinks.ts';
import type { RouteItem } from '../routing/routeTable.ts';
import { findings, signedInAuth, renderApp } from '../testing/renderApp.tsx';
import { texts } from '../texts.ts';

const side = () => page.getByRole('navigation', { name: texts.menu });

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});

it('keeps the old page until the next one is loaded, and shows a bar if that takes long', async () => {
  const page1 = { default: () => <h1>Here</h1> };
  const coming = Promise.withResolvers<{ default: () => React.JSX.Element }>();
  const table: RouteItem[] = [
    { path: '/', name: texts.routes.home, icon: HomeIcon, component: () => Promise.resolve(page1) },
    {
      path: '/products',
      name: texts.routes.products,
      icon: BoxIcon,
      component: () => coming.promise,
    },
  ];
  const { history, router } = renderApp('/', { table });
  onTestFinished(announceRoutes(router));
  await expect.element(page.getByRole('heading', { name: 'Here' })).toBeVisible();
  const bar = () => document.querySelector('[data-page-progress]');
  expect(bar()).toBeNull();
  const title = `${texts.routes.home} · ${sharedTexts.product}`;
  await expect.poll(() => document.title).toBe(title);
  history.push('/products');
  await expect
    .poll(() => bar() && getComputedStyle(bar() ?? document.body).visibility)
    .toBe('visible');
  const current = () => side().element().querySelector('[aria-current]')?.textContent;
  const breadcrumbs = page.getByRole('navigation', { name: texts.breadcrumbs });
  expect(current()).toBe(texts.routes.home);
  expect(document.title).toBe(title);
  expect(breadcrumbs.getByText(texts.routes.products).query()).toBeNull();
  await expect.element(page.getByRole('heading', { name: 'Here' })).toBeVisible();
  coming.resolve({ default: () => <h1>There</h1> });
  await expect.element(page.getByRole('heading', { name: 'There' })).toBeVisible();
  expect(current()).toBe(texts.routes.products);
  await expect.element(breadcrumbs.getByText(texts.routes.products)).toBeVisible();
  await expect.poll(() => document.title).toContain(texts.routes.products);
  await expect.poll(bar).toBeNull();
});

it('links back to the referring reporting tool for the rest of the visit, on a phone too', async () => {
  const tool = { id: 'abc', name: 'Sổ Bán Hàng' };
  storage.referredFrom.write({ tool, returnAddress: 'https://abc.test/back' });
  onTestFinished(() => storage.referredFrom.remove());
  renderApp('/settings/appearance');
  const back = page.getByRole('link', { name: texts.backToTool('Sổ Bán Hàng') });
  await expect.element(back).toHaveAttribute('href', 'https://abc.test/back');
  await page.viewport(390, 844);
  await expect.element(back).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

it('says offline that an unloaded screen will load by itself', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onlineManager.setOnline(false);
  onTestFinished(() => {
    vi.restoreAllMocks();
    onlineManager.setOnline(true);
  });
  renderApp('/products');
  await expect.element(page.getByText(texts.offline)).toBeVisible();
  await expect.element(page.getByText(texts.unloaded)).toBeVisible();
});

describe('the header', () => {
  const longNames = {
    session: {
      ...signedInAuth,
      user: signedInAuth.user && {
        ...signedInAuth.user,
        profile: { sub: 'person', name: 'Nguyễn Trần Thị Phương Thảo Quỳnh' },
      },
    },
    environment: { kind: 'named', name: 'acceptance of the spring release' },
  } as const;

  it('fits beside the menu on phones, iPads in portrait and small desktops', async () => {
    renderApp('/settings/appearance', longNames);
    await expect
      .element(page.getByText(texts.environment(longNames.environment.name)))
      .toBeVisible();
    const header = document.querySelector('header');
    const widths = [320, 390, 600, 768, 810, 820, 834, 842, 900, 901, 1023, 1024, 1280];
    for (const width of widths) {
      await page.viewport(width, 900);
      const parts = [...(header?.querySelectorAll('button') ?? [])]
        .map((button) => button.getBoundingClientRect())
        .filter((box) => box.width > 0);
      const ends = parts.map((box) => box.right);
      expect(document.documentElement.scrollWidth, `${width}`).toBe(width);
      expect(Math.max(...ends), `${width}: the last part`).toBeLessThanOrEqual(width);
      const starts = parts.slice(1).map((box) => box.left);
      expect(
        starts.every((start, index) => start >= (ends[index] ?? 0)),
        `${width}: no part over another: ${starts.join()} after ${ends.join()}`,
      ).toBe(true);
    }
  });

  it.each([
    [{ kind: 'demo' }, texts.demo],
    [{ kind: 'named', name: 'staging' }, texts.environment('staging')],
  ] as const)('shows the environment unless it is production: %j', async (environment, mark) => {
    renderApp('/settings/appearance', { environment });
    await expect.element(page.getByText(mark, { exact: true })).toBeVisible();
  });

  it('shows the environment in the menu on a phone', async () => {
    await page.viewport(390, 844);
    renderApp('/settings/appearance', { environment: { kind: 'demo' } });
    const mark = page.getByText(texts.demo, { exact: true });
    await page.getByRole('button', { name: texts.openMenu }).click();
    // In the open sheet, which precedes the header in the DOM.
    await expect.element(mark.first()).toBeVisible();
    await expect.element(mark.last()).not.toBeVisible();
  });

  it('marks demo mode and named environments only', () => {
    expect(markedEnvironment({ demo: false, environment: 'production' })).toBeNull();
    expect(markedEnvironment({ demo: true, environment: 'production' })).toEqual({ kind: 'demo' });
    expect(markedEnvironment({ demo: false, environment: 'staging' })).toEqual({
      kind: 'named',
      name: 'staging',
    });
  });
});

describe('the menu on a phone', () => {
  beforeEach(() => page.viewport(390, 800));

  it('closes when a page is selected, even the current one', async () => {
    const { router } = renderApp('/settings');
    onTestFinished(interceptLinks(router));
    const sheet = page.getByRole('dialog', { name: texts.menu });
    await page.getByRole('button', { name: texts.openMenu }).click();
    await expect.element(sheet).toBeVisible();
    await sheet.getByRole('link', { name: texts.routes.settings }).click();
    await expect.element(sheet).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: texts.openMenu })).toHaveFocus();
  });
});

it('a bar at the bottom of a phone has the most used screens and the menu', async () => {
  await page.viewport(390, 800);
  renderApp('/settings/appearance');
  const bar = page.getByRole('navigation', { name: texts.tabBar });
  await expect.element(bar).toBeVisible();
  const links = bar.getByRole('link').elements();
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/',
    '/orders',
    '/reports/money',
    '/connect',
  ]);
  expect(bar.element().getBoundingClientRect().bottom).toBe(800);
  await bar.getByRole('button', { name: texts.openMenu }).click();
  await expect.element(page.getByRole('dialog', { name: texts.menu })).toBeVisible();
  expect(await findings()).toEqual([]);
  await page.viewport(1280, 800);
  await expect.element(bar).not.toBeInTheDocument();
});

it('keeps the menu on a phone open on a drag that began inside, and the page from scrolling', async () => {
  await page.viewport(390, 800);
  renderApp('/settings');
  const sheet = page.getByRole('dialog', { name: texts.menu });
  await page.getByRole('button', { name: texts.openMenu }).click();
  await expect.element(sheet).toBeVisible();
  const behind = page.elementLocator(document.documentElement);
  const beside = { x: 386, y: 400 };
  await userEvent.dragAndDrop(sheet.getByRole('link').last(), behind, {
    targetPosition: beside,
    force: true,
  });
  await expect.element(sheet).toBeVisible();
  expect(getComputedStyle(document.documentElement).overflowY).toBe('hidden');
  await behind.click({ position: beside, force: true });
  await expect.element(sheet).not.toBeInTheDocument();
  expect(getComputedStyle(document.documentElement).overflowY).not.toBe('hidden');
});

it('marks the language of each language name (WCAG 3.1.2)', async () => {
  renderApp('/settings');
  await page.getByRole('button', { name: /^Tài khoản của/ }).click();
  for (const [code, name] of Object.entries(sharedTexts.languageNames)) {
    await expect
      .element(page.getByRole('menuitemradio', { name }).getByText(name))
      .toHaveAttribute('lang', code);
  }
});
