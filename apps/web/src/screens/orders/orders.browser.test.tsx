import { violations } from '@seller-connect/ui/testing/render.tsx';
import { onlineManager } from '@tanstack/react-query';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { texts as lists, texts as listTexts } from '../../lists/texts.ts';
import { renderScreen } from '../../testing/renderScreen.tsx';
import OrdersScreen from './OrdersScreen.tsx';
import { commonAnswer, head, row, shopId } from './testing/sampleOrders.ts';
import { texts } from './texts.ts';

beforeEach(() => page.viewport(1024, 768));

it('shows date fields only for custom days, and fits the search placeholder', async () => {
  await page.viewport(1440, 900);
  const twoShops = ['LAZADA', 'SHOPEE'].map((platform, index) => ({
    id: `0191d2c4-7f00-7000-8000-00000000000${index}`,
    platform,
    externalShopId: `${index}`,
    name: `Gian hàng rất dài tên của nhà Sương Mai số ${index}`,
    status: 'connected',
  }));
  const rendered = renderScreen({
    screen: OrdersScreen,
    path: '/orders',
    at: '/orders',
    answer: ({ url }) =>
      url.pathname.endsWith('/shops')
        ? Response.json({ items: twoShops, total: 2 })
        : (commonAnswer(url) ??
          Response.json({ items: [row()], total: 1, more: false, page: 1, pageSize: 20 })),
  });
  await expect.element(page.getByRole('combobox', { name: texts.shop })).toBeEnabled();
  const field = page.getByRole('searchbox', { name: texts.search }).element();
  const { font, paddingLeft, paddingRight } = getComputedStyle(field);
  const context = document.createElement('canvas').getContext('2d');
  if (context) context.font = font;
  const textWidth = context?.measureText(texts.search).width ?? Infinity;
  const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  expect(textWidth).toBeLessThanOrEqual(room);
  await userEvent.selectOptions(
    page.getByRole('combobox', { name: texts.period.created }),
    texts.periods.custom,
  );
  for (const label of ['Từ ngày', 'Đến ngày']) {
    await expect.element(page.getByRole('textbox', { name: label })).toHaveValue('');
  }
  expect(rendered.address()).toBe('/orders');
  await page.viewport(1024, 768);
});

/** Renders a list of one order. */
function renderOrder(at = '/orders') {
  return renderScreen({
    screen: OrdersScreen,
    path: '/orders',
    at,
    answer: ({ url }) =>
      commonAnswer(url) ??
      Response.json({ items: [row()], total: 1, more: false, page: 1, pageSize: 20 }),
  });
}

it('says that it cannot be loaded offline, and loads by itself once online', async () => {
  onlineManager.setOnline(false);
  onTestFinished(() => onlineManager.setOnline(true));
  renderOrder();
  await expect.element(page.getByText(lists.offline)).toBeVisible();
  expect(document.querySelector('[aria-busy="true"]')).toBeNull();
  expect(await violations()).toEqual([]);
  onlineManager.setOnline(true);
  await expect.element(page.getByRole('link', { name: head.orderId })).toBeVisible();
  expect(page.getByText(lists.offline).query()).toBeNull();
});

it('filters in the address, marks a capped count, and explains an empty result', async () => {
  const rendered = renderScreen({
    screen: OrdersScreen,
    path: '/orders',
    at: '/orders',
    answer({ url }) {
      const common = commonAnswer(url);
      if (common) return common;
      const none = url.searchParams.get('stage') === 'unpaid';
      const items = none ? [] : [row({ committedAt: null, stage: 'unpaid' })];
      const total = none ? 0 : 10_000;
      return Response.json({ items, total, more: !none, page: 1, pageSize: 20 });
    },
  });
  await expect.element(page.getByText(texts.more('10.000'))).toBeVisible();
  expect(await violations()).toEqual([]);
  const tabs = page.getByRole('navigation', { name: texts.stageTabs });
  const unpaid = tabs.getByRole('link', { name: `${texts.stages.unpaid} 2` });
  rendered.go(unpaid.element().getAttribute('href') ?? '');
  await expect.element(page.getByText('Không có kết quả phù hợp')).toBeVisible();
  expect(rendered.address()).toBe('/orders?stage=unpaid');
  await page.getByRole('button', { name: 'Bỏ bộ lọc' }).click();
  await expect.element(page.getByRole('link', { name: head.orderId })).toBeVisible();
  expect(rendered.address()).toBe('/orders');
});

