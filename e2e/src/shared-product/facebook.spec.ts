import { expect } from '@playwright/test';
import { createSeller } from '../accounts.ts';
import { metricCard, ledgerOfShownPeriod } from '../report.ts';
import { adLedger, pickShop } from '../sandbox.ts';
import { approveConsent, waitForFirstSync, openConsent, openSignedIn } from '../seller.ts';
import { test } from '../test.ts';

test.describe('a seller who advertises on Facebook', () => {
  test('declines first, then links ad accounts, and sees spend beside the sales of the shops', async ({
    page,
    product,
  }) => {
    await openSignedIn(page, product, await createSeller(product), '/connect');
    await openConsent(page, product, 'FACEBOOK');
    await page.getByRole('button', { name: 'Huỷ' }).click();
    await page.waitForURL((url) => url.pathname === '/oauth/callback/facebook');
    await expect(
      page.getByText(/không đồng ý cấp quyền trên trang của Facebook Ads/),
    ).toBeVisible();

    await openConsent(page, product, 'FACEBOOK');
    await page.getByLabel('Nguyễn Thị Hoa Mai', { exact: true }).check();
    await page.getByRole('button', { name: 'Tiếp tục' }).click();
    await expect(page.getByRole('checkbox', { name: 'Hoa Mai Fashion Ads' })).toBeChecked();
    await page.getByRole('button', { name: 'Tiếp tục' }).click();
    await page.waitForURL(
      (url) => url.origin === product.origin && url.pathname === '/connect/verified',
    );
    await waitForFirstSync(page);
    await page.goto(`${product.origin}/connect`);
    const card = page.locator('[data-partner=FACEBOOK]');
    await expect(card.getByText('2 tài khoản quảng cáo')).toBeVisible();
    const account = page.locator('[data-shop="884410200164501"]');
    await expect(account.getByRole('link', { name: 'Hoa Mai Fashion Ads' })).toBeVisible();
    await expect(account.getByText('Mã tài khoản 884410200164501 · VND')).toBeVisible();

    const shop = await pickShop(product, (name) => name === 'Hoa Mai Fashion', 'SHOPEE');
    await openConsent(page, product, 'SHOPEE');
    await approveConsent(page, product, shop.name);
    await waitForFirstSync(page);
    await page.goto(product.origin);
    const totals = await ledgerOfShownPeriod(page, product, [shop]);
    const report = page.locator('[data-period-from]').first();
    const from = (await report.getAttribute('data-period-from')) ?? '';
    const to = (await report.getAttribute('data-period-to')) ?? '';
    const ledgers = await Promise.all(
      ['884410200164501', '884410200164509'].map((id) => adLedger(product, id, { from, to })),
    );
    const spend = ledgers.reduce((sum, ledger) => sum + Number(ledger.spend), 0);
    const shown = async (name: string) =>
      Number(await metricCard(page, name).getAttribute('data-value'));
    await expect.poll(() => shown('adSpend'), { timeout: 30_000 }).toBe(spend);
    expect(await shown('blendedRoas')).toBeCloseTo(Number(totals.netSales) / spend, 9);
    expect(await shown('adCostRatio')).toBeCloseTo(spend / Number(totals.netSales), 9);
  });
});
