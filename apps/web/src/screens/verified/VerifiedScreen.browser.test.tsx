import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { StreamProgress, SyncStatus } from '@seller-connect/contract';
import { render } from '@seller-connect/ui/testing/render.tsx';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { createApiClient, setClients } from '../../api/index.ts';
import { formats } from '../../i18n/index.ts';
import { texts as setup } from '../../onboarding/texts.ts';
import { streamProgress } from '../../testing/streamProgress.ts';
import { en, texts } from './texts.ts';
import { vi } from './texts.vi.ts';
import VerifiedScreen from './VerifiedScreen.tsx';

function show(data: SyncStatus, shops: readonly object[] = [], summary?: object) {
  const answers = new Map<string, unknown>([
    ['/partner/check_synced_data', data],
    ['/partner/shops', { items: shops, total: shops.length }],
    ['/reporting/summary', summary],
  ]);
  const client = createApiClient({
    base: '',
    token: () => '',
    language: 'vi',
    onFailure: () => undefined,
    fetch: (input) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
      const answer = answers.get(pathname);
      return Promise.resolve(
        answer === undefined ? new Response(null, { status: 503 }) : Response.json(answer),
      );
    },
  });
  setClients({ core: client, catalogue: client });
  const root = createRootRoute();
  const screen = createRoute({ getParentRoute: () => root, path: '/', component: VerifiedScreen });
  const visited = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree: root.addChildren([screen]), history: visited });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return visited;
}

const shop: SyncStatus['shops'][number] = {
  shopId: '018f0000-0000-7000-8000-000000000001',
  platform: 'LAZADA',
  name: 'Hoa Mai',
  state: 'syncing',
  streams: [],
};

const stream = (
  name: StreamProgress['stream'],
  state: StreamProgress['state'],
  more: Partial<StreamProgress> = {},
) => streamProgress({ stream: name, state, progress: null, rows: 40, ...more });

it('spec 4: successfully verified, then connecting data, please wait', async () => {
  show({ synced: false, hasData: false, shops: [shop] });
  await expect.element(page.getByRole('heading', { name: texts.title })).toBeVisible();
  await expect.element(page.getByText(texts.connecting)).toBeVisible();
});

it('does not say that a shop is verified if none is linked', async () => {
  show({ synced: true, hasData: false, shops: [] });
  await expect.element(page.getByRole('heading', { name: setup.noShop })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: setup.connect }))
    .toHaveAttribute('href', '/connect');
  expect(page.getByText(texts.title).query()).toBeNull();
});

it.each([
  [false, '1.234 trên 2.900 đơn hàng'],
  [true, '1.234 trên khoảng 2.900 đơn hàng'],
])('distinguishes a count from an estimate (%s): %s', async (isEstimate, text) => {
  const more = { progress: 0.42, rows: 1234, expectedRows: 2900, isEstimate };
  const orders = stream('orders', 'syncing', more);
  show({ synced: false, hasData: true, shops: [{ ...shop, streams: [orders] }] });
  await expect
    .element(page.getByRole('progressbar', { name: 'Đơn hàng' }))
    .toHaveAttribute('aria-valuetext', text);
});

it('shows account details for an ad account', async () => {
  const streams = [stream('insights', 'syncing'), stream('shop', 'syncing')];
  show({ synced: false, hasData: false, shops: [{ ...shop, platform: 'FACEBOOK', streams }] });
  await page.getByText(texts.details).click();
  await expect.element(page.getByRole('progressbar', { name: texts.account })).toBeVisible();
});

it('spec 4: does not ask to wait once everything is synced', async () => {
  show({ synced: true, hasData: true, shops: [{ ...shop, state: 'up_to_date' }] });
  await expect.element(page.getByText(texts.complete)).toBeVisible();
  expect(page.getByText(texts.connecting).query()).toBeNull();
});

it('says what is still syncing after the sales, and that there is no need to wait', async () => {
  const streams = [stream('orders', 'up_to_date'), stream('settlements', 'syncing')];
  show({ synced: true, hasData: true, shops: [{ ...shop, state: 'up_to_date', streams }] });
  await expect.element(page.getByText(texts.salesComplete)).toBeVisible();
  await expect.element(page.getByText(texts.moneyFollows)).toBeVisible();
  expect(page.getByText(texts.complete).query()).toBeNull();
});

