import { violations } from '@seller-connect/ui/testing/render.tsx';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { formats, sharedTexts } from '../../../i18n/index.ts';
import { createAdsReport, byShop, otherShop, products, shop } from '../testing/sampleReport.ts';
import { chooseInMenu, openPeriods, renderHome } from '../testing/renderHome.tsx';
import { vi as blocks } from '../report/blockTexts.vi.ts';
import { vi as texts } from '../texts.vi.ts';
import { texts as print } from '../../../print/texts.ts';
import { texts as lists } from '../../../lists/texts.ts';
import { vi as periodTexts } from './texts.vi.ts';

beforeEach(() => page.viewport(1024, 768));

it('compares today with yesterday and the same weekday up to the same time', async () => {
  renderHome({}, '/?period=today');
  await expect.element(page.getByText('so với hôm qua đến 10:55').first()).toBeVisible();
  await expect.element(page.getByText('so với thứ Sáu tuần trước').first()).toBeVisible();
  await expect.element(page.getByText('20/11/2026, so với 19/11/2026 đến 10:55')).toBeVisible();
});

it('narrows from a marketplace to a shop, and breaks down by hour', async () => {
  const shops = { items: [shop, { ...otherShop, platform: 'SHOPEE' }], total: 2 };
  const { address, requests } = renderHome({ '/partner/shops': () => shops }, '/?platform=LAZADA');
  const link = page.getByRole('link', { name: shop.name, exact: true });
  await expect.element(link).toHaveAttribute('href', `/?platform=LAZADA&shop=${shop.id}`);
  await page.getByRole('radio', { name: blocks.breakdown.choices.hour }).click({ force: true });
  await expect.poll(address).toBe('?platform=LAZADA&by=hour');
  expect(requests).toContain('/reporting/breakdown?period=28d&platform=LAZADA&by=hour');
  const block = page.getByRole('region', { name: blocks.breakdown.titles.hour });
  await block.getByRole('button', { name: texts.trend.showTable }).click();
  // An hour in the future has no value, which differs from zero.
  const last = block.getByRole('row', { name: /^23:00/ });
  await expect.element(last.getByText('–', { exact: true })).toBeVisible();
  expect(await violations(block.element())).toEqual([]);
});

it('compares a campaign day with the previous one, and any period with last year', async () => {
  const { address, requests } = renderHome({}, '/?period=custom&from=2026-11-11&to=2026-11-11');
  await expect.element(page.getByRole('button', { name: `${texts.period}: 11.11` })).toBeVisible();
  const compare = page.getByLabelText(texts.compare);
  await compare.selectOptions(texts.compareWithCampaign('10.10'));
  await expect.poll(address).toBe('?period=custom&from=2026-11-11&to=2026-11-11&compare=campaign');
  await chooseInMenu(texts.period, texts.periods.month);
  await expect.poll(address).toBe('?period=month');
  await compare.selectOptions(texts.compareWith.year);
  await expect.poll(() => requests).toContain('/reporting/summary?period=month&compare=year');
});

it('follows the address, also on navigation back from a range', async () => {
  const { address, back } = renderHome({}, '/?period=7d');
  const chosen = (name: string) => page.getByRole('button', { name: `${texts.period}: ${name}` });
  await openPeriods();
  await page.getByLabelText(lists.dayRange.from).fill('1/11/2026');
  await page.getByLabelText(lists.dayRange.to).fill('5/11/2026');
  await page.getByRole('button', { name: texts.show, exact: true }).click();
  await expect.poll(address).toBe('?period=custom&from=2026-11-01&to=2026-11-05');
  await expect.element(chosen('1/11 – 5/11/2026')).toBeVisible();
  back();
  await expect.element(chosen(texts.periods['7d'])).toBeVisible();
});

