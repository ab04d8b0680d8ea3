import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { notify } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { soldShops, type SoldShops } from '../testing/sold-shops.ts';
import { databaseLogins, noteLogin, type DatabaseLogins } from './database-logins.ts';
import { loginOf } from './login.ts';

/** Somebody who signed in as a reporting tool of one team, knows PostgreSQL well and wants to see another team. */
let shops: SoldShops;
let logins: DatabaseLogins;
let client: Client;
/** What only the other team has: its own id, that of its shop and its name. */
let theirs: string[];
let notices: string[] = [];
const accessId = newId();
const secret = `scr_${'h'.repeat(64)}`;

beforeAll(async () => {
  shops = await soldShops(40);
  logins = databaseLogins(shops.url);
  await shops.database.tenant(shops.tenantId, (tx) => noteLogin(tx, accessId));
  await logins.add(accessId, secret);
  const known = await shops.database.tenantRead<{ shop_id: string }>(
    shops.neighbour,
    { name: '', text: 'select shop_id from reporting.shop where tenant_id = $1' },
    [shops.neighbour],
  );
  theirs = [shops.neighbour, 'Hàng xóm', ...known.map((row) => row.shop_id)];
  const admin = new Client({ connectionString: shops.url });
  await admin.connect();
  // So that there are statistics about everybody's rows.
  await admin.query('analyze');
  await admin.end();
  const url = new URL(shops.url);
  url.username = loginOf(accessId);
  url.password = secret;
  client = new Client({ connectionString: url.href });
  client.on('error', () => undefined);
  client.on('notice', (notice) => notices.push(notice.message ?? ''));
  await client.connect();
  // The first thing that a hostile session does.
  await client.query('set default_transaction_read_only = off');
});
afterEach(async () => {
  await client.query('rollback');
  await client.query('reset all');
  await client.query('set default_transaction_read_only = off');
  notices = [];
});
afterAll(async () => {
  await client.end();
  await logins.remove(accessId);
  await shops.drop();
});

/** Everything that came back: rows, a failure with its details, and notices on the way. */
async function tellsOf(statements: string): Promise<string> {
  const answer = await client.query(statements).then(
    (result) => JSON.stringify([result].flat().map(({ rows }) => rows)),
    (error: Error) => JSON.stringify([error.message, Object.entries(error)]),
  );
  return answer + notices.join('\n');
}
const ownOrders = async () =>
  (await client.query<{ n: number }>('select count(*)::int as n from rpt.orders')).rows[0]?.n;

