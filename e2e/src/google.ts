import type { Page } from '@playwright/test';
import type { Product } from './product.ts';
import { openLogin } from './seller.ts';

/** Opens the sandbox's Google from the login screen. */
export async function openGoogle(page: Page, product: Product, path = '/'): Promise<void> {
  await openLogin(page, product, path);
  await chooseGoogle(page);
}

/** Chooses Google on the current login screen and waits for its account page. */
export async function chooseGoogle(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^(Đăng nhập bằng Google|Sign in with Google)$/ }).click();
  await page.waitForURL((url) => url.pathname === '/o/oauth2/v2/auth');
}

/** Chooses an account at Google and consents. */
export async function approveAs(page: Page, name: string): Promise<void> {
  await page.getByLabel(name).check();
  await page.getByRole('button', { name: /^(Đồng ý|Agree)$/ }).click();
}
