import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { findings, renderApp } from '../../app/testing/renderApp.tsx';
import { formats, sharedTexts } from '../../i18n/index.ts';
import { streamProgress } from '../../testing/streamProgress.ts';
import { texts } from './texts.ts';

const shopId = '00000000-0000-4000-8000-000000000001';
const shop = {
  id: shopId,
  platform: 'LAZADA',
  externalShopId: '1001',
  name: 'Hoa Mai',
  region: 'VN',
  status: 'connected',
};
const run = (last: number, more: object = {}) => ({
  runId: `00000000-0000-4000-8000-1000000000${String(last).padStart(2, '0')}`,
  kind: 'requested',
  syncCount: 1,
  state: 'succeeded',
  startedAt: '2026-11-22T01:00:00Z',
  finishedAt: '2026-11-22T01:02:05Z',
  streams: [
    { stream: 'orders', state: 'succeeded', rows: 1234, problem: null },
    { stream: 'products', state: 'succeeded', rows: 0, problem: null },
  ],
  ...more,
});
const failed = run(3, {
  state: 'failed',
  streams: [
    {
      stream: 'orders',
      state: 'failed',
      rows: null,
      problem: { code: 'partner_unavailable', message: 'Sàn tạm thời không phản hồi.' },
    },
  ],
});
const event = (last: number, kind: string, by: string | null) => ({
  id: `00000000-0000-4000-8000-20000000000${last}`,
  kind,
  by,
  occurredAt: '2026-11-21T01:00:00Z',
});

function history(answers: Readonly<Record<string, unknown>> = {}, id = shopId) {
  return renderApp(`/connect/shops/${id}`, {
    answers: {
      'GET /partner/shops': { items: [shop], total: 1 },
      'GET /collector/runs': { items: [failed, run(2), run(1)], total: 3 },
      [`GET /partner/shops/${shopId}/history`]: {
        items: [
          event(3, 'linked_again', null),
          event(2, 'disconnected', 'colleague'),
          event(1, 'linked', 'you'),
        ],
        total: 3,
      },
      ...answers,
    },
  });
}

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 900);
});

it('names links and streams that are newer than the page neutrally', async () => {
  const stream = { stream: 'livestreams', state: 'failed', rows: 7, problem: null };
  const problem = { code: 'partner_unavailable', message: 'Sàn tạm thời không phản hồi.' };
  history({
    'GET /collector/runs': {
      items: [run(1, { state: 'paused', streams: [stream, { ...stream, rows: 0, problem }] })],
      total: 1,
    },
    [`GET /partner/shops/${shopId}/history`]: { items: [event(1, 'merged', 'you')], total: 1 },
  });
  await expect.element(page.getByText(`Thay đổi khác ${texts.by.you}`)).toBeVisible();
  await expect.element(page.getByText('7 bản ghi')).toBeVisible();
  await expect.element(page.getByText(`Khác: ${problem.message}`)).toBeVisible();
});

