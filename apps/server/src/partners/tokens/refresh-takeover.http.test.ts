import { describe, expect, it } from 'vitest';
import type { Database } from '../../platform/database/database.ts';
import { externalShopId, startRefreshedShop } from '../testing/refreshed-shop.ts';

const shop = await startRefreshedShop();
const { world, link, faults, callsOf, refreshCalls, readShop, events, status } = shop;

/** Returns the database with `work` done before each statement of this name in a tenant's transaction. */
function beforeStatement(name: string, work: () => Promise<void> | void): Database {
  return {
    ...world.database,
    tenant: (tenantId, run) =>
      world.database.tenant(tenantId, (tx) =>
        run({
          ...tx,
          async execute(statement, values) {
            if (statement.name === name) await work();
            return tx.execute(statement, values);
          },
          async query(statement, values) {
            if (statement.name === name) await work();
            return tx.query(statement, values);
          },
        }),
      ),
  };
}

describe('a token refresh whose process stops or stalls', () => {
  /** Marks the lease as expired. Leases use the database's clock. */
  const endLease = () =>
    world.owner(
      `update partners.connection set refresh_lease_expires_at = now() - interval '1 second'
        where refresh_lease_expires_at is not null`,
    );

  /** Simulates a process that dies after the partner has rotated the tokens and before they are stored. */
  async function dieInRefresh(): Promise<void> {
    const dying = beforeStatement('partners.store_refreshed', () => {
      throw new Error('killed');
    });
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
    const database = beforeStatement('partners.store_refreshed', () => {
      still.resolve();
      return goOn.promise;
    });
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

  it('leaves a process whose lease expired in an outage of the database the time to store its tokens', async () => {
    await link({ refreshGraceSeconds: 0 });
    const { partners, still, goOn } = await standingStill();
    const slow = readShop(partners);
    await still;
    await endLease();
    let attempts = 0;
    const database = beforeStatement('partners.begin_refresh', () => {
      attempts += 1;
    });
    const other = readShop(await world.another({ database, refreshTakeoverDelayMs: 60_000 }));
    await expect.poll(() => attempts).toBeGreaterThan(1);
    goOn.resolve();
    expect(await Promise.all([slow, other])).toEqual([externalShopId, externalShopId]);
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

  it('blames a lost refresh when the call of a dead process ends the consent after another refresh', async () => {
    await link({ refreshGraceSeconds: 600 });
    await dieInRefresh();
    let runs = 0;
    const pendingRead = world.partners.withShopAccess(
      shop.owner().tenantId,
      shop.shopId(),
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
    shop.setAhead(16_000);
    const second = readShop();
    await expect.poll(() => callsOf('/seller/get'), { timeout: 60_000 }).toBe(2);
    goOn.resolve();
    expect(await Promise.all([first, second])).toEqual([externalShopId, externalShopId]);
    expect(await refreshCalls()).toBe(1);
  });
});
