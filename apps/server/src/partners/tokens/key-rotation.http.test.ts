import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Partners } from '../index.ts';
import { createKeyring, openVault } from '../../platform/vault/vault.ts';
import { testUser, startTestBed } from '../testing/test-bed.ts';

const world = await startTestBed([]);

/** Rewraps the secrets of all tenants. Returns the number of changes. */
async function rewrapAll(partners: Partners): Promise<number> {
  let changed = 0;
  await partners.eachTenant(async (tenantId) => {
    changed += await partners.rewrapSecrets(tenantId);
  }, new AbortController().signal);
  return changed;
}

describe('key rotation of the vault', () => {
  const old = { id: 'old', bytes: randomBytes(32) };
  const fresh = { id: 'fresh', bytes: randomBytes(32) };

  it('rewraps the secrets of every tenant, after which the old key can be removed', async () => {
    const users = [testUser('lan'), testUser('minh')];
    const shops = ['200164501', '200283117'];
    const linked: [string, string][] = [];
    for (const [index, who] of users.entries()) {
      linked.push([who.tenantId, await world.link(who, shops[index] ?? '')]);
    }
    const before = await world.owner('select sealed from partners.connection order by tenant_id');
    const both = await world.another({
      vault: await openVault(world.database, createKeyring([fresh, world.key, old])),
    });
    // One connection and one buyer key per tenant.
    expect(await rewrapAll(both)).toBe(4);
    expect(await rewrapAll(both)).toBe(0);
    const used = await world.owner(
      'select key_id from partners.connection union select key_id from partners.tenant_key',
    );
    expect(used).toEqual([{ key_id: 'fresh' }]);
    const after = await world.another({
      vault: await openVault(world.database, createKeyring([fresh])),
    });
    for (const [tenantId, shopId] of linked) {
      const token = await after.withShopAccess(
        tenantId,
        shopId,
        async (access) => access.accessToken,
      );
      expect(token).toMatch(/^5000/);
    }
    const rows = await world.owner('select sealed from partners.connection order by tenant_id');
    expect(rows).not.toEqual(before);
  });

  it('rewraps the other secrets of a tenant with one whose key is missing', async () => {
    const who = testUser('hoa');
    await world.link(who, '200164502');
    await world.owner(
      `update partners.connection set sealed = '\\x010467', key_id = 'gone' where tenant_id = '${who.tenantId}'`,
    );
    const newest = { id: 'newest', bytes: randomBytes(32) };
    const rotated = await world.another({
      vault: await openVault(world.database, createKeyring([newest, world.key])),
    });
    // The key of buyers.
    expect(await rotated.rewrapSecrets(who.tenantId)).toBe(1);
    expect(world.logged()).toContain('vault.rewrap_failed');
  });
});
