import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { tabTo } from '../keyboard.ts';
import { recentSeller } from '../recent-shop.ts';
import { openSignedIn } from '../seller.ts';
import { test } from '../test.ts';

test.describe('notes on the chart', () => {
  test('are written, read in the chart, deleted and restored by keyboard alone', async ({
    page,
    product,
  }) => {
    const text = `livestream ${randomBytes(3).toString('hex')}`;
    await openSignedIn(page, product, recentSeller, '/?period=7d');
    const chart = page.getByRole('region', { name: 'Doanh số theo ngày' });
    const dialog = page.getByRole('dialog', { name: 'Ghi chú trên biểu đồ' });
    const press = async (name: string) => {
      await tabTo(page, page.getByRole('button', { name, exact: true }));
      await page.keyboard.press('Enter');
    };
    const openNotes = async () => {
      await press('Tuỳ chọn biểu đồ');
      await expect(page.getByRole('menu').locator(':focus')).toBeVisible();
      await page.keyboard.press('End');
      await expect(page.getByRole('menuitem', { name: 'Ghi chú…' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(dialog).toBeVisible();
    };

    await openNotes();
    await tabTo(page, dialog.getByRole('textbox', { name: 'Ghi chú' }));
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    const note = dialog.getByRole('button', { name: `Xoá: ${text}`, exact: true });
    await expect(note).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await tabTo(page, chart.getByRole('slider'));
    await expect(chart.getByText(`Ghi chú: ${text}`, { exact: true })).toBeVisible();

    await openNotes();
    await press(`Xoá: ${text}`);
    await expect(note).toBeHidden();
    await press('Hoàn tác');
    await expect(note).toBeVisible();
    await press(`Xoá: ${text}`);
    await expect(note).toBeHidden();
    await page.keyboard.press('Escape');
    await tabTo(page, chart.getByRole('slider'));
    await expect(chart.getByText(/^Chưa hết ngày/)).toBeVisible();
    await expect(chart.getByText(`Ghi chú: ${text}`, { exact: true })).toBeHidden();
  });
});
