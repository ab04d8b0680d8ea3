import { beforeEach, expect, it } from 'vitest';
import type { CanonicalOrder } from '@seller-connect/partners';
import { openTestDatabase } from '../../../test/open-database.ts';
import { notify, resolveShopAlerts } from '../../notifications/index.ts';
import { sql, type Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { applyOrders } from '../ingest/apply-orders.ts';
import type { ShopCoverage } from '../metrics/coverage.ts';
import { registerTestShop } from '../testing/register-test-shop.ts';
import { generateOrders } from '../testing/generate-orders.ts';
import { raiseAlerts } from './raise-alerts.ts';

const now = new Date('2026-11-11T05:00:00Z');
const yesterday = '2026-11-10';
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const { database } = await openTestDatabase();
let tenantId: string;
let shopId: string;
let coverage: ShopCoverage[];

beforeEach(async () => {
  [tenantId, shopId] = [newId(), newId()];
  coverage = [{ shopId, asOf: new Date(now.getTime() - hourMs), open: [] }];
  await registerTestShop(database, tenantId, { shopId, name: 'Hoa Mai' }, now);
});

/** Applies sixteen orders on each day before yesterday, and `onYesterday` orders on that day. */
async function sold(onYesterday: number): Promise<void> {
  const end = new Date('2026-11-09T17:00:00Z').getTime();
  const steady = (order: CanonicalOrder): CanonicalOrder => ({
    ...order,
    committedAt: order.createdAt,
    stage: 'completed',
    items: order.items.map((item) => ({ ...item, stage: 'completed', returnState: 'none' })),
  });
  const days = { count: 16 * 40, seed: 5, skus: 5 };
  const before = generateOrders({ ...days, from: new Date(end - 40 * dayMs), to: new Date(end) });
  const last = generateOrders({
    ...days,
    count: onYesterday,
    prefix: '9',
    from: new Date(end),
    to: new Date(end + dayMs),
  });
  await database.tenant(tenantId, (tx) =>
    applyOrders(tx, shopId, [...before, ...last].map(steady), {
      observedAt: now,
      mappingVersion: 1,
    }),
  );
}

const readEvents = sql(
  'test.alerts',
  'select kind, data, resolved_at from notifications.event where tenant_id = $1 order by event_id',
);

const damageShop = sql(
  'test.damage_shop',
  `update reporting.shop set time_zone = 'Sao Hoa' where tenant_id = $1 and shop_id = $2`,
);

async function raisedAlerts(
  at = now,
  connected = [shopId],
  connectedLater = connected,
  through: Pick<Database, 'tenant' | 'tenantRead'> = database,
) {
  let isLater = false;
  const dependencies = {
    database: through,
    readCoverage: async () => coverage,
    async connectedShops() {
      const shops = isLater ? connectedLater : connected;
      isLater = true;
      return shops;
    },
  };
  await raiseAlerts(dependencies, tenantId, at);
  const rows = await database.tenantRead<{ kind: string; data: object; resolvedAt: Date | null }>(
    tenantId,
    readEvents,
    [tenantId],
  );
  return rows.map(({ kind, data, resolvedAt: over }) => ({ kind, data, over: over !== null }));
}

it('alerts about a bad day once, and resolves it when late orders made it ordinary', async () => {
  await sold(3);
  expect(await raisedAlerts()).toMatchObject([
    {
      kind: 'sales_drop',
      data: { from: yesterday, shops: [{ id: shopId, name: 'Hoa Mai' }], currency: 'VND' },
      over: false,
    },
  ]);
  expect(await raisedAlerts()).toHaveLength(1);
  await sold(16);
  expect(await raisedAlerts()).toMatchObject([{ kind: 'sales_drop', over: true }]);
});

it('does not alert about ordinary days, days still syncing, or shops that are not synced', async () => {
  await sold(16);
  expect(await raisedAlerts()).toEqual([]);
  await sold(0);
  const other = newId();
  expect(await raisedAlerts(now, [other])).toEqual([]);
  const open = [{ from: new Date('2026-11-09T20:00:00Z'), to: now }];
  coverage = [{ shopId, asOf: now, open }];
  expect(await raisedAlerts()).toEqual([]);
});

it('alerts about the other shops of a team when one fails, and reports that one', async () => {
  const damaged = newId();
  await registerTestShop(database, tenantId, { shopId: damaged, name: 'Tre Xanh' }, now);
  await database.tenant(tenantId, (tx) => tx.execute(damageShop, [tenantId, damaged]));
  coverage = [
    { shopId: damaged, asOf: now, open: [] },
    { shopId, asOf: new Date(now.getTime() - 4 * hourMs), open: [] },
  ];
  await expect(raisedAlerts(now, [damaged, shopId])).rejects.toThrow('time zone');
  coverage = [];
  expect(await raisedAlerts()).toMatchObject([
    { kind: 'data_late', data: { shops: [{ id: shopId }], timeZone: 'Asia/Ho_Chi_Minh' } },
  ]);
});

it('leaves no open alert about a shop that is disconnected meanwhile', async () => {
  coverage = [{ shopId, asOf: new Date(now.getTime() - 4 * hourMs), open: [] }];
  expect(await raisedAlerts(now, [shopId], [])).toMatchObject([{ kind: 'data_late', over: true }]);
});

const blockedStatement = sql(
  'test.blocked',
  `select from pg_locks waiting where not granted and exists (
     select from pg_locks held join pg_database d on d.oid = held.database
      where held.pid = waiting.pid and d.datname = current_database())`,
);

it('resolves alerts of a shop while it is disconnected, without a deadlock', async () => {
  const shops = [{ id: shopId, name: 'Hoa Mai' }];
  await database.tenant(tenantId, async (tx) => {
    for (const [kind, subject] of [
      ['fees_up', shopId],
      ['sales_drop', shopId],
    ] as const) {
      await notify(tx, { kind, key: shopId, subject, facts: { shops } }, now);
    }
  });
  const disconnections: Promise<void>[] = [];
  const disconnectMeanwhile = async (name: string) => {
    if (disconnections.length > 0 || name !== 'notifications.resolve') return;
    disconnections.push(database.tenant(tenantId, (tx) => resolveShopAlerts(tx, shopId, now)));
    await expect.poll(() => database.query(blockedStatement)).toHaveLength(1);
  };
  const alerts = await raisedAlerts(now, [shopId], [shopId], {
    tenantRead: database.tenantRead,
    tenant: (id, work) =>
      database.tenant(id, (tx) =>
        work({
          ...tx,
          async execute(statement, values) {
            const changed = await tx.execute(statement, values);
            await disconnectMeanwhile(statement.name);
            return changed;
          },
        }),
      ),
  });
  expect(await Promise.all(disconnections)).toHaveLength(1);
  expect(alerts.map(({ over }) => over)).toEqual([true, true]);
});

it('alerts about late data instead of the apparent drop, until the shop is synced again', async () => {
  await sold(0);
  coverage = [{ shopId, asOf: new Date(now.getTime() - 4 * hourMs), open: [] }];
  expect(await raisedAlerts()).toMatchObject([{ kind: 'data_late', over: false }]);
  coverage = [{ shopId, asOf: now, open: [] }];
  await sold(16);
  expect(await raisedAlerts()).toMatchObject([{ kind: 'data_late', over: true }]);
});

it('keeps an alert that still holds while data is late or a day is synced again', async () => {
  await sold(3);
  const open = [{ from: new Date('2026-11-05T00:00:00Z'), to: new Date('2026-11-05T01:00:00Z') }];
  coverage = [{ shopId, asOf: now, open: [] }];
  await raisedAlerts();
  coverage = [{ shopId, asOf: now, open }];
  expect(await raisedAlerts()).toMatchObject([{ kind: 'sales_drop', over: false }]);
  // Raised at the same time, so in any order.
  const byKind = async () => (await raisedAlerts()).toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
  coverage = [{ shopId, asOf: new Date(now.getTime() - 4 * hourMs), open: [] }];
  expect(await byKind()).toMatchObject([
    { kind: 'data_late', over: false },
    { kind: 'sales_drop', over: false },
  ]);
  coverage = [{ shopId, asOf: now, open }];
  expect(await byKind()).toMatchObject([
    { kind: 'data_late', over: true },
    { kind: 'sales_drop', over: false },
  ]);
});
