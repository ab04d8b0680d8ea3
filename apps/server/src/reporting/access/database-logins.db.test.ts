import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { soldShops, type SoldShops } from '../testing/sold-shops.ts';
import { databaseLogins, forgetLogin, noteLogin, type DatabaseLogins } from './database-logins.ts';
import { loginOf } from './login.ts';

let shops: SoldShops;
let logins: DatabaseLogins;
const accessId = newId();
const secret = `scr_${'x'.repeat(64)}`;
const open: Client[] = [];

beforeAll(async () => {
  shops = await soldShops(30);
  logins = databaseLogins(shops.url);
  await shops.database.tenant(shops.tenantId, (tx) => noteLogin(tx, accessId));
  await logins.add(accessId, secret);
});
afterEach(async () => {
  for (const client of open.splice(0)) await client.end().catch(() => undefined);
});
afterAll(async () => {
  await logins.remove(accessId);
  await shops.drop();
});

async function signIn(password = secret, id = accessId): Promise<Client> {
  const url = new URL(shops.url);
  url.username = loginOf(id);
  url.password = password;
  const client = new Client({ connectionString: url.href });
  client.on('error', () => undefined);
  await client.connect();
  open.push(client);
  return client;
}
const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

describe('a login at the database', () => {
  it('reads its own team through the views, by their bare names', async () => {
    const client = await signIn();
    const { rows } = await client.query('select shop_id from shops order by 1');
    expect(rows.map((row) => row.shop_id)).toEqual(shops.shopIds.toSorted());
    const orders = await client.query('select count(*)::int as orders from rpt.orders');
    expect(orders.rows[0]).toEqual({ orders: shops.orders.length });
  });

  it('is let in by its secret alone', async () => {
    expect(await codeOf(signIn(`${secret}y`))).toBe('28P01');
    expect(await codeOf(signIn(secret, newId()))).toBe('28P01');
  });

  it('sees no other rows, whatever it sets and whoever it wants to be', async () => {
    const client = await signIn();
    const own = shops.orders.length;
    const count = async () =>
      (await client.query<{ n: number }>('select count(*)::int as n from rpt.orders')).rows[0]?.n;
    const other = await shops.database.tenantRead<{ tenant_id: string }>(
      shops.tenantId,
      { name: '', text: 'select $1::uuid as tenant_id' },
      [newId()],
    );
    await client.query(`set app.tenant_id = '${other[0]?.tenant_id}'`);
    expect(await count()).toBe(own);
    await client.query(`set app.tenant_id = '${shops.neighbour}'`);
    expect(await count()).toBe(own);
    await client.query('set row_security = on');
    expect(await count()).toBe(own);
    await client.query('set row_security = off');
    expect(await codeOf(count())).toBe('42501');
    await client.query('set row_security = on');
    for (const role of ['seller_connect_app', 'seller_connect_report', 'postgres']) {
      expect(await codeOf(client.query(`set role ${role}`))).not.toBe('done');
      expect(await codeOf(client.query(`set session authorization ${role}`))).not.toBe('done');
    }
    expect(await count()).toBe(own);
  });

  it.each([
    'select * from reporting.sales_order',
    'select * from reporting.database_login',
    'select reporting.login_tenant()',
    'select * from sellers.core_session',
    'select * from identity.account',
    'select * from partners.shop_claim',
    'select * from pgboss.job',
    `select table_to_xml('reporting.sales_order', true, false, '')`,
    'select * from pg_authid',
    'select * from pg_hba_file_rules',
    `select pg_read_file('PG_VERSION')`,
    `copy (select 1) to program 'true'`,
    'create table rpt.mine (a int)',
    'create table public.mine (a int)',
    'create role friend login',
    `select dblink_connect('')`,
  ])('cannot: %s', async (statement) => {
    const client = await signIn();
    await client.query('set default_transaction_read_only = off');
    expect(await codeOf(client.query(statement))).not.toBe('done');
  });

  it('changes nothing, also where it switches reading only off', async () => {
    const client = await signIn();
    await client.query('set default_transaction_read_only = off');
    for (const statement of [
      `update rpt.shops set shop_name = 'x'`,
      'delete from rpt.products',
      `insert into rpt.shops (shop_id) values (gen_random_uuid())`,
      'truncate rpt.shops',
      'drop view rpt.shops',
    ]) {
      expect(await codeOf(client.query(statement))).not.toBe('done');
    }
  });

  it('learns nothing of what others ask', async () => {
    const client = await signIn();
    const { rows } = await client.query(
      `select query from pg_stat_activity where usename <> session_user and query not in ('', '<insufficient privilege>')`,
    );
    expect(rows).toEqual([]);
  });

  it('has a limit of time and of connections', async () => {
    const client = await signIn();
    expect((await client.query('show statement_timeout')).rows).toEqual([
      { statement_timeout: '1min' },
    ]);
    expect((await client.query('show transaction_read_only')).rows).toEqual([
      { transaction_read_only: 'on' },
    ]);
    for (let more = 0; more < 4; more += 1) await signIn();
    expect(await codeOf(signIn())).toBe('53300');
  });

  it('asks whose rows it sees once per statement, and goes by the index of its team', async () => {
    const client = await signIn();
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off, timing off, summary off) select sum(gmv) from rpt.shop_day`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/InitPlan/);
    expect(plan).not.toMatch(/SubPlan/);
    // An initial plan runs once, however many rows there are.
    for (const line of plan.split('\n').filter((each) => each.includes('Result'))) {
      expect(line).toContain('loops=1');
    }
  });

  it('ends with its sessions at once', async () => {
    const id = newId();
    await shops.database.tenant(shops.tenantId, (tx) => noteLogin(tx, id));
    await logins.add(id, secret);
    const client = await signIn(secret, id);
    const busy = codeOf(client.query('select pg_sleep(50)'));
    await shops.database.tenant(shops.tenantId, (tx) => forgetLogin(tx, id));
    await logins.remove(id);
    expect(await busy).not.toBe('done');
    expect(await codeOf(client.query('select 1'))).not.toBe('done');
    expect(await codeOf(signIn(secret, id))).toBe('28P01');
    await logins.remove(id);
  });

  it('is swept away when its access is gone, with its sessions; others stay', async () => {
    const [id, elsewhere] = [newId(), newId()];
    await shops.database.tenant(shops.tenantId, (tx) => noteLogin(tx, id));
    await logins.add(id, secret);
    const leaver = await signIn(secret, id);
    const stays = await signIn();
    const admin = new Client({ connectionString: shops.url });
    await admin.connect();
    open.push(admin);
    // As that of another database of the same server.
    await admin.query(`create role ${loginOf(elsewhere)} login`);
    await admin.query(`comment on role ${loginOf(elsewhere)} is 'Reporting login of another'`);
    // Whoever made it leaves the team.
    await shops.database.tenant(shops.tenantId, (tx) => forgetLogin(tx, id));
    expect((await leaver.query('select * from shops')).rows).toEqual([]);
    expect(await logins.sweep()).toEqual({ removed: 1, ended: 0 });
    expect(await codeOf(leaver.query('select 1'))).not.toBe('done');
    expect(await codeOf(signIn(secret, id))).toBe('28P01');
    expect(await codeOf(stays.query('select 1'))).toBe('done');
    const known = await admin.query(`select rolname from pg_roles where rolname in ($1, $2)`, [
      loginOf(elsewhere),
      loginOf(id),
    ]);
    expect(known.rows).toEqual([{ rolname: loginOf(elsewhere) }]);
    await admin.query(`drop role ${loginOf(elsewhere)}`);
    expect(await logins.sweep()).toEqual({ removed: 0, ended: 0 });
  });

  it.each([
    ['a statement without an end', `set statement_timeout = 0; select pg_sleep(600)`],
    [
      'a transaction that is left open',
      'set idle_in_transaction_session_timeout = 0; begin; select 1',
    ],
    ['a lock that the program might wait for', 'select pg_advisory_lock(7305120)'],
  ])('is watched from outside: %s is ended', async (_, statements) => {
    const impatient = databaseLogins(shops.url, '1 millisecond');
    const client = await signIn();
    const ended = new Promise((done) => client.once('end', done));
    void client.query(statements).catch(() => undefined);
    await expect.poll(async () => (await impatient.sweep()).ended, { timeout: 20_000 }).toBe(1);
    await ended;
  });
});
