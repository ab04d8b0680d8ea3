import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Product } from './product.ts';
import { addLatency, pickShop } from './sandbox.ts';
import { linkLazadaShop, openSignedIn, waitForDemoSync } from './seller.ts';
import { waitUntilStable } from './stable-screen.ts';
import type { Language, Visitor } from './visit.ts';

const accounts = {
  seller: 'seller@demo.test',
  syncing: 'staff@demo.test',
  shop: 'shop@demo.test',
  staff: 'staff@demo.test',
} as const;

export type VisitorPages = ReturnType<typeof createVisitorPages>;

/**
 * Opens pages of the visitors, in one browser context per language, because the first page of a context takes the CPU
 * time of many others.
 */
export function createVisitorPages(browser: Browser, product: Product) {
  const contexts = new Map<Language, BrowserContext>();
  const prepared = new Set<Visitor>(['guest']);

  async function createContext(language: Language): Promise<BrowserContext> {
    const context = await browser.newContext({
      locale: language === 'vi' ? 'vi-VN' : 'en-US',
      timezoneId: 'Asia/Ho_Chi_Minh',
      reducedMotion: 'reduce',
      viewport: { width: 1440, height: 900 },
    });
    await context.addInitScript((chosen) => {
      localStorage.setItem('localization', chosen);
    }, language);
    contexts.set(language, context);
    return context;
  }

  /** Leaves all pages. They stay open, because without a page, the process of a context ends. */
  async function leavePages(): Promise<void> {
    const pages = [...contexts.values()].flatMap((context) => context.pages());
    await Promise.all(pages.map((page) => page.goto('about:blank')));
  }

  async function prepare(page: Page, visitor: Visitor): Promise<void> {
    if (visitor === 'syncing') await startSync(page, product);
    if (visitor === 'shop') await waitForDemoSync(page, product);
    prepared.add(visitor);
  }

  return {
    /**
     * Returns a new page of this visitor in one language, with reduced motion. Unless the visitor is a guest, it shows
     * the application. The previous pages are left.
     */
    async page(visitor: Visitor, language: Language): Promise<Page> {
      // The preparation follows Vietnamese texts.
      if (language !== 'vi' && !prepared.has(visitor)) await this.page(visitor, 'vi');
      await leavePages();
      const context = contexts.get(language) ?? (await createContext(language));
      const previous = context.pages();
      const page = await context.newPage();
      await Promise.all(previous.map((each) => each.close()));
      await context.setStorageState({ cookies: [], origins: [] });
      if (visitor !== 'guest') await openSignedIn(page, product, accounts[visitor]);
      if (!prepared.has(visitor)) await prepare(page, visitor);
      if (visitor !== 'guest') await waitUntilStable(page);
      await setProviderLanguage(page, product, language);
      return page;
    },
    async close(): Promise<void> {
      await Promise.all([...contexts.values()].map((each) => each.close()));
    },
  };
}

/** Sets the language of the provider's pages, which cannot access the application's storage, by their cookie. */
export function setProviderLanguage(
  page: Page,
  { identityOrigin: url }: Product,
  language: Language,
): Promise<void> {
  return page.context().addCookies([{ name: 'localization', value: language, url }]);
}

/** Links a shop whose orders are delayed so much that its backfill outlasts all checks. */
async function startSync(page: Page, product: Product): Promise<void> {
  const shop = await pickShop(product, (name) => name.startsWith('Hoa Mai'));
  await addLatency(product, '/orders/get', 1200, shop);
  await linkLazadaShop(page, product, shop.name);
  // The first metrics are available.
  await page.getByRole('link', { name: 'Xem báo cáo' }).waitFor({ timeout: 60_000 });
}
