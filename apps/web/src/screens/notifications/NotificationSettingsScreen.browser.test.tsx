import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { NotificationSettings as Settings } from '@seller-connect/contract';
import { render } from '@seller-connect/ui/testing/render.tsx';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createApiClient, setClients } from '../../api/index.ts';
import { anotherTab } from '../../testing/anotherTab.ts';
import NotificationSettingsScreen from './NotificationSettingsScreen.tsx';
import { texts as alertTexts } from '../../alert-rules/texts.ts';
import { texts } from './texts.ts';

const settings: Settings = {
  mailTo: 'lan@shop.vn',
  mailAvailable: true,
  push: { serverKey: 'key', devices: [] },
  zalo: null,
  kinds: [
    {
      kind: 'shop_needs_you',
      title: 'Gian hàng cần bạn xử lý',
      text: 'Chỉ liên kết lại mới tiếp tục được.',
      inApp: true,
      mail: true,
      push: true,
      zalo: null,
      lockedBecause: 'Luôn bật trong ứng dụng.',
    },
    {
      kind: 'first_sync_done',
      title: 'Đồng bộ lần đầu hoàn tất',
      text: 'Đơn hàng đã có trong báo cáo.',
      inApp: true,
      mail: true,
      push: true,
      zalo: null,
      lockedBecause: null,
    },
  ],
  shops: [{ id: 'shop-1', name: 'Hoa Mai', platform: 'LAZADA', isEnabled: true }],
};

/** Responses of the calls that are not about the settings. */
const others: Record<string, object> = {
  '/reporting/schedules': { items: [], mailTo: 'lan@shop.vn', mailAvailable: true, maxPerTeam: 20 },
  '/reporting/alert_rules': {
    items: [],
    timeZone: 'Asia/Ho_Chi_Minh',
    mailAvailable: true,
    maxPerTeam: 30,
  },
  '/partner/shops': { items: [], total: 0 },
  '/user': { team: { name: 'Hoa', role: 'member' } },
};

function show(
  given: Settings | Promise<Settings>,
  save: () => Response | Promise<Response> = async () => Response.json(await given),
) {
  const saved: unknown[] = [];
  const client = createApiClient({
    base: '',
    token: () => '',
    language: 'vi',
    onFailure: () => undefined,
    fetch: (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input, location.origin);
      const other = others[url.pathname];
      if (other) return Promise.resolve(Response.json(other));
      if (init?.method !== 'PUT') return Promise.resolve(given).then((body) => Response.json(body));
      if (typeof init.body === 'string') saved.push(JSON.parse(init.body));
      return Promise.resolve(save());
    },
  });
  setClients({ core: client, catalogue: client });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <NotificationSettingsScreen />
    </QueryClientProvider>,
  );
  return saved;
}

const box = (way: string, title: string) =>
  page.getByRole('checkbox', { name: new RegExp(`^${way}\\s*: ${title}`) });

it('lists kinds that are newer than the page in a group of their own', async () => {
  const [kind] = settings.kinds;
  const newer: Settings = JSON.parse(
    JSON.stringify({
      ...settings,
      kinds: [{ ...kind, kind: 'live_started', title: 'Phiên live' }],
    }),
  );
  show(newer);
  await expect.element(page.getByText('Phiên live', { exact: true })).toBeVisible();
  await expect.element(page.getByText(texts.groups.other, { exact: true })).toBeVisible();
});

it('checklist 58: notifications that stop the reports stay on in the application', async () => {
  show(settings);
  await expect.element(box(texts.inApp, 'Gian hàng cần bạn')).toBeDisabled();
  await expect.element(box(texts.inApp, 'Gian hàng cần bạn')).toBeChecked();
  await expect.element(page.getByText('Luôn bật trong ứng dụng.')).toBeVisible();
  await expect.element(box(texts.mail, 'Gian hàng cần bạn')).toBeEnabled();
});

it('checklist 58: saves each choice by kind, channel and shop', async () => {
  const messages = anotherTab();
  const saved = show(settings);
  await box(texts.mail, 'Đồng bộ').click();
  await vi.waitFor(
    () =>
      expect(saved).toEqual([
        {
          kinds: [
            { kind: 'shop_needs_you', inApp: true, mail: true, push: true },
            { kind: 'first_sync_done', inApp: true, mail: false, push: true },
          ],
          mutedShopIds: [],
        },
      ]),
    { timeout: 60_000 },
  );
  await page.getByRole('checkbox', { name: 'Hoa Mai' }).click();
  await vi.waitFor(() => expect(saved.at(-1)).toMatchObject({ mutedShopIds: ['shop-1'] }), {
    timeout: 60_000,
  });
  await expect.poll(() => messages).toContainEqual(['notificationSettings', 'readAudit']);
});

it('keeps the cards below the kinds out of the window until the kinds load', async () => {
  await page.viewport(1280, 900);
  const { promise, resolve } = Promise.withResolvers<Settings>();
  show(promise);
  const below = page.getByRole('heading', { name: alertTexts.title });
  await expect.element(below).toBeInTheDocument();
  expect(below.element().getBoundingClientRect().top).toBeGreaterThan(900);
  resolve(settings);
  await expect.element(box(texts.mail, 'Đồng bộ')).toBeVisible();
});

it('keeps the second of two quick choices if only the first fails to save', async () => {
  const answers = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
  let requestCount = 0;
  const serverSettings = { ...settings };
  const saved = show(
    serverSettings,
    () => answers[requestCount++]?.promise ?? Promise.reject(new Error('once')),
  );
  const shop = page.getByRole('checkbox', { name: 'Hoa Mai' });
  await box(texts.mail, 'Đồng bộ').click();
  await shop.click();
  await expect.element(box(texts.mail, 'Đồng bộ')).not.toBeChecked();
  await expect.element(shop).not.toBeChecked();
  answers[0]?.resolve(new Response(null, { status: 500 }));
  await expect.element(box(texts.mail, 'Đồng bộ')).toBeChecked();
  await expect.element(shop).not.toBeChecked();
  serverSettings.shops = settings.shops.map((each) => ({ ...each, isEnabled: false }));
  answers[1]?.resolve(Response.json(serverSettings));
  await expect.poll(() => saved.length).toBe(2);
  // The request does not include the change that failed.
  expect(saved.at(-1)).toMatchObject({
    kinds: [{ mail: true }, { mail: true }],
    mutedShopIds: ['shop-1'],
  });
  await expect.element(shop).not.toBeChecked();
});

it('keeps what was chosen on another device meanwhile', async () => {
  const stored = structuredClone(settings);
  const saved = show(stored);
  await expect.element(box(texts.mail, 'Gian hàng cần bạn')).toBeChecked();
  for (const kind of stored.kinds) if (kind.kind === 'shop_needs_you') kind.mail = false;
  await box(texts.mail, 'Đồng bộ').click();
  await expect
    .poll(() => saved)
    .toMatchObject([
      {
        kinds: [
          { kind: 'shop_needs_you', mail: false },
          { kind: 'first_sync_done', mail: false },
        ],
      },
    ]);
});

it('restores the previous choice if saving fails', async () => {
  show(settings, () => new Response(null, { status: 500 }));
  await box(texts.mail, 'Đồng bộ').click();
  await expect.element(box(texts.mail, 'Đồng bộ')).toBeChecked();
});

it('says where emails are sent, and if none can be sent', async () => {
  show(settings);
  await expect.element(page.getByText(texts.mailTo('lan@shop.vn'))).toBeVisible();
  show({ ...settings, mailAvailable: false });
  await expect.element(page.getByText(texts.mailOff)).toBeVisible();
});
