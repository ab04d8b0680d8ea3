import { violations } from '@seller-connect/ui/testing/render.tsx';
import { describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { storage } from '../../storage.ts';
import { chooseInMenu, openPeriods, renderHome, user } from './testing/renderHome.tsx';
import {
  byShop,
  emptySummary,
  otherShop,
  products,
  shop,
  createSummary,
  synced,
  syncing,
} from './testing/sampleReport.ts';
import { sharedTexts as shared } from '../../i18n/index.ts';
import { vi as lists } from '../../lists/texts.vi.ts';
import { vi as formMessages } from '../../i18n/texts/formMessages.vi.ts';
import { vi as start } from './start/texts.vi.ts';
import { vi as blocks } from './report/blockTexts.vi.ts';
import { vi as texts } from './texts.vi.ts';
import { vi as emptyPeriod } from './report/emptyTexts.vi.ts';

const tile = (metric: string) => document.querySelector(`[data-metric="${metric}"]`);
const busy = () => Response.json({ message: 'Máy chủ đang bận.' }, { status: 503 });
const refused = () => Response.json({ message: 'Chưa đọc được.' }, { status: 400 });

describe('Home before a shop is linked', () => {
  const empty = { '/partner/shops': () => ({ items: [], total: 0 }) };
  const incomplete = { '/user': () => user };

  it('is a checklist that begins with the profile, with linking a shop enabled', async () => {
    renderHome({ ...empty, ...incomplete });
    const link = (name: string) => page.getByRole('link', { name });
    await expect.element(link(start.profileAction)).toHaveAttribute('href', '/profile/complete');
    await expect.element(link(start.connectAction)).toHaveAttribute('href', '/connect');
    await expect
      .element(page.getByRole('listitem').filter({ hasText: start.profileText }))
      .toHaveAttribute('aria-current', 'step');
    expect(await violations()).toEqual([]);
  });

  it('continues with the shop once the profile is complete', async () => {
    renderHome(empty);
    await expect.element(page.getByText(start.profileDone)).toBeVisible();
    await expect
      .element(page.getByRole('listitem').filter({ hasText: start.connectText }))
      .toHaveAttribute('aria-current', 'step');
  });

  it('lets the checklist be dismissed and restored', async () => {
    onTestFinished(() => storage.checklist.remove());
    renderHome(empty);
    await page.getByRole('button', { name: start.hide }).click();
    await expect.element(page.getByText(start.empty)).toBeVisible();
    expect(page.getByRole('list', { name: start.steps }).query()).toBeNull();
    expect(storage.checklist.read()).toBe('put_away');
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: start.show }).click();
    await expect.element(page.getByRole('list', { name: start.steps })).toBeVisible();
    expect(storage.checklist.read()).toBe('shown');
  });

  it.each([
    ['the profile', { ...empty, ...incomplete }, '/profile/complete'],
    ['the shops', empty, '/connect'],
    ['the last step, once setup is finished', {}, '/connect/done'],
  ])('leads a referred user to %s', async (_, answers, path) => {
    const from = { tool: { id: 'abc', name: 'ABC' }, returnAddress: 'https://abc.example/' };
    storage.referredFrom.write(from);
    onTestFinished(() => storage.referredFrom.remove());
    const { pathname } = renderHome(answers, '/?setup=continue');
    await expect.poll(pathname).toBe(path);
  });

  it('shows the progress of the first sync', async () => {
    renderHome({ '/partner/check_synced_data': () => syncing(false) });
    await expect.element(page.getByText(start.syncNow)).toBeVisible();
    await expect
      .element(page.getByRole('progressbar', { name: 'Đơn hàng' }))
      .toHaveAttribute('aria-valuetext', '1.234 trên 2.900 đơn hàng');
    expect(await violations()).toEqual([]);
  });

  it('marks the total as an estimate for a partner that does not count its orders', async () => {
    renderHome({ '/partner/check_synced_data': () => syncing(false, true) });
    await expect
      .element(page.getByRole('progressbar', { name: 'Đơn hàng' }))
      .toHaveAttribute('aria-valuetext', '1.234 trên khoảng 2.900 đơn hàng');
  });
});