it('narrows to the products of a brand and back, which are compared with a whole day', async () => {
  const brand = { ...byShop.items[0], key: 'brand:Hoa Mai', name: 'Hoa Mai', orders: null };
  const byBrand = { ...byShop, by: 'brand', items: [brand], total: 1 };
  const { requests } = renderHome(
    { '/reporting/breakdown': () => byBrand },
    '/?period=today&by=brand&brand=brand%3AHoa+Mai',
  );
  const own = page.getByRole('region', { name: blocks.products.ofBrand('Hoa Mai') });
  await expect.element(own.getByRole('table')).toBeVisible();
  expect(requests).toContain('/reporting/products?period=today&limit=10&brand=brand%3AHoa+Mai');
  const link = page.getByRole('link', { name: 'Hoa Mai', exact: true });
  await expect
    .element(link)
    .toHaveAttribute('href', '/?period=today&by=brand&brand=brand%3AHoa+Mai#products');
  await expect
    .element(own.getByRole('link', { name: blocks.products.allBrands }))
    .toHaveAttribute('href', '/?period=today&by=brand');
  // While the day is unfinished, products and brands are compared with a whole day; both cards say so.
  const whole = page.getByText(texts.wholeDay('19/11/2026'), { exact: false });
  await expect.poll(() => whole.elements().length).toBe(2);
  // A change is neither good nor bad before the day is over.
  for (const block of [own, page.getByRole('region', { name: blocks.breakdown.titles.brand })]) {
    const changes = [...block.element().querySelectorAll('[data-tone]')];
    const tones = changes.map((each) => each.getAttribute('data-tone'));
    expect(new Set(tones)).toEqual(new Set(['neutral']));
  }
  expect(await violations(own.element())).toEqual([]);
});

it('breaks down by campaign if there are ad accounts, by what their platform reports', async () => {
  const account = { ...shop, id: otherShop.id, name: 'Ads', platform: 'FACEBOOK' };
  const { address, requests } = renderHome({
    '/partner/shops': () => ({ items: [shop, account], total: 2 }),
    '/reporting/ads': () => createAdsReport(),
  });
  await page.getByRole('radio', { name: blocks.breakdown.choices.campaign }).click({ force: true });
  await expect.poll(address).toBe('?by=campaign');
  const block = page.getByRole('region', { name: blocks.breakdown.titles.campaign });
  await expect.element(block.getByText('Thời trang | Bán hàng')).toBeVisible();
  await expect.element(block.getByText(blocks.breakdown.campaigns)).toBeVisible();
  // Campaigns are shown in one place and are no part of the shops' sales.
  await expect.poll(() => page.getByText('Thời trang | Bán hàng').elements().length).toBe(1);
  expect(requests.some((url) => url.includes('by=campaign'))).toBe(false);
  expect(await violations(block.element())).toEqual([]);
});

it('links every metric, point, row and product to the orders that it counts', async () => {
  renderHome({}, '/?platform=LAZADA');
  const sales = (part: string) =>
    expect.stringMatching(
      new RegExp(`^/orders\\?platform=LAZADA${part}&basis=committed&period=custom&from=.*&to=`),
    );
  const leads = async (name: string, part: string) => {
    await expect
      .element(page.getByRole('link', { name, exact: true }).first())
      .toHaveAttribute('href', sales(part));
  };
  await leads(texts.metrics.orders.name, '');
  await leads(texts.metrics.netSales.name, '&outcome=kept');
  await leads(texts.metrics.cancellationRate.name, '&stage=cancelled');
  const orders = formats.number(byShop.items[0]?.orders ?? 0);
  await leads(blocks.breakdown.orders(orders), `&shop=${shop.id}`);
  await leads(products.items[0]?.name ?? '', `&shop=${shop.id}&sku=sku-0`);
  const chart = page.getByRole('region', {
    name: texts.trend.title(texts.trend.titles.gmv, texts.trend.units.day),
  });
  await chart.getByRole('button', { name: texts.trend.showTable }).click();
  const [point] = chart.getByRole('row').getByRole('link').elements();
  const href = point?.getAttribute('href') ?? '';
  const days = new URLSearchParams(href.split('?')[1]);
  expect(days.get('from')).toBe(days.get('to'));
  expect(await violations(chart.element())).toEqual([]);
});

it('links a metric to the reconciliation of the same shop and days', async () => {
  renderHome({}, `/?platform=LAZADA&shop=${shop.id}`);
  const name = texts.metrics.gmv.name;
  await page.getByRole('button', { name: texts.aboutMetric(name) }).click();
  const link = page.getByRole('dialog').getByRole('link', { name: texts.whyDiffers });
  await expect
    .element(link)
    .toHaveAttribute(
      'href',
      expect.stringMatching(
        new RegExp(`^/reports/reconcile\\?platform=LAZADA&shop=${shop.id}&from=2026-.*&to=2026-`),
      ),
    );
  expect(await violations(page.getByRole('dialog').element())).toEqual([]);
});

