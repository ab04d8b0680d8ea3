import type { ShopAccess } from '../connector/shop-access.ts';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { CanonicalShop, RawItem } from '../canonical/canonical.ts';
import type { ConnectorEnvironment, MarketplaceConnector } from '../connector/connector.ts';
import { PartnerClock } from '../http/call-partner.ts';
import { PartnerError } from '../connector/partner-error.ts';
import { createRawItem } from '../parsing/items.ts';
import { LazadaClient, type LazadaApplication } from './protocol/client.ts';
import { deriveOrder } from './orders/order-mapping.ts';
import {
  countOrders,
  fetchFirstOrderAt,
  fetchLatestChangeAt,
  fetchOrders,
} from './orders/orders.ts';
import { maxIds, fetchOrdersById } from './orders/orders-by-id.ts';
import { deriveProduct, fetchProducts } from './products.ts';
import { requireRegion } from './protocol/regions.ts';
import { deriveReturn } from './returns/return-mapping.ts';
import { fetchReturns } from './returns/returns.ts';
import { deriveSettlement, deriveStatement } from './money/settlement-mapping.ts';
import { fetchSettlements } from './money/settlements.ts';
import { mappingVersion } from './protocol/statuses.ts';
import { exchangeCode, refresh } from './protocol/tokens.ts';
import { Id, Nullable } from '../parsing/fields.ts';

/** Creates the connector for the Lazada Open Platform. */
export function createLazadaConnector(
  application: LazadaApplication,
  environment: ConnectorEnvironment,
): MarketplaceConnector {
  const clock = new PartnerClock();
  const client = new LazadaClient(application, clock.listening(environment));
  return {
    kind: 'marketplace',
    platform: 'LAZADA',
    mappingVersion,
    lagMs: () => clock.lagMs,
    authorizeUrl({ state, redirectUri }) {
      const url = new URL(application.authorizeUrl);
      url.searchParams.set('response_type', 'code');
      url.searchParams.set('force_auth', 'true');
      url.searchParams.set('redirect_uri', redirectUri);
      url.searchParams.set('client_id', application.appKey);
      url.searchParams.set('state', state);
      return url.href;
    },
    exchangeCode: (code) => exchangeCode(client, code),
    refresh: (refreshToken) => refresh(client, refreshToken),
    readShop: (access, signal) => fetchShop(client, access, signal),
    readOrders: (access, window, from, signal) => fetchOrders(client, access, window, from, signal),
    ordersById: {
      maxIds,
      read: (access, ids, signal) => fetchOrdersById(client, access, ids, signal),
    },
    countOrders: (access, window, signal) => countOrders(client, access, window, signal),
    firstOrderAt: (access, signal) => fetchFirstOrderAt(client, access, signal),
    newestChangeAt: (access, signal) => fetchLatestChangeAt(client, access, signal),
    readProducts: (access, from, signal) => fetchProducts(client, access, from, signal),
    deriveOrder,
    deriveProduct,
    returns: {
      readReturns: (access, window, from, signal) =>
        fetchReturns(client, access, window, from, signal),
      deriveReturn,
    },
    settlements: {
      // A statement covers a week and is paid within days; corrections are separate transactions.
      lookbackDays: 30,
      readSettlements: (access, span, from, signal) =>
        fetchSettlements(client, access, span, from, signal),
      deriveSettlement,
      deriveStatement,
    },
  };
}

const Seller = Compile(
  Type.Object({
    data: Type.Object({
      seller_id: Id,
      name: Type.Optional(Nullable(Type.String())),
      short_code: Type.Optional(Nullable(Type.String())),
      status: Type.Optional(Nullable(Type.String())),
    }),
  }),
);

async function fetchShop(
  client: LazadaClient,
  access: ShopAccess,
  signal: AbortSignal | undefined,
): Promise<{ shop: CanonicalShop; raw: RawItem }> {
  const endpoint = '/seller/get';
  const region = requireRegion(access);
  const { body, bytes } = await client.read({
    path: endpoint,
    parameters: {},
    access,
    signal,
  });
  if (!Seller.Check(body)) {
    throw new PartnerError({ kind: 'protocol', code: 'seller_shape', endpoint });
  }
  const { data } = body;
  // Accepting it would assign one seller's orders to another's shop.
  if (data.seller_id !== access.externalShopId) {
    throw new PartnerError({ kind: 'protocol', code: 'other_shop', endpoint });
  }
  return {
    shop: {
      externalShopId: data.seller_id,
      name: data.name || data.short_code || data.seller_id,
      region: access.region.toUpperCase(),
      currency: region.currency,
      timeZone: region.timeZone,
      status: data.status ?? '',
    },
    raw: createRawItem('shop', data.seller_id, null, bytes),
  };
}
