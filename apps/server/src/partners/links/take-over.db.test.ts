import type { Grant } from '@seller-connect/partners';
import { beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { newId } from '../../platform/ids.ts';
import { withAccessToken } from '../tokens/shop-access.ts';
import { disconnectShop } from './disconnect.ts';
import { deleteLink } from './delete-link.ts';
import { linkShops } from './linking.ts';
import { findTenants } from '../shops/shop-references.ts';
import { markNeedsReauthorization } from '../tokens/reauthorization.ts';
import { refreshTokens } from '../tokens/token-refresh.ts';
import { listShops } from '../shops/shops.ts';
import { fakeConnector } from '../testing/fake-connector.ts';
import { createTokenDependencies } from '../testing/token-dependencies.ts';
import { createCrashingDatabase } from '../../platform/database/testing/crashing-database.ts';

const dayMs = 86_400_000;
const now = new Date('2026-11-24T09:05:00Z');
const given = { extras: {}, expected: null };

const { database } = await openTestDatabase({ poolSize: 6 });
const dependencies = createTokenDependencies(database, () => now);

describe('a shop of another team', () => {
  let seller = '';
  let former = '';
  let taker = '';

  beforeEach(() => {
    seller = newId();
    former = newId();
    taker = newId();
  });

  const link = (tenantId: string, countries: ('VN' | 'SG')[] = ['VN']) =>
    linkShops(dependencies, fakeConnector(seller, countries), linkerOf(tenantId), 'code', given);
  const linkerOf = (tenantId: string) => ({ tenantId, accountId: `person of ${tenantId}` });
  const disconnect = (tenantId: string, shopId: string) =>
    disconnectShop({ ...dependencies, connectors: new Map() }, linkerOf(tenantId), shopId);

  async function linkFormer(countries?: ('VN' | 'SG')[]) {
    const [shop] = await link(former, countries);
    if (!shop) throw new Error('Nothing was linked');
    return shop;
  }

  /** Marks the consent as failed `days` ago. */
  const loseConsent = (connectionId: string, days: number) =>
    markNeedsReauthorization(
      { ...dependencies, clock: () => new Date(now.getTime() - days * dayMs) },
      { tenantId: former, connectionId },
      { tokenRevision: 1, reason: 'refused' },
    );

  const rows = (tenantId: string, text: string) =>
    database.tenantRead<Record<string, unknown>>(tenantId, {
      name: `test.${text}`.slice(0, 60),
      text,
    });
  const auditEvents = (tenantId: string) =>
    rows(tenantId, 'select action, actor_id, subject_name from audit.entry order by entry_id');
  const moves = (tenantId: string) =>
    rows(
      tenantId,
      `select data ->> 'moved' as moved from notifications.event where kind = 'shop_moved'`,
    );
  const connections = (tenantId: string) =>
    rows(tenantId, 'select state, sealed is null as is_destroyed from partners.connection');
  const holders = (region = 'VN') =>
    findTenants(database, { platform: 'LAZADA', externalShopId: seller, region });

  it('moves to a team with a fresh consent once it was disconnected, and both are notified', async () => {
    const shop = await linkFormer();
    await disconnect(former, shop.shopId);
    const [taken] = await link(taker);
    expect(taken).toMatchObject({ tenantId: taker, status: 'connected' });
    expect(taken?.shopId).not.toBe(shop.shopId);
    expect(await holders()).toEqual([taker]);

    expect(await auditEvents(former)).toContainEqual({
      action: 'shop.taken_away',
      actorId: null,
      subjectName: `${seller} VN`,
    });
    expect(await auditEvents(taker)).toEqual([
      { action: 'shop.taken_over', actorId: `person of ${taker}`, subjectName: `${seller} VN` },
    ]);
    expect(await moves(former)).toEqual([{ moved: 'away' }]);
    expect(await moves(taker)).toEqual([{ moved: 'here' }]);

    // The synced data stays with the former team, as a disconnected shop.
    expect(await listShops(database, former)).toMatchObject([
      { shopId: shop.shopId, status: 'disconnected' },
    ]);
    await expect(link(former)).rejects.toMatchObject({ code: 'shop_linked_elsewhere' });
  });

  it('moves when its consent has failed for two weeks, and the old tokens are destroyed', async () => {
    const shop = await linkFormer();
    await loseConsent(shop.connectionId, 14);
    await link(taker);
    expect(await holders()).toEqual([taker]);
    expect(await connections(former)).toEqual([{ state: 'disconnected', isDestroyed: true }]);
    const open = await rows(
      former,
      `select kind from notifications.event where kind = 'shop_needs_you' and resolved_at is null`,
    );
    expect(open).toEqual([]);
    await expect(
      withAccessToken(
        { ...dependencies, connectors: new Map() },
        former,
        shop.shopId,
        async () => 'read',
      ),
    ).rejects.toMatchObject({ status: 'disconnected' });
  });

  it('stays when its consent failed more recently, with the date from which it may move', async () => {
    const shop = await linkFormer();
    await loseConsent(shop.connectionId, 13);
    await expect(link(taker)).rejects.toMatchObject({
      status: 409,
      code: 'shop_linked_elsewhere',
      text: {
        vi: `Gian hàng “${seller} VN” đang được liên kết với một nhóm khác. Hãy nhờ nhóm đó ngắt liên kết rồi liên kết lại tại đây. Bạn cũng có thể liên kết tại đây từ 25/11/2026, 16:05, nếu đến lúc đó nhóm kia chưa cấp lại quyền truy cập.`,
        en: `The shop “${seller} VN” is connected to another team. Ask that team to disconnect it, then connect it here. You can also connect it here starting 25 Nov 2026, 16:05, unless that team renews access before then.`,
      },
    });
    expect(await holders()).toEqual([former]);
    // The former team can still link it again.
    expect(await link(former)).toMatchObject([{ shopId: shop.shopId, status: 'connected' }]);
  });

  it('stays while it is connected, with an explanation', async () => {
    await linkFormer();
    await expect(link(taker)).rejects.toMatchObject({
      status: 409,
      code: 'shop_linked_elsewhere',
      text: {
        vi: `Gian hàng “${seller} VN” đang được liên kết với một nhóm khác. Hãy nhờ nhóm đó ngắt liên kết rồi liên kết lại tại đây. Nếu không liên hệ được, hãy huỷ quyền của Seller Connect trên sàn: sau 14 ngày mà nhóm kia chưa cấp lại quyền, bạn liên kết được tại đây.`,
        en: `The shop “${seller} VN” is connected to another team. Ask that team to disconnect it, then connect it here. If you can’t reach them, revoke Seller Connect’s access on the marketplace. If that team hasn’t renewed it after 14 days, you can connect the shop here.`,
      },
    });
    expect(await connections(former)).toEqual([{ state: 'connected', isDestroyed: false }]);
    expect(await moves(former)).toEqual([]);
  });

  it('goes to one of two teams that take it concurrently', async () => {
    const shop = await linkFormer();
    await disconnect(former, shop.shopId);
    const third = newId();
    const outcomes = await Promise.allSettled([link(taker), link(third)]);
    const failed = outcomes.filter((each) => each.status === 'rejected');
    expect(failed).toMatchObject([{ reason: { code: 'shop_linked_elsewhere' } }]);
    const winner = outcomes[0].status === 'fulfilled' ? taker : third;
    expect(await holders()).toEqual([winner]);
    expect(await moves(former)).toEqual([{ moved: 'away' }]);
  });

  it('is not brought back by a token refresh in progress', async () => {
    const shop = await linkFormer();
    const begun = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<Grant>();
    const connector = fakeConnector(seller, ['VN']);
    const renewing = refreshTokens(
      dependencies,
      {
        ...connector,
        refresh: () => {
          begun.resolve();
          return answer.promise;
        },
      },
      { tenantId: former, connectionId: shop.connectionId },
      1,
      true,
    );
    await begun.promise;
    await loseConsent(shop.connectionId, 20);
    await link(taker);
    answer.resolve(await connector.exchangeCode('code', {}));
    await renewing;
    expect(await connections(former)).toEqual([{ state: 'disconnected', isDestroyed: true }]);
    const events = await rows(former, 'select kind from partners.credential_event');
    expect(events.map(({ kind }) => kind)).toContain('refresh_outdated');
    expect(await holders()).toEqual([taker]);
  });

  it('moves alone: other shops of the consent keep their tokens; none moves with one that stays', async () => {
    const shops = await link(former, ['VN', 'SG']);
    const vietnamese = shops.find((shop) => shop.region === 'VN');
    await disconnect(former, vietnamese?.shopId ?? '');
    await expect(link(taker, ['VN', 'SG'])).rejects.toMatchObject({
      code: 'shop_linked_elsewhere',
      details: { shop: `${seller} SG` },
    });
    expect(await holders()).toEqual([former]);
    expect(await moves(former)).toEqual([]);
    await link(taker);
    expect([await holders('VN'), await holders('SG')]).toEqual([[taker], [former]]);
    expect(await connections(former)).toEqual([{ state: 'connected', isDestroyed: false }]);
  });

  it('does not move when another domain fails', async () => {
    const shop = await linkFormer();
    await loseConsent(shop.connectionId, 15);
    const auditEvent = { statement: 'audit.add_entry', when: 'before', occurrence: 1 } as const;
    const failingDatabase = createCrashingDatabase(database, auditEvent, () => {
      throw new Error('not now');
    });
    const failing = { ...dependencies, database: failingDatabase };
    const linking = linkShops(failing, fakeConnector(seller, ['VN']), linkerOf(taker), 'c', given);
    await expect(linking).rejects.toThrow('not now');
    expect(await holders()).toEqual([former]);
    expect(await connections(former)).toMatchObject([{ state: 'needs_reauthorization' }]);
    expect(await auditEvents(former)).toHaveLength(1);
  });

  it('stays with its new team when the former one erases its data, which keeps its own keys until then', async () => {
    const shop = await linkFormer();
    await disconnect(former, shop.shopId);
    await link(taker);
    const linked = `select tenant_id from partners.linked_tenants(null, 500)`;
    const tenants = await rows(former, linked);
    expect(tenants.map((row) => row['tenantId'])).toEqual(expect.arrayContaining([former, taker]));
    await database.tenant(former, (tx) => deleteLink(tx, shop.shopId));
    expect(await holders()).toEqual([taker]);
    expect(await listShops(database, taker)).toMatchObject([{ status: 'connected' }]);
  });

  it('is never taken over by the demo', async () => {
    const shop = await linkFormer();
    await disconnect(former, shop.shopId);
    const demo = { ...linkerOf(taker), byProgram: true } as const;
    await expect(
      linkShops(dependencies, fakeConnector(seller, ['VN']), demo, 'code', given),
    ).rejects.toMatchObject({ code: 'shop_linked_elsewhere' });
    expect(await holders()).toEqual([former]);
  });
});
