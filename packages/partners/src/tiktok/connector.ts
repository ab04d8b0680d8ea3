import type { ConnectorEnvironment, MarketplaceConnector } from '../connector/connector.ts';
import { PartnerClock } from '../http/call-partner.ts';
import { TikTokClient, type TikTokApplication } from './protocol/client.ts';
import { deriveOrder } from './orders/order-mapping.ts';
import {
  countOrders,
  fetchFirstOrderAt,
  maxIds,
  fetchLatestChangeAt,
  fetchOrders,
  fetchOrdersById,
} from './orders/orders.ts';
import { deriveProduct, fetchProducts } from './products.ts';
import { deriveReturn } from './returns/return-mapping.ts';
import { fetchReturns } from './returns/returns.ts';
import { deriveSettlement, deriveStatement } from './money/settlement-mapping.ts';
import { fetchSettlements } from './money/settlements.ts';
import { ShopClient, fetchShop } from './protocol/shops.ts';
import { mappingVersion } from './protocol/statuses.ts';
import { exchangeCode, refresh } from './protocol/tokens.ts';
import { fetchEstimates } from './money/estimates.ts';

/** Creates the connector for the TikTok Shop Partner API, version 202309 and later. */
export function createTikTokConnector(
  application: TikTokApplication,
  environment: ConnectorEnvironment,
): MarketplaceConnector {
  const clock = new PartnerClock();
  const client = new TikTokClient(application, clock.listening(environment));
  const calls = new ShopClient(client);
  return {
    kind: 'marketplace',
    platform: 'TIKTOK',
    mappingVersion,
    lagMs: () => clock.lagMs,
    // The redirect URI is registered with the application and is not a parameter.
    authorizeUrl({ state }) {
      const url = new URL(application.authorizeUrl);
      url.searchParams.set('service_id', application.serviceId);
      url.searchParams.set('state', state);
      return url.href;
    },
    exchangeCode: (code) => exchangeCode(client, clock, code),
    refresh: (refreshToken) => refresh(client, clock, refreshToken),
    readShop: (access, signal) => fetchShop(client, access, signal),
    readOrders: (access, window, from, signal) => fetchOrders(calls, access, window, from, signal),
    ordersById: {
      maxIds,
      read: (access, orderIds, signal) => fetchOrdersById(calls, access, orderIds, signal),
    },
    countOrders: (access, window, signal) => countOrders(calls, access, window, signal),
    firstOrderAt: (access, signal) => fetchFirstOrderAt(calls, access, signal),
    newestChangeAt: (access, signal) => fetchLatestChangeAt(calls, access, signal),
    readProducts: (access, from, signal) => fetchProducts(calls, access, from, signal),
    deriveOrder,
    deriveProduct,
    returns: {
      readReturns: (access, window, from, signal) =>
        fetchReturns(calls, access, window, from, signal),
      deriveReturn,
    },
    settlements: {
      // A statement covers a day and is paid within two weeks; corrections are separate transactions.
      lookbackDays: 15,
      readSettlements: (access, span, from, signal) =>
        fetchSettlements(calls, access, span, from, signal),
      readEstimates: (access, from, signal) =>
        fetchEstimates(calls, access, environment.clock(), from, signal),
      deriveSettlement,
      deriveStatement,
    },
  };
}