it('filters by marketplace or shop, one selection replacing the other', async () => {
  const second = { ...shop, id: '0191d2c4-7f00-7000-8000-0000000000aa', name: 'Hoa Mai 2' };
  const items = [shop, second, { ...otherShop, platform: 'SHOPEE' }];
  const { address } = renderHome({ '/partner/shops': () => ({ items, total: 3 }) });
  await chooseInMenu(texts.shop, texts.allShopsOf('Lazada'));
  await expect.poll(address).toBe('?platform=LAZADA');
  await chooseInMenu(texts.shop, otherShop.name);
  await expect.poll(address).toBe(`?shop=${otherShop.id}`);
  await chooseInMenu(texts.shop, texts.allShops);
  await expect.poll(address).toBe('');
});

it('shows several shops of a link, with their orders, until another selection replaces them', async () => {
  const third = { ...shop, id: '0191d2c4-7f00-7000-8000-0000000000ab', name: 'Trà' };
  const items = [shop, { ...otherShop, platform: 'SHOPEE' }, third];
  const { address, requests } = renderHome(
    { '/partner/shops': () => ({ items, total: 3 }) },
    `/?shops=${shop.id},${otherShop.id}`,
  );
  const chosen = page.getByRole('button', { name: `${texts.shop}: 2 gian hàng` });
  await expect.element(chosen).toBeVisible();
  const shops = `shops=${shop.id}%2C${otherShop.id}`;
  await expect.poll(() => requests).toContain(`/reporting/summary?period=28d&${shops}`);
  await expect
    .element(page.getByRole('link', { name: texts.metrics.orders.name, exact: true }).first())
    .toHaveAttribute('href', expect.stringMatching(`^/orders\\?${shops}&`));
  await chooseInMenu(texts.shop, third.name);
  await expect.poll(address).toBe(`?shop=${third.id}`);
});

