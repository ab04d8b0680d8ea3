import {
  createTikiConnector,
  PartnerError,
  tikiHosts,
  type CanonicalOrder,
  type MarketplaceConnector,
  type OrdersPage,
} from '@seller-connect/partners';
import { createTestEnvironment } from '@seller-connect/partners/testing';
import type { LinkedShop } from '../index.ts';
import { reactionTo } from '../runs/problems.ts';

export interface QuotaConnectorOptions {
  shop: LinkedShop;
  /** What the marketplace shows, oldest change first. Orders may be added. */
  orders: readonly CanonicalOrder[];
  ordersPerPage: number;
  /** Orders that one call fetches by their ids. */
  maxIds: number;
  /** Awaited for each call: keeps the quotas and takes the time of an answer. */
  call(): Promise<void>;
}

/** Creates the connector of a shop without a first order, of which only changed orders and quotas are left. */
export function createQuotaConnector(options: QuotaConnectorOptions): MarketplaceConnector {
  const { shop, orders, ordersPerPage, maxIds, call } = options;
  const tiki = createTikiConnector(
    { ...tikiHosts, clientId: '1', clientSecret: '1', clientAuthentication: 'client_secret_basic' },
    createTestEnvironment(),
  );
  return {
    ...tiki,
    async readShop({ externalShopId }) {
      await call();
      const { name, region, currency, timeZone } = shop;
      return {
        shop: { externalShopId, name, region, currency, timeZone, status: 'ACTIVE' },
        raw: {
          entity: 'shop',
          externalId: externalShopId,
          updatedAt: null,
          payload: Buffer.from('{}'),
        },
      };
    },
    firstOrderAt: async () => null,
    newestChangeAt: async () => null,
    lagMs: () => 0,
    countOrders: async () => 0,
    estimateOrders: async () => ({ orders: 0, isExact: true }),
    async readProducts() {
      await call();
      return { products: [], rejects: [], total: 0, next: null };
    },
    async readOrders(_access, window, cursor) {
      await call();
      const position = Number(cursor ?? 0);
      const found = orders.filter(
        ({ updatedAt }) => updatedAt >= window.from && updatedAt < window.to,
      );
      const next = position + ordersPerPage;
      return {
        orders: asPage(found.slice(position, next)),
        rejects: [],
        total: found.length,
        next: next < found.length ? String(next) : null,
      };
    },
    ordersById: {
      maxIds,
      async read(_access, ids) {
        await call();
        return {
          orders: asPage(orders.filter(({ orderId }) => ids.includes(orderId))),
          rejects: [],
        };
      },
    },
  };
}

function asPage(orders: readonly CanonicalOrder[]): OrdersPage['orders'] {
  return orders.map((canonical) => ({
    canonical,
    raw: [
      {
        entity: 'order',
        externalId: canonical.orderId,
        updatedAt: canonical.updatedAt,
        payload: Buffer.from(JSON.stringify({ id: canonical.orderId })),
      },
    ],
  }));
}

/** Returns when a stream whose calls were throttled is synced again, in milliseconds. */
export function retryAfterThrottleMs(failures: number, random: () => number): number {
  const error = new PartnerError({ kind: 'throttled', code: 'paused', endpoint: 'orders' });
  const reaction = reactionTo(error, failures, random);
  return reaction.kind === 'retry' ? reaction.afterMs : Infinity;
}
