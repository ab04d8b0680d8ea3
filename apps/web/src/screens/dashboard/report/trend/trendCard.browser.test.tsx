import { violations } from '@seller-connect/ui/testing/render.tsx';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { toE4 } from '../../../../i18n/decimalAmounts.ts';
import { formats, sharedTexts } from '../../../../i18n/index.ts';
import { createSummary, otherShop, shop, today } from '../../testing/sampleReport.ts';
import { renderHome } from '../../testing/renderHome.tsx';
import { vi as home } from '../../texts.vi.ts';
import { vi as exportTexts } from '../export/texts.vi.ts';
import { vi as extras } from '../extras/texts.vi.ts';

const texts = home.trend;

beforeEach(() => page.viewport(1280, 900));

const card = (unit: keyof typeof texts.units = 'day', metric: 'gmv' | 'orders' = 'gmv') =>
  page.getByRole('region', { name: texts.title(texts.titles[metric], texts.units[unit]) });
const slider = () => page.getByRole('slider').first();

async function chooseView(role: 'menuitemradio' | 'menuitemcheckbox', name: string) {
  await page.getByRole('button', { name: texts.view }).click();
  await page.getByRole(role, { name, exact: true }).click();
}

it('groups days into weeks that add up, and marks partial ones', async () => {
  const { address } = renderHome();
  await card().getByLabelText(texts.granularity).selectOptions('week');
  await expect.poll(address).toBe('?granularity=week');
  await card('week').getByRole('button', { name: texts.showTable }).click();
  // 24 October 2026 is a Saturday, 20 November a Friday.
  const rows = card('week').getByRole('row');
  await expect
    .element(rows.nth(1).getByRole('rowheader'))
    .toHaveTextContent(`24/10 – 25/10/2026 · ${texts.partOf(2, 7)}`);
  const whole = rows.nth(2).getByRole('rowheader');
  await expect.element(whole).toHaveTextContent('26/10 – 1/11/2026');
  expect(rows.elements()).toHaveLength(6);
  const week = createSummary('28d').trend.filter(
    ({ day }) => day >= '2026-10-26' && day < '2026-11-02',
  );
  const sum = week.reduce((all, { gmv }) => all + toE4(gmv), 0n) / 10_000n;
  const text = new Intl.NumberFormat('vi-VN').format(sum);
  await expect.element(rows.nth(2).getByText(text, { exact: false })).toBeVisible();
  expect(await violations(card('week').element())).toEqual([]);
});

it.each([
  '',
  '?period=today',
  '?period=today&granularity=day',
  '?period=yesterday&granularity=day',
])('renders nothing more once the report is shown: "%s"', async (address) => {
  // React's scheduler sends itself a message for each task.
  const tasks = vi.spyOn(MessagePort.prototype, 'postMessage');
  onTestFinished(() => tasks.mockRestore());
  renderHome({}, address);
  await expect.element(slider()).toBeVisible();
  const tasksOfFrames = async () => {
    tasks.mockClear();
    for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
    return tasks.mock.calls.length;
  };
  await expect.poll(tasksOfFrames, { timeout: 5_000 }).toBe(0);
});

it('the table has the height of the plot and the legend that it replaces', async () => {
  renderHome();
  await expect.element(slider()).toBeVisible();
  const plot = slider().element().getBoundingClientRect();
  await card().getByRole('button', { name: texts.showTable }).click();
  const table = card().getByRole('table').element();
  const frame = table.parentElement?.parentElement?.getBoundingClientRect();
  expect(frame?.height).toBeGreaterThan(plot.height);
});

it.each([390, 900])(
  'holds the height of the chart until it has arrived, at %i px, so that nothing below jumps',
  async (width) => {
    await page.viewport(width, 900);
    const arrives = Promise.withResolvers<ReturnType<typeof createSummary>>();
    renderHome({ '/reporting/summary': () => arrives.promise });
    await expect.element(card()).toHaveAttribute('aria-busy', 'true');
    const height = () => card().element().getBoundingClientRect().height;
    const before = height();
    arrives.resolve(createSummary('28d'));
    await expect.element(slider()).toBeVisible();
    await expect.element(card()).not.toHaveAttribute('aria-busy');
    // A line of the summary or the legend more or less.
    expect(Math.abs(height() - before)).toBeLessThan(48);
  },
);

it('compares the hours of a day with the day before, or shows the day at the end of its week', async () => {
  const { address, requests } = renderHome({}, '/?period=today');
  await expect.element(card('hour')).toBeVisible();
  expect(requests).toContain('/reporting/hours?period=today');
  await expect.element(slider()).toBeVisible();
  slider().element().focus();
  await userEvent.keyboard('{Home}{PageUp}');
  await expect
    .element(slider())
    .toHaveAttribute('aria-valuetext', expect.stringContaining('20/11/2026, 7:00 – 8:00'));
  await card('hour').getByLabelText(texts.granularity).selectOptions('day');
  await expect.poll(address).toBe('?period=today&granularity=day');
  await expect.poll(() => requests).toContain('/reporting/summary?period=7d');
  await expect
    .element(page.getByRole('heading', { name: new RegExp(texts.lastWeek) }))
    .toBeVisible();
});

