import { violations } from '@seller-connect/ui/testing/render.tsx';
import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sharedTexts } from '../../../i18n/index.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { texts as app } from '../../texts.ts';
import { setCommandPaletteOpen } from '../CommandPaletteHost.tsx';
import { texts } from '../texts.ts';

const shop = {
  id: '00000000-0000-4000-8000-000000000001',
  platform: 'LAZADA',
  externalShopId: '200164501',
  name: 'Hoa Mai',
  status: 'connected',
};
const compared = (value: unknown, change: number | null = 0.125) => ({
  value,
  previous: null,
  change,
  reason: null,
  previousReason: null,
});
const summary = {
  period: { from: '2026-11-25', to: '2026-11-25', days: 1 },
  previous: { from: '2026-11-24', to: '2026-11-24', days: 1, kind: 'day', until: null },
  currency: 'VND',
  currencies: ['VND'],
  timeZone: 'Asia/Ho_Chi_Minh',
  basis: 'committed',
  asOf: '2026-11-26T02:00:00.000Z',
  partial: false,
  daysLoading: 0,
  daysToCome: 0,
  metrics: {
    gmv: compared('12345678'),
    orders: compared(42),
    netSales: compared('10000000'),
    units: compared(50),
    aov: compared('293944'),
    cancellationRate: compared(0.05),
  },
  sameWeekday: null,
  trend: [],
  unpaired: [],
  freshness: [],
  firstDay: null,
  lastDay: null,
};
const item = {
  key: shop.id,
  name: shop.name,
  platform: 'LAZADA',
  gmv: '12345678',
  netSales: '1',
  orders: 42,
  units: 50,
  cancellationRate: 0.05,
  previousGmv: null,
  daysLoading: 0,
};
const answers = {
  'GET /partner/shops': { items: [shop], total: 1 },
  'GET /partner/available': { items: [], total: 0 },
  'GET /reporting/orders': { items: [], total: 0, more: false },
  'GET /reporting/listings': { items: [], total: 0 },
  'GET /reporting/summary': summary,
  'GET /reporting/breakdown': {
    by: 'shop',
    currency: 'VND',
    period: summary.period,
    previous: summary.previous,
    items: [item],
    total: 7,
  },
};

const field = () => page.getByRole('combobox', { name: texts.title });
const optionNames = () =>
  page
    .getByRole('option')
    .elements()
    .map((option) => option.textContent);

async function ask(question: string, more: Record<string, unknown> = {}) {
  const rendered = renderApp('/settings/appearance', { answers: { ...answers, ...more } });
  await expect.element(page.getByRole('button', { name: app.search })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field()).toHaveFocus();
  await userEvent.fill(field(), question);
  return rendered;
}

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});
afterEach(() => setCommandPaletteOpen(false));

