import { afterEach, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { formats } from '../../../i18n/index.ts';
import { chooseInMenu, renderHome } from '../testing/renderHome.tsx';
import { createSummary, products } from '../testing/sampleReport.ts';
import { vi as blocks } from './blockTexts.vi.ts';
import { vi as empty } from './emptyTexts.vi.ts';
import { vi as texts } from '../texts.vi.ts';

afterEach(() => page.viewport(1024, 768));

it('shows the exact amounts of products', async () => {
  await page.viewport(1024, 768);
  renderHome();
  const table = page.getByRole('table', { name: blocks.products.title });
  for (const { gmv, name } of products.items.slice(0, 5)) {
    const row = table.getByRole('row').filter({ hasText: name });
    await expect.element(row.getByText(formats.money(gmv, 'VND'), { exact: true })).toBeVisible();
    expect(row.element().textContent).not.toMatch(/triệu|nghìn|tỷ/);
  }
  // Every amount ends at the same edge, so that digits stand below each other.
  const cells = table.getByRole('row').elements().slice(1);
  const ends = cells.map((row) => row.querySelectorAll('td')[1]?.getBoundingClientRect().right);
  expect(new Set(ends).size).toBe(1);
});

it.each([
  { text: 'one line', width: 390, from: '2026-11-01', to: '2026-11-07' },
  { text: 'two lines', width: 390, from: '2025-10-01', to: '2026-11-07' },
  { text: 'one line, beside a long toolbar', width: 1280, from: '2025-10-01', to: '2026-11-07' },
])('dates of $text cause no layout shift when they arrive', async ({ width, from, to }) => {
  await page.viewport(width, 844);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  renderHome(
    {
      '/reporting/summary': async () => {
        await released;
        const summary = createSummary('28d');
        return { ...summary, period: { ...summary.period, from, to } };
      },
    },
    `/?period=custom&from=${from}&to=${to}&compare=year`,
  );
  const toolbar = page.getByRole('group', { name: texts.filter.open });
  const metrics = page.getByRole('region', { name: texts.metricsLabel });
  const tops = () => [toolbar, metrics].map((part) => part.element().getBoundingClientRect().top);
  await expect.element(metrics).toBeVisible();
  const before = tops();
  release();
  await expect.element(page.getByText('so với', { exact: false }).first()).toBeVisible();
  expect(tops()).toEqual(before);
});

/** Returns the texts in which a line begins with a dash. */
function textsBrokenBeforeDash(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const broken: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue ?? '';
    const dash = text.search(/\s– /);
    if (dash < 1) continue;
    const topOf = (index: number) => {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + 1);
      return range.getBoundingClientRect().top;
    };
    if (topOf(dash - 1) !== topOf(dash + 1)) broken.push(text);
  }
  return broken;
}

it('lets the days of a period break after the dash only, however narrow the phone is', async () => {
  await page.viewport(390, 844);
  renderHome({}, '/?period=custom&from=2025-10-01&to=2026-11-07&compare=year');
  await expect.element(page.getByText('so với', { exact: false }).first()).toBeVisible();
  const broken = new Set<string>();
  for (let width = 320; width <= 480; width += 4) {
    await page.viewport(width, 844);
    for (const text of textsBrokenBeforeDash()) broken.add(text);
  }
  expect([...broken]).toEqual([]);
});

it('reserves the lines of the comparison, even without one', async () => {
  await page.viewport(1280, 900);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  renderHome({
    '/reporting/summary': async () => {
      await released;
      const summary = createSummary('28d');
      const gmv = { ...summary.metrics.gmv, previous: null, change: null };
      return { ...summary, metrics: { ...summary.metrics, gmv } };
    },
  });
  const below = page.getByRole('group', { name: texts.metrics.netSales.name, exact: true });
  const top = () => below.element().getBoundingClientRect().top;
  await expect.element(below).toBeVisible();
  const before = top();
  release();
  await expect.element(below).toHaveAttribute('data-state', 'ready');
  expect(top()).toBe(before);
});

const summaryWithoutOrders = () => {
  const summary = createSummary('28d');
  const orders = { ...summary.metrics.orders, value: 0 };
  return { ...summary, metrics: { ...summary.metrics, orders } };
};

