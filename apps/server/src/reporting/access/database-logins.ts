import { createHash, createHmac, pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import pg from 'pg';
import { sql, type Database, type TenantTransaction } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { loginOf } from './login.ts';

/** At once, of one login: a dashboard with its tiles. */
const mostConnections = 5;
/** Where a session does not set another; the watch ends what goes on for longer than `longest`. */
const patience = '60s';
const idle = '10min';
const longest = '2min';

const loginName = '^report_[0-9a-f]{32}$';
/** Roles are of the whole server, and another database of it may have logins of its own. */
const ownMark = `'Reporting login of the database ' || current_database()`;

/** Logins of this database whose access is gone: revoked while the server was away, or their maker has left the team. */
const orphans = `
  select r.rolname as name from pg_catalog.pg_roles r
   where r.rolname ~ '${loginName}' and shobj_description(r.oid, 'pg_authid') = ${ownMark}
     and not exists (select from reporting.database_login l where l.name = r.rolname)`;

/**
 * Sessions that wait for nothing that we know: PostgreSQL lets every role set its own timeouts and take advisory locks,
 * which are the program's too.
 */
const outstayed = `
  select a.pid from pg_catalog.pg_stat_activity a
   where a.datname = current_database() and a.usename ~ '${loginName}'
     and ((a.state = 'active' and a.query_start < now() - $1::interval)
       or (a.state like 'idle in transaction%' and a.state_change < now() - $1::interval)
       or a.xact_start < now() - 5 * $1::interval
       or exists (select from pg_catalog.pg_locks l where l.pid = a.pid and l.locktype = 'advisory'))`;

const insert = sql(
  'reporting.add_database_login',
  'insert into reporting.database_login (name, tenant_id, access_id) values ($1, $2, $3)',
);
const remove = sql(
  'reporting.remove_database_login',
  'delete from reporting.database_login where name = $1',
);

/** Logins of reporting tools at the database itself. */
export interface DatabaseLogins {
  /** Makes the login of an access, with the access's secret as its password. */
  add(accessId: string, secret: string): Promise<void>;
  /** Ends its sessions and takes it away. Without such a login nothing happens. */
  remove(accessId: string): Promise<void>;
  /** Takes away logins whose access is gone, and ends sessions that outstay. @returns how many of each. */
  sweep(): Promise<{ removed: number; ended: number }>;
}

/** Whose rows a login shows; in the transaction that makes the access. */
export async function noteLogin(tx: TenantTransaction, accessId: string): Promise<void> {
  await tx.execute(insert, [loginOf(accessId), tx.tenantId, accessId]);
}

/** From here on its sessions see no row. */
export async function forgetLogin(tx: Pick<Database, 'execute'>, accessId: string): Promise<void> {
  await tx.execute(remove, [loginOf(accessId)]);
}

/**
 * @param adminUrl a connection that may make roles, see what their sessions do and end them.
 * @param limit how long a statement or an open transaction may take, as PostgreSQL writes a time.
 */
export function databaseLogins(adminUrl: string, limit = longest): DatabaseLogins {
  async function asAdmin(work: (client: pg.Client) => Promise<void>): Promise<void> {
    const client = new pg.Client({
      connectionString: adminUrl,
      application_name: 'seller-connect logins',
      connectionTimeoutMillis: 10_000,
      statement_timeout: 15_000,
    });
    client.on('error', () => undefined);
    await client.connect();
    try {
      await work(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  return {
    add: (accessId, secret) =>
      asAdmin(async (client) => {
        const name = client.escapeIdentifier(loginOf(accessId));
        // The secret itself is never in a statement, which a server may write into its log.
        const password = client.escapeLiteral(await scramVerifier(secret));
        await client.query('begin');
        await client.query(
          `create role ${name} login nosuperuser nocreatedb nocreaterole noreplication
             connection limit ${mostConnections} password ${password}`,
        );
        const { rows } = await client.query<{ mark: string }>(`select ${ownMark} as mark`);
        const mark = client.escapeLiteral(rows[0]?.mark ?? '');
        await client.query(`comment on role ${name} is ${mark}`);
        await client.query(`grant seller_connect_report to ${name} with inherit true, set false`);
        for (const [setting, value] of Object.entries({
          default_transaction_read_only: 'on',
          statement_timeout: patience,
          idle_in_transaction_session_timeout: patience,
          idle_session_timeout: idle,
          search_path: 'rpt',
          timezone: 'UTC',
        })) {
          await client.query(`alter role ${name} set ${setting} = ${client.escapeLiteral(value)}`);
        }
        await client.query('commit');
      }),
    remove: (accessId) => asAdmin((client) => drop(client, loginOf(accessId))),
    async sweep() {
      let [removed, ended] = [0, 0];
      await asAdmin(async (client) => {
        const gone = await client.query<{ name: string }>(orphans);
        for (const { name } of gone.rows) await drop(client, name);
        removed = gone.rows.length;
        const { rows } = await client.query<{ pid: number }>(outstayed, [limit]);
        for (const { pid } of rows) await client.query('select pg_terminate_backend($1)', [pid]);
        ended = rows.length;
      });
      return { removed, ended };
    },
  };
}

/** Ends a login's sessions and takes it away; where somebody else does at the same moment, that is as good. */
async function drop(client: pg.Client, login: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [login]);
  if (rowCount === 0) return;
  const name = client.escapeIdentifier(login);
  try {
    // First that nobody comes in any more, then out with whoever is in.
    await client.query(`alter role ${name} nologin`);
    await client.query(
      'select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = $1',
      [login],
    );
    await client.query(`drop role ${name}`);
  } catch (error) {
    const left = await client.query('select from pg_roles where rolname = $1', [login]);
    if (left.rowCount !== 0) throw error;
  }
}

const watchEveryMs = 60_000;

/** Sweeps again and again, beginning now. @returns what ends it. */
export function watchLogins(logins: DatabaseLogins, log: Pick<Log, 'warn' | 'info'>): () => void {
  async function sweep(): Promise<void> {
    try {
      const done = await logins.sweep();
      if (done.removed + done.ended > 0) log.info(done, 'reporting logins were swept');
    } catch (error) {
      log.warn({ err: error }, 'the reporting logins could not be swept');
    }
  }
  const timer = setInterval(() => void sweep(), watchEveryMs);
  timer.unref();
  void sweep();
  return () => clearInterval(timer);
}

const iterations = 4096;

/** What the database keeps of a password: RFC 5803, as PostgreSQL writes it. */
async function scramVerifier(password: string): Promise<string> {
  const salt = randomBytes(16);
  const salted = await promisify(pbkdf2)(password, salt, iterations, 32, 'sha256');
  const key = (text: string) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(key('Client Key')).digest('base64');
  const server = key('Server Key').toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${server}`;
}
