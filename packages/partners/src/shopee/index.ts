import type { ShopeeApplication } from './protocol/client.ts';

export type { ShopeeApplication } from './protocol/client.ts';
export { createShopeeConnector } from './connector.ts';

/** The platform's production hosts; configuration can replace each of them. */
export const shopeeHosts: Pick<ShopeeApplication, 'authorizeUrl' | 'api'> = {
  authorizeUrl: 'https://open.shopee.com/auth',
  api: 'https://partner.shopeemobile.com',
};
