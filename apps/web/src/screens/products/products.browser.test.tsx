import type { Listing } from '@seller-connect/contract';
import { violations } from '@seller-connect/ui/testing/render.tsx';
import { expect, it } from 'vitest';
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
  ...more,
});

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

  await page.getByLabelText(texts.soldOut).click();
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
