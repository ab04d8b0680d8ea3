import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { toasts } from '@seller-connect/ui';
import { texts as brands } from '../../screens/brands/texts.ts';
import { texts as connect } from '../../screens/connect/texts.ts';
import { texts as start } from '../../screens/dashboard/start/texts.ts';
import { texts as home } from '../../screens/dashboard/texts.ts';
import { shop, createSummary } from '../../screens/dashboard/testing/sampleReport.ts';
import { texts as profile } from '../../screens/profile/texts.ts';
import { coreClient } from '../../api/index.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { findings, renderApp } from '../testing/renderApp.tsx';

const user = {
  sub: 'person',
  name: 'Lan Nguyễn',
  email: 'lan@example.com',
  profile: {
    email: 'lan@example.com',
    phoneNumber: '+84912345678',
    business: 'fashion',
    purpose: 'reporting',
  },
  profileCompletedAt: '2026-11-01T00:00:00.000Z',
  team: { name: 'Hoa Mai', role: 'owner' },
};
const progress = { shopId: shop.id, platform: shop.platform, name: shop.name, streams: [] };
const platforms = ['LAZADA', 'SHOPEE', 'TIKI', 'TIKTOK', 'FACEBOOK'];

/** A working server, with a completed profile and one linked shop. */
const defaultAnswers = {
  'GET /user': user,
  'POST /user': user,
  'GET /partner/shops': { items: [shop], total: 1 },
  'GET /partner/available': {
    items: platforms.map((platform) => ({ platform, available: true })),
    total: platforms.length,
  },
  'GET /partner/check_synced_data': {
    synced: true,
    hasData: true,
    shops: [{ ...progress, state: 'up_to_date' }],
  },
  'GET /reporting/summary': createSummary('28d'),
  'POST /partner/credential': { shops: [shop] },
  'POST /collector/getData': { runId: 'r', state: 'running', shopIds: [shop.id] },
  'GET /partner/authorize': { url: 'about:blank' },
};
const noShop = {
  'GET /partner/shops': { items: [], total: 0 },
  'GET /partner/check_synced_data': { synced: true, hasData: false, shops: [] },
};

const press = (name: string) => () => page.getByRole('button', { name }).first().click();

interface Pair {
  readonly call: string;
  readonly at: string;
  readonly answers?: Readonly<Record<string, unknown>>;
  /** The user action that triggers the call. */
  readonly act?: () => Promise<void>;
  readonly permissions?: readonly string[];
}

const createBrand = async () => {
  await page.getByLabelText(brands.name).fill('Hoa Mai');
  await press(brands.create)();
};

const staff = ['catalog:all:all', 'ppm:all:all'];
/** Every call of the specification on the screens that make it, and one call of each other kind. */
const pairs: readonly Pair[] = [
  { call: 'GET /user', at: '/' },
  { call: 'GET /user', at: '/', answers: noShop },
  { call: 'GET /user', at: '/profile/complete' },
  { call: 'GET /user', at: '/settings/profile' },
  { call: 'GET /user', at: '/connect' },
  { call: 'POST /user', at: '/settings/profile', act: press(profile.save) },
  { call: 'GET /partner/shops', at: '/' },
  { call: 'GET /partner/shops', at: '/connect' },
  { call: 'GET /partner/shops', at: '/connect/verified' },
  // The filters that need the shops are in a sheet.
  { call: 'GET /partner/shops', at: '/orders' },
  { call: 'GET /partner/available', at: '/connect' },
  { call: 'GET /partner/check_synced_data', at: '/' },
  { call: 'GET /partner/check_synced_data', at: '/connect' },
  { call: 'GET /partner/check_synced_data', at: '/connect/verified' },
  { call: 'GET /partner/check_synced_data', at: '/connect/done' },
  { call: 'POST /partner/credential', at: '/oauth/callback/lazada?code=c&state=s' },
  { call: 'POST /collector/getData', at: '/connect', act: press(connect.syncNow) },
  { call: 'GET /partner/authorize', at: '/connect', act: press(`${connect.linkAnother}: Lazada`) },
  { call: 'GET /reporting/summary', at: '/' },
  { call: 'GET /reporting/orders', at: '/orders' },
  { call: 'GET /reporting/money', at: '/reports/money' },
  { call: 'GET /team', at: '/settings/team' },
  { call: 'GET /user/notifications', at: '/settings/appearance' },
  { call: 'GET /user/notification_settings', at: '/settings/notifications' },
  { call: 'GET /brands', at: '/brands', permissions: staff },
  // The unsaved input must not hold up the way to /403.
  { call: 'POST /brands', at: '/brands/new', act: createBrand, permissions: staff },
  { call: 'GET /prices', at: '/pricing', permissions: staff },
  { call: 'GET /prices/brands', at: '/pricing/new', permissions: staff },
];

