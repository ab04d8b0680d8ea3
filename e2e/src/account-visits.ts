import type { Page } from '@playwright/test';
import {
  askForReset,
  fillRegistration,
  letterIsSent,
  lettersSoFar,
  linkToOpen,
  newcomer,
  registerFromLogin,
  type Person,
} from './accounts.ts';
import type { Product } from './product.ts';
import { openLogin } from './seller.ts';
import type { Visit } from './visits.ts';

/** A page of the login area that belongs to the login which the visitor has begun, perhaps with a face of its own. */
const beside = (path: string, face?: string) => async (page: Page, product: Product) => {
  await openLogin(page, product);
  const { search } = new URL(page.url());
  await page.goto(`${product.identityOrigin}${path}${search}${face ? `&${face}` : ''}`);
};

/** Registers somebody and opens the link from their letter. */
async function openLetter(page: Page, product: Product): Promise<void> {
  const person = newcomer();
  await openLogin(page, product);
  await registerFromLogin(page, person);
  await page.goto(await linkToOpen(page, product, person.email));
}

const guest = (name: string, open: Visit['open']): Visit => ({ name, visitor: 'guest', open });

const refused: Person = { ...newcomer(), password: 'passwordpassword' };

/** The login area around the login: register, the password's pages, those of links from letters, the demo's mailbox. */
export const accountVisits: readonly Visit[] = [
  guest('register', beside('/register')),
  guest('register-refused', async (page, product) => {
    await beside('/register')(page, product);
    await fillRegistration(page, refused);
    await page
      .getByLabel(/^(Mật khẩu|Password)$/)
      .and(page.locator(':focus'))
      .waitFor();
  }),
  guest('register-sent', async (page, product) => {
    await openLogin(page, product);
    await registerFromLogin(page, newcomer());
  }),
  guest('verify-email', openLetter),
  guest('verify-email-elsewhere', async (page, product) => {
    await openLetter(page, product);
    await page.context().clearCookies({ name: 'seller_connect_registration' });
    await page.reload();
  }),
  guest('verify-email-expired', beside('/verify-email')),
  guest('forgot-password', beside('/forgot-password')),
  guest('forgot-password-sent', async (page, product) => {
    await beside('/forgot-password')(page, product);
    await askForReset(page, newcomer().email);
    await letterIsSent(page);
  }),
  guest('reset-password', async (page, product) => {
    const email = 'seller@demo.test';
    const before = await lettersSoFar(page, product, email);
    await beside('/forgot-password')(page, product);
    await askForReset(page, email);
    await letterIsSent(page);
    await page.goto(await linkToOpen(page, product, email, before + 1));
  }),
  guest('reset-password-expired', beside('/reset-password')),
  guest('reset-password-done', beside('/reset-password', 'step=done')),
  guest('undo-email-expired', beside('/undo-email')),
  guest('undo-email-done', beside('/undo-email', 'step=done')),
  // The forms as they come back to a browser without script; whoever has no link sees that it has expired.
  guest('unlock-refused', beside('/unlock', 'error=rate_limited')),
  guest('unlock-expired', beside('/unlock')),
  guest('unlock-done', beside('/unlock', 'step=done')),
  guest('first-administrator-refused', beside('/first-administrator', 'error=password_too_short')),
  guest('first-administrator-taken', beside('/first-administrator', 'error=email_taken')),
  guest('first-administrator-expired', beside('/first-administrator')),
  guest('first-administrator-done', beside('/first-administrator', 'step=done')),
  guest('mailbox', async (page, product) => {
    await openLetter(page, product);
    await page.goto(`${product.identityOrigin}/mailbox`);
  }),
];
