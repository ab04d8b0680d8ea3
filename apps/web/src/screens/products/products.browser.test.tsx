import type { Listing } from '@seller-connect/contract';
import { violations } from '@seller-connect/ui/testing/render.tsx';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/renderScreen.tsx';
import { formats, sharedTexts } from '../../i18n/index.ts';
import ProductsScreen from './ProductsScreen.tsx';
import { texts as listTexts } from '../../lists/texts.ts';
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
  daysOfCover: 3.5,
  coverMissing: null,
  changedAt: '2026-11-11T05:00:00.000Z',
  goneAt: null,
  picture: null,
  ...more,
});

const totals = { stock: 4321, stockUnknown: 2 };

beforeEach(() => page.viewport(1024, 768));

it('marks listings gone from the marketplace, filters, and exports the whole list', async () => {
  const goneAt = '2026-11-09T05:00:00.000Z';
  const items = [listing({}), listing({ skuId: '2-1', name: 'Nón lá', goneAt, stock: 3 })];
  const rendered = renderScreen({
    screen: ProductsScreen,
    path: '/products',
    at: '/products?q=a',
    answer({ url }) {
      if (url.pathname.endsWith('/shops')) return Response.json({ items: [], total: 0 });
      if (url.pathname.endsWith('/export')) return new Response('a,b\r\n');
      return Response.json({ items, total: 2, totals, page: 1, pageSize: 20 });
    },
  });
  await expect.element(page.getByText(texts.gone(formats.date(goneAt)))).toBeVisible();
  const row = page.getByRole('row', { name: /Nón lá/ });
  await expect.element(row.getByText('–', { exact: true }).first()).toBeVisible();
  expect(await violations()).toEqual([]);

  const tabs = page.getByRole('navigation', { name: texts.stockTabs });
  const soldOut = tabs.getByRole('link', { name: `${texts.none} 2` });
  await expect.element(soldOut).toHaveAttribute('href', '/products?q=a&soldOut=1');
  rendered.go('/products?q=a&soldOut=1');
  await expect
    .poll(() =>
      rendered.requests.some(({ url }) => url.includes('search=a') && url.includes('soldOut=true')),
    )
    .toBe(true);
  await page.getByRole('button', { name: 'Tải về' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  await expect
    .poll(() => rendered.requests.map(({ url }) => url).find((url) => url.includes('/export')))
    .toMatch(/\/reporting\/listings\/export\?sort=name&search=a&soldOut=true&format=csv$/);
});

it('shows the name of a shop in two lines on a tablet', async () => {
  await page.viewport(768, 1024);
  const shopName = 'Phụ Kiện Số Minh Khang';
  const items = [listing({ name: 'Giá đỡ điện thoại hợp kim – Xanh rêu', shopName })];
  renderScreen({
    screen: ProductsScreen,
    path: '/products',
    at: '/products',
    answer: ({ url }) =>
      url.pathname.endsWith('/shops')
        ? Response.json({ items: [], total: 0 })
        : Response.json({ items, total: 1, totals, page: 1, pageSize: 20 }),
  });
  const name = page.getByText(shopName);
  await expect.element(name).toBeVisible();
  const lineHeight = Number.parseFloat(getComputedStyle(name.element()).lineHeight);
  expect(name.element().getBoundingClientRect().height).toBeLessThan(2.5 * lineHeight);
});

it('shows the first product in the upper half of a phone, sorted from its sheet', async () => {
  await page.viewport(390, 844);
  const rendered = renderScreen({
    screen: ProductsScreen,
    path: '/products',
    at: '/products',
    answer: ({ url }) =>
      url.pathname.endsWith('/shops')
        ? Response.json({ items: [], total: 0 })
        : Response.json({ items: [listing({})], total: 1, totals, page: 1, pageSize: 20 }),
  });
  const first = page.getByRole('list', { name: texts.caption }).getByRole('link').first();
  await expect.element(first).toHaveAttribute('href', expect.stringContaining('q=AO-01'));
  // The header of the frame is 56 pixels high, its breadcrumbs and gaps 44.
  expect(first.element().getBoundingClientRect().bottom + 100).toBeLessThan(844 / 2);
  await page.getByRole('button', { name: listTexts.filters }).click();
  await page.getByLabelText(listTexts.sort).selectOptions(texts.sorts.stock);
  await expect.poll(rendered.address).toBe('/products?sort=stock');
  await expect.poll(() => document.querySelector('[aria-busy="true"]')).toBeNull();
  expect(await violations()).toEqual([]);
});

const days = Array.from({ length: 90 }, (_, index) => ({
  day: new Date(Date.UTC(2026, 7, 14 + index)).toISOString().slice(0, 10),
  stock: index < 60 ? null : index < 80 ? 100 - index : 0,
  units: index % 7,
}));

/** Answers the list with some products, and the stock of each by day. */
function answerWith(items: readonly Listing[], stock: () => Response) {
  return ({ url }: { readonly url: URL }) => {
    if (url.pathname.endsWith('/shops')) return Response.json({ items: [], total: 0 });
    if (url.pathname.endsWith('/listings/stock')) return stock();
    return Response.json({ items, total: items.length, totals, page: 1, pageSize: 20 });
  };
}

it('shows days of cover, or why they are unknown, and filters by low stock', async () => {
  const missing = { daysOfCover: null, coverMissing: 'not_sold' } as const;
  const items = [
    listing({ skuId: 'low', name: 'Áo ít' }),
    listing({ skuId: 'much', name: 'Áo nhiều', stock: 900, daysOfCover: 1000 }),
    listing({ skuId: 'idle', name: 'Áo ế', ...missing }),
  ];
  const rendered = renderScreen({
    screen: ProductsScreen,
    path: '/products',
    at: '/products',
    answer: answerWith(items, () => Response.error()),
  });
  const row = (name: RegExp) => page.getByRole('row', { name });
  await expect.element(row(/Áo ít/).getByText(texts.cover.days('3'))).toBeVisible();
  await expect.element(row(/Áo nhiều/).getByText(texts.cover.overYear)).toBeVisible();
  const unknown = row(/Áo ế/).getByText('–', { exact: true });
  await unknown.hover();
  await expect.element(page.getByText(texts.cover.missing.not_sold)).toBeVisible();
  const tabs = page.getByRole('navigation', { name: texts.stockTabs });
  await expect
    .element(tabs.getByRole('link', { name: `${texts.low} 3` }))
    .toHaveAttribute('href', '/products?lowStock=1');
  rendered.go('/products?lowStock=1');
  await page.getByRole('button', { name: texts.columns.cover }).click();
  await expect.poll(rendered.address).toBe('/products?lowStock=1&sort=cover');
  await expect
    .poll(() => rendered.requests.some(({ url }) => /sort=cover&lowStock=true/.test(url)))
    .toBe(true);
});

it('shows stock and sales of a product by day, after a retry', async () => {
  let fails = true;
  const stock = () =>
    fails
      ? Response.json({ error: 'internal', message: 'x' }, { status: 500 })
      : Response.json({
          daysOfCover: 0,
          coverMissing: null,
          velocity: { units: 30, days: 20 },
          days,
        });
  renderScreen({
    screen: ProductsScreen,
    path: '/products',
    at: '/products',
    answer: answerWith([listing({ stock: 0, daysOfCover: 0 })], stock),
  });
  const opener = page.getByRole('button', { name: texts.stockPanel.open('Áo thun') });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: texts.stockPanel.title });
  await expect.element(dialog.getByText(texts.stockPanel.failed)).toBeVisible();
  fails = false;
  await dialog.getByRole('button', { name: 'Thử lại' }).click();
  await expect.element(dialog.getByText(texts.stockPanel.velocity('30', '20'))).toBeVisible();
  await expect.element(dialog.getByText(texts.stockPanel.stockSummary('40', '10'))).toBeVisible();
  const recorded = texts.stockPanel.recordedFrom(formats.day('2026-10-13'));
  await expect.element(dialog.getByText(recorded)).toBeVisible();
  await expect.element(dialog.getByText('1,5')).toBeVisible();
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: sharedTexts.close }).click();
  await expect.element(opener).toHaveFocus();
});

