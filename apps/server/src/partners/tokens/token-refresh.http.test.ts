import { PartnerError } from '@seller-connect/partners';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../platform/database/database.ts';
import type { Partners } from '../index.ts';
import { testUser, startTestBed } from '../testing/test-bed.ts';

const externalShopId = '200164501';
const hour = 3_600_000;
const Calls = Type.Object({
  items: Type.Array(Type.Object({ path: Type.String(), total: Type.Integer() })),
});

/** Offset of this server's clock from the partner's. */
let aheadMs = 0;
const world = await startTestBed([], { clock: () => new Date(Date.now() + aheadMs) });

describe('token refresh', () => {
  let shopId: string;
  let owner = testUser('owner');
  let names = 0;

  beforeEach(async () => {
    aheadMs = 0;
    names += 1;
    owner = testUser(`owner-${names}`);
    await world.sandbox.control('POST', '/_sandbox/reset');
    await world.owner('delete from partners.shop_claim');
  });

  async function link(options: object = {}): Promise<void> {
    await world.sandbox.control('PUT', '/_sandbox/lazada', options);
    shopId = await world.link(owner, externalShopId);
    await world.sandbox.control('DELETE', '/_sandbox/calls');
  }

  const faults = (...list: object[]) =>
    world.sandbox.control('PUT', '/_sandbox/faults', { faults: list });
  async function callsOf(path: string): Promise<number> {
    const { items } = Value.Parse(Calls, await world.sandbox.control('GET', '/_sandbox/calls'));
    return items.filter((each) => each.path === path).reduce((sum, each) => sum + each.total, 0);
  }
  const refreshCalls = () => callsOf('/auth/token/refresh');
  /** Fetches the shop with its access token, like the collector. */
  const readShop = (partners: Partners = world.partners): Promise<string> =>
    partners.withShopAccess(owner.tenantId, shopId, async (access, connector) => {
      const { shop } = await connector.readShop(access);
      return shop.externalShopId;
    });
  /** Marks the token as expired. Waiting for a short-lived one would race with linking. */
  const endToken = () =>
    world.owner(`update partners.connection set access_expires_at = now() - interval '1 second'`);
  async function events(): Promise<string[]> {
    const rows = await world.owner(
      `select kind, code from partners.credential_event where tenant_id = '${owner.tenantId}' order by event_id`,
    );
    return rows.map((row) => [row['kind'], row['code']].filter(Boolean).join(' '));
  }
  const status = async () => {
    const [shop] = await world.partners.listShops(owner.tenantId);
    return [shop?.status, shop?.reason];
  };

  it('reuses a valid access token without calling the partner', async () => {
    await link();
    expect(await readShop()).toBe(externalShopId);
    expect(await refreshCalls()).toBe(0);
  });

  it('refreshes an expired token once for ten users in three processes', async () => {
    await link();
    await endToken();
    const processes = [world.partners, await world.another(), await world.another()];
    const users = Array.from({ length: 10 }, (_, index) => readShop(processes[index % 3]));
    expect(await Promise.all(users)).toEqual(Array<string>(10).fill(externalShopId));
    expect(await refreshCalls()).toBe(1);
    expect(await events()).toEqual(['linked', 'refreshed']);
  });

  it('refreshes a rejected token once for ten users, and retries their work', async () => {
    await link();
    await faults({ kind: 'expired_token', path: '/seller/get', count: 1 });
    const users = await Promise.all(Array.from({ length: 10 }, () => readShop()));
    expect(users).toEqual(Array<string>(10).fill(externalShopId));
    expect(await refreshCalls()).toBe(1);
  });

  it('refreshes once in a chain of calls when the fresh token is rejected too', async () => {
    await link();
    await faults({ kind: 'expired_token', path: '/seller/get' });
    await expect(readShop()).rejects.toMatchObject({ reason: 'refused' });
    expect(await refreshCalls()).toBe(1);
    expect(await events()).toEqual(['linked', 'refreshed', expect.stringMatching(/^needs_re/)]);
    expect(await status()).toEqual(['needs_reauthorization', 'refused']);
  });

  it('refreshes once when the stored token has expired and its successor is rejected', async () => {
    await link();
    await endToken();
    await faults({ kind: 'expired_token', path: '/seller/get' });
    await expect(readShop()).rejects.toMatchObject({ reason: 'refused' });
    expect(await refreshCalls()).toBe(1);
  });

  it('neither refreshes nor asks for consent when the application lacks a permission', async () => {
    await link();
    for (let each = 0; each < 6; each += 1) {
      await expect(
        world.partners.withShopAccess(owner.tenantId, shopId, () =>
          Promise.reject(
            new PartnerError({ kind: 'not_permitted', code: 'x', endpoint: '/finance/get' }),
          ),
        ),
      ).rejects.toMatchObject({ kind: 'not_permitted' });
    }
    expect(await refreshCalls()).toBe(0);
    expect(await status()).toEqual(['connected', null]);
    // The shop's circuit stays closed, so operations that do not need the permission continue.
    expect(await readShop()).toBe(externalShopId);
  });

  it('does not ask for consent when fresh tokens expire before they are used', async () => {
    await link({ accessTokenSeconds: 30 });
    await faults({ kind: 'expired_token', path: '/seller/get' });
    await expect(readShop()).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await refreshCalls()).toBe(1);
    expect(await status()).toEqual(['connected', null]);
    await faults();
    expect(await readShop()).toBe(externalShopId);
  });

  it('refreshes early, and continues with the valid token when that fails', async () => {
    await link({ accessTokenSeconds: 7 * 24 * 3600 });
    aheadMs = 6.5 * 24 * hour;
    await faults({ kind: 'api_error', path: '/auth/token/refresh', code: 'ApiCallLimit' });
    expect(await readShop()).toBe(externalShopId);
    expect(await readShop()).toBe(externalShopId);
    // The second read did not retry the refresh at once.
    expect(await refreshCalls()).toBe(1);
    aheadMs += hour / 10;
    await faults();
    expect(await readShop()).toBe(externalShopId);
    expect(await events()).toEqual(['linked', 'refresh_failed ApiCallLimit', 'refreshed']);
  });

  it.each([
    ['a little later', 11_000],
    ['by a clock that is an hour behind', -hour],
  ])('retries a lost early refresh while the old token is valid, %s', async (_, passedMs) => {
    await link({ accessTokenSeconds: 7 * 24 * 3600 });
    aheadMs = 6.5 * 24 * hour + hour;
    await faults({ kind: 'http_5xx', path: '/auth/token/refresh', count: 1 });
    expect(await readShop()).toBe(externalShopId);
    aheadMs += passedMs;
    expect(await readShop()).toBe(externalShopId);
    expect((await events()).toSorted().join()).toBe('linked,refresh_uncertain http_502,refreshed');
  });

  it('marks a revoked consent once; linking the shop again clears it', async () => {
    await link();
    await faults({ kind: 'revoked_token', path: '/seller/get', count: 1 });
    const users = await Promise.allSettled(Array.from({ length: 5 }, () => readShop()));
    for (const user of users) {
      expect(user).toMatchObject({
        reason: { status: 'needs_reauthorization', reason: 'refused' },
      });
    }
    expect(await status()).toEqual(['needs_reauthorization', 'refused']);
    expect(await events()).toEqual(['linked', 'needs_reauthorization IllegalRefreshToken']);
    const before = shopId;
    await link();
    expect(shopId).toBe(before);
    expect(await status()).toEqual(['connected', null]);
    expect(await readShop()).toBe(externalShopId);
  });

  it('marks a consent without refresh when its token expires', async () => {
    await link({ subscriptionMode: true });
    await endToken();
    await expect(readShop()).rejects.toMatchObject({ reason: 'ended' });
    expect(await refreshCalls()).toBe(0);
    expect(await status()).toEqual(['needs_reauthorization', 'ended']);
  });

  it('returns a lost response as an error and retries, as the old token may still be valid', async () => {
    await link();
    await faults(
      { kind: 'expired_token', path: '/seller/get', count: 1 },
      { kind: 'http_5xx', path: '/auth/token/refresh', count: 1 },
    );
    await expect(readShop()).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await readShop()).toBe(externalShopId);
    expect(await events()).toEqual(['linked', 'refresh_uncertain http_502', 'refreshed']);
  });

  /** Marks the lease as expired. Leases use the database's clock. */
  const endLease = () =>
    world.owner(
      `update partners.connection set refresh_lease_expires_at = now() - interval '1 second'
        where refresh_lease_expires_at is not null`,
    );

  /** Simulates a process that dies after the partner has rotated the tokens and before they are stored. */
  async function dieInRefresh(): Promise<void> {
    const dying: Database = {
      ...world.database,
      tenant: (tenantId, work) =>
        world.database.tenant(tenantId, (tx) =>
          work({
            ...tx,
            execute: (statement, values) => {
              if (statement.name === 'partners.store_refreshed') throw new Error('killed');
              return tx.execute(statement, values);
            },
          }),
        ),
    };
    await faults({ kind: 'expired_token', path: '/seller/get', count: 1 });
    const dead = await world.another({ database: dying, storeTimeoutMs: 0 });
    await expect(readShop(dead)).rejects.toThrow('killed');
    // The lease of the dead process expires later, and another process takes over.
    await endLease();
  }

  it('recovers from a crash after the rotation while the partner accepts the old token', async () => {
    await link({ refreshGraceSeconds: 600 });
    await dieInRefresh();
    expect(await readShop()).toBe(externalShopId);
    expect(await events()).toEqual(['linked', 'refresh_interrupted', 'refreshed']);
  });

  it('blames a lost refresh, not the seller, for a crash after the rotation', async () => {
    await link({ refreshGraceSeconds: 0 });
    await dieInRefresh();
    await expect(readShop()).rejects.toMatchObject({ reason: 'renewal_lost' });
    expect(await status()).toEqual(['needs_reauthorization', 'renewal_lost']);
    expect(await events()).toEqual([
      'linked',
      'refresh_interrupted',
      'needs_reauthorization IllegalRefreshToken',
    ]);
  });

  /** Creates a process that stalls before it stores refreshed tokens, until it is released. */
  async function standingStill() {
    const still = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const database: Database = {
      ...world.database,
      tenant: (tenantId, work) =>
        world.database.tenant(tenantId, (tx) =>
          work({
            ...tx,
            execute: async (statement, values) => {
              if (statement.name === 'partners.store_refreshed') {
                still.resolve();
                await goOn.promise;
              }
              return tx.execute(statement, values);
            },
          }),
        ),
    };
    await faults({ kind: 'expired_token', path: '/seller/get', count: 1 });
    return { partners: await world.another({ database }), still: still.promise, goOn };
  }

  it('does not refresh twice when the process stalled beyond its lease', async () => {
    await link();
    const { partners, still, goOn } = await standingStill();
    const first = readShop(partners);
    await still;
    await endLease();
    const second = readShop(partners);
    // The second read was rejected as well, and must not spend the token that the first one has spent.
    await expect.poll(() => callsOf('/seller/get'), { timeout: 60_000 }).toBe(2);
    goOn.resolve();
    expect(await Promise.all([first, second])).toEqual([externalShopId, externalShopId]);
    expect(await refreshCalls()).toBe(1);
    expect(await events()).toEqual(['linked', 'refreshed']);
  });

  it('drops the tokens of a process that was overtaken', async () => {
    await link();
    const { partners, still, goOn } = await standingStill();
    const slow = readShop(partners);
    await still;
    await endLease();
    expect(await readShop()).toBe(externalShopId);
    goOn.resolve();
    expect(await slow).toBe(externalShopId);
    expect(await refreshCalls()).toBe(2);
    // Sorted, because the stalled process writes the time at which it stalled.
    expect((await events()).toSorted()).toEqual([
      'linked',
      'refresh_interrupted',
      'refresh_outdated',
      'refreshed',
    ]);
    await faults();
    expect(await readShop()).toBe(externalShopId);
  });

  it('blames a lost refresh, not the seller, when two processes spent the same token', async () => {
    await link({ refreshGraceSeconds: 0 });
    const { partners, still, goOn } = await standingStill();
    const slow = readShop(partners);
    await still;
    await endLease();
    await expect(readShop()).rejects.toMatchObject({ reason: 'renewal_lost' });
    // The stalled process's tokens are stored, because not every partner ends the whole consent.
    goOn.resolve();
    expect(await slow).toBe(externalShopId);
    expect(await status()).toEqual(['connected', null]);
    await faults({ kind: 'revoked_token', path: '/seller/get', count: 1 });
    await expect(readShop()).rejects.toMatchObject({ reason: 'renewal_lost' });
  });

  it('blames a lost refresh while a late call may have reached the partner, and not forever', async () => {
    await link();
    const oneLostCall = () =>
      faults(
        { kind: 'expired_token', path: '/seller/get', count: 1 },
        { kind: 'http_5xx', path: '/auth/token/refresh', count: 1 },
      );
    const withdraw = () => faults({ kind: 'revoked_token', path: '/seller/get', count: 1 });
    await oneLostCall();
    await expect(readShop()).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await readShop()).toBe(externalShopId);
    await withdraw();
    await expect(readShop()).rejects.toMatchObject({ reason: 'renewal_lost' });

    await link();
    await oneLostCall();
    await expect(readShop()).rejects.toMatchObject({ kind: 'unavailable' });
    aheadMs = 90_000;
    expect(await readShop()).toBe(externalShopId);
    await withdraw();
    await expect(readShop()).rejects.toMatchObject({ reason: 'refused' });
  });

  it('blames a lost refresh when the call of a dead process ends the consent after another refresh', async () => {
    await link({ refreshGraceSeconds: 600 });
    await dieInRefresh();
    let runs = 0;
    const pendingRead = world.partners.withShopAccess(
      owner.tenantId,
      shopId,
      async (access, connector) => {
        runs += 1;
        // A partner that sees a spent token late ends the consent, and rejects the fresh token, too.
        if (runs === 2) await faults({ kind: 'revoked_token', path: '/seller/get', count: 1 });
        return connector.readShop(access);
      },
    );
    await expect(pendingRead).rejects.toMatchObject({ reason: 'renewal_lost' });
    expect(await status()).toEqual(['needs_reauthorization', 'renewal_lost']);
    expect(await events()).toEqual([
      'linked',
      'refresh_interrupted',
      'refreshed',
      'needs_reauthorization IllegalAccessToken',
    ]);
  });

  it('uses the clock of the database: a process with a fast clock takes over no refresh', async () => {
    await link();
    const { partners, still, goOn } = await standingStill();
    const first = readShop(partners);
    await still;
    aheadMs = 16_000;
    const second = readShop();
    await expect.poll(() => callsOf('/seller/get'), { timeout: 60_000 }).toBe(2);
    goOn.resolve();
    expect(await Promise.all([first, second])).toEqual([externalShopId, externalShopId]);
    expect(await refreshCalls()).toBe(1);
  });

  it('does not reconnect a shop that is disconnected during its refresh', async () => {
    await link();
    await faults(
      { kind: 'expired_token', path: '/seller/get', count: 1 },
      { kind: 'latency', path: '/auth/token/refresh', ms: 400, count: 1 },
    );
    const pendingRead = readShop();
    await expect.poll(refreshCalls).toBe(1);
    const headers = { authorization: `Bearer ${owner.name}` };
    const url = `/partner/shops/${shopId}/disconnect`;
    const ended = await world.http.app.inject({ method: 'POST', url, headers });
    expect(ended.statusCode).toBe(200);
    await expect(pendingRead).rejects.toMatchObject({ status: 'disconnected' });
    expect(await status()).toEqual(['disconnected', null]);
    const rows = `select sealed from partners.connection where tenant_id = '${owner.tenantId}'`;
    expect(await world.owner(rows)).toEqual([{ sealed: null }]);
  });
});
