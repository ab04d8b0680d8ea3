import { afterAll, expect, it } from 'vitest';
import { connectOwner, openTestDatabase } from '../../test/open-database.ts';
import { shopTablesQuery } from '../../test/shop-tables.ts';
import { newId } from '../platform/ids.ts';
import { startJobQueue } from '../platform/jobs/jobs.ts';
import { createLog } from '../platform/log.ts';
import { createPrivacy } from './index.ts';
import { erasers } from './run-erasures.ts';

const now = new Date('2026-11-11T08:00:00Z');
const running = new AbortController().signal;

const { url, database } = await openTestDatabase({ poolSize: 3 });
const owner = await connectOwner(url);
const log = createLog('silent');
const boss = await startJobQueue({ url, poolSize: 3, log });
const dependencies = {
  database,
  boss,
  log,
  disconnectAll: async () => undefined,
  listShops: async () => [],
  isSignInFresh: async () => true,
  rawRetentionDays: 0,
  disconnectedDataDays: 90,
  now: () => now,
};
const privacy = createPrivacy(dependencies);
afterAll(async () => {
  await boss.stop({ graceful: false, close: true });
});

/** Inserts a shop that was disconnected on `day`, with rows in several domains. */
async function disconnectedShop(tenantId: string, day: string): Promise<string> {
  const [shopId, connectionId] = [newId(), newId()];
  const external = shopId.slice(-12);
  await owner.query(
    `insert into partners.connection (tenant_id, connection_id, platform, state, fencing_token, token_revision, granted_at, changed_at)
     values ($1, $2, 'LAZADA', 'disconnected', 1, 1, $3, $3)`,
    [tenantId, connectionId, day],
  );
  await owner.query(
    `insert into partners.shop (tenant_id, shop_id, connection_id, platform, region, external_shop_id, name, currency,
       time_zone, partner_status, linked_at, changed_at, disconnected_at)
     values ($1, $2, $3, 'LAZADA', 'VN', $4, 'Nón lá', 'VND', 'Asia/Ho_Chi_Minh', 'ACTIVE', $5, $5, $5)`,
    [tenantId, shopId, connectionId, external, day],
  );
  await owner.query(`insert into partners.shop_claim values ('LAZADA', 'VN', $1, $2, $3)`, [
    external,
    tenantId,
    day,
  ]);
  await owner.query(
    `insert into collector.raw_page (tenant_id, shop_id, page_id, stream, fetched_at, items, content, redacted)
     select $1, $2, gen_random_uuid(), 'orders', $3, 0, '', true from generate_series(1, 3)`,
    [tenantId, shopId, day],
  );
  await owner.query(`insert into pushes.message values ($1, 'LAZADA', 'id:1', $2, 'x', $3)`, [
    tenantId,
    shopId,
    day,
  ]);
  await owner.query(
    `insert into notifications.event (tenant_id, event_id, kind, dedupe_key, subject, data, occurred_at, next_try_at)
     values ($1, gen_random_uuid(), 'shop_needs_you', $2, 'x', $3, $4, $4)`,
    [tenantId, shopId, { shops: [{ id: shopId, name: 'Nón lá' }] }, day],
  );
  return shopId;
}

async function count(table: string, tenantId: string): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::int from ${table} where tenant_id = $1`,
    [tenantId],
  );
  return rows[0]?.count ?? 0;
}

async function countEach(tables: readonly string[], tenantId: string): Promise<number[]> {
  const counts: number[] = [];
  for (const table of tables) counts.push(await count(table, tenantId));
  return counts;
}

async function erasures(tenantId: string) {
  const { rows } = await owner.query(
    `select scope, subject_id, reason, requested_by, finished_at, rows_erased::int from privacy.erasure
      where tenant_id = $1 order by scope`,
    [tenantId],
  );
  return rows;
}

/** Lets a change of the rows with this value fail until `acceptChange`. */
async function refuseChange(change: string, column: string, value: string): Promise<void> {
  await owner.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`,
  );
  await owner.query(
    `create trigger refuse before ${change} for each row when (${column} = '${value}')
       execute function refuse()`,
  );
}

const acceptChange = () => owner.query('drop function refuse cascade');

it('covers every table with rows of a shop', async () => {
  const { rows } = await owner.query<{ name: string }>(shopTablesQuery);
  // The link itself is deleted when the erasure is requested.
  const expected = rows.map(({ name }) => name).filter((name) => !name.startsWith('partners.'));
  const known = erasers.flatMap(({ shopTables }) => shopTables);
  expect(known.toSorted()).toEqual(
    [
      ...new Set([
        ...expected,
        'notifications.event',
        'notifications.webhook_delivery',
        'reporting.alert',
        'reporting.report_issue',
      ]),
    ].toSorted(),
  );
});