it('shows the filters of the address, also on navigation back', async () => {
  const rendered = renderOrder('/orders?period=7');
  const period = page.getByRole('combobox', { name: texts.period.created });
  const from = page.getByRole('textbox', { name: 'Từ ngày' });
  const show = page.getByRole('button', { name: 'Xem', exact: true });
  await userEvent.selectOptions(period, texts.periods.custom);
  await userEvent.fill(from, '1/11/2026');
  await show.click();
  await expect.poll(rendered.address).toContain('from=2026-11-01');
  await userEvent.fill(from, '2/11/2026');
  await show.click();
  await expect.poll(rendered.address).toContain('from=2026-11-02');
  rendered.back();
  await expect.element(from).toHaveValue('1/11/2026');
  rendered.back();
  await expect.element(period).toHaveValue('7');
  expect(from.query()).toBeNull();
});

it('shows its day basis and filters, and lets both be changed', async () => {
  const sales = 'basis=committed&period=custom&from=2026-11-01&to=2026-11-11';
  const searches: string[] = [];
  const rendered = renderScreen({
    screen: OrdersScreen,
    path: '/orders',
    at: `/orders?sku=7&outcome=kept&hour=9&${sales}`,
    answer({ url }) {
      const common = commonAnswer(url);
      if (common) return common;
      if (url.pathname === '/reporting/orders') searches.push(url.search);
      const placed = row({ createdAt: '2026-11-10T01:00:00.000Z' });
      const list = { items: [placed], total: 1, more: false, page: 1, pageSize: 20 };
      return Response.json({ ...list, product: url.searchParams.has('sku') ? 'Áo thun' : null });
    },
  });
  await expect.element(page.getByText(texts.ofSales)).toBeVisible();
  const basis = page.getByRole('combobox', { name: texts.basis });
  const openFilters = () =>
    page.getByRole('button', { name: `${listTexts.filters} 1 ${listTexts.activeFilters}` }).click();
  await openFilters();
  await expect.element(basis).toHaveValue('committed');
  await page.getByRole('button', { name: listTexts.done }).click();
  const [name] = searches;
  expect(name).toContain('basis=committed');
  // The list shows the time of the sale.
  await expect.element(page.getByRole('columnheader', { name: 'Tính doanh số lúc' })).toBeVisible();
  const time = document.querySelector('time');
  expect(time?.dateTime).toBe(head.committedAt);
  const leaveOut = (what: string) =>
    page.getByRole('button', { name: texts.leaveOut(`${texts.onlySuch} ${what}`) });
  await expect.element(leaveOut(texts.ofProduct('Áo thun'))).toBeVisible();
  expect(await violations()).toEqual([]);
  await leaveOut(texts.ofHour('9:00', '10:00')).click();
  await expect.poll(rendered.address).toBe(`/orders?outcome=kept&sku=7&${sales}`);
  await openFilters();
  await userEvent.selectOptions(basis, texts.bases.created);
  await expect.poll(rendered.address).toBe(`/orders?${sales.replace('basis=committed&', '')}`);
  await expect.element(page.getByRole('columnheader', { name: 'Đặt lúc' })).toBeVisible();
  expect(page.getByText(texts.ofSales).elements()).toEqual([]);
});

it('counts the orders of every stage, and links to each', async () => {
  const searches: string[] = [];
  renderScreen({
    screen: OrdersScreen,
    path: '/orders',
    at: `/orders?shop=${shopId}&stage=to_ship&page=2`,
    answer({ url }) {
      if (url.pathname.endsWith('/counts')) searches.push(url.search);
      return (
        commonAnswer(url) ??
        Response.json({ items: [row()], total: 1234, more: false, page: 2, pageSize: 20 })
      );
    },
  });
  const tabs = page.getByRole('navigation', { name: texts.stageTabs });
  await expect
    .element(tabs.getByRole('link', { name: `${texts.stages.to_ship} 1.234` }))
    .toHaveAttribute('aria-current', 'true');
  await expect
    .element(tabs.getByRole('link', { name: `${texts.stages.shipping} 10.000+` }))
    .toHaveAttribute('href', `/orders?shop=${shopId}&stage=shipping`);
  expect(searches).toEqual([`?shop=${shopId}`]);
  expect(await violations()).toEqual([]);
  await expect
    .element(tabs.getByRole('link', { name: texts.anyStage }))
    .toHaveAttribute('href', `/orders?shop=${shopId}`);
});

