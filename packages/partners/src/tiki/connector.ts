import type { ConnectorEnvironment, MarketplaceConnector } from '../connector/connector.ts';
import { PartnerClock } from '../http/call-partner.ts';
import { TikiClient, type TikiApplication } from './client.ts';
import { createEventQueue } from './events.ts';
import { deriveOrder } from './order-mapping.ts';
import {
  countOrders,
  fetchFirstOrderAt,
  fetchLatestChangeAt,
  fetchOrders,
  fetchOrdersById,
} from './orders.ts';
import { pageSize } from './paging.ts';
import { deriveProduct, fetchProducts } from './products.ts';
import { fetchShop } from './seller.ts';
import { mappingVersion } from './statuses.ts';
import { exchangeCode, refresh } from './tokens.ts';

/** Scopes that reports need, and `offline` for a refresh token. */
const scope = 'order product inventory offline';

/** Creates the connector for Tiki's Open API. */
export function createTikiConnector(
  application: TikiApplication,
  environment: ConnectorEnvironment,
): MarketplaceConnector {
  const clock = new PartnerClock();
  const client = new TikiClient(application, clock.listening(environment));
  return {
    kind: 'marketplace',
    platform: 'TIKI',
    mappingVersion,
    lagMs: () => clock.lagMs,
    authorizeUrl({ state, redirectUri }) {
      const url = new URL(application.authorizeUrl);
      url.searchParams.set('response_type', 'code');
      url.searchParams.set('client_id', application.clientId);
      url.searchParams.set('redirect_uri', redirectUri);
      url.searchParams.set('scope', scope);
      url.searchParams.set('state', state);
      return url.href;
    },
    exchangeCode: (code, extras) => exchangeCode(client, code, extras?.['redirect_uri']),
    refresh: (refreshToken) => refresh(client, refreshToken),
    readShop: (access, signal) => fetchShop(client, access, signal),
    readOrders: (access, window, from, signal) => fetchOrders(client, access, window, from, signal),
    ordersById: {
      maxIds: pageSize,
      read: (access, codes, signal) => fetchOrdersById(client, access, codes, signal),
    },
    countOrders: (access, window, signal) => countOrders(client, access, window, signal),
    firstOrderAt: (access, signal) => fetchFirstOrderAt(client, access, signal),
    newestChangeAt: (access, signal) => fetchLatestChangeAt(client, access, signal),
    readProducts: (access, from, signal) => fetchProducts(client, access, from, signal),
    events: createEventQueue(client),
    deriveOrder,
    deriveProduct,
  };
}
