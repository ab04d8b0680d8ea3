import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeyring, openVault } from '../../platform/vault/vault.ts';
import { testUser, startTestBed } from '../testing/test-bed.ts';

const world = await startTestBed([]);

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
    expect(await both.rewrapSecrets()).toBe(4);
    expect(await both.rewrapSecrets()).toBe(0);
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
});