it('shows the end of a long name, which tells variants apart, on a phone', async () => {
  await page.viewport(390, 844);
  const name = 'Bàn phím cơ không dây 75% cho máy tính - Xanh rêu';
  renderScreen({
    screen: ProductsScreen,
    path: '/products',
    at: '/products',
    answer: answerWith([listing({ name })], () => Response.json({})),
  });
  const title = page.getByText(name);
  await expect.element(title).toBeVisible();
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = title.element();
  expect([scrollWidth, scrollHeight]).toEqual([clientWidth, clientHeight]);
});

it('opens the stock of a product from its card on a phone, beside the link to its orders', async () => {
  await page.viewport(390, 844);
  const velocity = { units: 30, days: 20 };
  renderScreen({
    screen: ProductsScreen,
    path: '/products',
    at: '/products',
    answer: answerWith([listing({ name: 'Áo thun '.repeat(20) })], () =>
      Response.json({ daysOfCover: 3.5, coverMissing: null, velocity, days }),
    ),
  });
  const card = page.getByRole('list', { name: texts.caption }).getByRole('listitem');
  await expect.element(card.getByText(texts.cover.days('3'))).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(390);
  await card.getByRole('button').click();
  await expect.element(page.getByText(texts.stockPanel.velocity('30', '20'))).toBeVisible();
  expect(await violations()).toEqual([]);
});