describe('a hostile session', () => {
  it('has something to look for', () => {
    expect(theirs).toHaveLength(3);
  });

  it.each([
    // Becoming somebody else.
    'set role seller_connect_app; select * from rpt.shops',
    'set local role seller_connect_report; select * from rpt.shops',
    'set session authorization default; select * from rpt.shops',
    `select set_config('role', 'seller_connect_app', false); select * from rpt.shops`,
    'grant seller_connect_app to current_user; select * from rpt.shops',
    'alter role current_user superuser; select * from rpt.shops',
    'create role helper in role seller_connect_app login',
    // Saying that one is of the other team.
    `select set_config('app.tenant_id', '<theirs>', false); select * from rpt.shops`,
    `begin; set local app.tenant_id = '<theirs>'; select * from rpt.shops`,
    `alter role current_user set app.tenant_id = '<theirs>'; select * from rpt.shops`,
    `set row_security = off; select * from rpt.shops`,
    // Names that are found elsewhere first.
    `set search_path = reporting, rpt; select * from shop`,
    `set search_path = pg_temp, reporting, rpt; create temp table database_login (name text, tenant_id uuid);
     insert into pg_temp.database_login values (session_user, '<theirs>'); select * from rpt.shops`,
    `create function pg_temp.login_tenant() returns uuid language sql as $$ select '<theirs>'::uuid $$;
     set search_path = pg_temp, rpt; select * from rpt.shops`,
    // Functions that look at each row before the rows of others are left out.
    `create function pg_temp.look(text) returns boolean language plpgsql cost 0.0000001 as
       $$ begin raise notice '%', $1; return true; end $$;
     select count(*) from rpt.shops where pg_temp.look(shop_name);
     select count(*) from rpt.orders where pg_temp.look(shop_id::text)`,
    `select * from rpt.shops where (1 / (case when shop_name = 'Hàng xóm' then 0 else 1 end)) = 1`,
    `select * from rpt.shops where shop_name::int = 1`,
    // What the database keeps about all rows.
    `select * from pg_stats where schemaname in ('reporting', 'rpt')`,
    'select * from pg_statistic',
    'select * from pg_stats_ext_exprs',
    `select query_to_xml('select * from reporting.shop', true, false, '')`,
    `select schema_to_xml('rpt', true, false, '')`,
    'table reporting.shop',
    'select * from reporting.login_tenant()',
    'select query from pg_stat_activity',
    'select * from pg_prepared_statements',
    'select * from pg_cursors',
    // Files, programs, other servers.
    `copy reporting.shop to stdout`,
    `copy (select * from rpt.shops) to '/dev/null'`,
    `copy pg_temp.anything from program 'id'`,
    `create temp table files (line text); copy files from '/etc/hostname'`,
    `select pg_read_file('base/1/1')`,
    `select pg_ls_dir('.')`,
    `select pg_stat_file('PG_VERSION')`,
    `select current_setting('data_directory')`,
    `select current_setting('config_file')`,
    `select * from pg_file_settings`,
    'select * from pg_shadow',
    'create extension dblink',
    'create extension postgres_fdw',
    'create extension file_fdw',
    'create server other foreign data wrapper postgres_fdw',
    `load 'auto_explain'`,
    'create language plpython3u',
    // Leaving something behind.
    'select lo_creat(-1)',
    `select lo_from_bytea(0, 'x')`,
    `select lo_import('/etc/hostname')`,
    'create table rpt.mine (a int)',
    'create schema mine',
    'create view rpt.mine as select * from rpt.shops',
    'create or replace view rpt.shops as select 1',
    'create event trigger mine on ddl_command_end execute function pg_catalog.now()',
    'create publication mine for all tables',
    'create rule mine as on select to rpt.shops do instead select 1',
    'alter system set row_security = off',
    'lock table rpt.shops in access exclusive mode',
    'vacuum reporting.shop',
    'analyze reporting.shop',
    'comment on view rpt.shops is null',
  ])('sees nothing of another team by: %s', async (statements) => {
    const told = await tellsOf(statements.replaceAll('<theirs>', shops.neighbour));
    for (const canary of theirs.slice(1)) expect(told).not.toContain(canary);
    await client.query('rollback');
    await client.query('reset all');
    expect(await ownOrders()).toBe(shops.orders.length);
  });

  it.each([
    'select lo_creat(-1)',
    `select lo_from_bytea(0, 'x')`,
    'create table rpt.mine (a int)',
    'create schema mine',
    'create extension dblink',
    `copy (select 1) to program 'true'`,
    `select pg_read_file('PG_VERSION')`,
    'alter system set row_security = off',
    'set session_replication_role = replica',
    'lock table rpt.shops in access exclusive mode',
    'select pg_terminate_backend(pid) from pg_stat_activity where usename <> session_user',
    'select pg_switch_wal()',
  ])('is refused: %s', async (statement) => {
    await expect(client.query(statement)).rejects.toThrow(/.+/);
  });

  it('can call no function that runs with the rights of whoever made it', async () => {
    const { rows } = await client.query(`
      select p.oid::regprocedure::text as name from pg_proc p
       where p.prosecdef and has_function_privilege(p.oid, 'execute')
         and has_schema_privilege(p.pronamespace, 'usage')`);
    expect(rows).toEqual([]);
  });

  it('hears that something changed, and of nobody’s team', async () => {
    const heard: string[] = [];
    client.on('notification', ({ payload }) => heard.push(payload ?? ''));
    await client.query('listen seller_connect');
    await notifyOf(shops.neighbour);
    await expect.poll(() => heard.length, { timeout: 20_000 }).toBe(1);
    expect(heard.join()).not.toContain(shops.neighbour);
    await client.query('unlisten *');
  });
});

async function notifyOf(tenantId: string): Promise<void> {
  await shops.database.tenant(tenantId, (tx) => notify(tx, 'progress', tenantId));
}
