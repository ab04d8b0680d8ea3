import pg from 'pg';
import { CoalescingSocket } from './coalescing-socket.ts';
import type { Log } from '../log.ts';
import { isUuid } from '../ids.ts';
import { waitForAll } from '../process/shutdown.ts';
import { trackPool } from '../telemetry/metrics.ts';
import { SpanKind, withSpan } from '../telemetry/tracing.ts';

/** A named SQL statement, prepared once per connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Defines a statement. PostgreSQL distinguishes prepared statements by the first 63 bytes of their names. */
export function sql(name: string, text: string): Statement {
  if (name.length > 63) throw new Error(`The statement name ${name} is longer than 63 bytes`);
  return { name, text };
}

/** A type of rows. Its keys are the column names in camelCase: `amount_e4` becomes `amountE4`. */
export type CamelRow<Row> = object & {
  [Key in keyof Row]: Key extends `${string}_${string}` ? ColumnsAreCamelCase : Row[Key];
};
/** No row type has a value of this type, so the compiler reports a key with an underscore. */
interface ColumnsAreCamelCase {
  readonly columnsAreCamelCase: never;
}

export interface Sql {
  query<Row extends CamelRow<Row>>(
    statement: Statement,
    values?: readonly unknown[],
  ): Promise<Row[]>;
  /** Returns the number of affected rows. */
  execute(statement: Statement, values?: readonly unknown[]): Promise<number>;
}

export interface TenantTransaction extends Sql {
  readonly tenantId: string;
}