it('says that a period has no orders in place of its chart', async () => {
  await page.viewport(1280, 900);
  renderHome({ '/reporting/summary': summaryWithoutOrders });
  const message = page.getByText(empty.period);
  await expect.element(message).toBeVisible();
  const metrics = page.getByRole('region', { name: texts.metricsLabel }).element();
  const { top, left } = message.element().getBoundingClientRect();
  expect(left).toBeGreaterThan(metrics.getBoundingClientRect().right);
  expect(top).toBeLessThan(metrics.getBoundingClientRect().bottom);
});

it('requests a report that fails after a period without orders once', async () => {
  const nextFrame = () => new Promise(requestAnimationFrame);
  const { requests } = renderHome({
    async '/reporting/summary'(query) {
      if (query.get('period') === '28d') return summaryWithoutOrders();
      await nextFrame();
      return new Response(null, { status: 404 });
    },
  });
  await expect.element(page.getByText(empty.period)).toBeVisible();
  await chooseInMenu(texts.period, texts.periods.today);
  await expect.element(page.getByText(texts.reportFailed)).toBeVisible();
  for (let frame = 0; frame < 10; frame += 1) await nextFrame();
  expect(requests.filter((each) => each.startsWith('/reporting/summary'))).toEqual([
    '/reporting/summary?period=28d',
    '/reporting/summary?period=today',
  ]);
});

it('has tab stops before the chart only for actions and for more information', async () => {
  await page.viewport(1280, 900);
  renderHome();
  await expect.element(page.getByText('+17,1%')).toBeVisible();
  const chart = page.getByRole('slider').element();
  const stops: Element[] = [];
  while (stops.length < 40 && !stops.includes(chart)) {
    await userEvent.tab();
    if (document.activeElement) stops.push(document.activeElement);
  }
  expect(stops.at(-1)).toBe(chart);
  // What cannot be operated has a tooltip, which says more than the text does.
  const tooltips = stops.filter((stop) => stop instanceof HTMLSpanElement);
  const metrics = tooltips.map((stop) =>
    stop.closest('[data-metric]')?.getAttribute('data-metric'),
  );
  expect(metrics).toEqual(['netSales', 'aov']);
  for (const stop of tooltips) {
    const tooltip = page.elementLocator(stop);
    await expect.element(tooltip).toHaveAccessibleDescription(/\d{2}/);
    await expect.element(tooltip).not.toHaveAccessibleDescription(stop.textContent);
  }
});

it.each([1280, 390])('the ages of the data open from one button, %i px wide', async (width) => {
  await page.viewport(width, 844);
  // There is room above the mark as well, which the title and the menus need.
  document.body.style.paddingTop = '300px';
  onTestFinished(() => void document.body.style.removeProperty('padding-top'));
  renderHome({ '/reporting/summary': () => ({ ...createSummary('28d'), lagSeconds: 3 }) });
  const mark = page.getByRole('button', { name: /^(Cập nhật|Lazada)/ });
  await mark.click();
  const ages = page.getByRole('list', { name: texts.freshness.label });
  await expect.element(ages.getByText(/Lazada:/)).toBeVisible();
  // Figures that are read from a standby may be behind.
  await expect.element(ages.getByText(texts.behind('3'))).toBeVisible();
  const shown = page
    .getByRole('dialog', { name: texts.freshness.label })
    .element()
    .getBoundingClientRect();
  expect(shown.left).toBeGreaterThanOrEqual(0);
  expect(shown.right).toBeLessThanOrEqual(width);
  expect(shown.top).toBeGreaterThanOrEqual(mark.element().getBoundingClientRect().bottom);
});

it('keeps the age of the data beside the title on a phone, however old they are', async () => {
  await page.viewport(390, 844);
  const summary = createSummary('28d');
  const asOf = new Date(Date.now() - 6 * 86_400_000).toISOString();
  const freshness = summary.freshness.map((each) => ({ ...each, asOf }));
  renderHome({ '/reporting/summary': () => ({ ...summary, freshness }) });
  const mark = page.getByRole('button', { name: /^Lazada.*ngày trước/ });
  await expect.element(mark).toBeVisible();
  const title = document.createRange();
  title.selectNodeContents(page.getByRole('heading', { level: 1 }).element());
  const { left, right } = mark.element().getBoundingClientRect();
  expect(left).toBeGreaterThanOrEqual(title.getBoundingClientRect().right);
  expect(right).toBeLessThanOrEqual(390);
});
