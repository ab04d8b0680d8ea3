import { expect, it } from 'vitest';
import type { ConnectorEnvironment, MarketplaceConnector } from './connector/connector.ts';
import { createLazadaConnector } from './lazada/connector.ts';
import { createTestEnvironment } from './testing/environment.ts';
import { createTikiConnector } from './tiki/connector.ts';
import { createTikTokConnector } from './tiktok/connector.ts';

const api = 'https://api.example.test';
const access = { accessToken: 't', externalShopId: '7', region: 'VN' };
const app = { appKey: 'k', appSecret: 's', authorizeUrl: api, authApi: api };
const tikiApp = { clientId: '1', clientSecret: 's', authorizeUrl: api, tokenUrl: api, api };

it.each<[string, object, (environment: ConnectorEnvironment) => MarketplaceConnector]>([
  [
    'Lazada',
    {
      code: '0',
      data: { total_products: '1', products: [{ item_id: 42, updated_time: '1', skus: {} }] },
    },
    (environment) => createLazadaConnector({ ...app, apiFor: () => api }, environment),
  ],
  [
    'Tiki',
    { data: [{ product_id: 42, id: 0, price: {} }], paging: { total: 1 } },
    (environment) =>
      createTikiConnector({ ...tikiApp, clientAuthentication: 'client_secret_post' }, environment),
  ],
  [
    'TikTok Shop',
    {
      code: 0,
      data: {
        shops: [{ id: access.externalShopId, region: 'VN', cipher: 'c' }],
        products: [{ id: '42', update_time: 1, skus: {} }],
        total_count: 1,
        next_page_token: '',
      },
    },
    (environment) => createTikTokConnector({ ...app, serviceId: '1', api }, environment),
  ],
  [
    'TikTok Shop',
    {
      code: 0,
      data: {
        shops: [{ id: access.externalShopId, region: 'VN', cipher: 'c' }],
        products: [
          {
            id: '42',
            update_time: 1_795_000_000,
            skus: [{ id: '1', price: { currency: 'đồng', tax_exclusive_price: '1' } }],
          },
        ],
        total_count: 1,
        next_page_token: '',
      },
    },
    (environment) => createTikTokConnector({ ...app, serviceId: '1', api }, environment),
  ],
])('a product of %s in an unknown format is rejected under its id', async (_, answer, create) => {
  const environment = createTestEnvironment(
    { shortenedBy: 1000 },
    { fetch: async () => Response.json(answer) },
  );
  const { products, rejects } = await create(environment).readProducts(access, null);
  expect(products).toEqual([]);
  expect(rejects.map(({ raw }) => raw.externalId)).toEqual(['42']);
});
