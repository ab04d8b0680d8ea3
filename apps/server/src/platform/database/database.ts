import pg from 'pg';
import { CoalescingSocket } from './coalescing-socket.ts';
import type { Log } from '../log.ts';
import { isUuid } from '../ids.ts';
import { trackPool } from '../telemetry/pool-metrics.ts';
import { SpanKind, withSpan } from '../telemetry/tracing.ts';

/** One SQL statement under a name, prepared once per connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Names are `domain.what_it_does`; PostgreSQL tells prepared statements apart by the first 63 bytes. */
export function sql(name: string, text: string): Statement {
  if (name.length > 63) throw new Error(`The statement name ${name} is longer than 63 bytes`);
  return { name, text };
}

export interface Sql {
  query<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
  /** Rows affected. */
  execute(statement: Statement, values?: readonly unknown[]): Promise<number>;
}

export interface TenantTransaction extends Sql {
  readonly tenantId: string;
}

export interface Database extends Sql {
  /** Runs `work` in a transaction that row-level security confines to one tenant. */
  tenant<T>(tenantId: string, work: (tx: TenantTransaction) => Promise<T>): Promise<T>;
  /** One confined read in a single round trip. */
  tenantRead<Row extends object>(
    tenantId: string,
    statement: Statement,
    values?: readonly unknown[],
  ): Promise<Row[]>;
  /** A transaction outside tenancy: sees no tenant's rows. */
  transaction<T>(work: (tx: Sql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export type DatabaseRole = 'seller_connect_app' | 'seller_connect_identity';

export interface DatabaseOptions {
  url: string;
  /** The role that statements run as: neither owner nor superuser, so that row-level security binds it. */
  role: DatabaseRole;
  poolSize: number;
  log: Pick<Log, 'error'>;
  /** How long the server may leave a statement unanswered before its connection is ended; 75 s by default. */
  answerWithinMs?: number;
}

const typeParsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, BigInt],
  [pg.types.builtins.DATE, (text) => text],
]);

const typeRegistry = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    const own = format === 'binary' ? undefined : typeParsers.get(oid);
    return own ?? pg.types.getTypeParser(oid, format ?? 'text');
  },
};

/**
 * How every connection finds out that nobody is at its other end.
 *
 * | what is gone | who notices | after |
 * | --- | --- | --- |
 * | the way to the server, while the connection is idle | keep-alive of the system | 20 s |
 * | the way to the server, while a statement is under way | `query_timeout` | 75 s |
 * | the statement's patience | the server, `statement_timeout` | 60 s |
 * | this process, or the way to it | keep-alive and user time-out of the server | 30 s |
 * | this process, standing still in a transaction | the server | 60 s |
 */
export const connectionTimeouts = {
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  query_timeout: 75_000,
};
/** As parameters of a session, which the server applies itself. */
const sessionParameters = [
  'statement_timeout=60s',
  'idle_in_transaction_session_timeout=60s',
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=4',
  'tcp_user_timeout=30s',
];
export const sessionOptions = sessionParameters.map((each) => `-c ${each}`).join(' ');