/** A screen is loaded when it is first shown, which takes a while on a busy machine. */
const aScreen = { timeout: 60_000 };
const message = 'Máy chủ đang bảo trì';
const failures = [
  ['500 with a message', () => Response.json({ message }, { status: 500 }), message],
  ['500 without one', () => new Response(null, { status: 500 }), sharedTexts.somethingWentWrong],
  ['no answer', () => new TypeError('Failed to fetch'), sharedTexts.somethingWentWrong],
] as const;
/** Every screen with a message and without an answer. What stands for a missing message does not depend on the screen. */
const failuresOf = (pair: Pair) =>
  failures.filter(([name]) => name !== '500 without one' || pair === pairs[0]);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const visit = async ({ call, at, answers, act, permissions }: Pair, failure: unknown) => {
  // A callback screen reads the redirect's parameters from the page's address.
  const { search } = new URL(at, location.origin);
  const before = location.href;
  window.history.replaceState(null, '', `${location.pathname}${search}`);
  onTestFinished(() => window.history.replaceState(null, '', before));
  const rendered = renderApp(at, {
    answers: { ...defaultAnswers, ...answers, [call]: failure },
    ...(permissions && { permissions }),
  });
  await act?.();
  return rendered;
};
const shownToasts = () => toasts.current().map(({ tone, title, text }) => ({ tone, title, text }));

describe.each(pairs)('$call at $at', (pair) => {
  it.each(failuresOf(pair))(
    'spec 8: %s is one notification titled Error',
    async (_, failure, text) => {
      const { refused, history } = await visit(pair, failure());
      await expect.element(page.getByText(text).first()).toBeVisible();
      expect(shownToasts()).toEqual([{ tone: 'negative', title: sharedTexts.error, text }]);
      expect(refused).not.toHaveBeenCalled();
      expect(history.location.pathname).not.toBe('/403');
    },
  );

  it('spec 8: a 401 logs out', async () => {
    const { refused } = await visit(pair, Response.json({ message }, { status: 401 }));
    await vi.waitFor(() => expect(refused).toHaveBeenCalled(), aScreen);
    expect(shownToasts()).toEqual([]);
  });

  it('spec 8: a 403 shows /403 in place of the screen', async () => {
    const { history, refused } = await visit(pair, Response.json({ message }, { status: 403 }));
    await expect.element(page.getByText(sharedTexts.permissionDenied)).toBeVisible();
    expect(history.location.pathname).toBe('/403');
    expect(history.length).toBe(1);
    expect(shownToasts()).toEqual([]);
    expect(refused).not.toHaveBeenCalled();
  });
});

describe('a query shared by two screens', () => {
  const call = 'GET /partner/check_synced_data';

  it.each([
    ['/', '/connect'],
    ['/connect', '/'],
  ])('spec 8: reports its failures alike, at %s and then at %s', async (first, second) => {
    const fail = (text: string) => Response.json({ message: text }, { status: 500 });
    const answers = { ...defaultAnswers, [call]: fail('first') };
    const { history, requests } = renderApp(first, { answers });
    await expect.element(page.getByText('first')).toBeVisible();
    answers[call] = fail('second');
    const countRequests = () => requests.filter((each) => each === call).length;
    const before = countRequests();
    history.push(second);
    await vi.waitFor(() => expect(countRequests()).toBeGreaterThan(before), aScreen);
    // The answer to a later call comes after that to the screen's.
    await expect(coreClient().call('checkSyncedData', { background: true })).rejects.toThrow();
    expect(shownToasts()).toEqual([{ tone: 'negative', title: sharedTexts.error, text: 'first' }]);
  });
});

describe('a failure is not shown as an unfinished setup', () => {
  const failing = { 'GET /user': Response.json({ message }, { status: 500 }) };

  it.each(['/', '/?setup=continue'])(
    'spec 8: a failing GET /user at %s shows the failure and a retry instead of the checklist',
    async (at) => {
      const { requests } = renderApp(at, { answers: { ...defaultAnswers, ...noShop, ...failing } });
      await expect.element(page.getByText(home.failed)).toBeVisible();
      expect(page.getByText(start.profile, { exact: true }).query()).toBeNull();
      expect(await findings()).toEqual([]);
      const asks = () => requests.filter((call) => call === 'GET /user').length;
      const before = asks();
      await page.getByRole('button', { name: sharedTexts.tryAgain }).click();
      await vi.waitFor(() => expect(asks()).toBeGreaterThan(before), { timeout: 60_000 });
    },
  );
});

describe('a form', () => {
  it.each([400, 409, 422])(
    'spec 8: shows a %i at its field only, without a notification',
    async (status) => {
      const details = { email: 'Email này đã có người dùng' };
      const failure = Response.json({ message, details }, { status });
      await visit(
        { call: 'POST /user', at: '/settings/profile', act: press(profile.save) },
        failure,
      );
      await expect.element(page.getByText(details.email)).toBeVisible();
      expect(shownToasts()).toEqual([]);
    },
  );

  it('spec 8: shows the server’s message if no field is at fault', async () => {
    const failure = Response.json({ message }, { status: 409 });
    await visit({ call: 'POST /user', at: '/settings/profile', act: press(profile.save) }, failure);
    await expect.element(page.getByText(message)).toBeVisible();
    expect(shownToasts()).toEqual([]);
  });
});
