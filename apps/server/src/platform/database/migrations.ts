import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { ConfigurationError } from '../config/environment.ts';
import { connectClient } from './connect-client.ts';
import { distributeTables, hasCitus } from './distribution.ts';
import { createJobQueueSchema } from '../jobs/jobs.ts';
import {
  loadMigrations,
  migratedSchemas,
  sourceFolder,
  type Migration,
} from './migration-files.ts';
import { newerSchemaMessage } from './schema-watch.ts';

/** Key of the advisory lock that serializes migrating processes. The value is arbitrary. */
const migrationLockKey = 7_305_119;

/** Timeouts for database locks. */
interface LockTimeouts {
  /** Wait for another process that migrates. */
  migratingMs: number;
  /** Wait for a table lock. Statements that need the table queue behind the migration meanwhile. */
  tableMs: number;
  /** Attempts per migration if its table is locked by others. */
  tries: number;
}
const defaultLockTimeouts: LockTimeouts = { migratingMs: 120_000, tableMs: 5000, tries: 12 };
const retryDelayMs = 2000;

/**
 * Migrates the database to the newest schema. Does nothing if it is up to date, or newer and still compatible with this
 * version. If the database is the coordinator of a Citus cluster, the tables of tenants are distributed.
 * @param adminUrl a connection that may create schemas and roles
 * @param applicationUrl the connection of the program; its user is granted the program's roles
 * @throws Error if an applied migration was changed, or files are not numbered in one sequence; with cause 55P03 if a
 * table stays locked in all attempts
 * @throws ConfigurationError if the database was created before the first release, or is too new for this version
 */
export async function migrate(
  adminUrl: string,
  applicationUrl = adminUrl,
  lockTimeouts = defaultLockTimeouts,
  folder = sourceFolder,
): Promise<void> {
  const files = await loadMigrations(folder);
  const client = await connectClient({
    connectionString: adminUrl,
    application_name: 'seller-connect migration',
  });
  try {
    await client.query(`set lock_timeout = ${lockTimeouts.migratingMs}`);
    await client.query('select pg_advisory_lock($1)', [migrationLockKey]);
    await client.query(`set lock_timeout = ${lockTimeouts.tableMs}`);
    await prepareRoles(client, applicationUrl);
    const applied = await client.query<{ domain: string; name: string; checksum: string }>(
      'select domain, name, checksum from platform.migration',
    );
    const known = new Map(applied.rows.map((row) => [`${row.domain}/${row.name}`, row.checksum]));
    refuseUnreleased(known, files);
    await refuseNewer(client, files.length);
    for (const migration of files) {
      const checksum = known.get(`${migration.domain}/${migration.name}`);
      if (checksum === undefined) {
        await retryLocked(() => applyMigration(client, migration), lockTimeouts.tries);
      } else if (checksum !== migration.checksum) {
        throw new Error(
          `The migration ${migration.domain}/${migration.name} was changed after it had been applied; add a new one instead`,
        );
      }
    }
    await retryLocked(() => client.query(ownerReadsSql), lockTimeouts.tries);
    await createJobQueueSchema(adminUrl);
    await client.query(jobQueueGrants);
    if (await hasCitus(client)) await distributeTables(client);
  } finally {
    await client.end();
  }
}

/**
 * Creates roles and schema as they were after the given migrations, in the caller's transaction. The next start applies
 * those that came later.
 * @param applied in the order of their numbers
 * @throws ConfigurationError if this version does not have one of them
 */
export async function createSchemaAt(
  client: pg.Client,
  applied: readonly Pick<Migration, 'domain' | 'name' | 'checksum'>[],
  applicationUrl: string,
): Promise<void> {
  const files = await loadMigrations(sourceFolder);
  await prepareRoles(client, applicationUrl);
  for (const [index, { domain, name, checksum }] of applied.entries()) {
    const file = files[index];
    if (file?.domain !== domain || file.name !== name || file.checksum !== checksum) {
      throw new ConfigurationError(
        `This version does not have the migration ${domain}/${name}: use the version that applied it, or a newer release.`,
      );
    }
    await runMigration(client, file);
  }
  await client.query(ownerReadsSql);
}

