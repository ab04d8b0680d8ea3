import type { ShopeeApplication } from './protocol/client.ts';

export type { ShopeeApplication } from './protocol/client.ts';
export { createShopeeConnector } from './connector.ts';

/** The platform's own addresses; every one of them can be replaced by configuration. */
export const shopeeHosts: Pick<ShopeeApplication, 'authorizeUrl' | 'api'> = {
  authorizeUrl: 'https://open.shopee.com/auth',
  api: 'https://partner.shopeemobile.com',
};
