import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createJobQueueSchema } from '../jobs/jobs.ts';

/** Order matters only for the functions of `platform`; no domain refers to another's tables. */
const domains = [
  'platform',
  'identity',
  'audit',
  'sellers',
  'partners',
  'collector',
  'reporting',
  'catalogue',
  'pricing',
  'notifications',
  'pushes',
  'privacy',
] as const;

interface Migration {
  domain: string;
  name: string;
  text: string;
  checksum: string;
}

/** Any constant: two processes that migrate at once take turns. */
const migrationLockKey = 7_305_119;

/** How long locks of the database are waited for. */
interface LockTimeouts {
  /** For another process that migrates. */
  migratingMs: number;
  /** For a table at a time. Whatever needs the table meanwhile waits behind the migration. */
  tableMs: number;
  /** How often a migration is tried whose table others keep. */
  tries: number;
}
const defaultLockTimeouts: LockTimeouts = { migratingMs: 120_000, tableMs: 5000, tries: 12 };
const retryDelayMs = 2000;

/**
 * Brings the database to the newest schema; does nothing when it is there already.
 * @param adminUrl a connection that may create schemas and roles.
 * @param applicationUrl the connection that the program will use; its user may then take the program's roles.
 * @throws when a migration that was applied has been changed since; 55P03 when others keep a lock for too long.
 */
export async function migrate(
  adminUrl: string,
  applicationUrl = adminUrl,
  lockTimeouts = defaultLockTimeouts,
): Promise<void> {
  const client = new pg.Client({
    connectionString: adminUrl,
    application_name: 'seller-connect migration',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`set lock_timeout = ${lockTimeouts.migratingMs}`);
    await client.query('select pg_advisory_lock($1)', [migrationLockKey]);
    await client.query(`set lock_timeout = ${lockTimeouts.tableMs}`);
    await client.query(foundationSql);
    await grantProgramRoles(client, applicationUrl);
    const applied = await client.query<{ domain: string; name: string; checksum: string }>(
      'select domain, name, checksum from platform.migration',
    );
    const appliedChecksums = new Map(
      applied.rows.map((row) => [`${row.domain}/${row.name}`, row.checksum]),
    );
    for (const migration of await loadMigrations()) {
      const checksum = appliedChecksums.get(`${migration.domain}/${migration.name}`);
      if (checksum === undefined) await applyWithRetry(client, migration, lockTimeouts.tries);
      else if (checksum !== migration.checksum) {
        throw new Error(
          `The migration ${migration.domain}/${migration.name} was changed after it had been applied; add a new one instead`,
        );
      }
    }
    await createJobQueueSchema(adminUrl);
    await client.query(jobQueueGrants);
  } finally {
    await client.end();
  }
}

/** A migration that waits for a table holds up everybody who comes after it, so it gives up soon and tries again. */
async function applyWithRetry(
  client: pg.Client,
  migration: Migration,
  maxAttempts: number,
): Promise<void> {
  for (let attemptsLeft = maxAttempts - 1; ; attemptsLeft -= 1) {
    try {
      return await applyMigration(client, migration);
    } catch (error) {
      if (attemptsLeft <= 0 || !isLockTimeout(error)) throw error;
      await delay(retryDelayMs);
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof pg.DatabaseError && cause.code === '55P03';
}

async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`create schema if not exists ${migration.domain}`);
    await client.query(migration.text);
    await client.query(
      'insert into platform.migration (domain, name, checksum) values ($1, $2, $3)',
      [migration.domain, migration.name, migration.checksum],
    );
    await client.query(schemaGrants(migration.domain));
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`The migration ${migration.domain}/${migration.name} failed`, { cause: error });
  }
}

async function loadMigrations(): Promise<Migration[]> {
  const loaded: Migration[] = [];
  for (const domain of domains) {
    const folder = join(import.meta.dirname, '../..', domain, 'schema');
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    for (const name of names.filter((each) => each.endsWith('.sql')).toSorted()) {
      const text = await readFile(join(folder, name), 'utf8');
      const checksum = createHash('sha256').update(text).digest('hex');
      loaded.push({ domain, name, text, checksum });
    }
  }
  if (loaded.length === 0) throw new Error('No migration was found beside the program');
  return loaded;
}

/** Roles are shared by all databases of a server, so another database may have made them a moment ago. */
const foundationSql = `
  do $$ begin
    create role seller_connect_app nologin;
  exception when duplicate_object or unique_violation then null; end $$;
  do $$ begin
    create role seller_connect_identity nologin;
  exception when duplicate_object or unique_violation then null; end $$;
  -- Named by older migrations of the domain reporting; since its 058 nobody is in it and it may do nothing.
  do $$ begin
    create role seller_connect_report nologin;
  exception when duplicate_object or unique_violation then null; end $$;
  create schema if not exists platform;
  create table if not exists platform.migration (
    domain text not null,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now(),
    primary key (domain, name)
  );
  grant usage on schema platform to seller_connect_app, seller_connect_identity;
`;

const programRoles = ['seller_connect_app', 'seller_connect_identity'];

/**
 * The user that made a role may administer it, which since PostgreSQL 16 does not mean that it may take it; a user of
 * the program's own may do neither.
 */
async function grantProgramRoles(client: pg.Client, applicationUrl: string): Promise<void> {
  const user = decodeURIComponent(new URL(applicationUrl).username);
  const { rows } = await client.query<{ role: string; grantee: string }>(
    `select role, grantee
       from unnest($1::text[]) as role,
            (select current_user::text as grantee union select rolname from pg_roles where rolname = $2) as users
      where not pg_has_role(grantee, role, 'set')`,
    [programRoles, user],
  );
  for (const { role, grantee } of rows) {
    await client.query(`grant ${role} to ${client.escapeIdentifier(grantee)} with set true`);
  }
}

function schemaGrants(domain: string): string {
  return `grant usage on schema ${domain} to ${
    domain === 'identity' ? 'seller_connect_identity, seller_connect_app' : 'seller_connect_app'
  }`;
}

const jobQueueGrants = `
  grant usage on schema pgboss to seller_connect_app, seller_connect_identity;
  grant select, insert, update, delete on all tables in schema pgboss to seller_connect_app, seller_connect_identity;
  grant usage on all sequences in schema pgboss to seller_connect_app, seller_connect_identity;
  grant execute on all functions in schema pgboss to seller_connect_app, seller_connect_identity;
`;
