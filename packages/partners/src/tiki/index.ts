import type { TikiApplication } from './client.ts';

export type { TikiApplication } from './client.ts';
export { createTikiConnector } from './connector.ts';

/** The platform's production hosts; configuration can replace each of them. */
export const tikiHosts: Pick<TikiApplication, 'authorizeUrl' | 'tokenUrl' | 'api'> = {
  authorizeUrl: 'https://api.tiki.vn/sc/oauth2/auth',
  tokenUrl: 'https://api.tiki.vn/sc/oauth2/token',
  api: 'https://api.tiki.vn/integration',
};
