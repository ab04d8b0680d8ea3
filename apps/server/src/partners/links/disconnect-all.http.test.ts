import { describe, expect, it } from 'vitest';
import { testUser, startTestBed } from '../testing/test-bed.ts';

const lan = testUser('lan');
const minh = testUser('minh');
const shops = ['200164501', '200164502'] as const;

const world = await startTestBed([lan, minh]);

describe('an erased team', () => {
  it('has its shops disconnected, its tokens and keys destroyed, and its pending authorizations deleted', async () => {
    const ids = [await world.link(lan, shops[0]), await world.link(lan, shops[1])];
    const other = await world.link(minh, '200283117');
    const url = '/partner/authorize?platform=LAZADA';
    const headers = { authorization: 'Bearer lan' };
    const attempt = await world.http.app.inject({ url, headers });
    expect(attempt.statusCode).toBe(200);

    await world.partners.disconnectAll(lan.tenantId);
    await world.partners.disconnectAll(lan.tenantId);

    const listed = await world.partners.listShops(lan.tenantId);
    expect(listed.map(({ status }) => status)).toEqual(['disconnected', 'disconnected']);
    const ofLan = `where tenant_id = '${lan.tenantId}'`;
    expect(
      await world.owner(`select 1 from partners.connection ${ofLan} and sealed is not null`),
    ).toEqual([]);
    expect(await world.owner(`select 1 from partners.authorization_attempt ${ofLan}`)).toEqual([]);
    expect(await world.owner(`select 1 from partners.tenant_key ${ofLan}`)).toEqual([]);
    const events = await world.owner(
      `select code from partners.credential_event ${ofLan} and kind = 'disconnected'`,
    );
    expect(events).toEqual([{ code: 'team_gone' }, { code: 'team_gone' }]);
    for (const id of ids) {
      await expect(
        world.partners.withShopAccess(lan.tenantId, id, async () => 'read'),
      ).rejects.toMatchObject({ status: 'disconnected' });
    }

    // Other teams are not affected, and the shops can be linked by any team with access.
    expect(await world.partners.withShopAccess(minh.tenantId, other, async () => 'read')).toBe(
      'read',
    );
    const taken = await world.link(minh, shops[0]);
    expect(await world.partners.withShopAccess(minh.tenantId, taken, async () => 'read')).toBe(
      'read',
    );
  });
});