export interface Database extends Sql {
  /** Runs `work` in a transaction that row-level security confines to one tenant. */
  tenant<T>(tenantId: string, work: (tx: TenantTransaction) => Promise<T>): Promise<T>;
  /** Runs one read-only statement confined to one tenant, in a single round trip. */
  tenantRead<Row extends CamelRow<Row>>(
    tenantId: string,
    statement: Statement,
    values?: readonly unknown[],
  ): Promise<Row[]>;
  /** Runs `work` in a transaction without a tenant: rows of tenants are invisible to it. */
  transaction<T>(work: (tx: Sql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export type DatabaseRole = 'seller_connect_app' | 'seller_connect_identity';

interface DatabaseOptions {
  url: string;
  /** The role that statements run as. It is neither owner nor superuser, so row-level security applies to it. */
  role: DatabaseRole;
  poolSize: number;
  log: Pick<Log, 'error'>;
  /** Time without a response from the server after which the connection is closed; 75 s by default. */
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
 * Timeouts that detect a lost connection or a stalled peer.
 *
 * | failure | detected by | after |
 * | --- | --- | --- |
 * | network lost while the connection is idle | TCP keep-alive of this system | 20 s |
 * | network lost during a statement | `query_timeout` of the driver | 75 s |
 * | statement runs too long | server, `statement_timeout` | 60 s |
 * | this process or its network lost | TCP keep-alive and user timeout of the server | 30 s |
 * | this process stalls inside a transaction | server, `idle_in_transaction_session_timeout` | 60 s |
 */
export const connectionTimeouts = {
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  query_timeout: 75_000,
};
/** Session parameters, which the server enforces. */
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
    // Pipelines the statements of a transaction: a confined read takes one round trip.
    pipeline: true,
    stream: () => new CoalescingSocket(),
    types: typeRegistry,
  });
  // Without a listener, an idle connection that the server closes would crash this process. The connections of a pool
  // that was closed may end in either way.
  pool.on('error', (error) => {
    if (pool.ending) return;
    options.log.error(
      { event: 'database.idle_connection_failed', err: error },
      'Idle database connection failed',
    );
  });

  // The packet that opens a connection may also end it, before `withClient` listens. The first statement then fails;
  // without a listener, the error would crash this process.
  pool.on('connect', (client) => client.on('error', () => undefined));

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
    // Reported through `beginResult` below or through the first statement that follows it.
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
    // If `work` swallowed the failure of a statement, the server answers COMMIT with ROLLBACK and nothing is stored.
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
    tenantRead: <Row extends CamelRow<Row>>(
      tenantId: string,
      statement: Statement,
      values: readonly unknown[] = [],
    ) => {
      const begin = `begin read only; ${setTenantStatement(tenantId)}`;
      return withClient(async (client) => {
        const beginResult = client.query(begin);
        const result = queryRows<Row>(client, statement, values);
        const committed = client.query('commit');
        await waitForAll<unknown>([beginResult, result, committed]);
        return result;
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

const setTenant = sql('platform.set_tenant', 'select platform.set_tenant($1)');

/** Runs `work` confined to another tenant in the same transaction, for changes that span two tenants. */
export async function withTenant<T>(
  tx: TenantTransaction,
  tenantId: string,
  work: (otherTx: TenantTransaction) => Promise<T>,
): Promise<T> {
  await tx.query(setTenant, [tenantId]);
  try {
    return await work({ ...tx, tenantId });
  } finally {
    // Fails if the transaction has failed; the original error is the one to report.
    await tx.query(setTenant, [tx.tenantId]).catch(() => undefined);
  }
}

/** Returns whether a statement failed because a row with the same key exists. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505';
}

/** Returns whether a statement failed because of a value that is not of its type (class 22 of PostgreSQL's codes). */
export function isDataException(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code?.startsWith('22') === true;
}

/** Returns whether a statement failed because a number, such as a sum, has more digits than its type. */
export function isOutOfRange(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '22003';
}

/** Returns whether a statement was canceled, as by `statement_timeout`. */
export function isQueryCanceled(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '57014';
}

/** Connection lost, out of resources, shutting down, system error. */
const outageStateClasses = new Set(['08', '53', '57', '58']);

/** Returns whether the database was unavailable, read-only or out of resources, so that a retry may succeed. */
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
/** Messages of the driver and its pool, which have no error class for these failures. */
const connectionLostPattern =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (has|was) .*not queryable|Cannot use a pool after calling end)/;

function isConnectionFailure(error: Error): boolean {
  if ('syscall' in error && error.syscall === 'connect') return true;
  if ('code' in error && typeof error.code === 'string') return networkErrorCodes.has(error.code);
  return connectionLostPattern.test(error.message);
}

class RollbackFailed extends Error {
  override readonly name = 'RollbackFailed';
  readonly reason: unknown;
  constructor(reason: unknown) {
    super('The connection could not be rolled back');
    this.reason = reason;
  }
}

/**
 * Uses the text form, not set_config(): an engine distributed by tenant forwards only this form to its nodes. A UUID
 * contains no character that could end the literal.
 */
function setTenantStatement(tenantId: string): string {
  if (!isUuid(tenantId)) throw new Error('A tenant id must be a uuid');
  return `set local app.tenant_id = '${tenantId}'`;
}

function createSql(target: pg.Pool | pg.PoolClient): Sql {
  return {
    query: (statement, values = []) => queryRows(target, statement, values),
    async execute(statement, values = []) {
      const result = await withStatementSpan(statement, () =>
        target.query({ ...statement, values: [...values] }),
      );
      return result.rowCount ?? 0;
    },
  };
}

async function queryRows<Row extends CamelRow<Row>>(
  target: pg.Pool | pg.PoolClient,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const { fields, rows } = await withStatementSpan(statement, () =>
    target.query<unknown[]>({ ...statement, values: [...values], rowMode: 'array' }),
  );
  const keys = fields.map(({ name }) => camelCase(name));
  return rows.map((cells) => {
    const row: Record<string, unknown> = {};
    keys.forEach((key, index) => (row[key] = cells[index]));
    // The statement defines the columns, which types cannot express.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return row as Row;
  });
}

/** Column names of all statements, which are bounded, by their keys. */
const keyOfColumn = new Map<string, string>();

function camelCase(column: string): string {
  return keyOfColumn.getOrInsertComputed(column, () =>
    column.replace(/_([a-z0-9])/g, (_, character: string) => character.toUpperCase()),
  );
}

/** Runs a statement in a span of its own. The span has the statement's name and none of its values. */
function withStatementSpan<T>(statement: Statement, run: () => Promise<T>): Promise<T> {
  return withSpan(statement.name, postgresSpan, run);
}

const postgresSpan = { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } };
