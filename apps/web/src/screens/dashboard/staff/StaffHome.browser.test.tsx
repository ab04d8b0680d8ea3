import type { Brand, Price, PricedBrands } from '@seller-connect/contract';
import { violations } from '@seller-connect/ui/testing/render.tsx';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { storage } from '../../../storage.ts';
import { renderHome } from '../testing/renderHome.tsx';
import { shop } from '../testing/sampleReport.ts';
import { vi as start } from '../start/texts.vi.ts';
import { vi as texts } from './texts.vi.ts';

const at = '2026-11-20T00:00:00.000Z';
const brand = (code: string, status: Brand['status'] = 'Active'): Brand => ({
  code,
  name: `Thương hiệu ${code}`,
  status,
  version: 1,
  createdAt: at,
  updatedAt: at,
});
const priced = (code: string, status: Brand['status'] = 'Active', products = 2) => ({
  code,
  name: `Thương hiệu ${code}`,
  status,
  products,
});
const price: Price = {
  sku: 'AO-01',
  name: 'Áo thun',
  brand: priced('HOA'),
  listPrice: '120000',
  floorPrice: '90000',
  currency: 'VND',
  validFrom: '2026-11-19',
  version: 1,
  updatedAt: at,
};
const list = <Item,>(items: readonly Item[]) => ({
  items,
  total: items.length,
  page: 1,
  pageSize: 5,
});
const brands: PricedBrands = {
  items: [priced('HOA'), priced('CU', 'Inactive')],
  choices: [brand('HOA'), brand('MOI'), brand('NGHI', 'Inactive')],
  total: 2,
};
const answers = {
  '/partner/shops': () => ({ items: [], total: 0 }),
  '/brands': () => list([brand('MOI'), brand('NGHI', 'Inactive')]),
  '/prices': () => list([price]),
  '/prices/brands': () => brands,
};
const staff = ['catalog:all:all', 'ppm:all:all'];

beforeEach(() => page.viewport(1280, 900));

describe('Home of staff without a shop', () => {
  it('shows open tasks and the last changes, each linked to its page', async () => {
    renderHome(answers, '/', staff);
    await expect.element(page.getByText(texts.withoutPrices('1'))).toBeVisible();
    await expect.element(page.getByText(texts.inactive('1'))).toBeVisible();
    const waiting = page.getByRole('list', { name: texts.waiting });
    await expect
      .element(waiting.getByRole('link', { name: 'Thương hiệu MOI' }))
      .toHaveAttribute('href', '/brands/MOI');
    await expect
      .element(waiting.getByRole('link', { name: 'Thương hiệu CU' }))
      .toHaveAttribute('href', '/pricing?brand=CU');
    await expect.element(page.getByText(texts.inactiveBrand)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Áo thun' }))
      .toHaveAttribute('href', '/pricing/AO-01');
    await expect.element(page.getByText(/120\.000/)).toBeVisible();
    expect(page.getByText(start.title).query()).toBeNull();
    expect(await violations()).toEqual([]);
  });

  it('has the links to the lists on the line of the titles', async () => {
    renderHome(answers, '/', staff);
    for (const [title, all] of [
      [texts.changedBrands, texts.all.brands],
      [texts.changedPrices, texts.all.prices],
    ] as const) {
      const link = page.getByRole('link', { name: all });
      await expect.element(link).toBeVisible();
      const middles = [page.getByRole('heading', { name: title }), link].map((each) => {
        const { top, bottom } = each.element().getBoundingClientRect();
        return (top + bottom) / 2;
      });
      expect(Math.abs((middles[0] ?? 0) - (middles[1] ?? 0))).toBeLessThan(1);
    }
  });

  it('fits a phone without horizontal scrolling', async () => {
    await page.viewport(390, 844);
    renderHome(answers, '/', staff);
    await expect.element(page.getByText(texts.changedPrices)).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    expect(await violations()).toEqual([]);
  });

  it('links to the unsent draft of this tab', async () => {
    storage.formDraft.write({ form: 'brand HOA', owner: '1', values: {} });
    onTestFinished(() => storage.formDraft.remove());
    renderHome(answers, '/', staff);
    await expect
      .element(page.getByRole('link', { name: texts.resume }))
      .toHaveAttribute('href', '/brands/HOA');
  });

  it('says what is empty, and how to begin', async () => {
    const nothing = {
      ...answers,
      '/brands': () => list([]),
      '/prices': () => list([]),
      '/prices/brands': () => ({ items: [], choices: [], total: 0 }),
    };
    renderHome(nothing, '/', staff);
    await expect.element(page.getByText(texts.nothing)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: texts.empty.newBrand }))
      .toHaveAttribute('href', '/brands/new');
    await expect.element(page.getByText(texts.empty.pricesText)).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  it('fetches only what the permissions allow', async () => {
    const { requests } = renderHome(answers, '/', ['catalog:all:all']);
    await expect.element(page.getByRole('link', { name: 'Thương hiệu NGHI' })).toBeVisible();
    expect(page.getByText(texts.changedPrices).query()).toBeNull();
    expect(requests.filter((request) => request.startsWith('/prices'))).toEqual([]);
  });

  it('loses one card if its request fails, and retries it', async () => {
    let isBroken = true;
    const failing = {
      ...answers,
      '/prices': () =>
        isBroken ? new Response('{"message":"Không đọc được."}', { status: 400 }) : list([price]),
    };
    renderHome(failing, '/', staff);
    await expect.element(page.getByText(texts.failed)).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Thương hiệu NGHI' })).toBeVisible();
    isBroken = false;
    await page.getByRole('button', { name: 'Thử lại' }).click();
    await expect.element(page.getByRole('link', { name: 'Áo thun' })).toBeVisible();
  });

  it('is the report once there is a shop', async () => {
    const { requests } = renderHome(
      { '/partner/shops': () => ({ items: [shop], total: 1 }) },
      '/',
      staff,
    );
    await expect.element(page.getByText(/893\.150\.100/).first()).toBeVisible();
    expect(requests.some((request) => request.startsWith('/brands'))).toBe(false);
  });
});
