import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  it,
  vi,
} from 'vitest';
import { ConfigurationError } from '../config/environment.ts';
import { openDatabase, sql } from './database.ts';
import { newId } from '../ids.ts';
import { migrate } from './migrations.ts';
import { watchSchema } from './schema-watch.ts';

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

describe('an external database without superusers', () => {
  let superuser: pg.Client;

  beforeAll(async () => {
    superuser = new pg.Client({ connectionString: inject('databaseServer') });
    await superuser.connect();
    await superuser.query(`create role ${owner} login createrole password 'secret'`);
    await superuser.query(`create role ${program} login password 'secret'`);
    // Roles belong to the server, not to a database: here another installation has already created them.
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

  it('is migrated by its owner and used by another user, who owns nothing', async () => {
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

  it('is not changed by a second migration', async () => {
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

describe('migrations', () => {
  const waits = { migratingMs: 50, tableMs: 50, tries: 1 };
  let folder: string;
  let database: string;
  let url: string;
  let server: pg.Client;
  let other: pg.Client;

  beforeAll(async () => {
    server = new pg.Client({ connectionString: inject('databaseServer') });
    await server.connect();
  });
  afterAll(() => server.end());

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'migrations-'));
    database = `migrated_${randomBytes(6).toString('hex')}`;
    await server.query(`create database ${database}`);
    const address = new URL(inject('databaseServer'));
    address.pathname = `/${database}`;
    url = address.href;
    other = new pg.Client({ connectionString: url });
    await other.connect();
  });
  afterEach(async () => {
    await other.end();
    await server.query(`drop database ${database} with (force)`);
    await rm(folder, { recursive: true });
  });

  async function write(path: string, text: string): Promise<void> {
    const [domain = '', base = ''] = path.split('/');
    const file = join(folder, domain, 'schema', base);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }

  async function applied(): Promise<string[]> {
    const { rows } = await other.query<{ path: string }>(
      `select domain || '/' || name as path from platform.migration order by applied_at`,
    );
    return rows.map(({ path }) => path);
  }

  const run = (patience = waits) => migrate(url, url, patience, folder);

  it('are applied once each, in the order of their numbers across domains', async () => {
    await write('platform/002-view.sql', 'create view platform.seen as select * from audit.entry');
    await write('audit/001-table.sql', 'create table audit.entry (id integer)');
    await run();
    await write('audit/003-row.sql', 'insert into audit.entry values (1)');
    await run();
    await run();
    expect(await applied()).toEqual([
      'audit/001-table.sql',
      'platform/002-view.sql',
      'audit/003-row.sql',
    ]);
    expect((await other.query('select id from platform.seen')).rows).toEqual([{ id: 1 }]);
  });

  it.each([
    ['twice', 'audit/001-b.sql', /audit\/001-b.sql should have the number 002/],
    ['with a gap', 'audit/003-b.sql', /audit\/003-b.sql should have the number 002/],
  ])('are refused when numbers come %s', async (_, path, message) => {
    await write('platform/001-a.sql', 'select 1');
    await write(path, 'select 1');
    await expect(run()).rejects.toThrow(message);
  });

  it('are refused when one was changed after it was applied', async () => {
    await write('audit/001-table.sql', 'create table audit.entry (id integer)');
    await run();
    await write('audit/001-table.sql', 'create table audit.entry (id bigint)');
    await expect(run()).rejects.toThrow('audit/001-table.sql was changed');
  });

  it('are refused by a database older than the first release', async () => {
    await write('platform/001-old.sql', 'select 1');
    await run();
    await rm(join(folder, 'platform'), { recursive: true });
    await write('platform/001-new.sql', 'create table platform.never (id integer)');
    await expect(run()).rejects.toThrow('before the first release');
  });

  it('let an older version start that works with what a newer one has added', async () => {
    await write('audit/001-table.sql', 'create table audit.entry (id integer)');
    await write('audit/002-column.sql', 'alter table audit.entry add column name text');
    await run();
    await rm(join(folder, 'audit/schema/002-column.sql'));
    await run();
    expect(await applied()).toEqual(['audit/001-table.sql', 'audit/002-column.sql']);
  });

  it('stop a version that is older than a contract marker requires, in one sentence', async () => {
    await write('audit/001-table.sql', 'create table audit.entry (id integer, name text)');
    await write('audit/002-unused.sql', 'alter table audit.entry alter column name drop not null');
    await write(
      'audit/003-drop.sql',
      '-- contract: needs 002\nalter table audit.entry drop column name',
    );
    await run();
    await rm(join(folder, 'audit/schema/003-drop.sql'));
    await run();
    await rm(join(folder, 'audit/schema/002-unused.sql'));
    const failure = await run().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConfigurationError);
    expect(failure).toMatchObject({ message: expect.stringMatching(/newer version.*003-drop/) });
  });

  it('stop a running version only when one requires a newer one', async () => {
    await write('audit/001-table.sql', 'create table audit.entry (id integer)');
    await run();
    const opened = openDatabase({
      url,
      role: 'seller_connect_app',
      poolSize: 1,
      log: { error: () => undefined },
    });
    const errors: string[] = [];
    const polls = vi.fn(opened.query);
    const watch = await watchSchema({
      database: { query: polls },
      log: { warn: () => undefined },
      onIncompatible: ({ message }) => errors.push(message),
      knownMigrations: 1,
      pollIntervalMs: 20,
    });
    try {
      await write('audit/002-column.sql', 'alter table audit.entry add column name text');
      await run();
      const seen = polls.mock.calls.length;
      await vi.waitUntil(() => polls.mock.calls.length > seen + 1);
      expect(errors).toEqual([]);
      await write('audit/003-drop.sql', '-- contract: needs 002\ndrop table audit.entry');
      await run();
      await vi.waitUntil(() => errors.length > 0);
      expect(errors).toEqual([expect.stringMatching(/newer version.*003-drop/)]);
    } finally {
      await watch.stop();
      await opened.close();
    }
  });

  it('are rolled back when one fails', async () => {
    await write('audit/001-table.sql', 'create table audit.entry (id integer)');
    await write('audit/002-bad.sql', 'create table audit.half (id integer); select 1 / 0');
    await expect(run()).rejects.toThrow('audit/002-bad.sql failed');
    expect(await applied()).toEqual(['audit/001-table.sql']);
    await write('audit/002-bad.sql', 'create table audit.half (id integer)');
    await run();
  });

  it('stop the start when another session holds their lock', async () => {
    await write('audit/001-table.sql', 'create table audit.entry (id integer)');
    await other.query('select pg_advisory_lock(7305119)');
    await expect(run()).rejects.toMatchObject({ code: '55P03' });
    await other.query('select pg_advisory_unlock(7305119)');
    await run();
  });

  it('fail on a table that another session has locked, and succeed once it is free', async () => {
    await write('audit/001-table.sql', 'create table audit.entry (id integer)');
    await run();
    await write('audit/002-column.sql', 'alter table audit.entry add column name text');
    await other.query('begin; select * from audit.entry');
    const failure = await run().catch((error: unknown) => error);
    expect(failure).toMatchObject({ cause: { code: '55P03' } });
    const migrated = run({ ...waits, tries: 1000 });
    await other.query('rollback');
    await migrated;
  });
});