it('shows the first order in the upper half of a phone, as one link of three lines', async () => {
  await page.viewport(390, 844);
  const name = 'Áo khoác gió nam hai lớp chống nước màu xanh than';
  const products = [name];
  renderScreen({
    screen: OrdersScreen,
    path: '/orders',
    at: '/orders',
    answer: ({ url }) =>
      commonAnswer(url) ??
      Response.json({
        items: [row({ products }), row({ orderId: '2', products, productCount: 2 })],
        total: 2,
        more: false,
        page: 1,
        pageSize: 20,
      }),
  });
  const cards = page.getByRole('list', { name: texts.caption }).getByRole('link');
  const first = cards.first();
  await expect.element(first).toHaveAttribute('href', `/orders/${shopId}/${head.orderId}`);
  // The header of the frame is 56 pixels high, its breadcrumbs and gaps 44.
  expect(first.element().getBoundingClientRect().bottom + 100).toBeLessThan(844 / 2);
  await expect.element(cards.nth(1).getByText(texts.plusProducts(1))).toBeVisible();
  const width = (card: number) =>
    cards.nth(card).getByText(name).element().getBoundingClientRect().width;
  // The number of further products takes little of the line.
  expect(width(1)).toBeGreaterThan(width(0) * 0.7);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: listTexts.filters }).click();
  await expect.element(page.getByRole('combobox', { name: texts.period.created })).toBeVisible();
  expect(await violations()).toEqual([]);
});

it('says that a completed order was returned, and lists such orders only', async () => {
  const returned = row({ stage: 'completed', units: 0, netSales: '0' });
  const unpaid = row({ orderId: '2', stage: 'completed', units: 0, committedAt: null });
  const rendered = renderScreen({
    screen: OrdersScreen,
    path: '/orders',
    at: '/orders',
    answer: ({ url }) =>
      commonAnswer(url) ??
      Response.json({ items: [returned, unpaid], total: 2, more: false, page: 1, pageSize: 20 }),
  });
  await expect.element(page.getByText(texts.allReturned)).toBeVisible();
  expect(page.getByText(texts.allReturned).elements()).toHaveLength(1);
  await page.getByRole('button', { name: listTexts.filters }).click();
  await page
    .getByRole('combobox', { name: texts.outcome })
    .selectOptions(texts.hasOutcome.returned);
  await expect.poll(rendered.address).toBe('/orders?outcome=returned&basis=committed');
});

it('keeps a long order number in one line of a phone, and its end, by which numbers differ, visible', async () => {
  await page.viewport(320, 700);
  const orderId = '576486892000000044';
  renderScreen({
    screen: OrdersScreen,
    path: '/orders',
    at: '/orders',
    answer: ({ url }) =>
      commonAnswer(url) ??
      Response.json({
        items: [row({ orderId, gmv: '12345678' })],
        total: 1,
        more: false,
        page: 1,
        pageSize: 20,
      }),
  });
  const number = page.getByText(orderId);
  await expect.element(number).toBeVisible();
  const { fontSize } = getComputedStyle(number.element());
  const box = number.element().getBoundingClientRect();
  expect(box.height).toBeLessThan(2 * parseFloat(fontSize));
  const end = document.createRange();
  const [text] = number.element().childNodes;
  if (!text) throw new Error('no number');
  end.setStart(text, orderId.length - 4);
  end.setEnd(text, orderId.length);
  const title = page.getByText(/^12.345.678/).element().previousElementSibling;
  const { left, right } = title?.getBoundingClientRect() ?? box;
  expect(end.getBoundingClientRect().left).toBeGreaterThan(left);
  expect(end.getBoundingClientRect().right).toBeLessThanOrEqual(right);
});

it('opens an order from a click anywhere in its row', async () => {
  const followed: string[] = [];
  const stop = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link) followed.push(link.pathname);
    event.preventDefault();
  };
  document.addEventListener('click', stop);
  onTestFinished(() => document.removeEventListener('click', stop));
  renderOrder();
  await page.getByText('Áo thun').click();
  expect(followed).toEqual([`/orders/${shopId}/${head.orderId}`]);
});
