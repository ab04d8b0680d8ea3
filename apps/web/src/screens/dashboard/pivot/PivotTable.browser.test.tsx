import { violations } from '@seller-connect/ui/testing/render.tsx';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderHome } from '../testing/renderHome.tsx';
import { byShop, otherShop, shop } from '../testing/sampleReport.ts';
import { vi as blocks } from '../report/blockTexts.vi.ts';
import { vi as home } from '../texts.vi.ts';
import { vi as texts } from './texts.vi.ts';

/** Sales of the weeks from October 26 and November 2, and of October and November. */
function answer() {
  const meta = { daysLoading: 0 };
  const rows = [
    [shop.id, '20261026', '5000000'],
    [shop.id, '20261102', '1000000'],
    [otherShop.id, '20261102', '3000000'],
    [shop.id, '20261001', '2000000'],
  ];
  return { dataSet: 'shop_day', schema: [], rows, meta, nextPageToken: null };
}

const shops = { '/partner/shops': () => ({ items: [shop, otherShop], total: 2 }) };
const table = () => page.getByRole('table', { name: texts.caption(home.metrics.gmv.name) });
const cell = (shopId: string, column: string) =>
  document.querySelector(`[data-cell="${shopId} ${column}"]`);
const shopsInOrder = () =>
  table()
    .getByRole('rowheader')
    .elements()
    .map(({ textContent }) => textContent);

it('shows the shops by week with totals, and each amount links to its orders', async () => {
  const { address } = renderHome({ ...shops, '/reports/query': answer });
  await page.getByRole('button', { name: blocks.breakdown.showTable }).click();
  await expect.element(table()).toBeVisible();
  expect(address()).toBe('?pivot=week');
  expect(cell(shop.id, '2026-10-26')?.textContent).toContain('5.000.000');
  expect(cell(shop.id, 'total')?.getAttribute('data-value')).toBe('6000000');
  expect(cell('', '2026-11-02')?.getAttribute('data-value')).toBe('4000000');
  expect(cell('', 'total')?.getAttribute('data-value')).toBe('9000000');
  const link = cell(otherShop.id, '2026-11-02')?.getAttribute('href') ?? '';
  expect(Object.fromEntries(new URLSearchParams(link.replace('/orders?', '')))).toEqual({
    shop: otherShop.id,
    basis: 'committed',
    period: 'custom',
    from: '2026-11-02',
    to: '2026-11-08',
  });
  expect(cell(otherShop.id, '2026-10-26')?.getAttribute('href')).toBeNull();
  const card = page.getByRole('region', { name: blocks.breakdown.titles.shop });
  expect(await violations(card.element())).toEqual([]);
});

it('keeps the focus on the button that shows it and then the bars', async () => {
  renderHome({ ...shops, '/reports/query': answer });
  const toTable = page.getByRole('button', { name: blocks.breakdown.showTable });
  const toBars = page.getByRole('button', { name: blocks.breakdown.showBars });
  await expect.element(toTable).toBeVisible();
  toTable.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(table()).toBeVisible();
  await expect.element(toBars).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(table()).not.toBeInTheDocument();
  await expect.element(toTable).toHaveFocus();
});

it('adds up the rows of all pages', async () => {
  const pages = ['next', null];
  const answerPage = () => ({ ...answer(), nextPageToken: pages.shift() ?? null });
  renderHome({ ...shops, '/reports/query': answerPage }, '/?pivot=week');
  await expect.element(table()).toBeVisible();
  expect(cell('', 'total')?.getAttribute('data-value')).toBe('18000000');
});

it('says that there is nothing where a filter leaves no shop', async () => {
  const none = { ...byShop, items: [], total: 0 };
  renderHome({ ...shops, '/reporting/breakdown': () => none }, '/?pivot=week&platform=TIKI');
  const card = page.getByRole('region', { name: blocks.breakdown.titles.shop });
  await expect.element(card.getByText(home.trend.nothing)).toBeVisible();
});

it('sorts by any column except the totals row, and keeps that in the address', async () => {
  const { address } = renderHome({ ...shops, '/reports/query': answer }, '/?pivot=week');
  await expect.element(table()).toBeVisible();
  expect(shopsInOrder()).toEqual([shop.name, otherShop.name, texts.total]);
  await table().getByRole('button', { name: '2/11 – 8/11' }).click();
  expect(shopsInOrder()).toEqual([otherShop.name, shop.name, texts.total]);
  expect(address()).toBe('?pivot=week&sort=-2026-11-02');
  await table().getByRole('button', { name: '2/11 – 8/11' }).click();
  expect(shopsInOrder()).toEqual([shop.name, otherShop.name, texts.total]);
});

it('switches to months, and back to bars', async () => {
  const { address } = renderHome(
    { ...shops, '/reports/query': answer },
    '/?pivot=week&sort=2026-11-02',
  );
  await page.getByRole('radio', { name: texts.units.month }).click({ force: true });
  await expect.poll(address).toBe('?pivot=month');
  await expect.element(table().getByRole('button', { name: '24/10 – 31/10' })).toBeVisible();
  await page.getByRole('button', { name: blocks.breakdown.showBars }).click();
  await expect.poll(address).toBe('');
  expect(table().query()).toBeNull();
});

it('shows the metric of the address', async () => {
  const { address } = renderHome(
    { ...shops, '/reports/query': answer },
    '/?pivot=week&pivotMetric=orders',
  );
  const caption = texts.caption(home.metrics.orders.name);
  await expect.element(page.getByRole('table', { name: caption })).toBeVisible();
  await page.getByRole('combobox', { name: texts.metric }).selectOptions(home.metrics.gmv.name);
  await expect.element(table()).toBeVisible();
  expect(address()).toBe('?pivot=week');
});

it.for([
  ['gmv', `${home.metrics.gmv.name} (VND)`],
  ['orders', home.metrics.orders.name],
])('downloads its %s as CSV', async ([metric, heading]) => {
  const files: Blob[] = [];
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file);
    return 'blob:none';
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  onTestFinished(() => {
    create.mockRestore();
    click.mockRestore();
  });
  renderHome({ ...shops, '/reports/query': answer }, `/?pivot=week&pivotMetric=${metric}`);
  await page.getByRole('button', { name: texts.download }).click();
  const lines = (await files[0]?.text())?.trim().split('\r\n') ?? [];
  expect(lines[0]).toMatch(/^\uFEFF?Gian hàng,Sàn,2026-10-24\/2026-10-25,2026-10-26\/2026-11-01,/);
  expect(lines[0]?.endsWith(`,${texts.total}: ${heading}`)).toBe(true);
  expect(lines[1]).toBe('Hoa Mai Official,Lazada,0,5000000,1000000,0,0,6000000');
  expect(lines.at(-1)).toBe('Tổng cộng,,0,5000000,4000000,0,0,9000000');
});

it('says that it failed, and scrolls on a phone without widening the page', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 720));
  let isBroken = true;
  const failing = () =>
    isBroken ? new Response(JSON.stringify({ message: 'Máy bận.' }), { status: 400 }) : answer();
  renderHome({ ...shops, '/reports/query': failing }, '/?pivot=week');
  await expect.element(page.getByText(texts.failed)).toBeVisible();
  isBroken = false;
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await expect.element(table()).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
