import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { connectOwner, openTestDatabase } from '../../../test/open-database.ts';
import { newId } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';
import { createKeyring, createVault } from '../../platform/vault/vault.ts';
import { linkShops } from '../links/linking.ts';
import { fakeConnector } from '../testing/fake-connector.ts';
import { notifyExpiringConsents } from './link-notifications.ts';

it('announces the ending consents of all teams but the one for which it fails, until stopped', async () => {
  const { url, database } = await openTestDatabase();
  const owner = await connectOwner(url);
  const log = createLog('silent');
  const vault = createVault(createKeyring([{ id: 'test', bytes: randomBytes(32) }]));
  const clock = () => new Date();
  const linking = { database, vault, log, clock, inFlight: new Map(), expiredLeases: new Map() };
  const tenants = [newId(), newId(), newId()].toSorted();
  for (const tenantId of tenants) {
    const actor = { tenantId, accountId: 'a' };
    const redirect = { extras: {}, expected: null };
    await linkShops(linking, fakeConnector(tenantId, ['VN']), actor, 'code', redirect);
  }
  await owner.query(`update partners.connection set refresh_expires_at = now() + interval '1 day'`);
  await owner.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`,
  );
  await owner.query(
    `create trigger refuse before insert on notifications.event for each row
       when (new.tenant_id = '${tenants[0]}') execute function refuse()`,
  );
  const announced = 'select tenant_id from notifications.event order by 1';
  await notifyExpiringConsents({ database, log }, clock(), AbortSignal.abort());
  expect((await owner.query(announced)).rows).toEqual([]);
  await notifyExpiringConsents({ database, log }, clock(), new AbortController().signal);
  const { rows } = await owner.query(announced);
  expect(rows).toEqual(tenants.slice(1).map((tenant_id) => ({ tenant_id })));
});
