import type { Page } from '@playwright/test';
import type { Product } from './product.ts';

/**
 * Kinds of visitors: a guest, a seller without a shop, a seller whose first shop is syncing, a seller with several
 * synced shops, and staff of the operating company.
 */
export const visitors = ['guest', 'seller', 'syncing', 'shop', 'staff'] as const;
export type Visitor = (typeof visitors)[number];
export type Language = 'vi' | 'en';

/** A screen of the product and how to open it: a path of the application for signed-in visitors, or steps. */
export type Visit = { name: string; visitor: Visitor } & (
  | { path: string; open?: never }
  | { path?: never; open: (page: Page, product: Product) => Promise<unknown> }
);

/** Opens a screen by a page load. */
export async function openVisit(page: Page, product: Product, visit: Visit): Promise<void> {
  if (visit.open) await visit.open(page, product);
  else await page.goto(`${product.origin}${visit.path}`);
}

/** Opens another path of the application, which the page already shows, by its router, like a link. */
export function followPath(page: Page, path: string): Promise<void> {
  return page.evaluate(
    (href) =>
      new Promise<void>((rendered) => {
        const router = window['__TSR_ROUTER__'];
        const unsubscribe = router.subscribe('onRendered', () => {
          unsubscribe();
          rendered();
        });
        router.history.push(href);
      }),
    path,
  );
}

declare global {
  interface Window {
    /** The router of the application, which TanStack Router exposes to its developer tools. */
    __TSR_ROUTER__: {
      history: { push(href: string): void };
      subscribe(event: 'onRendered', listener: () => void): () => void;
    };
  }
}
