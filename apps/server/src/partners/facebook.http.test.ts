import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { callJson } from '../../test/call-json.ts';
import { testUser, startTestBed } from './testing/test-bed.ts';

const lan = testUser('lan');
const account = '884410200164501';
const redirectUri = 'http://localhost:3000/oauth/callback/facebook';

let aheadMs = 0;
const world = await startTestBed([lan], {
  clock: () => new Date(Date.now() + aheadMs),
  refreshCooldownMs: 1000,
});

describe('a Facebook ad account', () => {
  const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
    callJson(world.http, 'lan', method, url, payload);

  async function state(): Promise<string | null> {
    const { body } = await call('GET', '/partner/authorize?platform=facebook');
    const url = new URL(String(Reflect.get(Object(body), 'url')));
    expect(url.origin + url.pathname).toBe(world.sandbox.facebook.dialogUrl);
    expect(url.searchParams.get('redirect_uri')).toBe(redirectUri);
    return url.searchParams.get('state');
  }
  const linkedAccount = async () =>
    (await world.partners.listShops(lan.tenantId)).find(
      ({ externalShopId }) => externalShopId === account,
    );
  const credential = async () => ({
    platform: 'facebook',
    accessToken: await world.sandbox.authorize(account, 'FACEBOOK'),
    state: await state(),
  });
  /** Returns the code of a consent, for one account (`shop`) or for all of a user (`account`). */
  const consent = async (chosen: object): Promise<unknown> => {
    const request = { platform: 'FACEBOOK', redirectUri, ...chosen };
    return Reflect.get(
      Object(await world.sandbox.control('POST', '/_sandbox/authorize', request)),
      'code',
    );
  };
  const linkAll = async () =>
    call('POST', '/partner/credential', {
      platform: 'FACEBOOK',
      accessToken: await consent({ account: 'hoamai@nguoiban.test' }),
      state: await state(),
    });
  const readShop = (shopId = '') =>
    world.partners.withShopAccess(lan.tenantId, shopId, (access, connector) =>
      connector.readShop(access),
    );

  it('spec 7: is linked by its own callback with currency and time zone, and again with its history', async () => {
    const first = await call('POST', '/partner/credential', await credential());
    expect(first).toMatchObject({
      status: 200,
      body: {
        shops: [
          {
            platform: 'FACEBOOK',
            externalShopId: account,
            name: 'Hoa Mai Fashion Ads',
            currency: 'VND',
            timeZone: 'Asia/Ho_Chi_Minh',
          },
        ],
      },
    });
    const again = await call('POST', '/partner/credential', await credential());
    const idOf = ({ body }: { body: unknown }): unknown => {
      const shops: unknown = Reflect.get(Object(body), 'shops');
      return Array.isArray(shops) ? Reflect.get(Object(shops[0]), 'id') : null;
    };
    expect(idOf(again)).toBe(idOf(first));
    const [shop] = await world.partners.listShops(lan.tenantId);
    const days = ((shop?.consentExpiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
  });

  it('is linked with every account that the user chose', async () => {
    const { body } = await linkAll();
    const shops: unknown = Reflect.get(Object(body), 'shops');
    expect(Array.isArray(shops) ? shops.length : 0).toBe(2);
  });

  it('alone needs a new consent once its owner has withdrawn access to it', async () => {
    await linkAll();
    await world.sandbox.control('PUT', '/_sandbox/faults', {
      faults: [{ platform: 'FACEBOOK', kind: 'api_error', code: '200', shop: account, count: 1 }],
    });
    const readAll = async () => {
      const shops = await world.partners.listShops(lan.tenantId);
      return Promise.allSettled(shops.map(({ shopId }) => readShop(shopId)));
    };
    const results = await readAll();
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await linkedAccount()).toMatchObject({
      status: 'needs_reauthorization',
      reason: 'refused',
    });
    await call('POST', '/partner/credential', await credential());
    expect(await linkedAccount()).toMatchObject({ status: 'connected' });
    expect((await readAll()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  });

  it('gets a new token before the old one expires; a lost response does no harm', async () => {
    const setLife = (longTokenSeconds: number) =>
      world.sandbox.control('PUT', '/_sandbox/facebook', { longTokenSeconds });
    await setLife(8 * 86_400);
    await call('POST', '/partner/credential', await credential());
    const linked = await linkedAccount();
    const tokenUsed = () =>
      world.partners.withShopAccess(
        lan.tenantId,
        linked?.shopId ?? '',
        async (access, connector) => {
          await connector.readShop(access);
          return access.accessToken;
        },
      );
    const first = await tokenUsed();
    await world.sandbox.control('PUT', '/_sandbox/faults', {
      faults: [
        { platform: 'FACEBOOK', kind: 'broken_json', path: '/oauth/access_token', count: 1 },
      ],
    });
    aheadMs = 7.5 * 86_400_000;
    try {
      expect(await tokenUsed()).toBe(first);
      aheadMs += 1001;
      await setLife(60 * 86_400);
      const fresh = await tokenUsed();
      expect(fresh).not.toBe(first);
      expect(await tokenUsed()).toBe(fresh);
    } finally {
      aheadMs = 0;
    }
    expect(await linkedAccount()).toMatchObject({ status: 'connected' });
  });

  it('asks for a new consent once the user has revoked the old one', async () => {
    await call('POST', '/partner/credential', await credential());
    const linked = await linkedAccount();
    await world.sandbox.control('PUT', '/_sandbox/faults', {
      faults: [{ platform: 'FACEBOOK', kind: 'revoked_token', count: 1 }],
    });
    await expect(readShop(linked?.shopId)).rejects.toMatchObject({
      status: 'needs_reauthorization',
    });
    const { body } = await call('GET', '/partner/shops');
    const items: unknown = Reflect.get(Object(body), 'items');
    expect(items).toContainEqual(
      expect.objectContaining({ externalShopId: account, status: 'needs_reauthorization' }),
    );
    expect(await linkedAccount()).toMatchObject({ reason: 'refused' });
  });

  it.each([
    ['at the partner too', [], false],
    ['after a lost response', [{ kind: 'http_5xx', count: 1 }], false],
    ['locally while the partner is down', [{ kind: 'http_5xx', probability: 1 }], true],
  ])('revokes the consent when the account is disconnected: %s', async (_, faults, isLeft) => {
    await call('POST', '/partner/credential', await credential());
    const linked = await linkedAccount();
    const token = await world.partners.withShopAccess(
      lan.tenantId,
      linked?.shopId ?? '',
      async (access) => access.accessToken,
    );
    await world.sandbox.control('PUT', '/_sandbox/faults', {
      faults: faults.map((fault) => ({ platform: 'FACEBOOK', path: '/me/permissions', ...fault })),
    });
    const ended = await call('POST', `/partner/shops/${linked?.shopId}/disconnect`);
    await world.sandbox.control('PUT', '/_sandbox/faults', { faults: [] });
    expect(ended).toMatchObject({ status: 200, body: { status: 'disconnected' } });
    const { appSecret, graph } = world.sandbox.facebook;
    const proof = createHmac('sha256', appSecret).update(token).digest('hex');
    const answer = await fetch(`${graph}/me?appsecret_proof=${proof}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.ok).toBe(isLeft);
  });

  it('reports that the consent has ended when a token has expired', async () => {
    await call('POST', '/partner/credential', await credential());
    const linked = await linkedAccount();
    await world.sandbox.control('PUT', '/_sandbox/faults', {
      faults: [{ platform: 'FACEBOOK', kind: 'expired_token', count: 1 }],
    });
    await expect(readShop(linked?.shopId)).rejects.toMatchObject({
      status: 'needs_reauthorization',
      reason: 'ended',
    });
    expect(await linkedAccount()).toMatchObject({
      status: 'needs_reauthorization',
      reason: 'ended',
    });
  });

  it.each([
    ['a declined permission', { scope: 'email' }, 'permission_declined'],
    ['a code that is used a second time', {}, 'code_refused'],
  ])('explains %s', async (_, how, error) => {
    const accessToken = await consent({ shop: account, ...how });
    const send = async () =>
      call('POST', '/partner/credential', {
        platform: 'FACEBOOK',
        accessToken,
        state: await state(),
      });
    if (error === 'code_refused') await send();
    expect(await send()).toMatchObject({ status: 400, body: { error } });
  });
});
