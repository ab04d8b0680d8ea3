import type { LinkDependencies } from './link-store.ts';
import type { Connector } from '@seller-connect/partners';
import { describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { newId } from '../../platform/ids.ts';
import { withAccessToken } from '../tokens/shop-access.ts';
import { deleteLink } from './delete-link.ts';
import { disconnectLink } from './disconnect.ts';
import { readShopHistory } from './link-history.ts';
import { linkShops } from './linking.ts';
import { listShops } from '../shops/shops.ts';
import { fakeConnector } from '../testing/fake-connector.ts';
import { createTokenDependencies } from '../testing/token-dependencies.ts';
import { createCrashingDatabase } from '../../platform/database/testing/crashing-database.ts';

/** A redirect without further parameters, for a new link. */
const given = { extras: {}, expected: null };

const { database } = await openTestDatabase();
const dependencies = createTokenDependencies(database);

describe('a consent for shops in several countries', () => {
  const link = (tenantId: string, connector: Connector, now = new Date()) =>
    linkShops(
      { ...dependencies, clock: () => now },
      connector,
      { tenantId, accountId: 'a' },
      'code',
      given,
    );

  /** Returns the token that is used for each shop, by country. */
  async function tokens(tenantId: string): Promise<Record<string, string>> {
    const connectors = new Map([['LAZADA', fakeConnector('', [])] as const]);
    const used: Record<string, string> = {};
    for (const { shopId, region } of await listShops(database, tenantId)) {
      used[region] = await withAccessToken(
        { ...dependencies, connectors },
        tenantId,
        shopId,
        async (access) => access.accessToken,
      );
    }
    return used;
  }

  it('links all of them with one connection', async () => {
    const tenantId = newId();
    const shops = await link(tenantId, fakeConnector('s1', ['VN', 'SG']));
    expect(shops.map((shop) => [shop.region, shop.currency])).toEqual([
      ['SG', 'SGD'],
      ['VN', 'VND'],
    ]);
    expect(new Set(shops.map((shop) => shop.connectionId)).size).toBe(1);
  });

  it.each([
    ['s20', '\0'],
    ['s21', '\ud83d'],
  ])('links the shop %s, whose name contains %j', async (seller, broken) => {
    const connector = fakeConnector(seller, ['VN']);
    const [shop] = await link(newId(), {
      ...connector,
      async readShop(...call) {
        const found = await connector.readShop(...call);
        return { ...found, shop: { ...found.shop, name: `Hoa${broken}`, status: broken } };
      },
    });
    expect(shop?.name).toMatch(/^Hoa\ufffd?$/);
  });

  it('keeps the old tokens for a shop that a later consent omits', async () => {
    const tenantId = newId();
    await link(tenantId, fakeConnector('s2', ['VN', 'SG']));
    const before = await listShops(database, tenantId);
    await link(tenantId, fakeConnector('s2', ['VN']));
    expect(await tokens(tenantId)).toEqual({ VN: 'token of VN', SG: 'token of VN+SG' });
    const after = await listShops(database, tenantId);
    expect(after.map((shop) => shop.shopId)).toEqual(before.map((shop) => shop.shopId));
  });

  it('combines shops of two consents in one connection, and destroys the superseded tokens', async () => {
    const tenantId = newId();
    await link(tenantId, fakeConnector('s3', ['VN']));
    await link(tenantId, fakeConnector('s3', ['SG']));
    await link(tenantId, fakeConnector('s3', ['VN', 'SG']));
    expect(await tokens(tenantId)).toEqual({ VN: 'token of VN+SG', SG: 'token of VN+SG' });
    const states = await database.tenantRead(tenantId, {
      name: 'test.states',
      text: `select state, sealed is null as is_destroyed from partners.connection
             where tenant_id = '${tenantId}' order by state`,
    });
    expect(states).toEqual([
      { state: 'connected', isDestroyed: false },
      { state: 'disconnected', isDestroyed: true },
    ]);
  });

  /** Returns the history of each shop, by country. */
  async function histories(tenantId: string): Promise<Record<string, string[]>> {
    const found: Record<string, string[]> = {};
    for (const { shopId, region } of await listShops(database, tenantId)) {
      const page = { page: 1, pageSize: 10 };
      const { items } = await readShopHistory(database, { tenantId, accountId: 'a' }, shopId, page);
      found[region] = items.map(({ kind, occurredAt }) => `${kind} ${occurredAt.slice(8, 10)}`);
    }
    return found;
  }
  const day = (date: number) => new Date(Date.UTC(2026, 10, date));

  it('is in the history of a shop from its own link on', async () => {
    const tenantId = newId();
    await link(tenantId, fakeConnector('s12', ['VN']), day(10));
    await link(tenantId, fakeConnector('s12', ['VN', 'SG']), day(11));
    expect(await histories(tenantId)).toEqual({
      VN: ['linked_again 11', 'linked 10'],
      SG: ['linked 11'],
    });
  });

  it('stays in the history of a shop that gets a consent of its own, until it left', async () => {
    const tenantId = newId();
    await link(tenantId, fakeConnector('s13', ['VN', 'SG', 'MY']), day(10));
    await link(tenantId, fakeConnector('s13', ['VN']), day(11));
    await link(tenantId, fakeConnector('s13', ['SG', 'MY']), day(12));
    expect(await histories(tenantId)).toEqual({
      VN: ['linked_again 11', 'linked 10'],
      SG: ['linked_again 12', 'linked 10'],
      MY: ['linked_again 12', 'linked 10'],
    });
    // The first consent opens no shop any more.
    await link(tenantId, fakeConnector('s13', ['VN', 'SG']), day(13));
    const shops = await listShops(database, tenantId);
    for (const { shopId } of shops.filter(({ region }) => region === 'MY')) {
      await database.tenant(tenantId, async (tx) => {
        await disconnectLink(tx, shopId, {}, day(14));
        await deleteLink(tx, shopId);
      });
    }
    expect(await histories(tenantId)).toEqual({
      VN: ['linked_again 13', 'linked_again 11', 'linked 10'],
      SG: ['linked_again 13', 'linked_again 12', 'linked 10'],
    });
  });

  it('is erased with its last shop, also one that another consent has replaced', async () => {
    const tenantId = newId();
    await link(tenantId, fakeConnector('s11', ['VN']));
    await link(tenantId, fakeConnector('s11', ['SG']));
    for (const { shopId } of await link(tenantId, fakeConnector('s11', ['VN', 'SG']))) {
      await database.tenant(tenantId, async (tx) => {
        await disconnectLink(tx, shopId, {}, new Date());
        await deleteLink(tx, shopId);
      });
    }
    const remaining = await database.tenantRead(tenantId, {
      name: 'test.erased_consents',
      text: `select account from partners.connection where tenant_id = '${tenantId}'
             union all select kind from partners.credential_event where tenant_id = '${tenantId}'`,
    });
    expect(remaining).toEqual([]);
  });

  it('destroys superseded tokens of a connection that keeps only disconnected shops', async () => {
    const tenantId = newId();
    await link(tenantId, fakeConnector('s10', ['VN']));
    const linked = await link(tenantId, fakeConnector('s10', ['SG', 'MY']));
    const malaysian = linked.find((shop) => shop.region === 'MY');
    await database.tenant(tenantId, (tx) =>
      disconnectLink(tx, malaysian?.shopId ?? '', {}, new Date()),
    );
    await link(tenantId, fakeConnector('s10', ['VN', 'SG']));
    const states = await database.tenantRead(tenantId, {
      name: 'test.states_of_disconnected',
      text: `select state, sealed is null as is_destroyed from partners.connection
             where tenant_id = '${tenantId}' order by state`,
    });
    expect(states).toEqual([
      { state: 'connected', isDestroyed: false },
      { state: 'disconnected', isDestroyed: true },
    ]);
  });

  it('links the open shops when one is closed at the partner, and refuses when none is open', async () => {
    const tenantId = newId();
    const warn = vi.spyOn(dependencies.log, 'warn');
    const shops = await link(tenantId, fakeConnector('s4', ['VN', 'SG'], ['SG']));
    expect(shops.map((shop) => shop.region)).toEqual(['VN']);
    expect(warn.mock.calls).toMatchObject([
      [{ event: 'partners.shop_skipped', tenantId }, expect.any(String)],
    ]);
    await expect(link(tenantId, fakeConnector('s5', ['SG'], ['SG']))).rejects.toMatchObject({
      code: 'partner_invalid_request',
    });
  });

  it('links none when one belongs to another tenant', async () => {
    const theirs = newId();
    const mine = newId();
    await link(theirs, fakeConnector('s6', ['SG']));
    await expect(link(mine, fakeConnector('s6', ['VN', 'SG']))).rejects.toMatchObject({
      code: 'shop_linked_elsewhere',
      details: { shop: 's6 SG' },
    });
    expect(await listShops(database, mine)).toEqual([]);
    // The claim that the failed link had made was rolled back.
    expect(await link(theirs, fakeConnector('s6', ['VN', 'SG']))).toHaveLength(2);
  });

  it('rolls back when the sync of the shop cannot be started', async () => {
    const tenantId = newId();
    const failing: LinkDependencies = {
      ...dependencies,
      startSync: async () => {
        throw new Error('not now');
      },
    };
    const linker = { tenantId, accountId: 'a' };
    await expect(
      linkShops(failing, fakeConnector('s8', ['VN']), linker, 'c', given),
    ).rejects.toThrow('not now');
    expect(await listShops(database, tenantId)).toEqual([]);
  });

  it('keeps the link when workers cannot be woken: they find the shop at their next poll', async () => {
    const tenantId = newId();
    const unannounced: LinkDependencies = {
      ...dependencies,
      startSync: async () => async () => {
        throw new Error('no queue');
      },
    };
    const linker = { tenantId, accountId: 'a' };
    await linkShops(unannounced, fakeConnector('s9', ['VN']), linker, 'c', given);
    expect(await listShops(database, tenantId)).toHaveLength(1);
  });

  it('rolls back when another domain fails', async () => {
    const tenantId = newId();
    const auditEvent = { statement: 'audit.add_entry', when: 'before', occurrence: 1 } as const;
    const failingDatabase = createCrashingDatabase(database, auditEvent, () => {
      throw new Error('not now');
    });
    const failing = { ...dependencies, database: failingDatabase };
    const linker = { tenantId, accountId: 'a' };
    await expect(
      linkShops(failing, fakeConnector('s7', ['VN']), linker, 'c', given),
    ).rejects.toThrow('not now');
    expect(await listShops(database, tenantId)).toEqual([]);
  });
});
