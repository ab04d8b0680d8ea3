import { violations } from '@seller-connect/ui/testing/render.tsx';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { texts as arranging } from '../../../arrange/texts.ts';
import { storage } from '../../../storage.ts';
import { vi as report } from '../report/blockTexts.vi.ts';
import { vi as home } from '../texts.vi.ts';
import { renderHome } from '../testing/renderHome.tsx';
import { vi as texts } from './texts.vi.ts';

const { blocks } = texts;

beforeEach(() => {
  storage.homeBlocks.remove();
  onTestFinished(() => storage.homeBlocks.remove());
});

const dialog = () => page.getByRole('dialog', { name: texts.title });
/** The titles of the blocks below the metrics, in the order of the document. */
const titles = () => {
  const wanted = [report.products.title, report.breakdown.titles.shop];
  return [...document.querySelectorAll('h2')]
    .map(({ textContent }) => textContent ?? '')
    .filter((title) => wanted.includes(title));
};

async function openDialog() {
  await page.getByRole('button', { name: home.more, exact: true }).click();
  await page.getByRole('menuitem', { name: texts.arrange }).click();
  await expect.element(dialog()).toBeVisible();
}

it.each(['{Enter}', ' ', '{ArrowDown}'])(
  'opens its menu at the first press of “%s”',
  async (key) => {
    renderHome();
    const more = page.getByRole('button', { name: home.more, exact: true });
    await expect.element(more).toBeVisible();
    more.element().focus();
    await userEvent.keyboard(key);
    await expect.element(page.getByRole('menuitem', { name: texts.alert })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(more).toHaveFocus();
  },
);

it('moves and hides blocks by keyboard, stores that, and resets it', async () => {
  renderHome();
  await expect.poll(titles).toEqual([report.breakdown.titles.shop, report.products.title]);
  await openDialog();
  const up = dialog().getByRole('button', { name: arranging.up(blocks.products) });
  up.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(titles).toEqual([report.products.title, report.breakdown.titles.shop]);
  await expect.element(up).toHaveFocus();
  expect(await violations(dialog().element())).toEqual([]);
  await dialog().getByRole('checkbox', { name: blocks.breakdown }).click();
  await expect.poll(titles).toEqual([report.products.title]);
  expect(storage.homeBlocks.read()).toEqual(['chart', 'products', 'ads']);
  // A team without ads is not asked about them.
  expect(dialog().getByRole('checkbox', { name: blocks.ads }).query()).toBeNull();
  await dialog().getByRole('button', { name: texts.reset }).click();
  await expect.poll(titles).toEqual([report.breakdown.titles.shop, report.products.title]);
});

it('opens in the stored order, the metrics first, also on a phone', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 720));
  storage.homeBlocks.write(['products', 'chart']);
  renderHome();
  await expect.poll(titles).toEqual([report.products.title]);
  const chart = page.getByRole('slider');
  await expect.element(chart).toBeVisible();
  const top = (element: Element | null | undefined) => element?.getBoundingClientRect().top ?? 0;
  const [products] = [...document.querySelectorAll('h2')].filter(
    ({ textContent }) => textContent === report.products.title,
  );
  const amount = page.getByText(/893\.150\.100/).first();
  expect(top(amount.element())).toBeLessThan(top(products));
  expect(top(products)).toBeLessThan(top(chart.element()));
  // The header of the frame is 56 pixels high.
  expect(amount.element().getBoundingClientRect().bottom + 56).toBeLessThan(844 / 2);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
