import type { Connector, ConnectorEnvironment } from '../connector.ts';
import { ShopeeClient, type ShopeeApplication } from './client.ts';
import { firstOrderAt } from './first-order.ts';
import { countOrders } from './order-list.ts';
import { deriveOrder } from './order-mapping.ts';
import { readOrders } from './orders.ts';
import { deriveProduct, readProducts } from './products.ts';
import { readShop } from './shop.ts';
import { mappingVersion } from './statuses.ts';
import { exchangeCode, refresh } from './tokens.ts';

/** The Shopee Open Platform, version 2, behind the marketplace interface. */
export function createShopeeConnector(
  application: ShopeeApplication,
  environment: ConnectorEnvironment,
): Connector {
  const client = new ShopeeClient(application, environment);
  return {
    platform: 'SHOPEE',
    mappingVersion,
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
    countOrders: (access, window, signal) => countOrders(client, access, window, signal),
    firstOrderAt: (access, signal) => firstOrderAt(client, access, signal),
    readProducts: (access, from, signal) => readProducts(client, access, from, signal),
    deriveOrder,
    deriveProduct,
  };
}