describe('Home that failed to load', () => {
  it.each([
    ['the server’s message', busy, 'Máy chủ đang bận.'],
    ['a default message', () => Promise.reject(new TypeError()), shared.noAnswer],
  ])('shows %s, and can be retried', async (_, failing, reason) => {
    let isBroken = true;
    renderHome({ '/partner/shops': () => (isBroken ? failing() : { items: [shop], total: 1 }) });
    await expect.element(page.getByText(texts.failed)).toBeVisible();
    await expect.element(page.getByText(reason)).toBeVisible();
    expect(await violations()).toEqual([]);
    isBroken = false;
    await page.getByRole('button', { name: 'Thử lại' }).click();
    await expect.element(page.getByText(/893\.150\.100/).first()).toBeVisible();
  });
});

describe('the report', () => {
  it('shows GMV exactly and other metrics short, with exact amounts as text and data', async () => {
    renderHome();
    await expect.element(page.getByText('+17,1%')).toBeVisible();
    const { metrics } = createSummary('28d');
    expect(tile('gmv')?.getAttribute('data-value')).toBe(metrics.gmv.value);
    expect(tile('gmv')?.textContent).toContain('893.150.100');
    expect(tile('netSales')?.textContent).toContain('\u00a0triệu');
    for (const [name, { value }] of Object.entries(metrics)) {
      expect(tile(name)?.getAttribute('data-value')).toBe(String(value));
    }
    expect(await violations()).toEqual([]);
  });

  it('marks a rise of sales as good and one of the cancellation rate as bad', async () => {
    renderHome();
    await expect.element(page.getByText('+1,3 điểm %')).toBeVisible();
    expect(tile('gmv')?.querySelector('[data-tone]')?.getAttribute('data-tone')).toBe('good');
    const rate = tile('cancellationRate')?.querySelector('[data-tone]');
    expect(rate?.getAttribute('data-tone')).toBe('bad');
  });

  it('shows the compared dates', async () => {
    renderHome();
    await expect
      .element(page.getByText('24/10 – 20/11/2026, so với 26/9 – 23/10/2026 đến 10:55'))
      .toBeVisible();
  });

  it('keeps the period in the address, and old metrics visible while new ones load', async () => {
    let release = () => {};
    const released = new Promise<void>((done) => {
      release = done;
    });
    const { address } = renderHome({
      '/reporting/summary': async (query) => {
        const period = query.get('period');
        if (period === '7d') await released;
        return createSummary(period);
      },
    });
    await expect.element(page.getByText('+17,1%')).toBeVisible();
    await chooseInMenu(texts.period, texts.periods['7d']);
    await expect.poll(address).toBe('?period=7d');
    expect(tile('gmv')?.getAttribute('data-value')).toBe(createSummary('28d').metrics.gmv.value);
    expect(tile('gmv')?.getAttribute('aria-busy')).toBe('true');
    release();
    await expect
      .poll(() => tile('gmv')?.getAttribute('data-value'))
      .toBe(createSummary('7d').metrics.gmv.value);
  });

  it('disables links of old metrics while those of a new period load', async () => {
    let release = () => {};
    const released = new Promise<void>((done) => {
      release = done;
    });
    const late =
      (answer: (query: URLSearchParams) => unknown) => async (query: URLSearchParams) => {
        if (query.get('period') === '7d') await released;
        return answer(query);
      };
    const { address } = renderHome({
      '/reporting/summary': late((query) => createSummary(query.get('period'))),
      '/reporting/breakdown': late(() => byShop),
      '/reporting/products': late(() => products),
    });
    const leads = () => document.querySelectorAll('main a[href*="basis=committed"]').length;
    const toReconcile = () => document.querySelectorAll('a[href^="/reports/reconcile"]').length;
    const shown = () => document.querySelectorAll('[data-metric], table tbody tr').length;
    // Of six metrics, two of each shop and five products, which come one after the other.
    await expect.poll(leads).toBe(15);
    const rows = shown();
    await chooseInMenu(texts.period, texts.periods['7d']);
    await expect.poll(address).toBe('?period=7d');
    expect([leads(), toReconcile(), shown()]).toEqual([0, 0, rows]);
    release();
    await expect.poll(leads).toBe(15);
  });

  it('spec 5: accepts a range typed as D/M/YYYY and names its errors', async () => {
    const { requests, address } = renderHome();
    await openPeriods();
    const { from, to } = lists.dayRange;
    await page.getByLabelText(from).fill('31/2/2026');
    await page.getByRole('button', { name: texts.show }).click();
    await expect.element(page.getByText(formMessages.date.invalid(from))).toBeVisible();
    await expect.element(page.getByLabelText(from)).toHaveFocus();
    expect(await violations(page.getByRole('dialog').element())).toEqual([]);
    await page.getByLabelText(from).fill('1/11/2026');
    await page.getByLabelText(to).fill('11/11/2026');
    await page.getByRole('button', { name: texts.show }).click();
    await expect.poll(address).toContain('period=custom');
    await expect
      .poll(() => requests)
      .toContain('/reporting/summary?period=custom&from=2026-11-01&to=2026-11-11');
  });

  it('lets one block fail alone, and retries it there', async () => {
    let broken = true;
    renderHome({ '/reporting/breakdown': () => (broken ? refused() : byShop) });
    await expect.element(page.getByText(blocks.breakdown.failed)).toBeVisible();
    await expect.element(page.getByText('Chưa đọc được.')).toBeVisible();
    await expect.poll(() => tile('gmv')?.getAttribute('data-state')).toBe('ready');
    await expect.element(page.getByText('Đầm maxi hoa nhí tay phồng')).toBeVisible();
    expect(await violations(page.getByRole('alert').element())).toEqual([]);
    broken = false;
    await page.getByRole('button', { name: 'Thử lại' }).click();
    await expect.element(page.getByText('75,0% doanh số · 1.485 đơn · huỷ 5,0%')).toBeVisible();
  });

  it('shows one message if all blocks fail, and retries all of them', async () => {
    let broken = true;
    const or = <Answer,>(answer: () => Answer) => (broken ? refused() : answer());
    renderHome({
      '/reporting/summary': () => or(() => createSummary('28d')),
      '/reporting/breakdown': () => or(() => byShop),
      '/reporting/products': () => or(() => products),
    });
    await expect.element(page.getByText(texts.reportFailed)).toBeVisible();
    await expect.element(page.getByText(blocks.products.failed)).toBeVisible();
    await expect
      .poll(() => page.getByRole('button', { name: 'Thử lại' }).elements().length)
      .toBe(1);
    expect(page.getByText('Chưa đọc được.').elements()).toHaveLength(1);
    expect(await violations()).toEqual([]);
    broken = false;
    await page.getByRole('button', { name: 'Thử lại' }).click();
    await expect.poll(() => tile('gmv')?.getAttribute('data-state')).toBe('ready');
    await expect.element(page.getByText('Đầm maxi hoa nhí tay phồng')).toBeVisible();
    expect(page.getByText(texts.reportFailed).query()).toBeNull();
  });

  it('retries once by itself if the server was busy', async () => {
    let calls = 0;
    renderHome({ '/reporting/summary': () => (++calls === 1 ? busy() : createSummary('28d')) });
    await expect.element(page.getByText(/893\.150\.100/).first()).toBeVisible();
  });

  it('marks metrics that are still loading, and draws no zero for an unsynced day', async () => {
    const summary = createSummary('28d');
    const unread = summary.trend.map((point, index) =>
      index < 3 ? { ...point, gmv: '0', orders: 0, complete: false } : point,
    );
    renderHome({
      '/partner/check_synced_data': () => syncing(true),
      '/reporting/summary': () => ({ ...summary, partial: true, daysLoading: 3, trend: unread }),
    });
    await expect.element(page.getByText('còn 3 ngày đang tải').first()).toBeVisible();
    await expect.element(page.getByText(texts.sync.title)).toBeVisible();
    await page.getByRole('button', { name: texts.trend.showTable }).click();
    const first = page.getByRole('row', { name: /^24\/10\/2026/ });
    await expect.element(first.getByText('–', { exact: true })).toBeVisible();
    const row = first.element();
    expect(await violations(row.closest('table') ?? row)).toEqual([]);
  });

  it('says that metrics are loading while none is complete', async () => {
    const summary = createSummary('28d');
    const freshness = summary.freshness.map((each) => ({ ...each, asOf: null, daysLoading: 28 }));
    const trend = summary.trend.map((point, index) =>
      index > 20 && index < 24
        ? { ...point, complete: false }
        : { ...point, gmv: '0', orders: 0, complete: false },
    );
    const first = { ...summary, asOf: null, partial: true, daysLoading: 28, freshness, trend };
    let some = true;
    const { queries } = renderHome({
      '/partner/check_synced_data': () => syncing(true),
      '/reporting/summary': () => (some ? first : { ...first, firstDay: null, lastDay: null }),
    });
    await expect.element(page.getByText(texts.freshness.loading('Lazada'))).toBeVisible();
    await expect.element(page.getByText(texts.periodLoading).first()).toBeVisible();
    expect(page.getByText(texts.daysLoading(28)).query()).toBeNull();
    await page.getByRole('button', { name: texts.trend.showTable }).click();
    const last = page.getByRole('row', { name: /^20\/11\/2026/ });
    await expect.element(last.getByText('–', { exact: true })).toBeVisible();
    some = false;
    await queries.invalidateQueries({ queryKey: ['reportSummary'] });
    await expect.element(page.getByText(texts.freshness.notYet('Lazada'))).toBeVisible();
  });

  it('marks no product as new and no shop as changed while the previous period is not synced', async () => {
    await page.viewport(1024, 768);
    const summary = createSummary('28d');
    const gmv = { ...summary.metrics.gmv, previous: null, change: null };
    const items = byShop.items.map((item) => ({ ...item, previousGmv: null }));
    renderHome({
      '/partner/check_synced_data': () => syncing(true),
      '/reporting/summary': () => ({ ...summary, metrics: { ...summary.metrics, gmv } }),
      '/reporting/breakdown': () => ({ ...byShop, items }),
    });
    const row = page.getByRole('row', { name: /Kem chống nắng/ });
    await expect.element(row.getByText('–', { exact: true })).toBeVisible();
    await expect.element(row.getByText(texts.notComparable)).toBeInTheDocument();
    expect(page.getByText(blocks.products.fresh, { exact: true }).query()).toBeNull();
    const shops = page.getByRole('list', { name: blocks.breakdown.titles.shop });
    await expect.element(shops.getByText('–', { exact: true }).first()).toBeVisible();
    expect(shops.getByText('+13,4%').query()).toBeNull();
    expect(await violations(shops.element())).toEqual([]);
  });

  it('offers to complete the profile, and can dismiss and restore that', async () => {
    onTestFinished(() => storage.checklist.remove());
    renderHome({ '/user': () => user });
    const title = page.getByText(blocks.profile.title);
    await page.getByRole('button', { name: blocks.profile.later }).click();
    await expect.element(title).not.toBeInTheDocument();
    expect(storage.checklist.read()).toBe('put_away');
    await expect.element(page.getByRole('button', { name: blocks.profile.back })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(title).toBeVisible();
  });

  it('refetches the metrics when the sync ends', async () => {
    let running = true;
    const { requests, queries } = renderHome({
      '/partner/check_synced_data': () => (running ? syncing(true) : synced),
    });
    await expect.element(page.getByText(texts.sync.title)).toBeVisible();
    const before = requests.filter((call) => call.startsWith('/reporting/products')).length;
    running = false;
    await queries.invalidateQueries({ queryKey: ['checkSyncedData'] });
    await expect.element(page.getByText(texts.sync.title)).not.toBeInTheDocument();
    await expect
      .poll(() => requests.filter((call) => call.startsWith('/reporting/products')).length)
      .toBe(before + 1);
  });

  it('links from a period without orders to the last period with some', async () => {
    const { address } = renderHome({
      '/reporting/summary': (query) =>
        query.get('period') === '28d' ? emptySummary() : createSummary('28d'),
    });
    await page.getByRole('button', { name: 'Xem 1/3 – 28/3/2025' }).click();
    await expect.poll(address).toBe('?period=custom&from=2025-03-01&to=2025-03-28');
  });

  it('shows the five best products, and the rest on request', async () => {
    renderHome();
    const sixth = page.getByText('Bộ drap giường cotton 1,6 m × 2 m');
    const more = page.getByRole('button', { name: blocks.products.more('1') });
    await expect.element(more).toHaveAttribute('aria-expanded', 'false');
    expect(sixth.query()).toBeNull();
    await more.click();
    await expect.element(sixth).toBeVisible();
    await page.getByRole('button', { name: blocks.products.fewer }).click();
    await expect.element(sixth).not.toBeInTheDocument();
  });

  it('puts shops and products side by side at equal height, and one shop above', async () => {
    await page.viewport(1440, 900);
    onTestFinished(() => page.viewport(1024, 768));
    let items = [shop, otherShop];
    const { queries } = renderHome({ '/partner/shops': () => ({ items, total: items.length }) });
    const box = (name: string) =>
      page.getByRole('region', { name }).element().getBoundingClientRect();
    await expect.element(page.getByText('Đầm maxi hoa nhí tay phồng')).toBeVisible();
    const difference = (side: 'top' | 'height') =>
      box(blocks.breakdown.titles.shop)[side] - box(blocks.products.title)[side];
    await expect.poll(() => [difference('top'), difference('height')]).toEqual([0, 0]);
    items = [shop];
    await queries.invalidateQueries({ queryKey: ['listShops'] });
    await expect
      .poll(() => box(blocks.breakdown.titles.shop).bottom < box(blocks.products.title).top)
      .toBe(true);
  });

  it('offers to clear a filter without matches', async () => {
    const shops = () => ({ items: [shop, otherShop], total: 2 });
    const answers = { '/partner/shops': shops, '/reporting/summary': () => emptySummary() };
    const { address } = renderHome(answers, `/?shop=${otherShop.id}`);
    await page.getByRole('button', { name: emptyPeriod.clear }).click();
    await expect.poll(address).toBe('');
  });

  it('fits a phone without horizontal scrolling', async () => {
    await page.viewport(390, 844);
    renderHome({ '/partner/shops': () => ({ items: [shop, otherShop], total: 2 }) });
    await expect.element(page.getByText('Đầm maxi hoa nhí tay phồng')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    const boxOf = (name: string) =>
      page.getByRole('button', { name, exact: true }).element().getBoundingClientRect();
    const [legend, table] = [boxOf(texts.compared.names.period), boxOf(texts.trend.showTable)];
    expect(legend.bottom).toBeLessThanOrEqual(table.top);
    // Large enough for a finger.
    expect(boxOf(texts.trend.download).height).toBeGreaterThanOrEqual(44);
    expect(legend.height).toBeGreaterThanOrEqual(44);
    expect(await violations()).toEqual([]);
    await page.viewport(1024, 768);
  });
});