it('erases a shop once it has been disconnected for the configured days, and not before', async () => {
  const tenantId = newId();
  const old = await disconnectedShop(tenantId, '2026-08-12T00:00:00Z');
  const recent = await disconnectedShop(tenantId, '2026-08-14T00:00:00Z');
  await privacy.upkeep(running);

  const links = ['partners.shop', 'partners.connection', 'partners.shop_claim'];
  expect(await countEach(links, tenantId)).toEqual([1, 1, 1]);
  expect(await count('collector.raw_page', tenantId)).toBe(3);
  expect(await count('pushes.message', tenantId)).toBe(1);
  expect(await count('notifications.event', tenantId)).toBe(1);
  const { rows } = await owner.query(
    `select action, actor_id, subject_name, details from audit.entry where tenant_id = $1`,
    [tenantId],
  );
  expect(rows).toEqual([
    { action: 'shop.erased', actor_id: null, subject_name: null, details: { platform: 'Lazada' } },
  ]);
  expect(await erasures(tenantId)).toEqual([
    {
      scope: 'shop',
      subject_id: old,
      reason: 'disconnected',
      requested_by: null,
      finished_at: now,
      rows_erased: 5,
    },
  ]);
  const { rows: left } = await owner.query(
    'select shop_id from partners.shop where tenant_id = $1',
    [tenantId],
  );
  expect(left).toEqual([{ shop_id: recent }]);
});

it.each([
  ['cannot be deleted', 'delete on pushes.message', 'old.shop_id'],
  ['cannot be requested', 'insert on privacy.erasure', 'new.subject_id'],
])('erases the other shops when one %s, and tries again next time', async (_, change, column) => {
  const [brokenTenant, otherTenant] = [newId(), newId()];
  const broken = await disconnectedShop(brokenTenant, '2026-08-11T00:00:00Z');
  const other = await disconnectedShop(otherTenant, '2026-08-12T00:00:00Z');
  await refuseChange(change, column, broken);
  await privacy.upkeep(running);
  const ofBroken = await erasures(brokenTenant);
  expect(ofBroken.filter(({ finished_at }) => finished_at !== null)).toEqual([]);
  expect(await erasures(otherTenant)).toMatchObject([{ subject_id: other, finished_at: now }]);
  await acceptChange();
  await privacy.upkeep(running);
  expect(await erasures(brokenTenant)).toMatchObject([{ subject_id: broken, finished_at: now }]);
});

it('erases the figures of report emails that name the shop, and no others', async () => {
  const tenantId = newId();
  const shopId = await disconnectedShop(tenantId, '2026-08-12T00:00:00Z');
  await owner.query(
    `with view as (
       insert into reporting.saved_view (tenant_id, view_id, owner_id, name, path, search, is_shared, changed_at)
       values ($1, gen_random_uuid(), 'lan', 'Nón lá', '/', '', false, now()) returning view_id
     ), schedule as (
       insert into reporting.report_schedule (tenant_id, schedule_id, view_id, owner_id, rhythm, hour, time_zone, due_day)
       select $1, gen_random_uuid(), view_id, 'lan', 'daily', 8, 'Asia/Ho_Chi_Minh', '2026-11-12' from view
       returning schedule_id)
     insert into reporting.report_issue (tenant_id, schedule_id, due_day, figures, created_at)
     select $1, schedule_id, due_day, jsonb_build_object('shops', jsonb_build_array(jsonb_build_object('key', key))), now()
       from schedule, (values (date '2026-11-10', $2), ('2026-11-11', 'other')) as issue (due_day, key)`,
    [tenantId, shopId],
  );
  await privacy.upkeep(running);
  const { rows } = await owner.query(
    'select due_day::text from reporting.report_issue where tenant_id = $1',
    [tenantId],
  );
  expect(rows).toEqual([{ due_day: '2026-11-11' }]);
});

it('erases a shop that was disconnected after more than a hundred that cannot be', async () => {
  const [brokenTenant, otherTenant] = [newId(), newId()];
  await disconnectedShop(brokenTenant, '2026-08-01T00:00:00Z');
  await owner.query(
    `insert into partners.shop (tenant_id, shop_id, connection_id, platform, region, external_shop_id, name, currency,
       time_zone, partner_status, linked_at, changed_at, disconnected_at)
     select tenant_id, gen_random_uuid(), connection_id, platform, region, 'broken ' || n, name, currency,
       time_zone, partner_status, linked_at, changed_at, disconnected_at
     from partners.shop, generate_series(1, 200) n where tenant_id = $1`,
    [brokenTenant],
  );
  const other = await disconnectedShop(otherTenant, '2026-08-02T00:00:00Z');
  await refuseChange('insert on privacy.erasure', 'new.tenant_id', brokenTenant);
  await privacy.upkeep(running);
  expect(await erasures(otherTenant)).toMatchObject([{ subject_id: other, finished_at: now }]);
  expect(await erasures(brokenTenant)).toEqual([]);
  await acceptChange();
  await privacy.upkeep(running);
  expect(await erasures(brokenTenant)).toHaveLength(201);
});