describe('a question typed into the palette', () => {
  it('is answered with metric, days and comparison; Enter opens the filtered report', async () => {
    const { history, requests } = await ask('doanh thu hôm qua');
    const { metrics, change } = texts.answers;
    const expected = `${metrics.gmv}25/11/2026 · ${change('+12,5%', '24/11/2026', null)}12.345.678 ₫`;
    const plain = (text: string | null | undefined) => text?.replaceAll(/\s/g, ' ');
    await expect.poll(() => plain(optionNames()[0])).toBe(expected);
    expect(requests.filter((request) => request.includes('/reporting/summary'))).toHaveLength(1);
    expect(await violations()).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await vi.waitFor(() => expect(history.location.pathname).toBe('/'), { timeout: 60_000 });
    expect(history.location.search).toBe('?period=yesterday');
  });

  it('about a rate says by how many percentage points it changed, as Home does', async () => {
    const cancellationRate = { ...compared(0.1, 1), previous: 0.05 };
    await ask('tỷ lệ hủy hôm qua', {
      'GET /reporting/summary': { ...summary, metrics: { ...summary.metrics, cancellationRate } },
    });
    const { change } = texts.answers;
    await expect.poll(() => optionNames()[0]).toContain(change('+5,0 điểm %', '24/11/2026', null));
  });

  it('about shops lists the largest ones, each linked to its own report', async () => {
    const { history } = await ask('gmv last week by shop');
    await expect.poll(optionNames).toHaveLength(3);
    expect(optionNames()[1]).toContain(shop.name);
    expect(optionNames()[2]).toBe(texts.answers.all(7));
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await vi.waitFor(() => expect(history.location.search).toContain(shop.id), { timeout: 60_000 });
    expect(history.location.search).toBe(`?period=last_week&shop=${shop.id}`);
  });

  it('about a name that several shops have is answered for all of them, without ad accounts', async () => {
    const ids = [2, 3].map((last) => `00000000-0000-4000-8000-00000000000${last}`);
    const items = [
      shop,
      { ...shop, id: ids[0], platform: 'SHOPEE' },
      { ...shop, id: ids[1], platform: 'FACEBOOK' },
    ];
    const { history } = await ask('doanh thu Hoa Mai hôm qua', {
      'GET /partner/shops': { items, total: 3 },
    });
    await expect.poll(() => optionNames()[0]).toContain(`Hoa Mai · ${sharedTexts.shopCount(2)}`);
    await userEvent.keyboard('{Enter}');
    await vi.waitFor(() => expect(history.location.pathname).toBe('/'), { timeout: 60_000 });
    const search = { period: 'yesterday', shops: `${shop.id},${ids[0]}` };
    expect(history.location.search).toBe(`?${new URLSearchParams(search)}`);
  });

  it('queries other metrics from the report API, and links to the orders that they count', async () => {
    const { history } = await ask('đơn hủy hôm qua', {
      'POST /reports/query': {
        dataSet: 'shop_day',
        schema: [],
        rows: [[3]],
        meta: { ...summary, from: null, to: null },
        nextPageToken: null,
      },
    });
    await expect.poll(() => optionNames()[0]).toMatch(/25\/11\/2026.*3$/);
    await userEvent.keyboard('{Enter}');
    await vi.waitFor(() => expect(history.location.pathname).toBe('/orders'), { timeout: 60_000 });
    expect(history.location.search).toBe(
      '?stage=cancelled&basis=committed&period=custom&from=2026-11-25&to=2026-11-25',
    );
  });

  it('links to the report even if the metric cannot be fetched', async () => {
    const { history } = await ask('gmv hôm qua', {
      'GET /reporting/summary': new Response('{}', { status: 500 }),
    });
    await expect.poll(() => optionNames()[0]).toContain(texts.answers.failed);
    await userEvent.keyboard('{Enter}');
    await vi.waitFor(() => expect(history.location.pathname).toBe('/'), { timeout: 60_000 });
  });

  it('says that there is no connection while offline, and is answered once there is one', async () => {
    await ask(shop.externalShopId);
    // Without shops, nothing is understood as a question.
    await expect.poll(() => optionNames()[0]).toContain(shop.name);
    onlineManager.setOnline(false);
    onTestFinished(() => onlineManager.setOnline(true));
    await userEvent.fill(field(), 'gmv hôm qua');
    await expect.poll(() => optionNames()[0]).toContain(texts.answers.offline);
    onlineManager.setOnline(true);
    await expect.poll(() => optionNames()[0]).toContain('12.345.678');
  });

  it('that is not understood shows examples instead of a guess', async () => {
    await ask('lợi nhuận của mẹ');
    const [example = ''] = texts.answers.examples;
    await expect.element(page.getByText(texts.answers.examplesTitle)).toBeVisible();
    expect(optionNames()).toEqual([]);
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: example }).click();
    await expect.element(field()).toHaveValue(example);
    await expect.poll(() => optionNames()[0]).toContain(texts.answers.metrics.gmv);
  });
});
