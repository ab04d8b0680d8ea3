import type { Listing, OrderRow, Price } from '@seller-connect/contract';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../testing/renderApp.tsx';

const shopId = '0191d2c4-7f00-7000-8000-000000000001';
const shop = { shopId, shopName: 'Hoa Mai Official', platform: 'LAZADA', currency: 'VND' } as const;
const longName = 'Áo khoác gió hai lớp chống nước nhiều màu, cỡ từ S đến 4XL';

const order = (index: number): OrderRow => ({
  ...shop,
  orderId: String(486_860_800_000_060 + index),
  createdAt: '2026-11-11T05:00:00.000Z',
  committedAt: '2026-11-11T05:00:00.000Z',
  timeZone: 'Asia/Ho_Chi_Minh',
  stage: 'delivered',
  isSplit: false,
  isCod: true,
  gmv: '12180000',
  netSales: '11170000',
  units: 12,
  flags: [],
  products: [longName],
  productCount: 3,
  picture: null,
});
const listing = (index: number): Listing => ({
  ...shop,
  itemId: String(index),
  skuId: `${index}-1`,
  sellerSku: `AO-KHOAC-${index}`,
  name: longName,
  status: 'active',
  price: '12180000',
  specialPrice: '11180000',
  stock: 1234,
  daysOfCover: 3.5,
  coverMissing: null,
  changedAt: '2026-11-11T05:00:00.000Z',
  goneAt: null,
  picture: null,
});
const price = (index: number): Price => ({
  sku: `AO-KHOAC-${index}`,
  name: longName,
  brand: { code: 'HOA', name: 'Hoa Mai', status: 'Active' },
  listPrice: '12159000',
  floorPrice: '11120000',
  currency: 'VND',
  validFrom: '2026-11-12',
  version: 1,
  updatedAt: '2026-11-12T00:00:00.000Z',
});

const pageOf = <Row,>(rowOf: (index: number) => Row) => ({
  items: Array.from({ length: 40 }, (_, index) => rowOf(index)),
  total: 40,
  page: 1,
  pageSize: 40,
});
const answers = {
  'GET /partner/shops': { items: [], total: 0 },
  'GET /reporting/orders': pageOf(order),
  'GET /reporting/orders/totals': { totals: [] },
  'GET /reporting/listings': { ...pageOf(listing), totals: { stock: 49_360, stockUnknown: 0 } },
  'GET /prices': pageOf(price),
  'GET /prices/brands': { items: [], choices: [], total: 0 },
};

afterEach(async () => {
  window.scrollTo(0, 0);
  await page.viewport(1024, 768);
});

it.each([
  ['/orders', 1440],
  ['/orders', 1024],
  ['/products', 1440],
  ['/products', 1024],
  ['/pricing', 1440],
  ['/pricing', 1024],
])(
  'the column headers of %s stay visible below the page header, %i px wide',
  async (path, width) => {
    await page.viewport(width, 700);
    renderApp(path, { answers, permissions: ['ppm:all:all'] });
    const heads = page.getByRole('columnheader');
    await expect.element(heads.first()).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(width);
    window.scrollTo(0, 900);
    const header = document.querySelector('header')?.getBoundingClientRect();
    const tops = () => heads.elements().map((head) => head.getBoundingClientRect().top);
    await expect.poll(tops).toEqual(heads.elements().map(() => header?.bottom));
    // Nothing lies over them.
    const isOnTop = heads.elements().map((head) => {
      const { left, top, width: wide, height } = head.getBoundingClientRect();
      return head.contains(document.elementFromPoint(left + wide / 2, top + height / 2));
    });
    expect(isOnTop).toEqual(heads.elements().map(() => true));
  },
);
