import { expect, type Page } from '@playwright/test';
import { confirmEmail, createNewAccount, newestEmail, registerFromLogin } from '../accounts.ts';
import type { Product } from '../product.ts';
import { waitForSignedIn, fillLogin, openLogin, signOut } from '../seller.ts';
import { test } from '../test.ts';

test.describe('registering', () => {
  test('spec 1: a new user registers, confirms the email by one click and is signed in', async ({
    page,
    product,
  }) => {
    const account = createNewAccount();
    await openLogin(page, product);
    await registerFromLogin(page, account);
    await expect(page.getByText(account.email)).toBeVisible();
    // The page links to the demo's mailbox.
    await page.getByRole('link', { name: 'Mở hộp thư thử nghiệm' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hộp thư thử nghiệm');
    const receivedEmail = await newestEmail(page, product, account.email);
    await expect(receivedEmail.getByRole('heading')).toHaveText('Xác nhận email của bạn');
    await receivedEmail.getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Xác nhận email');
    // Opening the link does not sign in; only the button does.
    const before = await page.request.get(`${product.identityOrigin}/session/info`);
    expect(await before.json()).toEqual({ is_authenticated: false });
    await confirmEmail(page);
    await expectOnboarding(page, product, account.name);

    // The account can sign in again.
    await signOut(page);
    await page.waitForURL((url) => url.origin === product.identityOrigin);
    await fillLogin(page, account.email, account.password);
    await waitForSignedIn(page, product);
    await expectOnboarding(page, product, account.name);
  });

  test('in English, the link asks for the chosen password on another device', async ({
    browser,
    product,
  }) => {
    const account = createNewAccount();
    const here = await browser.newContext({ locale: 'en-US' });
    const there = await browser.newContext({ locale: 'en-US' });
    const page = await here.newPage();
    await openLogin(page, product);
    await page.getByRole('link', { name: 'English' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
    await registerFromLogin(page, account);
    const other = await there.newPage();
    const receivedEmail = await newestEmail(other, product, account.email);
    await expect(receivedEmail.getByRole('heading')).toHaveText('Confirm your email address');
    await receivedEmail.getByRole('link').click();
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Confirm your email');
    const chosen = other.getByLabel('The password you chose');
    await chosen.fill('quite another password');
    await confirmEmail(other);
    await expect(chosen).toHaveAccessibleDescription(/Incorrect password/);
    await expect(chosen).toBeFocused();
    await chosen.fill(account.password);
    await confirmEmail(other);
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Your email is confirmed');
    await other.getByRole('link', { name: 'Sign in' }).click();
    await other.waitForURL((url) => url.pathname === '/oauth/authorize');
    await fillLogin(other, account.email, account.password);
    await waitForSignedIn(other, product);
    // The first browser's login is still pending, and the product uses the language of the login.
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await fillLogin(page, account.email, account.password);
    await waitForSignedIn(page, product);
    await expect(page.getByRole('button', { name: `${account.name}’s account` })).toBeVisible();
    await here.close();
    await there.close();
  });
});

async function expectOnboarding(page: Page, product: Product, name: string): Promise<void> {
  await page.waitForURL((url) => url.origin === product.origin && !url.searchParams.has('code'));
  await expect(page.getByRole('button', { name: `Tài khoản của ${name}` })).toBeVisible();
  await expect(
    page
      .locator('main')
      .getByRole('link', { name: /Liên kết/ })
      .first(),
  ).toBeVisible();
}
