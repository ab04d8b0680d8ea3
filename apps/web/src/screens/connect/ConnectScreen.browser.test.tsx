import type { Shop, StreamProgress, SyncState } from '@seller-connect/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { findings, renderApp } from '../../app/testing/renderApp.tsx';
import { texts as appTexts } from '../../app/texts.ts';
import { anotherTab } from '../../testing/anotherTab.ts';
import { streamProgress } from '../../testing/streamProgress.ts';
import { formats, sharedTexts } from '../../i18n/index.ts';
import { texts } from './texts.ts';

const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;
const shop = (more: Partial<Shop>): Shop => ({
  id: id(1),
  platform: 'LAZADA',
  externalShopId: '1001',
  name: 'Hoa Mai',
  region: 'VN',
  currency: 'VND',
  timeZone: 'Asia/Ho_Chi_Minh',
  status: 'connected',
  linkedAt: '2026-11-01T00:00:00Z',
  lastSyncedAt: new Date(Date.now() - 5 * 60_000).toISOString(),
  permissionEndsAt: null,
  reauthorization: null,
  ...more,
});
const stream = (more: Partial<StreamProgress>) =>
  streamProgress({
    rows: 1234,
    nextRunAt: new Date(Date.now() + 90_000).toISOString(),
    ...more,
  });

function connect(
  shops: readonly Shop[],
  state: SyncState = 'up_to_date',
  orders = stream({}),
  answers: Readonly<Record<string, unknown>> = {},
) {
  return renderApp('/connect', {
    answers: {
      'GET /partner/shops': { items: shops, total: shops.length },
      'GET /partner/available': {
        items: (['LAZADA', 'SHOPEE', 'TIKI', 'TIKTOK', 'FACEBOOK'] as const).map((platform) => ({
          platform,
          available: platform === 'LAZADA',
        })),
        total: 5,
      },
      'GET /partner/check_synced_data': {
        synced: true,
        hasData: true,
        shops: shops.map(({ id: shopId, platform, name }) => ({
          shopId,
          platform,
          name,
          state,
          streams: [orders],
        })),
      },
      'POST /collector/getData': {
        runId: id(9),
        state: 'running',
        startedAt: '2026-11-22T00:00:00Z',
        finishedAt: null,
        shopIds: [],
      },
      ...answers,
    },
  });
}

const card = (name: string) => page.getByRole('region', { name, exact: true });
const shopRow = (name: string) => page.getByRole('row').filter({ hasText: name });

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 900);
});

describe('partner tiles', () => {
  it('spec 2: show one per marketplace, under its own brand name', async () => {
    connect([]);
    await expect.element(page.getByRole('button', { name: texts.link('Lazada') })).toBeVisible();
    const names = page
      .getByRole('heading', { level: 3 })
      .elements()
      .slice(0, 5)
      .map((each) => each.textContent);
    expect(names).toEqual(['Lazada', 'Shopee', 'Tiki', 'TikTok Shop', 'Facebook Ads']);
  });

  it.each([320, 360])('break no word of their names on a phone of %i pixels', async (width) => {
    await page.viewport(width, 640);
    const platforms = ['LAZADA', 'SHOPEE', 'TIKI', 'TIKTOK', 'FACEBOOK'] as const;
    connect(
      platforms.map((platform, index) => shop({ id: id(index), platform })),
      undefined,
      undefined,
      {
        'GET /partner/available': {
          items: platforms.map((platform) => ({ platform, available: true })),
          total: 5,
        },
      },
    );
    const action = page.getByRole('button', { name: `${texts.linkAnother}: Facebook Ads` });
    await expect.element(action).toBeEnabled();
    const names = page.getByRole('heading', { level: 3 }).elements();
    const broken = names.filter((name) => {
      const lines = document.createRange();
      lines.selectNodeContents(name);
      return lines.getClientRects().length > name.textContent.split(' ').length;
    });
    expect(broken.map((name) => name.textContent)).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });

  it('spec 8: link an unavailable partner to the Unavailable partner screen', async () => {
    connect([]);
    for (const [name, partner] of [['Facebook Ads', 'facebook']]) {
      await expect
        .element(page.getByRole('link', { name: `${texts.why}: ${name}` }))
        .toHaveAttribute('href', `/connect/unavailable?partner=${partner}`);
    }
  });

  it('spec 8: lead to the Unavailable partner screen if the server refuses the partner', async () => {
    const refusal = Response.json({ error: 'unavailable_partner' }, { status: 404 });
    const { history } = connect([], undefined, undefined, { 'GET /partner/authorize': refusal });
    await page.getByRole('button', { name: texts.link('Lazada') }).click();
    const unavailable = page.getByRole('heading', { level: 1, name: appTexts.routes.unavailable });
    await expect.element(unavailable).toBeVisible();
    expect(history.location.href).toBe('/connect/unavailable?partner=lazada');
  });

  it('say what is fetched and what never is, before the user leaves', async () => {
    connect([]);
    // The whole list, open: sellers decide on this screen whether to trust the product.
    const { readsList, readsMoney, neverList, kinds } = texts.about;
    for (const text of [...readsList.shop, ...readsMoney, ...neverList.shop]) {
      await expect.element(card(kinds.shop).getByText(text)).toBeVisible();
    }
    for (const text of [...readsList.ads, ...neverList.ads]) {
      await expect.element(card(kinds.ads).getByText(text)).toBeVisible();
    }
    expect(await findings()).toEqual([]);
  });
});

