import type { TikTokApplication } from './protocol/client.ts';

export type { TikTokApplication } from './protocol/client.ts';
export { createTikTokConnector } from './connector.ts';

/** The platform's production hosts for all markets except the United States; configuration can replace each of them. */
export const tikTokHosts: Pick<TikTokApplication, 'authorizeUrl' | 'authApi' | 'api'> = {
  authorizeUrl: 'https://services.tiktokshop.com/open/authorize',
  authApi: 'https://auth.tiktok-shops.com',
  api: 'https://open-api.tiktokglobalshop.com',
};
