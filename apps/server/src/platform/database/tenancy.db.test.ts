import { afterAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { newId } from '../ids.ts';
import { connectOwner } from '../../../test/open-database.ts';

/**
 * Tables that no tenant policy guards, each with its reason. All others must be confined, except the schema `identity`:
 * accounts may belong to several tenants, and only the identity provider's own role can access them.
 */
const unconfined = [
  // Codes per number or account and day, keyed by hash. Only `notifications.count_code` accesses it.
  'notifications.code_count',
  // The installation's key pair at push services, sealed.
  'notifications.push_key',
  // Tokens of the operator's Official Account at Zalo, sealed.
  'notifications.zalo_token',
  // Circuit breaker of a partner, shared by all sellers. While it is open, it names some shops but no seller.
  'partners.partner_circuit',
  // Rate limit of an application at a partner, shared by all shops. Contains no seller's data.
  'partners.rate_limit_bucket',
  // Which tenant a shop belongs to, which must be unique across tenants.
  'partners.shop_claim',
  // Outgoing emails of the identity provider, accessible to its own role only.
  'platform.mail',
  // Emails per team or recipient and day, keyed by hash. Only `platform.queue_email` accesses it.
  'platform.mail_count',
  'platform.mailbox',
  'platform.migration',
  'platform.vault_key',
  // Progress in an application's event queue. The events themselves are stored under their tenants.
  'pushes.event_queue',
  // Number of pushes per partner and hour.
  'pushes.tally',
];

/** Unconfined tables that the product's role must not access. */
const isAboutAccounts = (name: string) =>
  name.startsWith('identity.') ||
  ['platform.mail', 'platform.mail_count', 'platform.mailbox'].includes(name);

/** Indexes of functions that find work across tenants and return ids only. */
const acrossTenants = [
  'alert_evaluation_due',
  'hint_next',
  'schedule_next_try',
  'stream_next_run',
  'webhook_delivery_due',
];

interface Table {
  name: string;
  forced: boolean;
  owner: string;
}

interface Policy {
  name: string;
  policy: string;
  command: string;
  roles: string;
  qual: string;
  checked: string;
}

const database = await createTestDatabase();
const owner = await connectOwner(database.url);
const found = await owner.query<Table>(`
  select n.nspname || '.' || c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
         pg_get_userbyid(c.relowner) as owner
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'pgboss')
   order by 1`);
const tables = found.rows;
afterAll(() => database.drop());

function confined(): Table[] {
  return tables.filter(({ name }) => !unconfined.includes(name) && !isAboutAccounts(name));
}

describe('every table of every domain', () => {
  it('has forced row-level security by tenant, except the tables listed here', () => {
    const open = tables.filter((table) => !table.forced && !table.name.startsWith('identity.'));
    expect(open.map((table) => table.name)).toEqual(unconfined);
    expect(confined().length).toBeGreaterThan(10);
    expect(confined().filter((table) => table.owner === 'seller_connect_app')).toEqual([]);
  });

  it('is not accessible to the application role when it is about accounts', async () => {
    const accountTables = tables
      .filter((table) => isAboutAccounts(table.name))
      .map((table) => table.name);
    expect(accountTables.length).toBeGreaterThan(8);
    const { rows } = await owner.query<{ name: string }>(
      `select name from unnest($1::text[]) as name
        where has_table_privilege('seller_connect_app', name, 'select, insert, update, delete')`,
      [accountTables],
    );
    expect(rows).toEqual([]);
  });

  it('has the single policy that compares the tenant of the row with that of the transaction', async () => {
    const { rows } = await owner.query<Policy>(`
      select schemaname || '.' || tablename as name, policyname as policy, cmd as command,
             array_to_string(roles, ',') as roles, qual, coalesce(with_check, '') as checked
        from pg_policies order by policyname`);
    const qual =
      "(tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)";
    const tenant = { policy: 'tenant', command: 'ALL', qual, checked: qual };
    for (const { name } of confined()) {
      const policies = rows.filter((row) => row.name === name && row.policy === 'tenant');
      expect(policies).toEqual([{ name, ...tenant, roles: 'public' }]);
    }
  });

  it('lets only its owner bypass that policy', async () => {
    const { rows } = await owner.query<{ roles: string }>(`
      select array_to_string(roles, ',') as roles from pg_policies
       where not 'public' = any(roles) and policyname <> 'tenant'`);
    const owners = new Set(tables.map((table) => table.owner));
    expect(rows.filter((row) => !owners.has(row.roles))).toEqual([]);
    const { rows: roles } = await owner.query(`
      select rolname from pg_roles where rolname like 'seller_connect%' and (rolbypassrls or rolsuper)`);
    expect(roles).toEqual([]);
  });

  it('has the tenant first in its primary key, unique keys and indexes', async () => {
    const { rows } = await owner.query<{ name: string; index: string; first: string }>(`
      select n.nspname || '.' || c.relname as name, i.relname as index, a.attname as first
        from pg_index x
        join pg_class c on c.oid = x.indrelid
        join pg_class i on i.oid = x.indexrelid
        join pg_namespace n on n.oid = c.relnamespace
        left join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0]`);
    const names = new Set(confined().map((table) => table.name));
    const mine = rows.filter((row) => names.has(row.name) && !acrossTenants.includes(row.index));
    expect(mine.filter((row) => row.first !== 'tenant_id')).toEqual([]);
    expect([...names].filter((name) => !mine.some((row) => row.name === name))).toEqual([]);
  });

  it('refuses a row for another tenant', async () => {
    const refused: string[] = [];
    for (const { name } of confined()) {
      await owner.query('begin; set local role seller_connect_app');
      await owner.query(`set local app.tenant_id = '${newId()}'`);
      const code = await owner.query(`insert into ${name} (tenant_id) values ('${newId()}')`).then(
        () => 'written',
        (error: { code: string }) => error.code,
      );
      await owner.query('rollback');
      if (code === '42501') refused.push(name);
    }
    expect(refused).toEqual(confined().map((table) => table.name));
  });
});