describe('a linked shop', () => {
  it('shows its sync state, last success and orders, and links to its page', async () => {
    connect([shop({})]);
    const row = shopRow('Hoa Mai');
    await expect.element(row.getByText(sharedTexts.syncStates.up_to_date)).toBeVisible();
    await expect.element(card('Lazada').getByText(texts.linkedCount(1))).toBeVisible();
    await expect.element(page.getByText(texts.another)).toBeVisible();
    await expect.element(row.getByText('5 phút trước')).toBeVisible();
    await expect.element(row.getByText(formats.number(1234))).toBeVisible();
    await expect
      .element(row.getByRole('link', { name: 'Hoa Mai' }))
      .toHaveAttribute('href', `/connect/shops/${id(1)}`);
    expect(await findings()).toEqual([]);
  });

  it('of a marketplace and in a state that are newer than the page has a neutral name', async () => {
    const newer: { readonly shop: Shop; readonly state: SyncState } = JSON.parse(
      JSON.stringify({ shop: { ...shop({}), platform: 'AMAZON' }, state: 'throttled' }),
    );
    connect([newer.shop], newer.state);
    const row = shopRow('Hoa Mai');
    await expect.element(row.getByText(sharedTexts.other, { exact: true })).toBeVisible();
    await row.getByRole('button', { name: /Hoa Mai/ }).click();
    expect(document.body.textContent).not.toContain('undefined');
  });

  it('is a compact card on a phone', async () => {
    await page.viewport(390, 844);
    connect([shop({})]);
    const row = page.getByRole('listitem').filter({ hasText: 'Hoa Mai' });
    await expect.element(row.getByText(`1.234 ${texts.ordersUnit}`)).toBeVisible();
    expect(row.element().getBoundingClientRect().height).toBeLessThan(140);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    expect(await findings()).toEqual([]);
  });

  it('has its action below the name on a phone', async () => {
    await page.viewport(390, 844);
    connect([shop({ externalShopId: '200164501' })], 'syncing');
    const action = page.getByRole('link', { name: `${texts.progress}: Hoa Mai` });
    await expect.element(action).toBeVisible();
    const shopId = page.getByText(/200164501/);
    const menu = page.getByRole('button', { name: texts.actionsFor('Hoa Mai', false) });
    const { bottom } = shopId.element().getBoundingClientRect();
    expect(action.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(bottom);
    expect(menu.element().getBoundingClientRect().top).toBeLessThan(bottom);
  });

  it('counts down to the end of a rate limit, and says that the sync resumes by itself', async () => {
    const retryAt = new Date(Date.now() + 600_000).toISOString();
    const message = 'Sàn đang giới hạn tốc độ lấy dữ liệu.';
    const problem = { code: 'partner_throttled', message, retryAt };
    connect([shop({})], 'late', stream({ problem }));
    const timer = page.getByRole('timer', { name: texts.retryIn });
    await expect.element(timer).toBeVisible();
    expect(shopRow('Hoa Mai').element().textContent).toContain(message);
    // The per-second countdown is covered by the countdown's own test.
    await expect.poll(() => timer.element().textContent).toMatch(/^(10:00|9:\d\d)$/);
    // A problem that resolves automatically requires no user action.
    expect(page.getByRole('button', { name: `${texts.reconnect}: Hoa Mai` }).query()).toBeNull();
  });

  it('says why it needs reauthorization, and reauthorizes this very shop', async () => {
    const message = 'Quyền truy cập đã hết hạn. Liên kết lại để tiếp tục cập nhật số liệu.';
    const reauthorization = { reason: 'ended', message };
    const { requests } = connect([shop({ status: 'needs_reauthorization', reauthorization })]);
    await expect.element(page.getByText(message)).toBeVisible();
    await expect.element(page.getByText(sharedTexts.syncStates.needs_you).first()).toBeVisible();
    await page.getByRole('button', { name: `${texts.reconnect}: Hoa Mai` }).click();
    await vi.waitFor(() => expect(requests).toContain('GET /partner/authorize'), {
      timeout: 60_000,
    });
  });

  it.each([
    [5 * 86_400_000 + 60_000, 'sau 5 ngày nữa'],
    [3 * 3_600_000 + 60_000, 'sau 3 giờ nữa'],
  ])('announces the end of its consent (%i ms before)', async (left, text) => {
    connect([shop({ permissionEndsAt: new Date(Date.now() + left).toISOString() })]);
    await expect.element(page.getByText(new RegExp(`hết hạn ${text}`))).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: `${texts.reconnect}: Hoa Mai` }))
      .toBeVisible();
  });

  it('links to its history', async () => {
    connect([shop({})]);
    await page.getByRole('button', { name: texts.actionsFor('Hoa Mai') }).click();
    await expect
      .element(page.getByRole('menuitem', { name: texts.history }))
      .toHaveAttribute('href', `/connect/shops/${id(1)}`);
  });

  it('is sorted in Vietnamese order', async () => {
    connect([
      shop({ id: id(1), name: 'Đà Nẵng Store' }),
      shop({ id: id(2), name: 'Zalo' }),
      shop({ id: id(3), name: 'Dung' }),
    ]);
    await expect.element(page.getByRole('link', { name: 'Zalo' })).toBeVisible();
    const names = page.getByRole('rowheader').getByRole('link').elements();
    expect(names.map((each) => each.textContent)).toEqual(['Dung', 'Đà Nẵng Store', 'Zalo']);
  });

  it('starts a sync on request', async () => {
    const messages = anotherTab();
    const { requests } = connect([shop({})]);
    const button = page.getByRole('button', { name: texts.syncNow });
    await button.click();
    await expect.element(page.getByText(sharedTexts.syncStarted)).toBeVisible();
    expect(requests).toContain('POST /collector/getData');
    await expect
      .poll(() => messages)
      .toContainEqual(['checkSyncedData', 'collectionRuns', 'readAudit']);
  });
});

