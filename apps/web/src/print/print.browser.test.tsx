/// <reference types="@vitest/browser-playwright" />
import { expect, it, onTestFinished } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { renderHome } from '../screens/dashboard/testing/renderHome.tsx';
import { vi as blocks } from '../screens/dashboard/report/blockTexts.vi.ts';
import { vi as home } from '../screens/dashboard/texts.vi.ts';
import { texts } from './texts.ts';
import '../theme/testing/headTheme.ts';

const isDisplayed = (element: Element) => element.checkVisibility();

/**
 * Returns the text of each displayed metric, up to the link that explains its change, which is in full for screen
 * readers only.
 */
function displayedMetrics(): string[] {
  return [...document.querySelectorAll('[data-metric], [data-value][data-key], tbody td')]
    .filter(isDisplayed)
    .map((element) => (element instanceof HTMLElement ? element.innerText : ''))
    .map((text) => text.replaceAll(/\s+/g, ' ').split(home.explain)[0]?.trim() ?? '');
}

it('prints the metrics with their context, and no controls', async () => {
  await page.viewport(1280, 900);
  renderHome({
    '/user': () => ({
      sub: '1',
      profileCompletedAt: '2026-11-01T00:00:00.000Z',
      team: { name: 'Nhà Hoa Mai' },
    }),
  });
  await expect.element(page.getByRole('table', { name: blocks.products.title })).toBeVisible();
  await expect.poll(() => document.querySelector('dl[aria-hidden]')).not.toBeNull();
  const facts = document.querySelector('dl[aria-hidden]');
  expect(facts?.checkVisibility()).toBe(false);
  const onScreen = displayedMetrics();
  expect(onScreen.length).toBeGreaterThan(10);

  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
  onTestFinished(async () => {
    await cdp().send('Emulation.setEmulatedMedia', { media: '' });
  });
  await expect.poll(() => facts?.checkVisibility()).toBe(true);
  expect(displayedMetrics()).toEqual(onScreen);
  expect(facts?.textContent).toContain('Nhà Hoa Mai');
  expect(facts?.textContent).toContain(`${texts.scope}${home.allShops}`);
  const controls = [...document.querySelectorAll('button, select, input, fieldset, nav')];
  const printed = controls.filter(isDisplayed).map(({ textContent }) => textContent);
  // The keys of the chart name its lines, and the changes of the metrics are printed.
  const keys = page.getByRole('group', { name: home.trend.legend }).element();
  expect(isDisplayed(keys)).toBe(true);
  const named = [...keys.children].map(({ textContent }) => textContent);
  expect(printed.filter((text) => !named.includes(text) && !/[%]|điểm/.test(text))).toEqual([]);
});

it('prints in the light theme, and restores the theme afterwards', async () => {
  const { syncTheme, setThemeMode } = await import('../theme/index.ts');
  const root = document.documentElement;
  syncTheme();
  setThemeMode('dark');
  onTestFinished(() => setThemeMode('light'));
  window.dispatchEvent(new Event('beforeprint'));
  expect(root.dataset['theme']).toBe('light');
  window.dispatchEvent(new Event('afterprint'));
  expect(root.dataset['theme']).toBe('dark');
});

it('prints the whole table that the chart is switched to', async () => {
  await page.viewport(1280, 900);
  renderHome({});
  await page.getByRole('button', { name: home.trend.showTable }).click();
  const table = () => document.querySelector('[class*=face] table');
  await expect.poll(table).not.toBeNull();
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
  onTestFinished(async () => {
    await cdp().send('Emulation.setEmulatedMedia', { media: '' });
  });
  const height = (element: Element | null | undefined) => element?.getBoundingClientRect().height;
  await expect
    .poll(() => height(table()?.closest('[class*=face]')))
    .toBeGreaterThanOrEqual(height(table()) ?? 0);
});
