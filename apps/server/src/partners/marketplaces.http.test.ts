import { describe, expect, it } from 'vitest';
import { callJson } from '../../test/call-json.ts';
import { testUser, startTestBed } from './testing/test-bed.ts';

const lan = testUser('lan');

const shopee = {
  platform: 'SHOPEE',
  path: 'shopee',
  shop: '310391241',
  name: 'Trà & Đặc Sản Sương Mai',
  /** The redirect names the shop in addition to the code. */
  extras: { shop_id: '310391241' },
  parameters: { redirect_uri: 'http://localhost:3000/oauth/callback/shopee' },
} as const;
const tiktok = {
  platform: 'TIKTOK',
  path: 'tiktok',
  shop: '7494283117642441603',
  name: 'Mẹ & Bé An Nhiên',
  extras: {},
  /** The redirect URI is registered at the partner, not a parameter. */
  parameters: { redirect_uri: null },
} as const;
const tiki = {
  platform: 'TIKI',
  path: 'tiki',
  shop: '203344',
  name: 'An Nhiên Baby',
  extras: {},
  parameters: { redirect_uri: 'http://localhost:3000/oauth/callback/tiki' },
} as const;

type Marketplace = typeof shopee | typeof tiktok | typeof tiki;

const world = await startTestBed([lan]);

const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
  callJson(world.http, 'lan', method, url, payload);

/** Starts a link, consents at the partner, and returns the body that the callback page posts. */
async function credential(
  { platform, path, parameters, extras, shop }: Marketplace,
  chosen: string = shop,
) {
  const { body } = await call('GET', `/partner/authorize?platform=${path}`);
  const url = new URL(String(Reflect.get(Object(body), 'url')));
  expect(url.origin + url.pathname).toBe(world.sandbox[path].authorizeUrl);
  for (const [name, value] of Object.entries(parameters)) {
    expect(url.searchParams.get(name)).toBe(value);
  }
  const accessToken = await world.sandbox.authorize(chosen, platform);
  return { platform: path, accessToken, state: url.searchParams.get('state'), ...extras };
}

describe.each([shopee, tiktok, tiki])('a shop on $platform', (marketplace) => {
  const { platform, shop, name } = marketplace;

  it('spec 7: is linked by its own callback, and again with its history', async () => {
    const first = await call('POST', '/partner/credential', await credential(marketplace));
    expect(first).toMatchObject({
      status: 200,
      body: { shops: [{ platform, externalShopId: shop, name }] },
    });
    const again = await call('POST', '/partner/credential', await credential(marketplace));
    const idOf = ({ body }: { body: unknown }): unknown => {
      const shops: unknown = Reflect.get(Object(body), 'shops');
      return Array.isArray(shops) ? Reflect.get(Object(shops[0]), 'id') : null;
    };
    expect(idOf(again)).toBe(idOf(first));
  });

  it('is read with refreshed tokens after the first expired, without asking the seller', async () => {
    const shops = await world.partners.listShops(lan.tenantId);
    const linked = shops.find((each) => each.externalShopId === shop);
    await world.sandbox.control('PUT', '/_sandbox/faults', {
      faults: [{ platform, kind: 'expired_token', count: 1 }],
    });
    const read = await world.partners.withShopAccess(
      lan.tenantId,
      linked?.shopId ?? '',
      (access, connector) => connector.readShop(access),
    );
    expect(read.shop.externalShopId).toBe(shop);
  });

  it('reports a refused code when it is used a second time', async () => {
    const spent = await credential(marketplace);
    await call('POST', '/partner/credential', spent);
    const { state } = await credential(marketplace);
    expect(await call('POST', '/partner/credential', { ...spent, state })).toMatchObject({
      status: 400,
      body: { error: 'code_refused' },
    });
  });
});

describe('a consent for several shops', () => {
  it('links every shop of a TikTok authorization', async () => {
    await world.sandbox.control('PUT', '/_sandbox/tiktok', { wholeAccount: true });
    const body = await credential(tiktok, '7494049642642441602');
    const linked = await call('POST', '/partner/credential', body);
    await world.sandbox.control('PUT', '/_sandbox/tiktok', { wholeAccount: false });
    expect(linked).toMatchObject({
      status: 200,
      body: { shops: [{ name: 'Hoa Mai Fashion' }, { name: 'Mỹ Phẩm Lá Xanh' }] },
    });
  });

  it('links all shops of a Shopee main account, each with its own token refresh', async () => {
    const shopsOfShopee = async () =>
      (await world.partners.listShops(lan.tenantId)).filter(
        (each) => each.platform === shopee.platform,
      );
    const before = await shopsOfShopee();
    const { state } = await credential(shopee);
    const consent = await world.sandbox.control('POST', '/_sandbox/authorize', {
      platform: 'SHOPEE',
      shop: shopee.shop,
      mainAccount: true,
      redirectUri: shopee.parameters.redirect_uri,
    });
    const [accessToken, main]: unknown[] = ['code', 'main_account_id'].map((name) =>
      Reflect.get(Object(consent), name),
    );
    const body = { platform: 'SHOPEE', accessToken, state, main_account_id: main };
    expect((await call('POST', '/partner/credential', body)).status).toBe(200);

    const linked = await shopsOfShopee();
    expect(linked.map((each) => each.externalShopId).toSorted()).toEqual([
      '310391240',
      shopee.shop,
    ]);
    expect(linked.map((each) => each.shopId)).toEqual(
      expect.arrayContaining(before.map((each) => each.shopId)),
    );
    expect(new Set(linked.map((each) => each.connectionId)).size).toBe(2);
    // Both connections begin with the same tokens, and each must refresh its own when they expire.
    await world.sandbox.control('PUT', '/_sandbox/faults', {
      faults: linked.map(({ externalShopId }) => ({
        platform: 'SHOPEE',
        kind: 'expired_token',
        shop: externalShopId,
        count: 1,
      })),
    });
    for (const { shopId, externalShopId, consentExpiresAt } of linked) {
      const read = await world.partners.withShopAccess(lan.tenantId, shopId, (access, connector) =>
        connector.readShop(access),
      );
      expect(read.shop.externalShopId).toBe(externalShopId);
      const days = ((consentExpiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000;
      expect(Math.round(days)).toBe(365);
    }
  });

  it.each([
    ['none', {}],
    ['another', { shop_id: '310391242' }],
  ])('reports a Shopee redirect that names %s as the shop of the code', async (_, named) => {
    const { platform, accessToken, state } = await credential(shopee);
    const body = { platform, accessToken, state, ...named };
    expect(await call('POST', '/partner/credential', body)).toMatchObject({
      status: 400,
      body: { error: 'shop_unnamed' },
    });
  });
});
