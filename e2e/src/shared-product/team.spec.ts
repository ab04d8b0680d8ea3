import { expect, type Locator, type Page } from '@playwright/test';
import {
  confirmEmail,
  emailLink,
  createNewAccount,
  createSeller,
  registerFromLogin,
} from '../accounts.ts';
import { waitForSignedIn, fillLogin, openSignedIn } from '../seller.ts';
import { test } from '../test.ts';

// One team, from the first invitation until the last member leaves.
test.describe.serial('a team', () => {
  let owner: Page;
  let guest: Page;
  const account = createNewAccount();

  test.beforeAll(async ({ browser }) => {
    owner = await (await browser.newContext({ locale: 'vi-VN' })).newPage();
    guest = await (await browser.newContext({ locale: 'vi-VN' })).newPage();
  });

  test.afterAll(async () => {
    await owner?.context().close();
    await guest?.context().close();
  });

  test('an unknown user follows the email, registers on the way and joins as viewer', async ({
    product,
  }) => {
    await openSignedIn(owner, product, 'shop@demo.test', '/settings/team');
    await invite(owner, account.email, 'Người xem');
    await expect(invitationTo(owner, account.email)).toContainText('Người xem');

    await guest.goto(await emailLink(guest, product, account.email));
    await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Vào nhóm “Gian hàng mẫu”');
    await expect(guest.getByText('Trần Văn Nam mời bạn vào nhóm')).toBeVisible();
    await guest.getByRole('button', { name: 'Đăng nhập hoặc đăng ký' }).click();
    await guest.waitForURL((url) => url.origin === product.identityOrigin);
    await registerFromLogin(guest, account);
    await guest.goto(await emailLink(guest, product, account.email, 2));
    await confirmEmail(guest);
    await waitForSignedIn(guest, product);
    // The login returns to the invitation, not to Home.
    await guest.getByRole('button', { name: 'Vào nhóm' }).click();
    await guest.waitForURL(`${product.origin}/`);
    await guest.goto(`${product.origin}/settings/team`);
    await expect(guest.getByRole('heading', { name: 'Gian hàng mẫu' })).toBeVisible();
    await expect(guest.getByText('Chỉ chủ nhóm (Trần Văn Nam)')).toBeVisible();
  });

  test('a viewer sees every shop and may change none, on the screen and on the server', async ({
    product,
  }) => {
    await guest.goto(`${product.origin}/connect`);
    await expect(guest.getByText('Bạn chỉ có quyền xem trong nhóm “Gian hàng mẫu”')).toBeVisible();
    await expect(guest.getByText(/^Cập nhật lần cuối|^Chưa đồng bộ/).first()).toBeVisible();
    await expect(guest.getByRole('button', { name: /^(Liên kết|Đồng bộ)/ })).toHaveCount(0);
    const link = await callApi(guest, 'GET', '/partner/authorize?platform=LAZADA');
    expect(link).toMatchObject({ status: 403, body: { error: 'members_only' } });
    expect((await callApi(guest, 'POST', '/collector/getData')).status).toBe(403);
    expect((await callApi(guest, 'GET', '/reporting/summary')).status).not.toBe(403);
    await guest.goto(`${product.origin}/settings/audit`);
    await expect(guest.getByText('Chỉ chủ nhóm (Trần Văn Nam) xem được nhật ký')).toBeVisible();
    expect((await callApi(guest, 'GET', '/audit')).status).toBe(403);
  });

  test('a changed role applies from the next request on', async ({ product }) => {
    await owner.reload();
    await owner.getByLabel(`Vai trò của ${account.name}`).selectOption('Thành viên');
    await expect(owner.getByText(`${account.name} giờ là thành viên`)).toBeVisible();
    // The existing session has the new role.
    expect((await callApi(guest, 'GET', '/partner/authorize?platform=LAZADA')).status).toBe(200);
    await guest.goto(`${product.origin}/connect`);
    const lazada = guest.locator('[data-partner=LAZADA]');
    await expect(lazada.getByRole('button', { name: /^Liên kết/ })).toBeEnabled();
    expect((await callApi(guest, 'POST', '/collector/getData')).status).toBe(202);
  });

  test('the owner sees all of it in the audit log, filters and exports it', async ({ product }) => {
    await owner.goto(`${product.origin}/settings/audit`);
    const log = owner.getByRole('table', { name: 'Nhật ký hoạt động' });
    for (const entry of [
      `Đổi vai trò của ${account.name} từ người xem thành thành viên`,
      'Vào nhóm với vai trò người xem',
      `Mời ${account.email} vào nhóm với vai trò người xem`,
    ]) {
      await expect(log.getByText(entry, { exact: true })).toBeVisible();
    }
    await expect(log.getByText(/^Liên kết gian hàng/).first()).toBeVisible();
    await owner.getByLabel('Loại việc').selectOption('Nhóm');
    await expect(log.getByText(/^Liên kết gian hàng/)).toHaveCount(0);
    await owner.getByLabel('Người thực hiện').selectOption(account.name);
    await expect(log.getByRole('row')).toHaveCount(2);
    await expect(owner).toHaveURL(/group=team&actor=/);
    const [file] = await Promise.all([
      owner.waitForEvent('download'),
      owner.getByRole('button', { name: 'Tải về CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^nhat-ky-\d{4}-\d\d-\d\d--\d{4}-\d\d-\d\d\.csv$/);
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk));
    const lines = Buffer.concat(chunks).toString('utf8').trimEnd().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('Vào nhóm với vai trò người xem');
  });

  test('a removed member is out at once and has their own team at the next sign-in', async ({
    product,
  }) => {
    await owner.goto(`${product.origin}/settings/team`);
    await owner.getByRole('button', { name: `Xoá ${account.name} khỏi nhóm` }).click();
    await owner.getByRole('dialog').getByRole('button', { name: 'Xoá khỏi nhóm' }).click();
    await expect(owner.getByText(`Đã xoá ${account.name} khỏi nhóm`)).toBeVisible();
    expect((await callApi(guest, 'GET', '/user')).status).toBe(401);
    await guest.goto(`${product.origin}/connect`);
    await guest.waitForURL((url) => url.origin === product.identityOrigin);
    await guest.goto(`${product.origin}/settings/team`);
    await guest.waitForURL((url) => url.origin === product.identityOrigin);
    await fillLogin(guest, account.email, account.password);
    await waitForSignedIn(guest, product);
    await expect(guest.getByRole('heading', { name: account.name })).toBeVisible();
    await expect(guest.getByText('Gian hàng mẫu')).toHaveCount(0);
  });

  test('an invitation opened by another account says whose it is and lets the right one in', async ({
    page,
    product,
  }) => {
    const invited = createNewAccount();
    await createSeller(product, invited);
    await invite(owner, invited.email, 'Thành viên');
    await openSignedIn(page, product, 'seller@demo.test');
    await page.goto(await emailLink(page, product, invited.email, 2));
    await expect(page.getByText(`Lời mời được gửi tới ${invited.email}`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Vào nhóm' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Đăng nhập bằng tài khoản khác' }).click();
    await page.waitForURL((url) => url.origin === product.identityOrigin);
    await fillLogin(page, invited.email, invited.password);
    await page.waitForURL((url) => url.origin === product.origin && url.pathname === '/join');
    const other = await page.context().newPage();
    await other.goto(`${product.origin}/settings/team`);
    await expect(other.getByRole('heading', { name: invited.name })).toBeVisible();
    await page.getByRole('button', { name: 'Vào nhóm' }).click();
    await page.waitForURL(`${product.origin}/`);
    // An open tab switches to the new team and stays signed in.
    await expect(other.getByRole('heading', { name: 'Gian hàng mẫu' })).toBeVisible();
    await other.close();
    await page.goto(`${product.origin}/settings/team`);
    await page.getByRole('button', { name: 'Rời nhóm' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rời nhóm' }).click();
    await page.waitForURL(`${product.origin}/`);
    // Home of the user's own team loads before the next navigation.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bắt đầu với Seller Connect');
    await page.goto(`${product.origin}/settings/team`);
    await expect(page.getByRole('heading', { name: invited.name })).toBeVisible();
  });
});

/** Sends an invitation from the team settings, which must be open. */
async function invite(page: Page, email: string, role: string): Promise<void> {
  await page.getByLabel('Email người được mời', { exact: true }).fill(email);
  await page.getByLabel('Vai trò', { exact: true }).selectOption(role);
  await page.getByRole('button', { name: 'Gửi lời mời', exact: true }).click();
  await invitationTo(page, email).waitFor();
}

/** Returns the list item of a pending invitation. */
function invitationTo(page: Page, email: string): Locator {
  return page
    .getByRole('list', { name: /lời mời đang chờ/ })
    .getByRole('listitem')
    .filter({ hasText: email });
}

/** Calls the product API with the page's access token. */
function callApi(
  page: Page,
  method: string,
  path: string,
): Promise<{ status: number; body: unknown }> {
  return page.evaluate(
    async (call) => {
      const stored: unknown = JSON.parse(sessionStorage.getItem('credential') ?? '{}');
      const token = String(Reflect.get(Object(stored), 'accessToken'));
      const response = await fetch(call.path, {
        method: call.method,
        headers: { authorization: `Bearer ${token}` },
      });
      return { status: response.status, body: await response.json().catch(() => null) };
    },
    { method, path },
  );
}
