import type { ConnectorEnvironment, MarketplaceConnector } from '../connector/connector.ts';
import { PartnerClock } from '../http/call-partner.ts';
import { ShopeeClient, type ShopeeApplication } from './protocol/client.ts';
import { fetchFirstOrderAt } from './orders/first-order.ts';
import { createLostPushQueue } from './lost-pushes.ts';
import { countOrders, estimateOrders } from './orders/order-list.ts';
import { deriveOrder, mappingVersion } from './orders/order-mapping.ts';
import { pageSize, fetchOrders, fetchOrdersById } from './orders/orders.ts';
import { deriveProduct, fetchProducts } from './products.ts';
import { deriveReturn } from './returns/return-mapping.ts';
import { fetchReturns } from './returns/returns.ts';
import { deriveSettlement, deriveStatement } from './money/settlement-mapping.ts';
import { fetchSettlements, lookbackDays } from './money/settlements.ts';
import { fetchShop } from './protocol/shop.ts';
import { exchangeCode, refresh } from './protocol/tokens.ts';

/** Creates the connector for the Shopee Open Platform, version 2. */
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
    readShop: (access, signal) => fetchShop(client, access, signal),
    readOrders: (access, window, from, signal) => fetchOrders(client, access, window, from, signal),
    ordersById: {
      maxIds: pageSize,
      read: (access, names, signal) => fetchOrdersById(client, access, names, signal),
    },
    countOrders: (access, window, signal) => countOrders(client, access, window, signal),
    estimateOrders: (access, window, signal) => estimateOrders(client, access, window, signal),
    firstOrderAt: (access, signal) => fetchFirstOrderAt(client, access, signal),
    readProducts: (access, from, signal) => fetchProducts(client, access, from, signal),
    returns: {
      readReturns: (access, window, from, signal) =>
        fetchReturns(client, access, window, from, signal),
      deriveReturn,
    },
    settlements: {
      lookbackDays,
      readSettlements: (access, span, from, signal) =>
        fetchSettlements(client, access, span, from, signal),
      deriveSettlement,
      deriveStatement,
    },
    events: createLostPushQueue(client),
    deriveOrder,
    deriveProduct,
  };
}
