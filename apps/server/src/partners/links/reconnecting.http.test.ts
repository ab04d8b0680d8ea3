import { Shop, ShopHistory } from '@seller-connect/contract';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { PartnerError } from '@seller-connect/partners';
import { callJson } from '../../../test/call-json.ts';
import { testUser, startTestBed } from '../testing/test-bed.ts';

const lan = testUser('lan');
const colleague = testUser('colleague', lan.tenantId);
const minh = testUser('minh');
const wanted = '200164501';
const other = '200164502';

const world = await startTestBed([lan, colleague, minh]);
const shopId = await world.link(lan, wanted);

const refused = new PartnerError({
  kind: 'needs_reauthorization',
  code: 'IllegalAccessToken',
  endpoint: '/orders/get',
});

describe('a shop that is linked again', () => {
  const call = (who: string, url: string, payload?: object) =>
    callJson(world.http, who, payload ? 'POST' : 'GET', url, payload);

  async function linkAgain(who: string, externalShopId: string) {
    const attempt = await call(who, `/partner/authorize?platform=LAZADA&shopId=${shopId}`);
    const state = String(Reflect.get(Object(attempt.body), 'state'));
    const accessToken = await world.sandbox.authorize(externalShopId);
    return call(who, '/partner/credential', { platform: 'LAZADA', accessToken, state });
  }

  async function shops(): Promise<Shop[]> {
    const { body } = await call('lan', '/partner/shops');
    const items: unknown[] = Reflect.get(Object(body), 'items');
    return items.map((item) => Value.Parse(Shop, item));
  }

  it('is not confused with another account: nothing is linked, and both are named', async () => {
    const answer = await linkAgain('lan', other);
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ error: 'other_account' });
    const message = String(Reflect.get(Object(answer.body), 'message'));
    expect(message).toContain('Hoa Mai Fashion');
    expect((await shops()).map((shop) => shop.externalShopId)).toEqual([wanted]);
  });

  it('keeps its id and shows when the consent ends', async () => {
    const answer = await linkAgain('colleague', wanted);
    expect(answer.status).toBe(200);
    const [shop] = await shops();
    expect(shop).toMatchObject({ id: shopId, status: 'connected', reauthorization: null });
    expect(Date.parse(shop?.permissionEndsAt ?? '')).toBeGreaterThan(Date.now());
  });

  it('retries a rejected call with the tokens of the new consent', async () => {
    let attempts = 0;
    const found = await world.partners.withShopAccess(
      lan.tenantId,
      shopId,
      async (access, connector) => {
        attempts += 1;
        if (attempts === 1) {
          expect((await linkAgain('colleague', wanted)).status).toBe(200);
          throw refused;
        }
        return (await connector.readShop(access)).shop.externalShopId;
      },
    );
    expect([found, attempts]).toEqual([wanted, 2]);
    expect(await shops()).toMatchObject([{ status: 'connected' }]);
  });

  it('explains why a consent is gone in the requested language', async () => {
    const work = async () => {
      throw refused;
    };
    await expect(world.partners.withShopAccess(lan.tenantId, shopId, work)).rejects.toMatchObject({
      status: 'needs_reauthorization',
    });
    expect((await shops())[0]).toMatchObject({
      status: 'needs_reauthorization',
      permissionEndsAt: null,
      reauthorization: {
        reason: 'refused',
        message: 'Access was ended. Reconnect to keep your data up to date.',
      },
    });
  });

  it('has a history of what happened and who did it, newest first', async () => {
    await call('lan', `/partner/shops/${shopId}/disconnect`, {});
    const { status, body } = await call('lan', `/partner/shops/${shopId}/history?pageSize=3`);
    expect(status).toBe(200);
    const history = Value.Parse(ShopHistory, body);
    expect(history.total).toBe(5);
    expect(history.items.map(({ kind, by }) => [kind, by])).toEqual([
      ['disconnected', 'you'],
      ['needs_reauthorization', null],
      ['linked_again', 'colleague'],
    ]);
    const rest = await call('lan', `/partner/shops/${shopId}/history?pageSize=3&page=2`);
    expect(Value.Parse(ShopHistory, rest.body).items.map(({ kind }) => kind)).toEqual([
      'linked_again',
      'linked',
    ]);
    const after = await call('lan', `/partner/shops/${shopId}/history?pageSize=3&page=3`);
    expect(after.body).toMatchObject({ items: [], total: 5 });
  });

  it('belongs to its tenant, and so do its history and its authorization URL', async () => {
    for (const url of [
      `/partner/shops/${shopId}/history`,
      `/partner/authorize?platform=LAZADA&shopId=${shopId}`,
    ]) {
      expect(await call('minh', url)).toMatchObject({
        status: 404,
        body: { error: 'shop_not_found' },
      });
    }
  });
});
