import type { Listing } from '@seller-connect/contract';
import { violations } from '@seller-connect/ui/testing/render.tsx';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/renderScreen.tsx';
import { formats } from '../../i18n/index.ts';
import ProductsScreen from './ProductsScreen.tsx';
import { texts } from './texts.ts';

const listing = (more: Partial<Listing>): Listing => ({
  shopId: '0191d2c4-7f00-7000-8000-000000000001',
  shopName: 'Hoa Mai',
  platform: 'LAZADA',
  itemId: '1',
  skuId: '1-1',
  sellerSku: 'AO-01',
  name: 'Áo thun',
  status: 'active',
  currency: 'VND',
  price: '180000',
  specialPrice: null,
  stock: 4,
  changedAt: '2026-11-11T05:00:00.000Z',
  goneAt: null,
  picture: null,
  ...more,
});

beforeEach(() => page.viewport(1024, 768));

it('says what is gone from the marketplace, narrows, and gives the whole list as a file', async () => {
  const goneAt = '2026-11-09T05:00:00.000Z';
  const items = [listing({}), listing({ skuId: '2-1', name: 'Nón lá', goneAt, stock: 3 })];
  const shown = renderScreen({
    screen: ProductsScreen,
    path: '/products',
    at: '/products?q=a',
    answer({ url }) {
      if (url.pathname.endsWith('/shops')) return Response.json({ items: [], total: 0 });
      if (url.pathname.endsWith('/export')) return new Response('a,b\r\n');
      return Response.json({ items, total: 2, page: 1, pageSize: 20 });
    },
  });
  await expect.element(page.getByText(texts.gone(formats.date(goneAt)))).toBeVisible();
  const row = page.getByRole('row', { name: /Nón lá/ });
  await expect.element(row.getByText('–', { exact: true })).toBeVisible();
  expect(await violations()).toEqual([]);

  const tabs = page.getByRole('navigation', { name: texts.stockTabs });
  const soldOut = tabs.getByRole('link', { name: `${texts.none} 2` });
  await expect.element(soldOut).toHaveAttribute('href', '/products?q=a&soldOut=1');
  shown.go('/products?q=a&soldOut=1');
  await expect
    .poll(() =>
      shown.requests.some(({ url }) => url.includes('search=a') && url.includes('soldOut=true')),
    )
    .toBe(true);
  await page.getByRole('button', { name: 'Tải về' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  await expect
    .poll(() => shown.requests.map(({ url }) => url).find((url) => url.includes('/export')))
    .toMatch(/\/reporting\/listings\/export\?sort=name&search=a&soldOut=true&format=csv$/);
});

it('shows the first product in the upper half of a phone, sorted from its sheet', async () => {
  await page.viewport(390, 844);
  const shown = renderScreen({
    screen: ProductsScreen,
    path: '/products',
    at: '/products',
    answer: ({ url }) =>
      url.pathname.endsWith('/shops')
        ? Response.json({ items: [], total: 0 })
        : Response.json({ items: [listing({})], total: 1, page: 1, pageSize: 20 }),
  });
  const first = page.getByRole('list', { name: texts.caption }).getByRole('link').first();
  await expect.element(first).toHaveAttribute('href', expect.stringContaining('q=AO-01'));
  // The header of the frame is 56 pixels high, its breadcrumbs and gaps 44.
  expect(first.element().getBoundingClientRect().bottom + 100).toBeLessThan(844 / 2);
  await page.getByRole('button', { name: texts.filters }).click();
  await page.getByLabelText(texts.sort).selectOptions(texts.sorts.stock);
  await expect.poll(shown.address).toBe('/products?sort=stock');
  expect(await violations()).toEqual([]);
});