it('begins with the shop just linked, and shows no progress bars of earlier ones', async () => {
  const before = location.href;
  const added = '018f0000-0000-7000-8000-000000000002';
  history.replaceState(null, '', `?shops=${added}`);
  onTestFinished(() => history.replaceState(null, '', before));
  const streamsRead = [stream('orders', 'up_to_date')];
  const old: typeof shop = { ...shop, state: 'up_to_date', streams: streamsRead };
  const streams = [stream('orders', 'syncing'), stream('products', 'waiting')];
  const fresh = { ...shop, shopId: added, name: 'Hoa Lan', streams };
  const third = '018f0000-0000-7000-8000-000000000003';
  const late: typeof shop = { ...old, shopId: third, state: 'late' };
  show({ synced: false, hasData: true, shops: [old, fresh, late] });
  const shops = page.getByRole('region', { name: /Lazada/ });
  await expect.element(shops.first()).toHaveAccessibleName('Hoa Lan (Lazada)');
  const bars = () =>
    shops.elements().map((each) => each.querySelectorAll('[role=progressbar]').length);
  expect(bars()).toEqual([2, 0, 1]);
});

it('gives way to the next page once everything is synced, so that going back does not lead forward again', async () => {
  const before = location.href;
  history.replaceState(null, '', `?shops=${shop.shopId}`);
  onTestFinished(() => history.replaceState(null, '', before));
  const visited = show({
    synced: true,
    hasData: true,
    shops: [{ ...shop, state: 'up_to_date', streams: [stream('orders', 'up_to_date')] }],
  });
  await expect.poll(() => visited.location.pathname, { timeout: 60_000 }).toBe('/connect/done');
  expect(visited).toHaveLength(1);
});

it('names all shops if several were linked at once', async () => {
  const ids = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'];
  const before = location.href;
  history.replaceState(null, '', `?shops=${ids.join(',')}`);
  onTestFinished(() => history.replaceState(null, '', before));
  const linked = ids.map((id, index) => ({ id, name: ['Hoa Mai', 'Hoa Lan'][index] }));
  show({ synced: false, hasData: false, shops: [shop] }, linked);
  await expect.element(page.getByText(vi.linked('Hoa Mai và Hoa Lan', 2))).toBeVisible();
  expect(en.linked('A and B', 2)).toBe('A and B are connected.');
  expect(en.linked('A', 1)).toBe('A is connected.');
  expect(en.linkedAny(2)).toBe('Your shops are connected.');
});

it('shows the orders and sales of a week as soon as there are some', async () => {
  const metrics = { orders: { value: 312 }, gmv: { value: '226008000' } };
  show({ synced: false, hasData: true, shops: [shop] }, [], { metrics, currency: 'VND' });
  await expect.element(page.getByText('312', { exact: true })).toBeVisible();
  await expect.element(page.getByText(formats.money('226008000', 'VND'))).toBeVisible();
});

it('shows one line with a tick for a shop that is fully synced', async () => {
  const streams = [stream('orders', 'up_to_date'), stream('products', 'up_to_date')];
  show({ synced: true, hasData: true, shops: [{ ...shop, state: 'up_to_date', streams }] });
  await expect.element(page.getByText(texts.rows.orders('40'))).toBeVisible();
  expect(page.getByRole('progressbar').elements()).toEqual([]);
});

it('shows what could not be read of a shop that is fully synced', async () => {
  const problem = { code: 'unreadable_rows', message: '5 đơn không đọc được', retryAt: null };
  const streams = [stream('orders', 'up_to_date'), stream('products', 'up_to_date', { problem })];
  show({ synced: true, hasData: true, shops: [{ ...shop, state: 'up_to_date', streams }] });
  await expect.element(page.getByRole('heading', { name: shop.name })).toBeVisible();
  await expect.element(page.getByText(problem.message), { timeout: 10_000 }).toBeVisible();
});