export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    ...connectionTimeouts,
    ...(options.answerWithinMs !== undefined && { query_timeout: options.answerWithinMs }),
    connectionString: options.url,
    max: options.poolSize,
    options: `-c role=${options.role} -c timezone=UTC ${sessionOptions}`,
    application_name: 'seller-connect',
    // Several statements of one transaction travel together: a confined read is one round trip.
    pipeline: true,
    stream: () => new CoalescingSocket(),
    types: typeRegistry,
  });
  // Without a listener an idle connection that the server ends would end this process.
  pool.on('error', (error) =>
    options.log.error({ err: error }, 'an idle database connection failed'),
  );

  const untrackPool = trackPool(options.role, pool);

  async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let broken: Error | undefined;
    const onError = (error: Error) => {
      broken = error;
    };
    client.on('error', onError);
    try {
      return await work(client);
    } catch (error) {
      if (error instanceof RollbackFailed) broken = error;
      throw error instanceof RollbackFailed ? error.reason : error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }

  async function inTransaction<T>(
    client: pg.PoolClient,
    begin: string,
    work: (tx: Sql) => Promise<T>,
  ): Promise<T> {
    const beginResult = client.query(begin);
    // Reported through `begun` below or through the first statement that follows it.
    beginResult.catch(() => undefined);
    let value: T;
    try {
      value = await work(createSql(client));
      await beginResult;
    } catch (error) {
      try {
        await client.query('rollback');
      } catch {
        throw new RollbackFailed(error);
      }
      throw error;
    }
    const committed = await client.query('commit');
    // After a failed statement that `work` swallowed, COMMIT is answered by ROLLBACK and nothing was kept.
    if (committed.command !== 'COMMIT') {
      throw new Error('The transaction was rolled back: one of its statements had failed');
    }
    return value;
  }

  const database: Database = {
    ...createSql(pool),
    tenant: (tenantId, work) => {
      const begin = `begin; ${setTenantStatement(tenantId)}`;
      return withClient((client) =>
        inTransaction(client, begin, (tx) => work({ ...tx, tenantId })),
      );
    },
    tenantRead: <Row extends object>(
      tenantId: string,
      statement: Statement,
      values: readonly unknown[] = [],
    ) => {
      const begin = `begin read only; ${setTenantStatement(tenantId)}`;
      return withClient(async (client) => {
        const beginResult = client.query(begin);
        const result = withStatementSpan(statement, () =>
          client.query<Row>({ ...statement, values: [...values] }),
        );
        const committed = client.query('commit');
        // All are waited for before the first failure is told, so that none is left in flight.
        const results = await Promise.allSettled([beginResult, result, committed]);
        const firstRejection = results.find((each) => each.status === 'rejected');
        if (firstRejection) throw firstRejection.reason;
        return (await result).rows;
      });
    },
    transaction: (work) => withClient((client) => inTransaction(client, 'begin', work)),
    async close() {
      untrackPool();
      await pool.end();
    },
  };
  return database;
}

const setTenant = sql('platform.set_tenant', `select set_config('app.tenant_id', $1, true)`);

/** Runs `work` confined to another tenant in the same transaction: for what ends at one tenant because it begins at another. */
export async function withTenant<T>(
  tx: TenantTransaction,
  tenantId: string,
  work: (otherTx: TenantTransaction) => Promise<T>,
): Promise<T> {
  await tx.query(setTenant, [tenantId]);
  try {
    return await work({ ...tx, tenantId });
  } finally {
    // It fails in a transaction that has failed, whose own error is the one that counts.
    await tx.query(setTenant, [tx.tenantId]).catch(() => undefined);
  }
}

/** Whether a statement failed because another row with the same key came first. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505';
}

/** Whether a statement was ended because it took longer than it may. */
export function isQueryCanceled(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '57014';
}

/** Connection lost, out of resources, shutting down, read-only after a fail-over, system error. */
const outageStateClasses = new Set(['08', '53', '57', '58']);

/** Whether the database was away or out of room, so that the same may succeed later. */
export function isOutage(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? '';
    return code !== '57014' && (outageStateClasses.has(code.slice(0, 2)) || code === '25006');
  }
  return error instanceof Error && isConnectionFailure(error);
}

const networkErrorCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** What the driver and its pool say; they have no class for it. */
const connectionLostPattern =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (has|was) .*not queryable|Cannot use a pool after calling end)/;

function isConnectionFailure(error: Error): boolean {
  if ('syscall' in error && error.syscall === 'connect') return true;
  if ('code' in error && typeof error.code === 'string') return networkErrorCodes.has(error.code);
  return connectionLostPattern.test(error.message);
}

class RollbackFailed extends Error {
  readonly reason: unknown;
  constructor(reason: unknown) {
    super('The connection could not be rolled back');
    this.reason = reason;
  }
}

/**
 * The text form, not set_config(): an engine distributed by tenant forwards only this form to its nodes.
 * A uuid has no character that could end the literal.
 */
function setTenantStatement(tenantId: string): string {
  if (!isUuid(tenantId)) throw new Error('A tenant id must be a uuid');
  return `set local app.tenant_id = '${tenantId}'`;
}

function createSql(target: pg.Pool | pg.PoolClient): Sql {
  return {
    async query<Row extends object>(statement: Statement, values: readonly unknown[] = []) {
      const result = await withStatementSpan(statement, () =>
        target.query<Row>({ ...statement, values: [...values] }),
      );
      return result.rows;
    },
    async execute(statement, values = []) {
      const result = await withStatementSpan(statement, () =>
        target.query({ ...statement, values: [...values] }),
      );
      return result.rowCount ?? 0;
    },
  };
}

/** A span of its own, named as the statement is; its values stay here. */
function withStatementSpan<T>(statement: Statement, run: () => Promise<T>): Promise<T> {
  return withSpan(statement.name, postgresSpan, run);
}

const postgresSpan = { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } };
