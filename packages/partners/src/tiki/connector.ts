import type { ConnectorEnvironment, MarketplaceConnector } from '../connector/connector.ts';
import { PartnerClock } from '../http/partner-clock.ts';
import { TikiClient, type TikiApplication } from './client.ts';
import { createEventQueue } from './events.ts';
import { deriveOrder } from './order-mapping.ts';
import { countOrders, firstOrderAt, newestChangeAt, readOrders, readOrdersById } from './orders.ts';
import { pageSize } from './paging.ts';
import { deriveProduct, readProducts } from './products.ts';
import { readShop } from './seller.ts';
import { mappingVersion } from './statuses.ts';
import { exchangeCode, refresh } from './tokens.ts';

/** What reports read, and `offline` for a refresh token. */
const scope = 'order product inventory offline';

/** Tiki's Open API behind the marketplace interface. */
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
    readShop: (access, signal) => readShop(client, access, signal),
    readOrders: (access, window, from, signal) => readOrders(client, access, window, from, signal),
    ordersById: {
      most: pageSize,
      read: (access, codes, signal) => readOrdersById(client, access, codes, signal),
    },
    countOrders: (access, window, signal) => countOrders(client, access, window, signal),
    firstOrderAt: (access, signal) => firstOrderAt(client, access, signal),
    newestChangeAt: (access, signal) => newestChangeAt(client, access, signal),
    readProducts: (access, from, signal) => readProducts(client, access, from, signal),
    events: createEventQueue(client),
    deriveOrder,
    deriveProduct,
  };
}
