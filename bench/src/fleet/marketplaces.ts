import type { Platform } from '@seller-connect/contract';
import { rateLimits } from '../../../apps/server/src/partners/connectors.ts';
import { loadConfiguration } from '../../../apps/server/src/platform/config/configuration.ts';

/** A marketplace as the fleet simulates it: its rate limits and the sizes of its pages. */
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

const pageSizes: ReadonlyMap<Platform, Omit<Marketplace, 'shopRate' | 'appRate'>> = new Map([
  ['SHOPEE', { ordersPerPage: 50, ordersPerItemsCall: 50, maxIds: 50 }],
  ['TIKTOK', { ordersPerPage: 50, ordersPerItemsCall: null, maxIds: 50 }],
  ['LAZADA', { ordersPerPage: 100, ordersPerItemsCall: 50, maxIds: 8 }],
  ['TIKI', { ordersPerPage: 50, ordersPerItemsCall: null, maxIds: 50 }],
]);

/** Returns the marketplaces with the rates that the product ships with. */
export function shippedMarketplaces(): ReadonlyMap<Platform, Marketplace> {
  const rates = rateLimits(loadConfiguration({ DEMO: '1' }));
  return new Map(
    [...pageSizes].map(([platform, sizes]) => {
      const { shop, app } = rates(platform);
      return [platform, { ...sizes, shopRate: shop, appRate: app }];
    }),
  );
}

/** Calls that fetch a page of this many orders. */
export function callsOfPage({ ordersPerItemsCall }: Marketplace, orders: number): number {
  return ordersPerItemsCall === null ? 1 : 1 + Math.ceil(orders / ordersPerItemsCall);
}
