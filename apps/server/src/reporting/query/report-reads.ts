import type { FastifyReply } from 'fastify';
import {
  primaryReads,
  type ReadableDatabase,
  type Reads,
  type ReadSources,
} from '../../platform/database/read-sources.ts';
import type { Session } from '../../platform/http/http.ts';
import type { ReadCoverage } from '../metrics/coverage.ts';
import {
  isOutOfRange,
  isQueryCanceled,
  sql,
  type Database,
  type TenantTransaction,
} from '../../platform/database/database.ts';
import { createConcurrencyQueue } from '../../platform/http/limits/concurrency-queue.ts';
import { Problem } from '../../platform/http/problem.ts';

export interface ReadDependencies {
  database: ReadableDatabase;
  /** Chooses the server of each report; the primary by default. */
  reads?: ReadSources;
}

/** A request for figures. `gone` bounds its reads; without it, rows are handed on while they are read. */
export interface ReadRequest {
  reply: FastifyReply;
  /** Null for a tool or a link, which change nothing. */
  session: Pick<Session, 'writtenLsn'> | null;
  gone?: AbortSignal;
}

export interface ReportReads {
  database: Reads;
  /** For the body of the response: how far its figures are behind; empty if they are from the primary. */
  lag(): { lagSeconds?: number };
}

/** Response header with the seconds that figures may be behind the primary. */
const lagHeader = 'x-data-lag-seconds';

/** Chooses the server that a request for figures is answered from. The response names the lag of a standby. */
export function chooseReads(
  { database, reads = primaryReads(database) }: ReadDependencies,
  { reply, session, gone }: ReadRequest,
): ReportReads {
  const source = reads.choose({
    writtenLsn: session?.writtenLsn ?? null,
    isStreamed: gone === undefined,
  });
  const behind = source.lagSeconds();
  if (behind !== undefined) reply.header(lagHeader, String(behind));
  return {
    database: source.through((server) => (gone ? boundedReads(server, gone) : server)),
    lag() {
      const lagSeconds = source.lagSeconds();
      if (lagSeconds === undefined) {
        reply.removeHeader(lagHeader);
        return {};
      }
      // The lag has changed since the reads began; body and header name the same.
      reply.header(lagHeader, String(lagSeconds));
      return { lagSeconds };
    },
  };
}

/** Replaces the database of a report's dependencies, so that figures and their freshness are from one server. */
export function withReads<Given extends ReadDependencies & { readCoverage: ReadCoverage }>(
  dependencies: Given,
  request: ReadRequest,
): Omit<Given, 'database'> & ReportReads {
  const reads = chooseReads(dependencies, request);
  return {
    ...dependencies,
    ...reads,
    readCoverage: (tenantId, of) => dependencies.readCoverage(tenantId, of, reads.database),
  };
}

type DatabaseReads = Pick<Database, 'tenant' | 'tenantRead'>;

/** Concurrent long reads per team, so that one team does not use up the connections of the process. */
const queueByTenant = createConcurrencyQueue({ running: 4, waiting: 40 });
/** Longer than users wait, and less than the 30 seconds of reporting tools. The error says how to narrow the query. */
const statementTimeoutMs = 20_000;

const backendStatement = sql('reporting.own_backend', 'select pg_backend_pid() as pid');
const cancelStatement = sql('reporting.cancel_read', 'select pg_cancel_backend($1::integer)');

/**
 * Wraps a database for reads that may take long. Each read ends after 20 seconds, or once the caller disconnects. A
 * team runs four at a time in this process; further reads wait.
 * @param signal aborted when the caller disconnects
 * @throws Problem 422 for a read that takes longer, or whose amounts add up to more than 64 bits hold
 */
export function boundedReads(
  database: Pick<Database, 'tenant' | 'transaction'>,
  signal: AbortSignal,
): DatabaseReads {
  function tenant<T>(tenantId: string, work: (tx: TenantTransaction) => Promise<T>): Promise<T> {
    return queueByTenant(tenantId, signal, () =>
      database.tenant(tenantId, (tx) => runBounded(database, tx, signal, work)),
    );
  }
  return {
    tenant,
    tenantRead: (tenantId, statement, values) =>
      tenant(tenantId, (tx) => tx.query(statement, values)),
  };
}

async function runBounded<T>(
  database: Pick<Database, 'transaction'>,
  tx: TenantTransaction,
  signal: AbortSignal,
  work: (tx: TenantTransaction) => Promise<T>,
): Promise<T> {
  // Waiting for a connection may have taken long.
  signal.throwIfAborted();
  const limited = tx.query({
    name: '',
    text: `set local statement_timeout = ${statementTimeoutMs}`,
  });
  const found = tx.query<{ pid: number }>(backendStatement);
  let cancelling: Promise<unknown> = Promise.resolve();
  const onAbort = () => {
    cancelling = found
      .then(([row]) =>
        database.transaction(async (other) => {
          // PostgreSQL lets the login of a connection cancel its statement, but not the role that the connection
          // switched to.
          await other.execute({ name: '', text: 'set local role none' });
          await other.query(cancelStatement, [row?.pid]);
        }),
      )
      .catch(() => undefined);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const [, , result] = await Promise.all([limited, found, work(tx)]);
    return result;
  } catch (error) {
    signal.throwIfAborted();
    if (isOutOfRange(error)) throw sumTooLargeProblem();
    throw isQueryCanceled(error) ? queryTimeoutProblem() : error;
  } finally {
    signal.removeEventListener('abort', onAbort);
    // Must finish before the connection is reused: a late cancel would hit the statement of another request.
    await cancelling;
  }
}

const queryTimeoutProblem = () =>
  new Problem(422, 'too_much', {
    vi: 'Việc tìm này đọc quá nhiều dữ liệu nên chưa xong sau 20 giây. Hãy chọn ít ngày hoặc ít gian hàng hơn.',
    en: 'This search reads too much data and didn’t finish within 20 seconds. Choose fewer days or fewer shops.',
  });

const sumTooLargeProblem = () =>
  new Problem(422, 'sum_too_large', {
    vi: 'Tổng số tiền lớn hơn mức tính được (khoảng 922 nghìn tỷ). Hãy chọn ít ngày hoặc ít gian hàng hơn, và kiểm tra xem có đơn hàng nào sai giá không.',
    en: 'The amounts add up to more than can be calculated (about 922 trillion). Choose fewer days or fewer shops, and check whether an order has a wrong price.',
  });
