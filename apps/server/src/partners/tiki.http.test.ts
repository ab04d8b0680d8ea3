import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, startWorld, type World } from './testing/world.ts';

const lan = person('lan');
const shop = '203344';

describe('a Tiki shop', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld([lan]);
  });
  afterAll(() => world.stop());

  async function call(method: 'GET' | 'POST', url: string, payload?: object) {
    const answer = await world.http.app.inject({
      method,
      url,
      headers: { authorization: 'Bearer lan', 'accept-language': 'en' },
      ...(payload && { payload }),
    });
    const body: unknown = answer.json();
    return { status: answer.statusCode, body };
  }

  async function credential() {
    const { body } = await call('GET', '/partner/authorize?platform=tiki');
    const url = new URL(String(Reflect.get(Object(body), 'url')));
    expect(url.origin + url.pathname).toBe(world.sandbox.tiki.authorizeUrl);
    expect(url.searchParams.get('redirect_uri')).toBe('http://localhost:3000/oauth/callback/tiki');
    const accessToken = await world.sandbox.authorize(shop, 'TIKI');
    return { platform: 'tiki', accessToken, state: url.searchParams.get('state') };
  }

  it('spec 7: is linked by its own callback, and again with the history kept', async () => {
    const first = await call('POST', '/partner/credential', await credential());
    expect(first).toMatchObject({
      status: 200,
      body: {
        shops: [{ platform: 'TIKI', externalShopId: shop, name: 'An Nhiên Baby' }],
      },
    });
    const again = await call('POST', '/partner/credential', await credential());
    const idOf = ({ body }: { body: unknown }): unknown => {
      const shops: unknown = Reflect.get(Object(body), 'shops');
      return Array.isArray(shops) ? Reflect.get(Object(shops[0]), 'id') : null;
    };
    expect(idOf(again)).toBe(idOf(first));
  });

  it('is read with renewed tokens when the first have ended, without asking the seller', async () => {
    const [linked] = await world.partners.listShops(lan.tenantId);
    await world.sandbox.control('PUT', '/_sandbox/faults', {
      faults: [{ platform: 'TIKI', kind: 'expired_token', count: 1 }],
    });
    const read = await world.partners.withShopAccess(
      lan.tenantId,
      linked?.shopId ?? '',
      (access, connector) => connector.readShop(access),
    );
    expect(read.shop.externalShopId).toBe(shop);
  });

  it('says that a code was refused when it comes a second time', async () => {
    const spent = await credential();
    await call('POST', '/partner/credential', spent);
    const state = (await credential()).state;
    expect(await call('POST', '/partner/credential', { ...spent, state })).toMatchObject({
      status: 400,
      body: { error: 'code_refused' },
    });
  });
});