it('erases a shop behind more than a hundred whose erasures fail', async () => {
  const [brokenTenant, otherTenant] = [newId(), newId()];
  await owner.query(
    `insert into privacy.erasure (tenant_id, erasure_id, scope, subject_id, reason, requested_at)
     select $1, gen_random_uuid(), 'shop', gen_random_uuid()::text, 'requested', $2 from generate_series(1, 201)`,
    [brokenTenant, '2026-11-01T00:00:00Z'],
  );
  await owner.query(
    `insert into privacy.erasure (tenant_id, erasure_id, scope, subject_id, reason, requested_at)
     values ($1, gen_random_uuid(), 'shop', gen_random_uuid()::text, 'requested', $2)`,
    [otherTenant, '2026-11-02T00:00:00Z'],
  );
  await refuseChange('update on privacy.erasure', 'old.tenant_id', brokenTenant);
  await privacy.upkeep(running);
  expect(await erasures(otherTenant)).toMatchObject([{ finished_at: now }]);
  await acceptChange();
  await privacy.upkeep(running);
  const unfinished = (await erasures(brokenTenant)).filter((each) => each.finished_at === null);
  expect(unfinished).toEqual([]);
});

it('erases a team with its last account, and the name of any other removed account in the audit log', async () => {
  const [tenantId, account] = [newId(), newId()];
  await disconnectedShop(tenantId, '2026-11-10T00:00:00Z');
  await owner.query(`insert into sellers.team values ($1, 'Đội', now())`, [tenantId]);
  await owner.query(
    `insert into audit.entry (tenant_id, entry_id, occurred_at, action, subject_kind, subject_id, subject_name, details)
     values ($1, gen_random_uuid(), now(), 'team.role_changed', 'member', $2, 'Lan', '{}')`,
    [tenantId, account],
  );

  await privacy.accountRemoved(tenantId, account, false);
  await privacy.accountRemoved(tenantId, account, false);
  const { rows } = await owner.query('select subject_name from audit.entry where tenant_id = $1', [
    tenantId,
  ]);
  expect(rows).toEqual([{ subject_name: null }]);
  expect(await erasures(tenantId)).toMatchObject([
    { scope: 'account', subject_id: account, finished_at: now },
  ]);
  expect(await count('partners.shop', tenantId)).toBe(1);

  await privacy.accountRemoved(tenantId, newId(), true);
  await privacy.upkeep(running);
  const tables = [
    'partners.shop',
    'partners.connection',
    'collector.raw_page',
    'pushes.message',
    'notifications.event',
    'sellers.team',
    'audit.entry',
  ];
  expect(await countEach(tables, tenantId)).toEqual(tables.map(() => 0));
  expect((await erasures(tenantId)).at(-1)).toMatchObject({
    scope: 'team',
    subject_id: tenantId,
    reason: 'account_removed',
    finished_at: now,
  });
});

it('erases audit entries, as the owner of the table, in transactions of their own', async () => {
  const tenantId = newId();
  await owner.query(
    `insert into audit.entry (tenant_id, entry_id, occurred_at, action, subject_kind, subject_id, subject_name, details)
     values ($1, gen_random_uuid(), now(), 'team.role_changed', 'member', 'x', 'Lan', '{}')`,
    [tenantId],
  );
  const transactions: Set<string>[] = [];
  const tenant: typeof database.tenant = (id, work) =>
    database.tenant(id, (tx) => {
      const names = new Set<string>();
      transactions.push(names);
      return work({
        ...tx,
        query: (statement, values) => {
          names.add(statement.name);
          return tx.query(statement, values);
        },
        execute: (statement, values) => {
          names.add(statement.name);
          return tx.execute(statement, values);
        },
      });
    });
  const recorded = createPrivacy({ ...dependencies, database: { ...database, tenant } });
  await recorded.accountRemoved(tenantId, newId(), true);
  await recorded.upkeep(running);
  expect((await erasures(tenantId)).at(-1)).toMatchObject({ rows_erased: 1, finished_at: now });
  const asOwner = transactions.filter((names) => names.has('audit.delete_entries'));
  expect(asOwner.length).toBeGreaterThan(0);
  expect(asOwner.filter(({ size }) => size > 1)).toEqual([]);
});

it('deletes old raw pages although one cannot be redacted', async () => {
  const [tenantId, shopId] = [newId(), newId()];
  const insertPage = (day: string, isRedacted: boolean) =>
    owner.query(
      `insert into collector.raw_page (tenant_id, shop_id, page_id, stream, fetched_at, items, content, redacted)
       values ($1, $2, $3, 'orders', $4, 0, 'damaged', $5)`,
      [tenantId, shopId, newId(), day, isRedacted],
    );
  await insertPage('2026-09-01T00:00:00Z', true);
  await insertPage('2026-11-01T00:00:00Z', false);
  const { upkeep } = createPrivacy({ ...dependencies, rawRetentionDays: 30 });
  await expect(upkeep(running)).rejects.toThrow();
  const { rows } = await owner.query(
    'select redacted from collector.raw_page where tenant_id = $1',
    [tenantId],
  );
  expect(rows).toEqual([{ redacted: false }]);
});
