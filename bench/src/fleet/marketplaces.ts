import type { Platform } from '@seller-connect/contract';
import { rateLimits } from '../../../apps/server/src/partners/applications/connectors.ts';
import { loadConfiguration } from '../../../apps/server/src/platform/config/configuration.ts';

/** What is left of a marketplace: its quotas, its pages and the time that it takes to answer. */
export interface Marketplace {
  /** Calls per second. Null: the application has no limit. */
  shopRate: number;
  appRate: number | null;
  ordersPerPage: number;
  /** Orders whose items are requested in one further call; null if pages have them. */
  ordersPerItemsCall: number | null;
  /** Orders that one call fetches by their ids. */
  maxIds: number;
}

const pages: Readonly<Partial<Record<Platform, Omit<Marketplace, 'shopRate' | 'appRate'>>>> = {
  SHOPEE: { ordersPerPage: 50, ordersPerItemsCall: 50, maxIds: 50 },
  TIKTOK: { ordersPerPage: 50, ordersPerItemsCall: null, maxIds: 50 },
  LAZADA: { ordersPerPage: 100, ordersPerItemsCall: 50, maxIds: 8 },
  TIKI: { ordersPerPage: 50, ordersPerItemsCall: null, maxIds: 50 },
};

/** Returns the marketplaces with the rates that the product ships with. */
export function shippedMarketplaces(): ReadonlyMap<Platform, Marketplace> {
  const rates = rateLimits(loadConfiguration({ DEMO: '1' }));
  const found = new Map<Platform, Marketplace>();
  for (const platform of ['SHOPEE', 'TIKTOK', 'LAZADA', 'TIKI'] as const) {
    const page = pages[platform];
    const { shop, app } = rates(platform);
    if (page) found.set(platform, { ...page, shopRate: shop, appRate: app });
  }
  return found;
}

/** Calls that fetch a page of this many orders. */
export function callsOfPage({ ordersPerItemsCall }: Marketplace, orders: number): number {
  return ordersPerItemsCall === null ? 1 : 1 + Math.ceil(orders / ordersPerItemsCall);
}