/** Retries after a lock timeout. A migration that waits for a table blocks later statements, so each wait is short. */
async function retryLocked(work: () => Promise<unknown>, tries: number): Promise<void> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (left <= 0 || !isLockTimeout(error)) throw error;
      await delay(retryDelayMs);
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof pg.DatabaseError && cause.code === '55P03';
}

async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await runMigration(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`The migration ${migration.domain}/${migration.name} failed`, { cause: error });
  }
}

async function runMigration(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(`create schema if not exists ${migration.domain}`);
  await client.query(migration.text);
  await client.query(
    'insert into platform.migration (domain, name, checksum, needs) values ($1, $2, $3, $4)',
    [migration.domain, migration.name, migration.checksum, migration.needs],
  );
  await client.query(grants(migration.domain));
}

/**
 * Rejects databases created before the first release. Each domain had its own sequence of migrations then, which were
 * squashed into the first files of today.
 */
function refuseUnreleased(known: Map<string, string>, files: Migration[]): void {
  const [first] = files;
  if (first === undefined || known.size === 0 || known.has(`${first.domain}/${first.name}`)) return;
  throw new ConfigurationError(
    'The database was created before the first release and cannot be migrated; name an empty one in DATABASE_URL, or choose another DATA_DIR.',
  );
}

/** Rejects databases whose contracting migrations need a version that knows more than `knownMigrations`. */
async function refuseNewer(client: pg.Client, knownMigrations: number): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select domain || '/' || name as name from platform.migration where needs > $1 order by name limit 1`,
    [knownMigrations],
  );
  if (rows[0]) throw new ConfigurationError(newerSchemaMessage(rows[0].name));
}

/** Roles are shared by all databases of a server, so another database may have created them concurrently. */
const foundationSql = `
  do $$ begin
    create role seller_connect_app nologin;
  exception when duplicate_object or unique_violation then null; end $$;
  do $$ begin
    create role seller_connect_identity nologin;
  exception when duplicate_object or unique_violation then null; end $$;
  create schema if not exists platform;
  create table if not exists platform.migration (
    domain text not null,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now(),
    primary key (domain, name)
  );
  do $$ begin
    if not exists (select from pg_attribute where attrelid = 'platform.migration'::regclass and attname = 'needs') then
      alter table platform.migration add column needs integer;
    end if;
  end $$;
  grant select on platform.migration to seller_connect_app, seller_connect_identity;
  grant usage on schema platform to seller_connect_app, seller_connect_identity;
`;

/** Name of the policy that lets the owner of the tables read the rows of all tenants. */
export const ownerPolicy = 'owner_reads';

/**
 * Lets the owner of the tables read all rows, for backups. Row-level security binds the owner too, unless the owner is a
 * superuser. The program's roles are not members of the owner, so the policy is not theirs.
 */
const ownerReadsSql = `
  do $$ declare target regclass; begin
    if (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) then return; end if;
    for target in
      select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in (${migratedSchemas.map((domain) => `'${domain}'`).join(', ')})
         and c.relkind = 'r' and c.relforcerowsecurity
         and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = '${ownerPolicy}')
    loop
      execute format('create policy ${ownerPolicy} on %s for select to current_user using (true)', target);
    end loop;
  end $$`;

async function prepareRoles(client: pg.Client, applicationUrl: string): Promise<void> {
  await client.query(foundationSql);
  await grantProgramRoles(client, applicationUrl);
}

const programRoles = ['seller_connect_app', 'seller_connect_identity'];

/**
 * Grants the program's roles to the current user and to the application's user. Since PostgreSQL 16, the creator of a
 * role may administer it but not SET it; another user may do neither.
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

function grants(domain: string): string {
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
