import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../platform/database/database.ts';
import { createHttp } from '../../platform/http/http.ts';
import { createLog } from '../../platform/log.ts';
import { testUser, startTestBed } from '../testing/test-bed.ts';

const externalShopId = '200164501';
const Calls = Type.Object({
  items: Type.Array(Type.Object({ path: Type.String(), total: Type.Integer() })),
});

const world = await startTestBed([]);

describe('tokens from a partner', () => {
  let owner = testUser('owner');
  let names = 0;

  beforeEach(async () => {
    names += 1;
    owner = testUser(`owner-${names}`);
    await world.sandbox.control('POST', '/_sandbox/reset');
    await world.owner('delete from partners.shop_claim');
    // The partner accepts no token twice.
    await world.sandbox.control('PUT', '/_sandbox/lazada', { refreshGraceSeconds: 0 });
  });

  async function callsOf(path: string): Promise<number> {
    const { items } = Value.Parse(Calls, await world.sandbox.control('GET', '/_sandbox/calls'));
    return items.filter((each) => each.path === path).reduce((sum, each) => sum + each.total, 0);
  }

  /**
   * A database that loses its connection twice at the statement: before it runs, then after its transaction commits.
   */
  function away(name: string): { database: Database; tries: () => number } {
    const lost = () => new Error('Connection terminated unexpectedly');
    let tries = 0;
    const tenant: Database['tenant'] = async (tenantId, work) => {
      let isIt = false;
      const answer = await world.database.tenant(tenantId, (tx) =>
        work({
          ...tx,
          execute: async (statement, values) => {
            if (statement.name !== name) return tx.execute(statement, values);
            isIt = true;
            tries += 1;
            if (tries === 1) throw lost();
            return tx.execute(statement, values);
          },
        }),
      );
      if (isIt && tries === 2) throw lost();
      return answer;
    };
    return { database: { ...world.database, tenant }, tries: () => tries };
  }

  async function events(): Promise<unknown[]> {
    const rows = await world.owner(
      `select kind from partners.credential_event where tenant_id = '${owner.tenantId}' order by event_id`,
    );
    return rows.map((row) => row['kind']);
  }

  it('are kept in memory while the database is down, and stored once it is back', async () => {
    const shopId = await world.link(owner, externalShopId);
    await world.owner(`update partners.connection set access_expires_at = now()`);
    const { database, tries } = away('partners.store_refreshed');
    const partners = await world.another({ database });
    const pendingRead = partners.withShopAccess(owner.tenantId, shopId, (access, connector) =>
      connector.readShop(access),
    );
    await expect.poll(tries).toBeGreaterThan(0);
    // The shutdown waits for it.
    await partners.close();
    expect((await pendingRead).shop.externalShopId).toBe(externalShopId);
    expect(tries()).toBe(3);
    expect(await callsOf('/auth/token/refresh')).toBe(1);
    expect(await events()).toEqual(['linked', 'refreshed']);
    // The partner accepts the stored tokens.
    await world.owner(`update partners.connection set access_expires_at = now()`);
    await world.partners.withShopAccess(owner.tenantId, shopId, (access, connector) =>
      connector.readShop(access),
    );
  });

  it('are stored when the process shuts down during the call', async () => {
    const partners = await world.another({ database: away('partners.add_tenant_key').database });
    const http = await createHttp({ log: createLog('silent'), authenticate: async () => owner });
    partners.routes(http);
    const origin = await http.app.listen({ host: '127.0.0.1', port: 0 });
    const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' };
    const attempt = await fetch(`${origin}/partner/authorize?platform=LAZADA`, { headers });
    const { state } = Value.Parse(Type.Object({ state: Type.String() }), await attempt.json());
    await world.sandbox.control('PUT', '/_sandbox/faults', {
      faults: [{ kind: 'latency', path: '/auth/token/create', ms: 300, count: 1 }],
    });
    const code = await world.sandbox.authorize(externalShopId);
    const exchange = fetch(`${origin}/partner/credential`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ platform: 'LAZADA', accessToken: code, state }),
    });
    await expect.poll(() => callsOf('/auth/token/create')).toBe(1);
    await http.app.close();
    await partners.close();
    const answered = await exchange;
    expect(answered.status).toBe(200);
    expect(await answered.json()).toMatchObject({ shops: [{ status: 'connected' }] });
  });
});
