import type { Page } from '@playwright/test';
import type { Product } from './product.ts';

/**
 * Kinds of visitors: a guest, a seller without a shop, a seller whose first shop is syncing, a seller with several
 * synced shops, and staff of the operating company.
 */
export const visitors = ['guest', 'seller', 'syncing', 'shop', 'staff'] as const;
export type Visitor = (typeof visitors)[number];
export type Language = 'vi' | 'en';

/** A screen of the product and how to open it: a path of the application and what is done there, or other steps. */
export type Visit = {
  name: string;
  visitor: Visitor;
  canReload?: boolean;
  /** The language in which a further state of a screen is checked. Each screen is checked in both. */
  only?: Language;
  /** Whether it opens a dialog over a screen that another visit shows. */
  isDialog?: boolean;
} & (
  | { path: string; steps?: (page: Page) => Promise<unknown>; open?: never }
  | { path?: never; steps?: never; open: (page: Page, product: Product) => Promise<unknown> }
);

/**
 * Opens a screen. The router opens a path of the application if the page shows another one, because a page load takes
 * more CPU time than all checks of a screen. A screen on which something was done is never shown again.
 */
export async function openVisit(
  page: Page,
  product: Product,
  visit: Visit,
  previous: Pick<Visit, 'path' | 'steps'> = {},
): Promise<void> {
  if (visit.open) {
    await visit.open(page, product);
    return;
  }
  const isFresh =
    previous.steps === undefined ||
    new URL(page.url()).pathname !== new URL(visit.path, product.origin).pathname;
  if (previous.path !== undefined && isFresh) await followPath(page, visit.path);
  else await page.goto(`${product.origin}${visit.path}`);
  await visit.steps?.(page);
}

/**
 * Opens another path of the application, which the page already shows, by its router, like a link.
 * @throws if a dialog or menu of the previous screen stays open
 */
export async function followPath(page: Page, path: string): Promise<void> {
  if ((await page.locator(overlays).count()) > 0) await page.keyboard.press('Escape');
  await page.evaluate(
    ([href, selector]) =>
      new Promise<void>((rendered, fail) => {
        const router = window['__TSR_ROUTER__'];
        const unsubscribe = router.subscribe('onRendered', () => {
          unsubscribe();
          const left = document.querySelector(selector);
          if (left) fail(new Error(`Of the previous screen, ${left.outerHTML} stays`));
          else rendered();
        });
        // Unsaved input is discarded.
        router.history.push(href, undefined, { ignoreBlocker: true });
      }),
    [path, overlays] as const,
  );
}

/** Toasts are a popover too, but belong to no screen. */
const overlays = ':modal, [popover=auto]:popover-open';

declare global {
  interface Window {
    /** The router of the application, which TanStack Router exposes to its developer tools. */
    __TSR_ROUTER__: {
      history: { push(href: string, state: undefined, options: { ignoreBlocker: true }): void };
      subscribe(event: 'onRendered', listener: () => void): () => void;
    };
  }
}
