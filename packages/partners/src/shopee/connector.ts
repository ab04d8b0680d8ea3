import type { ConnectorEnvironment, MarketplaceConnector } from '../connector/connector.ts';
import { PartnerClock } from '../http/partner-clock.ts';
import { ShopeeClient, type ShopeeApplication } from './protocol/client.ts';
import { estimateOrders } from './orders/order-estimate.ts';
import { firstOrderAt } from './orders/first-order.ts';
import { createLostPushes } from './lost-pushes.ts';
import { countOrders } from './orders/order-list.ts';
import { deriveOrder } from './orders/order-mapping.ts';
import { pageSize, readOrders, readOrdersById } from './orders/orders.ts';
import { deriveProduct, readProducts } from './products.ts';
import { deriveReturn } from './returns/return-mapping.ts';
import { readReturns } from './returns/returns.ts';
import { deriveSettlement, deriveStatement } from './money/settlement-mapping.ts';
import { readSettlements, settleDays } from './money/settlements.ts';
import { readShop } from './protocol/shop.ts';
import { mappingVersion } from './protocol/statuses.ts';
import { exchangeCode, refresh } from './protocol/tokens.ts';

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
