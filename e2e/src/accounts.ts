import { randomBytes } from 'node:crypto';
import { expect, request, type Locator, type Page } from '@playwright/test';
import type { Product } from './product.ts';
import { sellerPassword, recordSession } from './seller.ts';

/** Values of the registration form. */
export interface NewAccount {
  name: string;
  email: string;
  password: string;
}

/** Returns an account that does not exist yet. */
export function createNewAccount(): NewAccount {
  const id = randomBytes(5).toString('hex');
  return { name: 'Lê Thị Sen', email: `sen.${id}@hoa-dep.test`, password: sellerPassword };
}

/** Fills and submits the registration form. */
export async function fillRegistration(page: Page, account: NewAccount): Promise<void> {
  await page.getByLabel(/^(Họ và tên|Full name)$/).fill(account.name);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel(/^(Mật khẩu|Password)$/).fill(account.password);
  await page.getByRole('button', { name: /^(Đăng ký|Register)$/ }).click();
}

/** Fills and submits the form for a forgotten password. */
export async function requestPasswordReset(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: /^(Gửi liên kết|Send link)$/ }).click();
}

/** Waits for the page that says that an email was sent. */
export async function waitForEmailSentPage(page: Page): Promise<void> {
  await page
    .getByRole('heading', { name: /^(Kiểm tra hộp thư của bạn|Check your inbox)$/ })
    .waitFor();
}

/** Excludes emails about sign-ins with a new browser, because tests sign in with many. */
const emailsTo = (page: Page, email: string) =>
  page
    .getByRole('listitem')
    .filter({ hasText: email })
    .filter({ hasNotText: /Đăng nhập từ một trình duyệt mới|Sign-in from a new browser/ });

/** Returns the number of emails to an address in the demo's mailbox. */
export async function countEmails(page: Page, product: Product, email: string): Promise<number> {
  await page.goto(`${product.identityOrigin}/mailbox`);
  return emailsTo(page, email).count();
}

async function mailboxText(page: Page, product: Product): Promise<string> {
  const answer = await page.request.get(`${product.identityOrigin}/mailbox`);
  return answer.text();
}

/** Waits until `count` emails to an address are in the demo's mailbox. Returns the newest of them. */
export async function newestEmail(
  page: Page,
  product: Product,
  email: string,
  count = 1,
): Promise<Locator> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const text = await mailboxText(page, product);
    const received = await countEmails(page, product, email);
    if (received >= count) return emailsTo(page, email).first();
    // Asking for the page costs less than rendering it.
    do {
      if (Date.now() > deadline)
        throw new Error(`${received} of ${count} letters to ${email} came`);
      await page.waitForTimeout(200);
    } while ((await mailboxText(page, product)) === text);
  }
}

/** Waits until an email with a text, such as its subject, is in the demo's mailbox. Returns it. */
export async function emailWith(page: Page, product: Product, text: string): Promise<Locator> {
  await expect.poll(() => mailboxText(page, product), { timeout: 60_000 }).toContain(text);
  await page.goto(`${product.identityOrigin}/mailbox`);
  return page.getByRole('listitem').filter({ hasText: text });
}

/** Returns the link in the newest email without opening it. */
export async function emailLink(
  page: Page,
  product: Product,
  email: string,
  count = 1,
): Promise<string> {
  const receivedEmail = await newestEmail(page, product, email, count);
  const address = await receivedEmail.getByRole('link').getAttribute('href');
  if (address === null) throw new Error('The letter has no link');
  return address;
}

/** Confirms the email address on the page that the link opens. */
export async function confirmEmail(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Xác nhận|Confirm)$/ }).click();
}

/**
 * Registers an account by the calls of the registration's pages, for journeys about something else than registering.
 * Returns its email, with which `openSignedIn` opens a page.
 */
export async function createSeller(
  product: Product,
  account = createNewAccount(),
): Promise<string> {
  const api = await request.newContext({ baseURL: product.identityOrigin });
  const post = async (path: string, data: object) => {
    const headers = { origin: product.identityOrigin, 'sec-fetch-site': 'same-origin' };
    const answer = await api.post(path, { data, headers });
    if (!answer.ok()) throw new Error(`${path} answers ${answer.status()}`);
  };
  const form = await (await api.get('/register')).text();
  const privacy = /name="privacy" value="([^"]+)"/.exec(form)?.[1];
  await post('/register', { ...account, privacy });
  let token: string | undefined;
  await expect(async () => {
    const mailbox = await (await api.get('/mailbox')).text();
    const received = mailbox.split('<li').find((item) => item.includes(account.email)) ?? '';
    token = /verify-email\?[^"]*\btoken=([\w-]+)/.exec(received)?.[1];
    expect(token, `a letter to ${account.email}`).toBeDefined();
  }).toPass({ timeout: 60_000 });
  await post('/verify-email', { token });
  recordSession(product, account.email, (await api.storageState()).cookies);
  await api.dispose();
  return account.email;
}

/** Registers an account from the login screen, up to the page that says that an email was sent. */
export async function registerFromLogin(page: Page, account: NewAccount): Promise<void> {
  await page.getByRole('link', { name: /^(Đăng ký|Register)$/ }).click();
  await page.waitForURL((url) => url.pathname === '/register');
  await fillRegistration(page, account);
  await waitForEmailSentPage(page);
}
