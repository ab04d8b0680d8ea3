import { randomBytes } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { tabTo } from '../keyboard.ts';
import { openSignedIn } from '../seller.ts';
import { waitUntilStable } from '../stable-screen.ts';
import { test } from '../test.ts';

const seller = 'shop@demo.test';
const settings = '/settings/notifications';

test('period, comparison, view, report emails, alert and stock work on a phone, by touch', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({
    locale: 'vi-VN',
    timezoneId: 'Asia/Ho_Chi_Minh',
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const name = `Tháng trước ${randomBytes(3).toString('hex')}`;
  const tap = (role: 'button' | 'menuitem', label: string | RegExp) =>
    page.getByRole(role, { name: label, exact: true }).tap();
  await openSignedIn(page, product, seller, '/?period=7d');

  await tap('button', /^Kỳ báo cáo:/);
  const period = page.getByRole('dialog', { name: 'Kỳ báo cáo' });
  await period.getByRole('button', { name: 'Tháng trước' }).tap();
  const day = (of: number) => period.getByRole('button', { name: new RegExp(`, ${of}/\\d+/\\d+`) });
  await day(20).tap();
  await day(5).tap();
  await period.getByRole('button', { name: 'Xem kỳ này' }).tap();
  await expect(page).toHaveURL(/period=custom&from=[\d-]+-05&to=[\d-]+-20$/);
  await tap('button', 'Bộ lọc');
  const filters = page.getByRole('dialog', { name: 'Bộ lọc' });
  await filters.getByRole('combobox', { name: 'So sánh' }).selectOption('So với cùng kỳ năm trước');
  await filters.getByRole('button', { name: 'Xong' }).tap();
  await expect(page).toHaveURL(/&compare=year$/);
  await expectNoOverflow(page);

  await tap('button', 'Chế độ xem');
  await tap('menuitem', 'Lưu bộ lọc này…');
  await page.getByRole('textbox', { name: 'Tên' }).fill(name);
  await tap('button', 'Lưu');
  await tap('button', `Chế độ xem: ${name}`);
  await tap('menuitem', 'Gửi qua email…');
  const schedule = page.getByRole('dialog', { name: `Gửi “${name}” qua email` });
  await schedule.getByRole('combobox', { name: 'Gửi' }).selectOption('Hằng tuần');
  await schedule.getByRole('checkbox', { name: /^PDF/ }).tap();
  await expectNoOverflow(page);
  await schedule.getByRole('button', { name: 'Đặt lịch' }).tap();
  await expect(page.getByText('Đã đặt lịch: 08:00 Thứ Hai hằng tuần')).toBeVisible();

  await page.goto(`${product.origin}${settings}`);
  await waitUntilStable(page);
  await addRule(page, name, (button) => button.tap());
  await expectNoOverflow(page);
  for (const [list, item, done] of [
    ['Cảnh báo của nhóm', 'Xoá cảnh báo', `Đã xoá cảnh báo “${name}”`],
    ['Báo cáo qua email', 'Xoá lịch gửi', `Đã xoá lịch gửi “${name}”`],
  ] as const) {
    await page
      .getByRole('region', { name: list })
      .getByRole('button', { name: `Thao tác với “${name}”` })
      .tap();
    await tap('menuitem', item);
    await expect(page.getByText(done)).toBeVisible();
  }

  await page.goto(`${product.origin}/products`);
  const openStock = page.getByRole('button', { name: /^Tồn kho và lượt bán theo ngày/ });
  await openStock.first().tap();
  const stock = page.getByRole('dialog', { name: 'Tồn kho và lượt bán' });
  await expect(stock.getByRole('definition').first()).toHaveText(/\d/);
  await expectNoOverflow(page);
  await context.close();
});

test('period, view, alert, target, payout lines and explanation work with the keyboard alone', async ({
  page,
  product,
}) => {
  const name = `Bàn phím ${randomBytes(3).toString('hex')}`;
  const press = async (target: Locator) => {
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  };
  /** Opens a screen and skips its menu. */
  const open = async (path: string) => {
    await page.goto(`${product.origin}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await press(page.getByRole('link', { name: 'Đến nội dung chính' }));
  };
  const button = (label: string | RegExp) => page.getByRole('button', { name: label, exact: true });
  const type = async (field: Locator, text: string) => {
    await tabTo(page, field);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
  };
  /** Chooses the option after the chosen one. */
  const chooseNext = async (select: Locator, option: string) => {
    await tabTo(page, select);
    await page.keyboard.press('ArrowDown');
    await expect(select.getByRole('option', { name: option, exact: true })).toHaveJSProperty(
      'selected',
      true,
    );
  };
  const choose = async (menu: Locator, label: string) => {
    await press(menu);
    const item = page.getByRole('menuitem', { name: label, exact: true });
    await item.waitFor();
    for (let presses = 0; presses < 12 && !(await isFocused(item)); presses += 1) {
      await page.keyboard.press('ArrowDown');
    }
    await expect(item).toBeFocused();
    await page.keyboard.press('Enter');
  };

  await openSignedIn(page, product, seller, '/?period=month');
  const progress = page.getByRole('progressbar', { name: 'Doanh số (GMV)' });
  await press(button(/^Đặt mục tiêu tháng/));
  await type(page.getByRole('textbox', { name: 'Mục tiêu' }), '50000000');
  await page.keyboard.press('Enter');
  await expect(progress).toHaveAttribute('aria-valuetext', /của 50\striệu/);
  await press(button(/^Sửa mục tiêu tháng/));
  await press(button('Bỏ mục tiêu'));
  await expect(progress).toBeHidden();

  await press(button(/^Kỳ báo cáo:/));
  const period = page.getByRole('dialog', { name: 'Kỳ báo cáo' });
  await tabTo(page, period.getByRole('grid').locator('button[tabindex="0"]'));
  for (const key of ['Enter', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await press(period.getByRole('button', { name: 'Xem kỳ này' }));
  await expect(page).toHaveURL(/period=custom/);
  const { from, to } = Object.fromEntries(new URL(page.url()).searchParams);
  expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(14 * 86_400_000);
  await chooseNext(page.getByRole('combobox', { name: 'So sánh' }), 'So với cùng kỳ năm trước');
  await expect(page).toHaveURL(/&compare=year$/);

  await choose(button('Chế độ xem'), 'Lưu bộ lọc này…');
  await type(page.getByRole('textbox', { name: 'Tên' }), name);
  await page.keyboard.press('Enter');
  await choose(button(`Chế độ xem: ${name}`), 'Gửi qua email…');
  const schedule = page.getByRole('dialog', { name: `Gửi “${name}” qua email` });
  await chooseNext(schedule.getByRole('combobox', { name: 'Gửi' }), 'Hằng tuần');
  await tabTo(page, schedule.getByRole('checkbox', { name: /^PDF/ }));
  await page.keyboard.press('Space');
  await press(schedule.getByRole('button', { name: 'Đặt lịch' }));
  await expect(page.getByText('Đã đặt lịch: 08:00 Thứ Hai hằng tuần')).toBeVisible();

  await open(settings);
  await press(button('Thêm cảnh báo'));
  const dialog = page.getByRole('dialog', { name: 'Cảnh báo mới' });
  await type(dialog.getByRole('textbox', { name: 'Tên cảnh báo' }), name);
  await chooseNext(dialog.getByRole('combobox', { name: 'Chỉ số' }), 'Doanh thu thuần');
  await type(dialog.getByRole('textbox', { name: 'Ngưỡng' }), '1');
  await expect(dialog.getByRole('region', { name: 'Trong 60 ngày qua' })).toContainText('Sẽ báo');
  await page.keyboard.press('Enter');
  const actions = button(`Thao tác với “${name}”`);
  const alerts = page.getByRole('region', { name: 'Cảnh báo của nhóm' });
  const actionsOfAlert = alerts.getByRole('button').and(actions);
  await choose(actionsOfAlert, 'Xoá cảnh báo');
  await expect(page.getByText(`Đã xoá cảnh báo “${name}”`)).toBeVisible();
  // The schedule below has a button of the same name.
  await expect(actionsOfAlert).toBeHidden();
  await choose(actions, 'Xoá lịch gửi');
  await expect(page.getByText(`Đã xoá lịch gửi “${name}”`)).toBeVisible();

  await open('/products');
  const openStock = button(/^Tồn kho và lượt bán theo ngày/).first();
  await press(openStock);
  const stock = page.getByRole('dialog', { name: 'Tồn kho và lượt bán' });
  await tabTo(page, stock.getByRole('slider'));
  await page.keyboard.press('Escape');
  await expect(openStock).toBeFocused();

  await open('/reports/money?period=28d');
  await press(button(/^Vì sao thay đổi\? Tiền về/));
  const why = page.getByRole('dialog', { name: 'Vì sao tiền về thay đổi?' });
  const part = why.locator('[data-split="fee_class"] [data-part="fee_class"]').first();
  const sum = await part.getAttribute('data-value');
  await press(part.getByRole('link', { name: /^Các khoản kỳ này/ }));
  const total = page.locator('[data-total]');
  await expect(total).toHaveAttribute('data-total', sum ?? '');
  await press(button(/^Bỏ lọc: /));
  await expect(page).not.toHaveURL(/class=/);
  await expect(total).not.toHaveAttribute('data-total', sum ?? '');
});

const isFocused = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement);

/** Adds an alert rule for days without sales, after its preview has appeared. */
async function addRule(page: Page, name: string, press: (button: Locator) => Promise<void>) {
  const card = page.getByRole('region', { name: 'Cảnh báo của nhóm' });
  await press(card.getByRole('button', { name: 'Thêm cảnh báo' }));
  const dialog = page.getByRole('dialog', { name: 'Cảnh báo mới' });
  await dialog.getByRole('textbox', { name: 'Tên cảnh báo' }).fill(name);
  await dialog.getByRole('combobox', { name: 'Báo khi' }).selectOption('Thấp hơn một ngưỡng');
  await dialog.getByRole('textbox', { name: 'Ngưỡng' }).fill('1');
  await expect(dialog.getByRole('region', { name: 'Trong 60 ngày qua' })).toContainText(/Sẽ báo/);
  await press(dialog.getByRole('button', { name: 'Đặt cảnh báo' }));
  await expect(card.getByRole('listitem').filter({ hasText: name })).toContainText(
    'Doanh số (GMV) · Tất cả gian hàng · Hôm qua thấp hơn 1 ₫',
  );
}

async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
}
