import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { notify } from '../../notifications/index.ts';
import { sql } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { fakeConnector } from '../testing/fake-connector.ts';
import { createTokenDependencies } from '../testing/token-dependencies.ts';
import { disconnectShop } from './disconnect.ts';
import { linkShops } from './linking.ts';

const now = new Date('2026-11-24T09:05:00Z');
const readEvents = sql(
  'test.resolved_events',
  `select kind, data #>> '{shops,0,id}' as shop_id, resolved_at is not null as is_resolved
     from notifications.event where tenant_id = $1`,
);

it('resolves the alerts of a shop that is disconnected, and those of no other shop', async () => {
  const { database } = await openTestDatabase();
  const dependencies = {
    ...createTokenDependencies(database, () => now),
    connectors: new Map(),
  };
  const actor = { tenantId: newId(), accountId: 'lan' };
  const [gone, kept] = await linkShops(
    dependencies,
    fakeConnector('d1', ['VN', 'SG']),
    actor,
    'code',
    { extras: {}, expected: null },
  );
  if (!gone || !kept) throw new Error('The consent linked too few shops');
  await database.tenant(actor.tenantId, async (tx) => {
    for (const { shopId: id, name } of [gone, kept]) {
      const facts = { shops: [{ id, name }] };
      const subjects = [
        ['data_late', id],
        ['first_sync_done', id],
        ['stock_low', `${id}:stock:2026-11-24`],
      ] as const;
      for (const [kind, subject] of subjects)
        await notify(tx, { kind, key: id, subject, facts }, now);
    }
  });
  await disconnectShop(dependencies, actor, gone.shopId);
  const events = await database.tenantRead<{ kind: string; shopId: string; isResolved: boolean }>(
    actor.tenantId,
    readEvents,
    [actor.tenantId],
  );
  const resolved = events.filter(({ isResolved }) => isResolved);
  expect(resolved.map(({ shopId }) => shopId)).toEqual([gone.shopId, gone.shopId]);
  expect(resolved.map(({ kind }) => kind).toSorted()).toEqual(['data_late', 'stock_low']);
});
