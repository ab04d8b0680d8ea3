import type { TikTokApplication } from './protocol/client.ts';

export type { TikTokApplication } from './protocol/client.ts';
export { createTikTokConnector } from './connector.ts';

/** The platform's own addresses, the same for every market but the United States; each can be replaced by configuration. */
export const tikTokHosts: Pick<TikTokApplication, 'authorizeUrl' | 'authApi' | 'api'> = {
  authorizeUrl: 'https://services.tiktokshop.com/open/authorize',
  authApi: 'https://auth.tiktok-shops.com',
  api: 'https://open-api.tiktokglobalshop.com',
};
