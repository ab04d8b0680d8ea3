import { expect, type Page } from '@playwright/test';
import { openSignedIn } from '../seller.ts';
import { test } from '../test.ts';

test.describe('the back office', () => {
  const heading = (page: Page) => page.getByRole('heading', { level: 1 });
  const search = (page: Page) => page.getByRole('searchbox', { name: 'Tìm theo tên hoặc mã' });
  const rows = (page: Page) => page.getByRole('rowheader');
  const notices = (page: Page) => page.getByRole('region', { name: 'Thông báo' });

  test('spec 2: staff create, find, rename, deactivate and reactivate a brand', async ({
    page,
    product,
  }) => {
    await openSignedIn(page, product, 'staff@demo.test');
    await page.getByRole('link', { name: 'Thương hiệu' }).first().click();
    await expect(heading(page)).toHaveText('Thương hiệu');
    await expect(page.getByRole('status').filter({ hasText: 'thương hiệu' })).toHaveText(
      '62 thương hiệu',
    );

    await page.getByRole('link', { name: 'Thêm thương hiệu' }).click();
    await page.getByRole('button', { name: 'Thêm thương hiệu' }).click();
    await expect(page.getByText('Vui lòng nhập tên thương hiệu')).toBeVisible();
    await page.getByLabel('Tên thương hiệu').fill('Chiếu Đường Lâm');
    await expect(page.getByLabel('Mã thương hiệu')).toHaveValue('CHIEU-DUONG-LAM');
    await page.getByLabel('Mã thương hiệu').fill('hoa-mai');
    await page.getByRole('button', { name: 'Thêm thương hiệu' }).click();
    await expect(
      page.getByText('Mã HOA-MAI đã được dùng cho một thương hiệu khác. Hãy chọn mã khác'),
    ).toBeVisible();
    await expect(page.getByLabel('Mã thương hiệu')).toBeFocused();
    await page.getByLabel('Mã thương hiệu').fill('chieu_01');
    await page.getByRole('button', { name: 'Thêm thương hiệu' }).click();
    await expect(page).toHaveURL(`${product.origin}/brands/CHIEU_01`);
    await expect(heading(page)).toHaveText('Chiếu Đường Lâm');

    // The search ignores diacritics and case, runs while typing, and is stored in the URL.
    await page.getByRole('link', { name: 'Thương hiệu' }).first().click();
    await search(page).fill('duong lam');
    await expect(rows(page)).toHaveText(['Chiếu Đường Lâm']);
    await expect(page.getByRole('status').filter({ hasText: 'Tìm thấy' })).toHaveText(
      'Tìm thấy 1 thương hiệu',
    );
    await expect(page).toHaveURL(/\/brands\?q=duong\+lam$/);
    await page.getByRole('link', { name: 'Chiếu Đường Lâm' }).click();

    await page.getByLabel('Tên thương hiệu').fill('Chiếu Cói Đường Lâm');
    await page.getByRole('button', { name: 'Lưu thay đổi' }).click();
    await expect(heading(page)).toHaveText('Chiếu Cói Đường Lâm');
    const history = page.getByRole('list', { name: 'Lịch sử thay đổi' });
    await expect(history.getByRole('listitem').first()).toContainText(
      'Đổi tên: Chiếu Đường Lâm → Chiếu Cói Đường Lâm',
    );
    await expect(history.getByRole('listitem').first()).toContainText('Lê Minh Anh');

    await page.getByRole('button', { name: 'Ngừng hoạt động' }).click();
    await expect(heading(page).locator('..')).toContainText('Ngừng hoạt động');
    await page.getByRole('button', { name: 'Hoàn tác' }).click();
    await expect(notices(page)).toContainText('Đã hoàn tác');
    await expect(page.getByRole('button', { name: 'Ngừng hoạt động' })).toBeVisible();
    await expect(history.getByRole('listitem')).toHaveCount(4);

    // Going back restores the search.
    await page.goBack();
    await expect(search(page)).toHaveValue('duong lam');
    await expect(rows(page)).toHaveText(['Chiếu Cói Đường Lâm']);
  });

  test('the list is filtered, sorted and paged by the address', async ({ page, product }) => {
    await openSignedIn(page, product, 'staff@demo.test', '/brands?status=Inactive');
    await expect(page.getByRole('combobox', { name: 'Trạng thái' })).toHaveValue('Inactive');
    await expect(page.getByRole('status').filter({ hasText: 'Tìm thấy' })).toHaveText(
      'Tìm thấy 6 thương hiệu',
    );
    await page.getByRole('combobox', { name: 'Trạng thái' }).selectOption('Tất cả trạng thái');
    await expect(page).toHaveURL(`${product.origin}/brands`);
    await page.getByRole('button', { name: 'Tên', exact: true }).click();
    await expect(page).toHaveURL(/\/brands\?sort=-name$/);
    await expect(rows(page).first()).toHaveText('Yến Sào Cần Giờ');
    await page.getByRole('link', { name: 'Trang sau' }).click();
    await expect(page).toHaveURL(/sort=-name&page=2$/);
    await expect(page.getByRole('link', { name: 'Trang 2' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await page.goBack();
    await expect(rows(page).first()).toHaveText('Yến Sào Cần Giờ');

    await search(page).fill('không có thương hiệu này');
    await expect(page.getByText('Không có kết quả phù hợp')).toBeVisible();
    await page.getByRole('button', { name: 'Bỏ bộ lọc' }).click();
    await expect(rows(page)).toHaveCount(20);
  });

  test('a brand changed in two tabs shows both versions and loses neither', async ({
    context,
    product,
  }) => {
    const one = await context.newPage();
    await openSignedIn(one, product, 'staff@demo.test', '/brands/GOM-BAT-TRANG-MOI');
    const other = await context.newPage();
    await other.goto(`${product.origin}/brands/GOM-BAT-TRANG-MOI`);
    await one.getByLabel('Tên thương hiệu').fill('Gốm Của Một');
    await other.getByLabel('Tên thương hiệu').fill('Gốm Của Hai');
    await one.getByRole('button', { name: 'Lưu thay đổi' }).click();
    await expect(heading(one)).toHaveText('Gốm Của Một');

    await other.getByRole('button', { name: 'Lưu thay đổi' }).click();
    const dialog = other.getByRole('dialog', { name: 'Có người vừa thay đổi mục này' });
    await expect(dialog.getByRole('row').last()).toContainText('Gốm Của Hai');
    await expect(dialog.getByRole('row').last()).toContainText('Gốm Của Một');
    await other.keyboard.press('Escape');
    await expect(other.getByLabel('Tên thương hiệu')).toHaveValue('Gốm Của Hai');

    // Leaving asks for confirmation, because the changes are not saved.
    await other.getByRole('link', { name: 'Tổng quan' }).first().click();
    await other.getByRole('dialog').getByRole('button', { name: 'Ở lại' }).click();
    await expect(other.getByLabel('Tên thương hiệu')).toHaveValue('Gốm Của Hai');

    await other.getByRole('button', { name: 'Lưu thay đổi' }).click();
    await dialog.getByRole('button', { name: 'Lưu bản của tôi' }).click();
    await expect(heading(other)).toHaveText('Gốm Của Hai');
  });

  test('spec 1: staff change one price and many', async ({ page, product }) => {
    await openSignedIn(page, product, 'staff@demo.test', '/pricing/SP-0003');
    const list = page.getByLabel('Giá niêm yết');
    const before = await list.inputValue();
    await list.fill('1,5');
    await page.getByRole('button', { name: 'Lưu thay đổi' }).click();
    await expect(list).toHaveAccessibleDescription('Tiền đồng không có phần lẻ. Ví dụ: 125.000');
    await list.fill('1.234.000 ₫');
    await expect(list).toHaveValue('1.234.000');
    const difference = page.getByRole('region', { name: 'Trước khi lưu' });
    await expect(difference).toContainText(new RegExp(`${before}.*→ 1\\.234\\.000.*\\+`));
    await page.getByRole('button', { name: 'Lưu thay đổi' }).click();
    const history = page.getByRole('list', { name: 'Lịch sử giá' });
    await expect(history.getByRole('listitem').first()).toContainText(/→ 1\.234\.000/);

    // Selects all matches, including those on the second page.
    await page.getByRole('link', { name: 'Bảng giá' }).first().click();
    await page.getByRole('searchbox', { name: 'Tìm theo tên hoặc SKU' }).fill('ao');
    await expect(page.getByRole('status').filter({ hasText: 'Tìm thấy' })).toHaveText(
      'Tìm thấy 30 sản phẩm',
    );
    await page.getByRole('checkbox', { name: 'Chọn mọi sản phẩm trên trang này' }).check();
    await expect(page.getByText('Đã chọn 20 sản phẩm')).toBeVisible();
    await page.getByRole('button', { name: 'Chọn cả 30 sản phẩm, kể cả ở trang khác' }).click();
    await page.getByRole('button', { name: 'Đổi giá' }).click();
    await expect(heading(page)).toBeFocused();
    await page.getByRole('radio', { name: 'Giảm' }).check();
    await page.getByLabel('Bao nhiêu phần trăm').fill('22');
    await page.getByRole('button', { name: 'Xem trước' }).click();

    // Some prices would fall below their floor: their rows say so, and the others are changed.
    const preview = page.getByRole('heading', { level: 2 });
    await expect(preview).toHaveText(/^(\d+) trên 30 giá sẽ đổi$/);
    const [, changed = ''] = /^(\d+)/.exec((await preview.textContent()) ?? '') ?? [];
    expect(Number(changed)).toBeGreaterThan(0);
    expect(Number(changed)).toBeLessThan(30);
    await expect(page.getByRole('row').nth(1)).toContainText('Thấp hơn giá thấp nhất');
    await page.getByRole('button', { name: `Đổi ${changed} giá` }).click();
    await expect(preview).toHaveText(`Đã đổi ${changed} trên ${changed} giá`);
    await page.getByRole('button', { name: 'Về bảng giá' }).click();
    await expect(heading(page)).toHaveText('Bảng giá');
  });

  test('spec 8: a seller gets /403, and the server refuses the call itself', async ({
    page,
    product,
  }) => {
    await openSignedIn(page, product, 'seller@demo.test', '/brands');
    await expect(page).toHaveURL(/\/403\?permission=catalog%3Aall%3Aall$/);
    await expect(page.getByText('Bạn không có quyền truy cập trang này')).toBeVisible();
    const answer = await page.evaluate(async () => {
      const key = Object.keys(localStorage).find((each) => each.startsWith('login.user.'));
      const record: unknown = JSON.parse(localStorage.getItem(key ?? '') ?? '{}');
      const token =
        typeof record === 'object' && record !== null && 'accessToken' in record
          ? String(record.accessToken)
          : '';
      const response = await fetch('/catalogue/brands', {
        headers: { authorization: `Bearer ${token}`, 'accept-language': 'vi' },
      });
      return { token: token !== '', status: response.status, text: await response.text() };
    });
    expect(answer).toMatchObject({ token: true, status: 403 });
    expect(answer.text).toContain('chưa có quyền quản lý thương hiệu');
    await page.goto(`${product.origin}/`);
    await page.locator('h1').waitFor();
    await expect(page.getByRole('link', { name: 'Thương hiệu' })).toHaveCount(0);
  });
});