it.each([390, 360])('keeps its controls in one line, %d px wide', async (width) => {
  await page.viewport(width, 844);
  renderHome({}, `/?period=custom&from=2025-12-28&to=2026-01-03&shop=${shop.id}&compare=year`);
  const count = `${texts.filter.open} 2 ${texts.filter.active}`;
  await expect.element(page.getByRole('button', { name: count })).toBeVisible();
  const toolbar = page.getByRole('group', { name: texts.filter.open }).element();
  // The views and the menu are loaded later.
  await expect.poll(() => toolbar.querySelectorAll(':scope button').length).toBe(4);
  expect(toolbar.getBoundingClientRect().height).toBe(44);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

it.each([1280, 390])('filters by several shops selected together, %d px wide', async (width) => {
  await page.viewport(width, 800);
  const long = 'Gian hàng chính hãng thời trang trẻ em và đồ dùng gia đình Hoa Mai Sài Gòn';
  const third = { ...shop, id: '0191d2c4-7f00-7000-8000-0000000000ab', name: long };
  const items = [shop, { ...otherShop, platform: 'SHOPEE' }, third];
  const { address } = renderHome(
    { '/partner/shops': () => ({ items, total: 3 }) },
    `/?shop=${shop.id}`,
  );
  if (width === 390) {
    const open = `${texts.filter.open} 1 ${texts.filter.active}`;
    await page.getByRole('button', { name: open }).click();
    const sheet = page.getByRole('dialog', { name: texts.filter.open });
    await sheet.getByLabelText(texts.shop).selectOptions(sharedTexts.severalShops);
  } else {
    await page.getByRole('button', { name: `${texts.shop}: ${shop.name}` }).click();
    await page.getByRole('menuitem', { name: sharedTexts.severalShops }).click();
  }
  const dialog = page.getByRole('dialog', { name: texts.shop });
  const box = (name: string) => dialog.getByRole('checkbox', { name: `${name} (Lazada)` });
  await expect.element(box(shop.name)).toBeChecked();
  await box(long).click();
  // A click beside the dialog does not discard the choice.
  await page
    .elementLocator(document.documentElement)
    .click({ position: { x: 4, y: 4 }, force: true });
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  expect(await violations(dialog.element())).toEqual([]);
  await dialog.getByRole('button', { name: periodTexts.showShops(2) }).click();
  await expect.poll(address).toBe(`?shops=${shop.id}%2C${third.id}`);
  await expect.element(dialog).not.toBeInTheDocument();
});

it('leaves out a shop of a link that is no longer connected', async () => {
  await page.viewport(1280, 800);
  const third = { ...shop, id: '0191d2c4-7f00-7000-8000-0000000000ab', name: 'Trà' };
  const gone = '0191d2c4-7f00-7000-8000-0000000000ac';
  const items = [shop, { ...otherShop, platform: 'SHOPEE' }, third];
  const { address } = renderHome(
    { '/partner/shops': () => ({ items, total: 3 }) },
    `/?shops=${shop.id},${third.id},${gone}`,
  );
  await page.getByRole('button', { name: `${texts.shop}: 2 gian hàng` }).click();
  await page.getByRole('menuitem', { name: sharedTexts.severalShops }).click();
  const dialog = page.getByRole('dialog', { name: texts.shop });
  await dialog.getByRole('button', { name: periodTexts.showShops(2) }).click();
  await expect.poll(address).toBe(`?shops=${shop.id}%2C${third.id}`);
});

it.each([
  ['a shop', 'shop=0191d2c4-7f00-7000-8000-0000000000ac', '1 gian hàng'],
  ['a marketplace', 'platform=TIKI', texts.allShopsOf('Tiki')],
])(
  'does not say all shops where a link is about %s that the team no longer has, and leads to all',
  async (_, search, name) => {
    await page.viewport(1280, 800);
    const { address } = renderHome({}, `/?${search}`);
    const menu = page.getByRole('button', { name: `${texts.shop}: ${name}`, exact: true });
    await expect.element(menu).toBeEnabled();
    const terms = [...document.querySelectorAll('dt')];
    const scope = terms.find(({ textContent }) => textContent === print.scope);
    expect(scope?.nextElementSibling?.textContent).toBe(name);
    await chooseInMenu(texts.shop, texts.allShops);
    await expect.poll(address).toBe('');
  },
);

it('filters from a sheet on a phone, with the number of active filters on its button', async () => {
  await page.viewport(390, 844);
  const items = [shop, { ...otherShop, platform: 'SHOPEE' }];
  const { address } = renderHome({ '/partner/shops': () => ({ items, total: 2 }) });
  await page.getByRole('button', { name: texts.filter.open, exact: true }).click();
  const sheet = page.getByRole('dialog', { name: texts.filter.open });
  await sheet.getByLabelText(texts.shop).selectOptions(otherShop.id);
  await sheet.getByLabelText(texts.compare).selectOptions(texts.compareWith.year);
  await expect.poll(address).toBe(`?compare=year&shop=${otherShop.id}`);
  const busy = '[aria-busy="true"], [data-busy]';
  await expect.poll(() => document.querySelector(busy)).toBeNull();
  expect(await violations(sheet.element())).toEqual([]);
  await sheet.getByRole('button', { name: texts.filter.done }).click();
  await page.getByRole('button', { name: `${texts.filter.open} 2 ${texts.filter.active}` }).click();
  await sheet.getByRole('button', { name: texts.filter.clear }).click();
  await expect.poll(address).toBe('');
});

it('links each task to its list, and shows none if nothing is due', async () => {
  const { queries } = renderHome();
  const strip = page.getByRole('region', { name: texts.todo.title });
  await expect
    .element(strip.getByRole('link', { name: texts.todo.toShip('12') }))
    .toHaveAttribute('href', '/orders?stage=to_ship');
  await expect
    .element(strip.getByRole('link', { name: texts.todo.soldOut('3') }))
    .toHaveAttribute('href', '/products?soldOut=1');
  expect(strip.getByRole('link').elements()).toHaveLength(2);
  const none = { orders: 0, more: false };
  queries.setQueryData(['readTodo'], {
    toShip: none,
    overdue: { ...none, from: '2026-09-21', to: '2026-11-20' },
    soldOut: 0,
    lowStock: 0,
  });
  await expect.element(strip.getByText(texts.todo.nothing)).toBeVisible();
});

it('shows the main metric in the upper half of a phone', async () => {
  await page.viewport(390, 844);
  renderHome();
  const amount = page.getByText(/893\.150\.100/).first();
  await expect.element(amount).toBeVisible();
  // The header of the frame is 56 pixels high.
  expect(amount.element().getBoundingClientRect().bottom + 56).toBeLessThan(844 / 2);
});

it.each([900, 1277])('shows the age of the data beside the title, %d px wide', async (width) => {
  await page.viewport(width, 768);
  renderHome();
  const title = page.getByRole('heading', { level: 1 });
  const age = page.getByRole('button', { name: /^(Cập nhật|Lazada)/ });
  await expect.element(age).toBeVisible();
  const titleBox = title.element().getBoundingClientRect();
  const ageBox = age.element().getBoundingClientRect();
  expect(ageBox.top).toBeLessThan(titleBox.bottom);
  expect(ageBox.left).toBeGreaterThan(titleBox.right);
  // Tab reaches it before the filters below it.
  const toolbar = page.getByRole('group', { name: texts.filter.open }).element();
  expect(age.element().compareDocumentPosition(toolbar)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