it('draws a second metric on its own axis and a moving average; both are in the address', async () => {
  const { address } = renderHome();
  await expect.element(card()).toBeVisible();
  await chooseView('menuitemradio', home.metrics.orders.name);
  await expect.poll(address).toBe('?second=orders');
  await chooseView('menuitemcheckbox', texts.average);
  await expect.poll(address).toBe('?second=orders&average=7');
  const legend = page.getByRole('group', { name: texts.legend });
  await expect
    .element(legend.getByRole('button', { name: home.metrics.orders.name }))
    .toBeVisible();
  await expect.element(legend.getByRole('button', { name: texts.average })).toBeVisible();
  await expect
    .element(slider())
    .toHaveAttribute('aria-valuetext', expect.stringMatching(/Đơn hàng 24 đơn/));
  expect(await violations(card().element())).toEqual([]);
  // The main metric takes the place of the second one, which had its name.
  await page.getByRole('radio', { name: home.metrics.orders.name }).click({ force: true });
  await expect.poll(address).toBe('?chart=orders&average=7');
  await chooseView('menuitemcheckbox', texts.average);
  await expect.poll(address).toBe('?chart=orders');
});

it('zooms to the selected days, and back to the previous period', async () => {
  const { address } = renderHome({}, '/?period=90d&granularity=week');
  await expect.element(card('week')).toBeVisible();
  await expect.element(slider()).toBeVisible();
  slider().element().focus();
  await userEvent.keyboard('{End}{ArrowLeft}{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}');
  await expect
    .element(slider())
    .toHaveAttribute(
      'aria-valuetext',
      texts.selecting(formats.range('26/10', '1/11/2026'), formats.range('9/11', '15/11/2026')),
    );
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('?period=custom&from=2026-10-26&to=2026-11-15');
  await page.getByRole('button', { name: texts.zoomBack(home.periods['90d']) }).click();
  await expect.poll(address).toBe('?period=90d&granularity=week');
  await expect.element(page.getByRole('button', { name: /^Quay lại/ })).not.toBeInTheDocument();
});