describe('the history of a shop', () => {
  it.each([
    [{ live: true, everyMinutes: 16, hintedAt: null }, texts.sync.live],
    [{ live: false, everyMinutes: 2, hintedAt: null }, texts.sync.every(2)],
  ])(
    'shows last success, next run, rows and how changes are detected: %j',
    async (updates, text) => {
      const nextRunAt = new Date(Date.now() + 90_000).toISOString();
      const lastSyncedAt = new Date(Date.now() - 5 * 60_000).toISOString();
      const orders = streamProgress({ rows: 1234, nextRunAt, updates });
      history({
        'GET /partner/shops': { items: [{ ...shop, lastSyncedAt }], total: 1 },
        'GET /partner/check_synced_data': {
          synced: true,
          hasData: true,
          shops: [
            { shopId, platform: 'LAZADA', name: 'Hoa Mai', state: 'up_to_date', streams: [orders] },
          ],
        },
      });
      await expect.element(page.getByText(text)).toBeVisible();
      await expect.element(page.getByText(texts.sync.lastSuccess('5 phút trước'))).toBeVisible();
      await expect.element(page.getByText(/^Lần kế tiếp/)).toBeVisible();
      await expect.element(page.getByText(texts.sync.rows(formats.number(1234)))).toBeVisible();
      expect(await findings()).toEqual([]);
    },
  );

  it('lists its sync runs with rows, duration and error', async () => {
    history();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Hoa Mai' })).toBeVisible();
    await expect.element(page.getByText('1.234 đơn hàng').first()).toBeVisible();
    await expect.element(page.getByText('2 phút 5 giây').first()).toBeVisible();
    await expect.element(page.getByText('Đơn hàng: Sàn tạm thời không phản hồi.')).toBeVisible();
    // Support finds the run by this reference.
    await expect.element(page.getByText('Mã 00000003')).toBeVisible();
  });

  it.each([1280, 390])(
    'ends the list of its sync runs with the last one, at %i px',
    async (width) => {
      await page.viewport(width, 900);
      history();
      const runs = page.getByRole('region', { name: texts.runs });
      await expect.element(runs.getByText('Sàn tạm thời', { exact: false })).toBeVisible();
      const list = runs.element().querySelector('table, ul');
      const { bottom = 0 } = list?.getBoundingClientRect() ?? {};
      expect(runs.element().getBoundingClientRect().bottom - bottom).toBeLessThan(4);
    },
  );

  it('marks scheduled syncs, and merges many into one row', async () => {
    const scheduled = run(4, { kind: 'scheduled', syncCount: 12 });
    history({ 'GET /collector/runs': { items: [scheduled, run(1)], total: 2 } });
    await expect.element(page.getByText('Tự động, 12 lần đọc')).toBeVisible();
    await expect.element(page.getByRole('cell', { name: /^Đến / })).toBeVisible();
    await expect.element(page.getByText('2 phút 5 giây')).toBeVisible();
  });

  it('lists events of its link and their actor', async () => {
    history();
    await expect.element(page.getByText('Đã ngắt liên kết bởi đồng nghiệp')).toBeVisible();
    await expect.element(page.getByText('Đã liên kết bởi bạn')).toBeVisible();
    // Demo shops: their audit events have no actor either.
    await expect.element(page.getByText('Đã liên kết lại bởi hệ thống')).toBeVisible();
    expect(await findings()).toEqual([]);
  });

  it('shows older runs on request, also without a network', async () => {
    const items = Array.from({ length: 45 }, (_, index) => run(index));
    const { requests } = history({ 'GET /collector/runs': { items, total: 345 } });
    await expect.element(page.getByText(texts.shown('20', '345'))).toBeVisible();
    const more = page.getByRole('button', { name: texts.more });
    await more.click();
    await expect.element(page.getByText(texts.shown('40', '345'))).toBeVisible();
    await more.click();
    await expect.element(page.getByText(texts.shown('45', '345'))).toBeVisible();
    await expect.element(more).not.toBeInTheDocument();
    expect(requests.filter((call) => call === 'GET /collector/runs')).toHaveLength(1);
  });

  it('spec 8: fails block by block, with one notification of the reason', async () => {
    history({
      'GET /collector/runs': Response.json({ message: 'No' }, { status: 500 }),
    });
    await expect.element(page.getByText(texts.failed)).toBeVisible();
    await expect.element(page.getByText('Đã liên kết bởi bạn')).toBeVisible();
    expect(page.getByText('No', { exact: true }).elements()).toHaveLength(1);
  });

  it('offers to load the shop again where there was no response', async () => {
    history({ 'GET /partner/shops': new Error('No network') });
    const { tryAgain } = sharedTexts;
    await expect
      .element(page.getByRole('main').getByRole('button', { name: tryAgain }))
      .toBeVisible();
    expect(await findings()).toEqual([]);
  });

  it('calls an ad account by its name, and says that nothing has changed yet', async () => {
    history({
      'GET /partner/shops': { items: [{ ...shop, platform: 'FACEBOOK' }], total: 1 },
      [`GET /partner/shops/${shopId}/history`]: { items: [], total: 0 },
    });
    await expect.element(page.getByText('Facebook Ads · mã tài khoản 1001')).toBeVisible();
    await expect.element(page.getByText('Chưa có thay đổi nào')).toBeVisible();
  });

  it('says that a shop does not exist, and links back', async () => {
    history({}, '00000000-0000-4000-8000-000000000007');
    await expect.element(page.getByText(texts.unknown)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: texts.back }))
      .toHaveAttribute('href', '/connect');
  });
});