it('spec 8: notifies once that the shops could not be loaded, and the screen retries', async () => {
  const answers = {
    'GET /partner/shops': Response.json({ message: 'No' }, { status: 503 }),
    'GET /partner/available': { items: [], total: 0 },
  };
  const { requests } = renderApp('/connect', { answers });
  await expect.element(page.getByText(texts.failed)).toBeVisible();
  expect(page.getByRole('alert').getByText('No', { exact: true }).elements()).toHaveLength(1);
  const asks = () => requests.filter((call) => call === 'GET /partner/shops').length;
  const before = asks();
  await page.getByRole('button', { name: sharedTexts.tryAgain }).click();
  await expect.poll(asks).toBe(before + 1);
});

describe('the data of a disconnected shop', () => {
  it('is erased by an owner who has seen the consequences, on a phone in the dark theme', async () => {
    await page.viewport(390, 844);
    document.documentElement.dataset['theme'] = 'dark';
    const gone = shop({ status: 'disconnected' });
    const { requests } = connect([gone], 'paused', stream({ state: 'paused' }), {
      'GET /user': { team: { name: 'Hoa Mai', role: 'owner' } },
      [`POST /partner/shops/${gone.id}/erase`]: null,
    });
    await page.getByRole('button', { name: texts.actionsFor('Hoa Mai') }).click();
    await page.getByRole('menuitem', { name: texts.erase }).click();
    const dialog = page.getByRole('dialog', { name: texts.erasure.title('Hoa Mai') });
    for (const each of texts.erasure.consequences) {
      await expect.element(dialog.getByText(each)).toBeVisible();
    }
    expect(await findings()).toEqual([]);
    await dialog.getByRole('button', { name: texts.erasure.do }).click();
    await expect.element(page.getByText(texts.erased('Hoa Mai'))).toBeVisible();
    expect(requests).toContain(`POST /partner/shops/${gone.id}/erase`);
    delete document.documentElement.dataset['theme'];
  });

  it('cannot be erased while the shop is connected', async () => {
    connect([shop({})]);
    await page.getByRole('button', { name: texts.actionsFor('Hoa Mai') }).click();
    await expect.element(page.getByRole('menuitem', { name: texts.disconnect })).toBeVisible();
    await expect.element(page.getByRole('menuitem', { name: texts.erase })).not.toBeInTheDocument();
  });
});

describe('a dialog that was closed before the response', () => {
  it.each([
    ['of disconnecting', texts.disconnect, texts.confirm, texts.disconnected, 'disconnect'],
    ['of erasing', texts.erase, texts.erasure, texts.erased, 'erase'],
  ] as const)('%s leaves that of another shop open', async (_name, item, labels, done, act) => {
    const status = act === 'erase' ? 'disconnected' : 'connected';
    const [first, second] = [shop({ status }), shop({ id: id(2), name: 'Trà', status })];
    const answer = Promise.withResolvers<unknown>();
    connect([first, second], 'paused', stream({ state: 'paused' }), {
      'GET /user': { team: { name: 'Hoa Mai', role: 'owner' } },
      [`POST /partner/shops/${first.id}/${act}`]: answer.promise,
    });
    async function open(name: string) {
      await page.getByRole('button', { name: texts.actionsFor(name) }).click();
      await page.getByRole('menuitem', { name: item }).click();
      return page.getByRole('dialog', { name: labels.title(name, false) });
    }
    const closed = await open(first.name);
    await closed.getByRole('button', { name: labels.do }).click();
    await closed.getByRole('button', { name: sharedTexts.close }).click();
    const dialog = await open(second.name);
    const confirm = dialog.getByRole('button', { name: labels.do });
    await expect.element(confirm).not.toHaveAttribute('aria-busy', 'true');
    answer.resolve(act === 'erase' ? null : first);
    await expect.element(page.getByText(done(first.name, false))).toBeVisible();
    await expect.element(dialog).toBeVisible();
  });
});
