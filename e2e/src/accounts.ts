import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { Product } from './product.ts';
import { backHere, openLogin } from './seller.ts';

/** What somebody enters to register. */
export interface Person {
  name: string;
  email: string;
  password: string;
}

/** Somebody whom nobody knows yet. */
export function newcomer(): Person {
  const id = randomBytes(5).toString('hex');
  return { name: 'Lê Thị Sen', email: `sen.${id}@hoa-dep.test`, password: 'bốn con mèo trên mái' };
}

/** Fills the form to register and sends it. */
export async function fillRegistration(page: Page, person: Person): Promise<void> {
  await page.getByLabel(/^(Họ và tên|Full name)$/).fill(person.name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel(/^(Mật khẩu|Password)$/).fill(person.password);
  await page.getByRole('button', { name: /^(Đăng ký|Register)$/ }).click();
}

/** Fills the form for a forgotten password and sends it. */
export async function askForReset(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: /^(Gửi liên kết|Send the link)$/ }).click();
}

/** Waits for the page that says that a letter is under way. */
export async function letterIsSent(page: Page): Promise<void> {
  await page
    .getByRole('heading', { name: /^(Kiểm tra hộp thư của bạn|Look into your mailbox)$/ })
    .waitFor();
}

/** Without those that tell of a new browser: tests sign in with many. */
const lettersFor = (page: Page, email: string) =>
  page
    .getByRole('listitem')
    .filter({ hasText: email })
    .filter({ hasNotText: /Đăng nhập từ một trình duyệt mới|A sign-in with a new browser/ });

/** How many letters lie in the demo's mailbox for an address now. */
export async function lettersSoFar(page: Page, product: Product, email: string): Promise<number> {
  await page.goto(`${product.identityOrigin}/mailbox`);
  return lettersFor(page, email).count();
}

/** Opens the demo's mailbox until so many letters have come to an address. @returns the newest of them. */
export async function newestLetter(
  page: Page,
  product: Product,
  email: string,
  count = 1,
): Promise<Locator> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    await page.goto(`${product.identityOrigin}/mailbox`);
    const arrived = await lettersFor(page, email).count();
    if (arrived >= count) return lettersFor(page, email).first();
    if (Date.now() > deadline) throw new Error(`${arrived} of ${count} letters to ${email} came`);
    await page.waitForTimeout(200);
  }
}

/** The address in the newest letter, without following it. */
export async function linkToOpen(
  page: Page,
  product: Product,
  email: string,
  count = 1,
): Promise<string> {
  const letter = await newestLetter(page, product, email, count);
  const address = await letter.getByRole('link').getAttribute('href');
  if (address === null) throw new Error('The letter has no link');
  return address;
}

/** Confirms the address on the page that the letter's link opened. */
export async function confirmAddress(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Xác nhận|Confirm)$/ }).click();
}

/** Registers a newcomer from the login screen on, up to the page that says to look for the letter. */
export async function registerFromLogin(page: Page, person: Person): Promise<void> {
  await page.getByRole('link', { name: /^(Đăng ký|Register)$/ }).click();
  await page.waitForURL((url) => url.pathname === '/register');
  await fillRegistration(page, person);
  await letterIsSent(page);
}

/** An account of its own for a journey, by the way that people take; the browser ends up signed in. */
export async function registerAccount(page: Page, product: Product): Promise<Person> {
  const person = newcomer();
  await openLogin(page, product);
  await registerFromLogin(page, person);
  await page.goto(await linkToOpen(page, product, person.email));
  await confirmAddress(page);
  await backHere(page, product);
  await page.getByRole('button', { name: /^(Tài khoản của|Account of)/ }).waitFor();
  return person;
}
