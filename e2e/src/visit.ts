import type { Page } from '@playwright/test';
import type { Product } from './product.ts';

/**
 * Kinds of visitors: a guest, a seller without a shop, a seller whose first shop is syncing, a seller with several
 * synced shops, and staff of the operating company.
 */
export const visitors = ['guest', 'seller', 'syncing', 'shop', 'staff'] as const;
export type Visitor = (typeof visitors)[number];
export type Language = 'vi' | 'en';

/** A screen of the product and how to open it. */
export interface Visit {
  name: string;
  visitor: Visitor;
  open(page: Page, product: Product): Promise<unknown>;
}
