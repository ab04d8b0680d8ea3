import { createHash, createHmac, pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import pg from 'pg';
import { sql, type Database, type TenantTransaction } from '../../platform/database.ts';
import { loginOf } from './login.ts';

/** At once, of one login: a dashboard with its tiles. */
const mostConnections = 5;
/** Where a session does not set another; the sweep ends what goes on for longer. */
const patience = '60s';
const idle = '10min';

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
}

/** Whose rows a login shows; in the transaction that makes the access. */
export async function noteLogin(tx: TenantTransaction, accessId: string): Promise<void> {
  await tx.execute(insert, [loginOf(accessId), tx.tenantId, accessId]);
}

/** From here on its sessions see no row. */
export async function forgetLogin(tx: Pick<Database, 'execute'>, accessId: string): Promise<void> {
  await tx.execute(remove, [loginOf(accessId)]);
}

/** @param adminUrl a connection that may make roles and end their sessions. */
export function databaseLogins(adminUrl: string): DatabaseLogins {
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
    remove: (accessId) =>
      asAdmin(async (client) => {
        const login = loginOf(accessId);
        const name = client.escapeIdentifier(login);
        const { rowCount } = await client.query('select from pg_roles where rolname = $1', [login]);
        if (rowCount === 0) return;
        // First that nobody comes in any more, then out with whoever is in.
        await client.query(`alter role ${name} nologin`);
        await client.query(
          'select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = $1',
          [login],
        );
        await client.query(`drop role ${name}`);
      }),
  };
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
