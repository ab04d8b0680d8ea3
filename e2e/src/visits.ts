import type { Page } from '@playwright/test';
import { accountVisits, openLoginArea } from './account-visits.ts';
import { openGoogle } from './google.ts';
import type { Product } from './product.ts';
import { makeReferLink } from './refer.ts';
import { openConsent, openLogin } from './seller.ts';
import type { Visit } from './visit.ts';

const openPath = (path: string) => (page: Page, product: Product) =>
  page.goto(`${product.origin}${path}`);

const openSandbox = (path: string) => (page: Page, product: Product) =>
  page.goto(`${product.sandboxOrigin}${path}`);

const openIdentity = (path: string) => (page: Page, product: Product) =>
  page.goto(`${product.identityOrigin}${path}`);

/**
 * All screens, each in a representative state, and further states of some. Of two in a row with steps, the router can
 * open the second only if the paths differ.
 */
export const visits: readonly Visit[] = [
  { name: 'login', visitor: 'guest', open: openLogin },
  {
    name: 'login-refused',
    visitor: 'guest',
    only: 'en',
    open: openLoginArea('/oauth/authorize', 'error=invalid_credentials'),
  },
  ...accountVisits,
  {
    name: 'login-google-prove',
    visitor: 'guest',
    only: 'vi',
    open: openLoginArea('/oauth/authorize', 'error=google_prove'),
  },
  { name: 'google-accounts', visitor: 'guest', open: openGoogle },
  { name: 'callback-google', visitor: 'guest', open: openPath('/oauth/callback/google') },
  { name: 'identity-error', visitor: 'guest', open: openIdentity('/oauth/authorize?client_id=x') },
  {
    name: 'identity-expired',
    visitor: 'guest',
    only: 'en',
    open: openIdentity('/oauth/interaction/x'),
  },
  { name: 'signed-out', visitor: 'guest', open: openIdentity('/oauth/logout/success') },
  { name: 'sign-out-question', visitor: 'seller', open: openIdentity('/oauth/logout') },
  { name: 'join-without-code', visitor: 'guest', path: '/join' },
  { name: 'refer-invalid', visitor: 'guest', path: '/refer/invalid' },
  { name: 'reporting-tool', visitor: 'guest', open: openSandbox('/reporting-tool') },
  {
    name: 'reporting-tool-return',
    visitor: 'guest',
    only: 'en',
    open: openSandbox('/reporting-tool/return'),
  },
  { name: '403', visitor: 'guest', path: '/403' },
  { name: '404', visitor: 'guest', path: '/404' },
  { name: '500', visitor: 'guest', path: '/500' },
  // The last of the guests: the tab remembers the tool.
  {
    name: 'login-referred',
    visitor: 'guest',
    only: 'vi',
    open: async (page, product) => {
      await page.goto((await makeReferLink(product)).url);
      await page.waitForURL((url) => url.origin === product.identityOrigin);
    },
  },
  { name: 'home-before', visitor: 'seller', path: '/' },
  { name: 'profile', visitor: 'seller', path: '/profile/complete' },
  {
    name: 'profile-missing',
    visitor: 'seller',
    only: 'vi',
    path: '/profile/complete',
    steps: async (page) => {
      await page.getByRole('button', { name: /^(Lưu hồ sơ|Save profile)$/ }).click();
    },
  },
  { name: 'connect-before', visitor: 'seller', path: '/connect' },
  { name: 'consent', visitor: 'seller', open: openConsent },
  {
    name: 'callback-refused',
    visitor: 'seller',
    open: openPath('/oauth/callback/lazada?error=access_denied'),
  },
  {
    name: 'unavailable',
    visitor: 'seller',
    path: '/connect/unavailable?partner=facebook',
  },
  {
    name: 'callback-unknown',
    visitor: 'seller',
    only: 'en',
    open: openPath('/oauth/callback/amazon?code=x'),
  },
  {
    name: 'permissions-failed',
    visitor: 'staff',
    only: 'en',
    async open(page, product) {
      await page.route('**/userinfo', (route) => route.fulfill({ status: 503, json: {} }));
      await openPath('/brands')(page, product);
      await page
        .getByRole('button', { name: /^(Thử lại|Try again)$/ })
        .waitFor({ timeout: 20_000 });
      // The next screens use the same page.
      await page.unroute('**/userinfo');
    },
  },
  { name: 'settings', visitor: 'seller', path: '/settings/appearance' },
  { name: 'settings-profile', visitor: 'seller', path: '/settings/profile' },
  { name: 'settings-notifications', visitor: 'shop', path: '/settings/notifications' },
  {
    name: 'notifications',
    visitor: 'shop',
    isDialog: true,
    path: '/connect',
    steps: async (page) => {
      await page.getByRole('button', { name: /^(Thông báo|Notifications)/ }).click();
      await page.getByRole('dialog').getByRole('link').first().waitFor();
    },
  },
  { name: 'settings-password', visitor: 'seller', path: '/settings/password' },
  { name: 'settings-sessions', visitor: 'seller', path: '/settings/sessions' },
  { name: 'settings-team', visitor: 'seller', path: '/settings/team' },
  {
    name: 'settings-reporting-tools',
    visitor: 'shop',
    path: '/settings/reporting-tools',
  },
  {
    name: 'settings-reporting-tools-made',
    visitor: 'shop',
    only: 'en',
    path: '/settings/reporting-tools',
    steps: async (page) => {
      await page.getByRole('button', { name: /^(Tạo liên kết CSV|Create CSV link)$/ }).click();
      await page.getByRole('textbox', { name: /^(Tên|Name)$/ }).fill('Google Sheets');
      await page.getByRole('button', { name: /^(Tạo|Create)$/ }).click();
      await page.getByRole('textbox', { name: /^(Liên kết CSV|CSV link)$/ }).waitFor();
    },
  },
  { name: 'money', visitor: 'shop', path: '/reports/money' },
  {
    name: 'money-rows',
    visitor: 'shop',
    path: '/reports/money/rows?of=payout&from=2026-01-01&to=2026-12-31',
  },
  { name: 'money-none', visitor: 'seller', only: 'en', path: '/reports/money' },
  { name: 'reconcile', visitor: 'seller', path: '/reports/reconcile' },
  {
    name: 'reconcile-chosen',
    visitor: 'shop',
    only: 'en',
    path: '/reports/reconcile?from=2026-01-01&to=2026-01-31',
  },
  {
    name: 'reconcile-unknown',
    visitor: 'seller',
    only: 'vi',
    path: '/reports/reconcile/0191d2c4-7f00-7000-8000-000000000009',
  },
  { name: 'settings-audit', visitor: 'shop', path: '/settings/audit?period=all' },
  {
    name: 'settings-audit-none',
    visitor: 'seller',
    only: 'vi',
    path: '/settings/audit?group=settings',
  },
  { name: 'settings-account', visitor: 'seller', path: '/settings/account' },
  {
    name: 'settings-account-remove',
    visitor: 'seller',
    isDialog: true,
    path: '/settings/account',
    steps: async (page) => {
      await page.getByRole('button', { name: /^(Xoá tài khoản…|Delete account…)$/ }).click();
    },
  },
  {
    name: 'profile-restored',
    visitor: 'seller',
    only: 'en',
    open: async (page, product) => {
      await page.goto(`${product.origin}/profile/complete`);
      for (const name of [/^(Ngành nghề|Business)$/, /^(Mục đích sử dụng|Purpose of use)$/]) {
        await page.getByRole('combobox', { name }).selectOption('other');
      }
      await page.reload();
    },
  },
  {
    name: 'home-put-away',
    visitor: 'seller',
    only: 'en',
    path: '/',
    steps: async (page) => {
      await page.getByRole('button', { name: /^(Ẩn các bước|Hide steps)$/ }).click();
    },
  },
  { name: 'home-syncing', visitor: 'syncing', only: 'vi', path: '/?period=28d' },
  { name: 'connect-syncing', visitor: 'syncing', only: 'vi', path: '/connect' },
  { name: 'verified-syncing', visitor: 'syncing', only: 'vi', path: '/connect/verified' },
  { name: 'done-not-yet', visitor: 'syncing', only: 'vi', path: '/connect/done' },
  { name: 'home', visitor: 'shop', path: '/?period=28d' },
  { name: 'home-today', visitor: 'shop', only: 'en', path: '/?period=today&by=hour' },
  { name: 'home-pivot', visitor: 'shop', only: 'vi', path: '/?period=90d&pivot=week' },
  {
    name: 'home-explained',
    visitor: 'shop',
    only: 'en',
    path: '/?period=28d&explain=gmv',
    isDialog: true,
  },
  { name: 'home-brand', visitor: 'shop', only: 'vi', path: '/?period=7d&by=brand&brand=brand%3F' },
  {
    name: 'connect-reads',
    visitor: 'shop',
    only: 'vi',
    path: '/connect',
    steps: async (page) => {
      await page
        .getByText(/^(Seller Connect đọc gì|What we read)/)
        .first()
        .click();
    },
  },
  {
    name: 'home-table',
    visitor: 'shop',
    only: 'vi',
    path: '/?period=7d',
    steps: async (page) => {
      // The chart of ad spend has a button of its own.
      const sales = page.getByRole('region', { name: /^(Doanh số theo ngày|GMV by day)$/ });
      await sales.getByRole('button', { name: /^(Xem dạng bảng|Show as table)$/ }).click();
    },
  },
  {
    name: 'home-empty',
    visitor: 'shop',
    only: 'en',
    path: '/?period=custom&from=2019-01-01&to=2019-01-07',
  },
  { name: 'orders', visitor: 'shop', path: '/orders' },
  {
    name: 'orders-sales',
    visitor: 'shop',
    only: 'vi',
    path: '/orders?outcome=kept&hour=9&basis=committed&period=28',
  },
  {
    name: 'orders-none',
    visitor: 'shop',
    only: 'en',
    path: '/orders?q=zzz&stage=unpaid&period=custom&from=2026-01-01&to=2026-01-02',
  },
  {
    name: 'disconnect',
    visitor: 'shop',
    isDialog: true,
    path: '/connect',
    steps: async (page) => {
      await page
        .getByRole('button', { name: /^(Thao tác với|Actions for)/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: /^(Ngắt liên kết|Disconnect)$/ }).click();
    },
  },
  {
    name: 'order',
    visitor: 'shop',
    path: '/orders',
    steps: async (page) => {
      await page.getByRole('table').getByRole('link').first().click();
      await page.waitForURL(/\/orders\/.+/);
      await page.getByRole('button', { name: /^(Xem nguyên văn|Show responses)$/ }).click();
    },
  },
  { name: 'order-unknown', visitor: 'shop', only: 'vi', path: `/orders/${crypto.randomUUID()}/1` },
  { name: 'products', visitor: 'shop', path: '/products?sort=stock' },
  { name: 'connect', visitor: 'shop', path: '/connect' },
  {
    name: 'shop-history',
    visitor: 'shop',
    path: '/connect',
    steps: async (page) => {
      await page
        .getByRole('button', { name: /^(Thao tác với|Actions for)/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: /^(Lịch sử|History)$/ }).click();
      await page.waitForURL(/\/connect\/shops\//);
    },
  },
  {
    name: 'palette',
    visitor: 'shop',
    isDialog: true,
    path: '/connect',
    steps: async (page) => {
      await page.getByRole('button', { name: /^(Tìm trang|Search pages)/ }).click();
      await page.getByRole('listbox').getByRole('option').first().waitFor();
    },
  },
  { name: 'verified', visitor: 'shop', path: '/connect/verified' },
  { name: 'done', visitor: 'shop', path: '/connect/done' },
  {
    name: 'done-referred',
    visitor: 'shop',
    only: 'en',
    open: async (page, product) => {
      await page.goto((await makeReferLink(product)).url);
      await page.waitForURL(`${product.origin}/connect/done`);
    },
  },
  { name: 'brands', visitor: 'staff', path: '/brands' },
  { name: 'brands-found', visitor: 'staff', only: 'vi', path: '/brands?q=duong&sort=-updatedAt' },
  { name: 'brands-none', visitor: 'staff', only: 'en', path: '/brands?q=zzz&status=Inactive' },
  { name: 'brand', visitor: 'staff', path: '/brands/HOA-MAI' },
  { name: 'brand-missing', visitor: 'staff', only: 'vi', path: '/brands/NONE' },
  { name: 'brand-new', visitor: 'staff', path: '/brands/new' },
  {
    name: 'brand-new-missing',
    visitor: 'staff',
    only: 'en',
    path: '/brands/new',
    steps: async (page) => {
      await page.getByRole('button', { name: /^(Thêm thương hiệu|Add brand)$/ }).click();
    },
  },
  {
    name: 'pricing',
    visitor: 'staff',
    path: '/pricing',
    steps: async (page) => {
      await page.getByRole('row').getByRole('checkbox').nth(2).check();
    },
  },
  {
    name: 'price',
    visitor: 'staff',
    path: '/pricing/SP-0001',
    steps: async (page) => {
      await page.getByLabel(/^(Giá niêm yết|List price)$/).fill('189000');
    },
  },
  { name: 'price-missing', visitor: 'staff', only: 'en', path: '/pricing/NONE' },
  {
    name: 'price-new-missing',
    visitor: 'staff',
    only: 'vi',
    path: '/pricing/new',
    steps: async (page) => {
      await page.getByRole('button', { name: /^(Thêm sản phẩm|Add product)$/ }).click();
    },
  },
  {
    name: 'pricing-bulk',
    visitor: 'staff',
    path: '/pricing?q=ao',
    steps: async (page) => {
      await page.getByRole('row').getByRole('checkbox').nth(1).check();
      await page.getByRole('button', { name: /^(Chọn cả|Select all \d)/ }).click();
      await page.getByRole('button', { name: /^(Đổi giá|Change prices)$/ }).click();
      await page.getByRole('radio', { name: /^(Giảm|Decrease)$/ }).check();
      await page.getByRole('textbox').fill('22');
      await page.getByRole('button', { name: /^(Xem trước|Preview)$/ }).click();
      await page.getByRole('heading', { level: 2, name: /30/ }).waitFor();
    },
  },
];
