import type { ConnectorEnvironment, MarketplaceConnector } from '../connector.ts';
import { PartnerClock } from '../partner-clock.ts';
import { ShopeeClient, type ShopeeApplication } from './client.ts';
import { estimateOrders } from './estimate.ts';
import { firstOrderAt } from './first-order.ts';
import { createLostPushes } from './lost-pushes.ts';
import { countOrders } from './order-list.ts';
import { deriveOrder } from './order-mapping.ts';
import { pageSize, readOrders, readOrdersById } from './orders.ts';
import { deriveProduct, readProducts } from './products.ts';
import { deriveReturn } from './return-mapping.ts';
import { readReturns } from './returns.ts';
import { deriveSettlement, deriveStatement } from './settlement-mapping.ts';
import { readSettlements, settleDays } from './settlements.ts';
import { readShop } from './shop.ts';
import { mappingVersion } from './statuses.ts';
import { exchangeCode, refresh } from './tokens.ts';

/** The Shopee Open Platform, version 2, behind the marketplace interface. */
export function createShopeeConnector(
  application: ShopeeApplication,
  environment: ConnectorEnvironment,
): MarketplaceConnector {
  const clock = new PartnerClock();
  const client = new ShopeeClient(application, clock.listening(environment));
  return {
    kind: 'marketplace',
    platform: 'SHOPEE',
    mappingVersion,
    lagMs: () => clock.lagMs,
    authorizeUrl({ state, redirectUri }) {
      const url = new URL(application.authorizeUrl);
      url.searchParams.set('partner_id', application.partnerId);
      url.searchParams.set('auth_type', 'seller');
      url.searchParams.set('redirect_uri', redirectUri);
      url.searchParams.set('response_type', 'code');
      url.searchParams.set('state', state);
      return url.href;
    },
    exchangeCode: (code, extras = {}) => exchangeCode(client, code, extras),
    refresh: (refreshToken) => refresh(client, refreshToken),
    readShop: (access, signal) => readShop(client, access, signal),
    readOrders: (access, window, from, signal) => readOrders(client, access, window, from, signal),
    ordersById: {
      most: pageSize,
      read: (access, names, signal) => readOrdersById(client, access, names, signal),
    },
    countOrders: (access, window, signal) => countOrders(client, access, window, signal),
    estimateOrders: (access, window, signal) => estimateOrders(client, access, window, signal),
    firstOrderAt: (access, signal) => firstOrderAt(client, access, signal),
    readProducts: (access, from, signal) => readProducts(client, access, from, signal),
    returns: {
      readReturns: (access, window, from, signal) =>
        readReturns(client, access, window, from, signal),
      deriveReturn,
    },
    settlements: {
      settleDays,
      readSettlements: (access, span, from, signal) =>
        readSettlements(client, access, span, from, signal),
      deriveSettlement,
      deriveStatement,
    },
    events: createLostPushes(client),
    deriveOrder,
    deriveProduct,
  };
}
