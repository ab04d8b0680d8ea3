import { expect, it } from 'vitest';
import { connectOwner, openTestDatabase } from '../../../test/open-database.ts';
import { newId } from '../../platform/ids.ts';
import { linkShops } from '../links/linking.ts';
import { fakeConnector } from '../testing/fake-connector.ts';
import { createTokenDependencies } from '../testing/token-dependencies.ts';
import { refreshTokens } from '../tokens/token-refresh.ts';
import { notifyExpiringConsents } from './link-notifications.ts';

const clock = () => new Date();
const redirect = { extras: {}, expected: null };

it('announces the ending consents of all teams but the one for which it fails, until stopped', async () => {
  const { url, database } = await openTestDatabase();
  const owner = await connectOwner(url);
  const dependencies = createTokenDependencies(database);
  const tenants = [newId(), newId(), newId()].toSorted();
  for (const tenantId of tenants) {
    const actor = { tenantId, accountId: 'a' };
    await linkShops(dependencies, fakeConnector(tenantId, ['VN']), actor, 'code', redirect);
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
  await notifyExpiringConsents(dependencies, clock(), AbortSignal.abort());
  expect((await owner.query(announced)).rows).toEqual([]);
  await notifyExpiringConsents(dependencies, clock(), new AbortController().signal);
  const { rows } = await owner.query(announced);
  expect(rows).toEqual(tenants.slice(1).map((tenant_id) => ({ tenant_id })));
});

it('keeps the notice of an ending consent while refreshed tokens end with it', async () => {
  const { url, database } = await openTestDatabase();
  const owner = await connectOwner(url);
  const dependencies = createTokenDependencies(database);
  const [tenantId, dayMs] = [newId(), 86_400_000];
  // In the middle of a day: the same with some seconds more or less.
  const endsAt = new Date((Math.floor(Date.now() / dayMs) + 3.5) * dayMs);
  const connector = fakeConnector('ending', ['VN']);
  const grant = { ...(await connector.exchangeCode('code', {})), refreshExpiresAt: endsAt };
  const linked = { ...connector, exchangeCode: async () => grant };
  const actor = { tenantId, accountId: 'a' };
  const [shop] = await linkShops(dependencies, linked, actor, 'code', redirect);
  const key = { tenantId, connectionId: shop?.connectionId ?? '' };
  await notifyExpiringConsents(dependencies, clock(), new AbortController().signal);
  const noticeAfterRefresh = async (tokenRevision: number, refreshExpiresAt: Date) => {
    const refreshed = { ...grant, refreshExpiresAt };
    const refreshing = { ...connector, refresh: async () => refreshed };
    await refreshTokens(dependencies, refreshing, key, tokenRevision, true);
    await notifyExpiringConsents(dependencies, clock(), new AbortController().signal);
    const { rows } = await owner.query(
      'select kind, resolved_at is not null as resolved from notifications.event',
    );
    return rows;
  };
  const refreshedEnd = new Date(endsAt.getTime() + 2000);
  expect(await noticeAfterRefresh(1, refreshedEnd)).toEqual([
    { kind: 'shop_expiring', resolved: false },
  ]);
  const later = new Date(endsAt.getTime() + 365 * dayMs);
  expect(await noticeAfterRefresh(2, later)).toEqual([{ kind: 'shop_expiring', resolved: true }]);
});
