import type { Page } from '@playwright/test';
import {
  requestPasswordReset,
  fillRegistration,
  waitForEmailSentPage,
  countEmails,
  emailLink,
  createNewAccount,
  registerFromLogin,
  type NewAccount,
} from './accounts.ts';
import type { Product } from './product.ts';
import { openLogin } from './seller.ts';
import type { Language, Visit } from './visit.ts';

/** Opens a page of the login area within the visitor's login, optionally in a given state. */
export const openLoginArea =
  (path: string, pageState?: string) => async (page: Page, product: Product) => {
    const search = await loginParameters(page, product);
    await page.goto(
      `${product.identityOrigin}${path}?${search}${pageState ? `&${pageState}` : ''}`,
    );
  };

/** Returns the parameters of the login that the page is in, and starts one if there is none. */
async function loginParameters(page: Page, product: Product): Promise<URLSearchParams> {
  const isInLogin = () => {
    const { origin, searchParams } = new URL(page.url());
    return origin === product.identityOrigin && searchParams.has('interaction');
  };
  if (!isInLogin()) await openLogin(page, product);
  const parameters = [...new URL(page.url()).searchParams];
  return new URLSearchParams(
    parameters.filter(([name]) => name === 'interaction' || name === 'ui_locales'),
  );
}

/** Registers an account and opens the link from its email. */
async function openEmailLink(page: Page, product: Product): Promise<void> {
  const account = createNewAccount();
  await openLogin(page, product);
  await registerFromLogin(page, account);
  await page.goto(await emailLink(page, product, account.email));
}

const guest = (name: string, open: NonNullable<Visit['open']>): Visit => ({
  name,
  visitor: 'guest',
  open,
});

/** A further state of a page, which is checked in one language. */
const only = (language: Language, name: string, open: NonNullable<Visit['open']>): Visit => ({
  ...guest(name, open),
  only: language,
});

/** A page that is reached through several others, and that its address alone shows again. */
const lastOfMany = (name: string, open: NonNullable<Visit['open']>): Visit => ({
  ...guest(name, open),
  canReload: true,
});

const rejectedAccount: NewAccount = { ...createNewAccount(), password: 'passwordpassword' };

/** The login area besides the login: registration, password pages, links from emails, the demo's mailbox. */
export const accountVisits: readonly Visit[] = [
  guest('register', openLoginArea('/register')),
  only('vi', 'register-refused', async (page, product) => {
    await openLoginArea('/register')(page, product);
    await fillRegistration(page, rejectedAccount);
    await page
      .getByLabel(/^(Mật khẩu|Password)$/)
      .and(page.locator(':focus'))
      .waitFor();
  }),
  guest('register-sent', async (page, product) => {
    await openLogin(page, product);
    await registerFromLogin(page, createNewAccount());
  }),
  lastOfMany('verify-email', openEmailLink),
  lastOfMany('verify-email-elsewhere', async (page, product) => {
    await openEmailLink(page, product);
    await page.context().clearCookies({ name: 'seller_connect_registration' });
    await page.reload();
  }),
  guest('verify-email-expired', openLoginArea('/verify-email')),
  guest('forgot-password', openLoginArea('/forgot-password')),
  only('en', 'forgot-password-sent', async (page, product) => {
    await openLoginArea('/forgot-password')(page, product);
    await requestPasswordReset(page, createNewAccount().email);
    await waitForEmailSentPage(page);
  }),
  lastOfMany('reset-password', async (page, product) => {
    const email = 'seller@demo.test';
    const before = await countEmails(page, product, email);
    await openLoginArea('/forgot-password')(page, product);
    await requestPasswordReset(page, email);
    await waitForEmailSentPage(page);
    await page.goto(await emailLink(page, product, email, before + 1));
  }),
  only('vi', 'reset-password-expired', openLoginArea('/reset-password')),
  guest('reset-password-done', openLoginArea('/reset-password', 'step=done')),
  only('en', 'undo-email-expired', openLoginArea('/undo-email')),
  only('vi', 'undo-email-done', openLoginArea('/undo-email', 'step=done')),
  // The forms as rendered for a browser without JavaScript. Without a link, the page says that it has expired.
  guest('unlock-refused', openLoginArea('/unlock', 'error=rate_limited')),
  only('en', 'unlock-expired', openLoginArea('/unlock')),
  only('vi', 'unlock-done', openLoginArea('/unlock', 'step=done')),
  guest(
    'first-administrator-refused',
    openLoginArea('/first-administrator', 'error=password_too_short'),
  ),
  only(
    'en',
    'first-administrator-taken',
    openLoginArea('/first-administrator', 'error=email_taken'),
  ),
  only('vi', 'first-administrator-expired', openLoginArea('/first-administrator')),
  only('en', 'first-administrator-done', openLoginArea('/first-administrator', 'step=done')),
  lastOfMany('mailbox', async (page, product) => {
    await page.goto(`${product.identityOrigin}/mailbox`);
    if ((await page.getByRole('listitem').count()) > 0) return;
    await openEmailLink(page, product);
    await page.goto(`${product.identityOrigin}/mailbox`);
  }),
];
