import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openDatabase, sql } from './database.ts';
import { newId } from '../ids.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { migrate } from './migrations.ts';

const suffix = randomBytes(6).toString('hex');
const owner = `owner_${suffix}`;
const program = `program_${suffix}`;
const name = `outside_${suffix}`;

const addTeam = sql(
  'test.add_team',
  'insert into sellers.team (tenant_id, name, created_at) values ($1, $2, now())',
);
const teams = sql('test.teams', 'select name from sellers.team');

function urlOf(user: string): string {
  const url = new URL(inject('databaseServer'));
  url.username = user;
  url.password = 'secret';
  url.pathname = `/${name}`;
  return url.href;
}

describe('an outside database whose users are not superusers', () => {
  let superuser: pg.Client;

  beforeAll(async () => {
    superuser = new pg.Client({ connectionString: inject('databaseServer') });
    await superuser.connect();
    await superuser.query(`create role ${owner} login createrole password 'secret'`);
    await superuser.query(`create role ${program} login password 'secret'`);
    // Roles are the server's, not a database's: here they exist already, made by another installation.
    await superuser.query(
      `grant seller_connect_app, seller_connect_identity to ${owner} with admin true, set false`,
    );
    await superuser.query(`create database ${name} owner ${owner}`);
  });

  afterAll(async () => {
    await superuser.query(`drop database ${name} with (force)`);
    await superuser.query(`drop owned by ${owner} cascade`);
    await superuser.query(`drop role ${program}`);
    await superuser.query(`drop role ${owner}`);
    await superuser.end();
  });

  it('is brought up by its owner and used by another user, who owns nothing', async () => {
    await migrate(urlOf(owner), urlOf(program));
    const database = openDatabase({
      url: urlOf(program),
      role: 'seller_connect_app',
      poolSize: 2,
      log: { error: () => undefined },
    });
    try {
      const [mine, theirs] = [newId(), newId()];
      await database.tenant(mine, (tx) => tx.execute(addTeam, [mine, 'mine']));
      expect(await database.tenantRead(mine, teams)).toEqual([{ name: 'mine' }]);
      expect(await database.tenantRead(theirs, teams)).toEqual([]);
    } finally {
      await database.close();
    }
  });

  it('does nothing the second time', async () => {
    const applied = async () => {
      const client = new pg.Client({ connectionString: urlOf(owner) });
      await client.connect();
      const { rows } = await client.query('select * from platform.migration order by 1, 2');
      await client.end();
      return rows;
    };
    const before = await applied();
    await migrate(urlOf(owner), urlOf(program));
    expect(await applied()).toEqual(before);
    expect(before.length).toBeGreaterThan(5);
  });
});

describe('a database that others use while it is migrated', () => {
  let test: TestDatabase;
  let other: pg.Client;
  const waits = { migratingMs: 50, tableMs: 50, tries: 1 };

  beforeAll(async () => {
    test = await createTestDatabase();
    other = new pg.Client({ connectionString: test.url });
    other.on('error', () => undefined);
    await other.connect();
  });
  afterAll(async () => {
    await other.end();
    await test.drop();
  });

  it('ends the start when somebody holds the lock of migrations', async () => {
    await other.query('select pg_advisory_lock(7305119)');
    await expect(migrate(test.url, test.url, waits)).rejects.toMatchObject({ code: '55P03' });
    await other.query('select pg_advisory_unlock(7305119)');
    await migrate(test.url, test.url, waits);
  });

  it('gives a table up that others keep, and gets it once it is free', async () => {
    await other.query(
      `delete from platform.migration where name = '058-no-database-logins.sql';
       create table reporting.database_login (name text)`,
    );
    await other.query('begin; select * from reporting.database_login');
    const failure = await migrate(test.url, test.url, waits).catch((error: unknown) => error);
    expect(failure).toMatchObject({ cause: { code: '55P03' } });
    const migrated = migrate(test.url, test.url, { ...waits, tries: 1000 });
    await other.query('rollback');
    await migrated;
  });

  it('takes logins of reporting tools away with their sessions, and every right of theirs', async () => {
    const login = `report_${randomBytes(16).toString('hex')}`;
    const elsewhere = `report_${randomBytes(16).toString('hex')}`;
    await other.query(`
      create role ${login} login password 'x' in role seller_connect_report;
      create role ${elsewhere} nologin in role seller_connect_report;
      comment on role ${elsewhere} is 'Reporting login of the database another';
      grant usage on schema rpt to seller_connect_report;
      grant select on rpt.shops, reporting.shop to seller_connect_report;
      create policy report on reporting.shop for select to seller_connect_report using (true);
      alter policy tenant on reporting.shop to seller_connect_app;
      delete from platform.migration where name = '058-no-database-logins.sql'`);
    await other.query(
      `do $$ begin execute format('comment on role ${login} is %L', 'Reporting login of the database ' || current_database()); end $$`,
    );
    const url = new URL(test.url);
    url.username = login;
    url.password = 'x';
    const tool = new pg.Client({ connectionString: url.href });
    tool.on('error', () => undefined);
    const ended = new Promise<void>((done) => tool.on('end', done));
    await tool.connect();
    await tool.query('select 1');
    await migrate(test.url);
    await ended;
    const roles = await other.query('select rolname from pg_roles where rolname = any($1)', [
      [login, elsewhere],
    ]);
    expect(roles.rows).toEqual([{ rolname: elsewhere }]);
    await other.query(`drop role ${elsewhere}`);
    const rights = await other.query<{ name: string }>(`
      select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('rpt', 'reporting') and c.relkind in ('r', 'p', 'v')
         and has_table_privilege('seller_connect_report', c.oid, 'select')
      union all select polname from pg_policy where polname = 'report'
      union all select 'rpt' where has_schema_privilege('seller_connect_report', 'rpt', 'usage')`);
    expect(rights.rows).toEqual([]);
  });
});