it('downloads the exact metrics with their basis, and self-contained pictures', async () => {
  const files: { name: string; blob: Blob }[] = [];
  let blob = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((made) => {
    if (made instanceof Blob) blob = made;
    return 'blob:test';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    files.push({ name: this.download, blob });
  });
  onTestFinished(() => void vi.restoreAllMocks());
  // Vertical tabs come from pasted tables.
  const note = { id: 'a', day: '2026-11-05', text: 'Phiên\u000Blive 1🔥🔥🔥', shop: null };
  const notes = { items: [{ ...note, author: null, changedAt: '' }], mayChange: true };
  renderHome({ '/reporting/notes': () => notes }, '/?second=orders');
  await expect.element(card()).toBeVisible();
  // Named days are loaded after the chart.
  await expect.poll(() => card().element().textContent).toContain('11.11');
  for (const format of ['csv', 'svg', 'png'] as const) {
    await page.getByRole('button', { name: texts.download }).click();
    await page.getByRole('menuitem', { name: texts.formats[format] }).click();
    await expect.poll(() => files.at(-1)?.name).toBe(`gmv-day-2026-10-24-2026-11-20.${format}`);
  }
  const [csv, svg, png] = files.map((file) => file.blob);
  const lines = ((await csv?.text()) ?? '').split('\r\n');
  const { columns, basis } = exportTexts;
  expect(lines[0]).toContain(`${columns.from},${columns.to},${home.metrics.gmv.name},`);
  const [first] = createSummary('28d').trend;
  const now = `${first?.day},${first?.day},${first?.gmv},${first?.orders}`;
  const { previousDay, previousGmv, previousOrders } = first ?? {};
  expect(lines[1]).toBe(
    `${now},${previousDay},${previousDay},${previousGmv},${previousOrders},${columns.yes},,VND,${basis},Asia/Ho_Chi_Minh,2026-11-20T03:55:00.000Z`,
  );
  expect(lines).toHaveLength(30);
  const drawing = (await svg?.text()) ?? '';
  const named = ['11.11', 'Phiênlive 1🔥…'];
  for (const part of [
    'Doanh số theo ngày',
    formats.range('24/10', '20/11/2026'),
    home.basis,
    ...named,
  ]) {
    expect(drawing).toContain(part);
  }
  expect(drawing).not.toMatch(/var\(|class=|href/);
  // The name of a campaign day stands on its own surface, in the page's colors.
  const chip = new DOMParser().parseFromString(drawing, 'image/svg+xml').querySelector('g > rect');
  expect(chip?.getAttribute('fill')).not.toBe('rgb(0, 0, 0)');
  expect(png?.type).toBe('image/png');
  expect(png?.size).toBeGreaterThan(10_000);
});

it('shows monthly targets as a line whose days sum to them', async () => {
  const { requests } = renderHome({
    '/reporting/targets/months': () => ({ items: [{ month: '2026-11', amount: '310000001' }] }),
  });
  const legend = page.getByRole('group', { name: texts.legend });
  await expect.element(legend.getByRole('button', { name: extras.target })).toBeVisible();
  expect(requests).toContain(
    '/reporting/targets/months?from=2026-10&to=2026-11&metric=gmv&currency=VND',
  );
  await expect
    .element(slider())
    .toHaveAttribute('aria-valuetext', expect.stringContaining(`${extras.target} 10,3`));
  await card().getByRole('button', { name: texts.showTable }).click();
  const row = card().getByRole('row', { name: /^24\/10\/2026/ });
  await expect.element(row.getByRole('cell').last()).toHaveTextContent('–');
});

it('names the days on which selling products were sold out', async () => {
  const soldOut = { kind: 'sold_out', name: 'Đầm maxi', shop: shop.id, currency: 'VND' };
  const items = [today, '2026-11-03'].map((day) => ({
    ...soldOut,
    day,
    price: null,
    previousPrice: null,
  }));
  const { requests } = renderHome({ '/reporting/listings/changes': () => ({ items }) });
  await expect
    .element(slider())
    .toHaveAttribute(
      'aria-valuetext',
      expect.stringContaining(extras.changes.sold_out.name('Đầm maxi')),
    );
  await expect.element(card().getByText(extras.changes.sold_out.short)).toBeVisible();
  const calls = () => requests.filter((each) => each.startsWith('/reporting/listings/changes'));
  expect(calls()).toEqual(['/reporting/listings/changes?from=2026-10-24&to=2026-11-20']);
  expect(await violations(card().element())).toEqual([]);
});

it('says once what is noted on several days of a week, and only there', async () => {
  const days = ['2026-10-26', '2026-10-28', '2026-10-30', '2026-11-03'];
  const items = days.map((day, index) => ({
    id: `00000000-0000-4000-8000-00000000000${index}`,
    day,
    text: index < 3 ? 'Livestream' : 'Voucher',
    shop: null,
    author: 'Lan',
    changedAt: `${day}T01:00:00.000Z`,
  }));
  renderHome({ '/reporting/notes': () => ({ items, mayChange: true }) }, '/?granularity=week');
  const note = card('week').getByText(extras.note('Livestream'));
  await expect.element(slider()).toBeVisible();
  slider().element().focus();
  await userEvent.keyboard('{Home}{ArrowRight}');
  await expect.poll(() => note.elements()).toHaveLength(1);
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(card('week').getByText(extras.note('Voucher'))).toBeVisible();
  expect(note.elements()).toHaveLength(0);
});

it.each([
  ['', 2],
  [`?shop=${shop.id}`, 1],
])('names the linking of those shops alone that the report has: %s', async (search, count) => {
  const items = [shop, { ...otherShop, linkedAt: '2026-11-03T01:00:00.000Z' }];
  renderHome({ '/partner/shops': () => ({ items, total: 2 }) }, `/${search}`);
  const label = card().getByText(texts.events.linkedShort, { exact: true });
  await expect.poll(() => label.elements()).toHaveLength(count);
});

it('shows the previous year beside the previous period, in chart, tiles and address', async () => {
  const { address, requests } = renderHome({}, '/?period=28d');
  await expect.element(card()).toBeVisible();
  await page
    .getByRole('combobox', { name: home.compare })
    .selectOptions(home.compareAlsoWithYear(home.compareWith.period));
  await expect.poll(address).toBe('?compareAlso=year');
  await expect.poll(() => requests).toContain('/reporting/summary?period=28d&compare=year');
  const legend = page.getByRole('group', { name: texts.legend });
  // The sample answers every comparison alike, so both lines have one name.
  await expect.poll(() => legend.getByRole('button').elements().length).toBe(3);
  const gmv = page.getByRole('group', { name: home.metrics.gmv.name }).first();
  await expect.poll(() => gmv.element().textContent.match(/so với/gi)?.length).toBe(2);
  expect(await violations(gmv.element())).toEqual([]);
});

it.each([null, { id: 'a', day: '2026-11-05', text: null, shop: null }])(
  'keeps the chart if what is added to it fails: %j',
  async (note) => {
    renderHome({ '/reporting/notes': () => ({ items: [note], mayChange: true }) });
    await expect.element(page.getByText(sharedTexts.blockFailed)).toBeVisible();
    await expect.element(slider()).toBeVisible();
  },
);
