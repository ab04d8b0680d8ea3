import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openDatabase, sql } from './database.ts';
import { newId } from './ids.ts';
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
