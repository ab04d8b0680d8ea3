import {
  isQueryCanceled,
  sql,
  type Database,
  type Statement,
  type TenantTransaction,
} from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import {
  buildCountSql,
  buildQuerySql,
  type Cursor,
  type SqlQuery,
  type DataQuery,
} from './query-sql.ts';

/**
 * A value as the store gives it: text, ids and days (`YYYY-MM-DD`) as text, amounts as decimal text without trailing
 * zeros, counts as bigint, instants as dates, shares as numbers.
 */
export type Cell = string | bigint | number | boolean | Date | null;

type QueryRow = Record<string, Cell> & { cursor?: Cursor };

/** Statements that are put together are not prepared under a name: there is no end of them. */
const unnamedStatement = ({ text }: SqlQuery): Statement => ({ name: '', text });

/**
 * How many SKUs sold anything is known to no plan; taken for a handful, each of ten thousand got its name by a lookup of
 * its own. Where nothing but lookups is possible, they are still made.
 */
const preferHashJoins = sql(
  'reporting.prefer_hash_joins',
  `select set_config('enable_nestloop', 'off', true)`,
);

export interface RowPage {
  rows: Cell[][];
  /** Where the next page begins; null after the last row. */
  next: Cursor | null;
}

/** Tools give up after half a minute; until then they are told what to do. */
const statementTimeoutMs = 20_000;

/**
 * Reads what takes a bounded time.
 * @throws Problem 422 when it takes longer.
 */
async function readBounded<Found extends object>(
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  plan: SqlQuery,
): Promise<Found[]> {
  return database
    .tenant(tenantId, async (tx) => {
      const [, , rows] = await Promise.all([
        tx.query({ name: '', text: `set local statement_timeout = ${statementTimeoutMs}` }),
        plan.isSummed && tx.query(preferHashJoins),
        tx.query<Found>(unnamedStatement(plan), plan.values),
      ]);
      return rows;
    })
    .catch((error: unknown) => {
      throw isQueryCanceled(error) ? queryTimeoutProblem() : error;
    });
}

const queryTimeoutProblem = () =>
  new Problem(422, 'too_much', {
    vi: 'Truy vấn này đọc quá nhiều dữ liệu nên chưa xong sau 20 giây. Hãy chọn ít ngày, ít gian hàng hơn hoặc nhóm gọn hơn.',
    en: 'This query reads so much that it was not done after 20 seconds. Ask for fewer days, fewer shops or coarser groups.',
  });

/** The rows of a question from a place on. @throws Problem 422 when it takes too long. */
export async function readPage(
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  query: DataQuery,
  page: { size: number; after: Cursor | null; skip?: number },
): Promise<RowPage> {
  const plan = buildQuerySql(query, { ...page, size: page.size + 1 });
  const rows = await readBounded<QueryRow>(database, tenantId, plan);
  const shown = rows.slice(0, page.size);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => toCells(row, query)),
    next: rows.length > page.size ? (last?.cursor ?? null) : null,
  };
}

/** How many rows a question has in all. @throws Problem 422 when counting takes too long. */
export async function countRows(
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  question: DataQuery,
): Promise<bigint> {
  const [row] = await readBounded<{ rows: bigint }>(database, tenantId, buildCountSql(question));
  return row?.rows ?? 0n;
}

/** Rows that are in memory at a time while all of them are read. */
const rowsPerFetch = 2000;

/**
 * All rows of a statement, a batch at a time as of one moment; the next is read when it is asked for, so that what is
 * held does not grow with the answer.
 */
export async function* streamRows<Found extends object>(
  tx: TenantTransaction,
  plan: SqlQuery,
): AsyncGenerator<Found[], void> {
  await tx.execute(
    { name: '', text: `declare answer no scroll cursor for ${plan.text}` },
    plan.values,
  );
  for (;;) {
    const rows = await tx.query<Found>({ name: '', text: `fetch ${rowsPerFetch} from answer` });
    if (rows.length > 0) yield rows;
    if (rows.length < rowsPerFetch) return;
  }
}

/** Gives all rows of a question to `take`, as `everyRow` reads them. */
export async function streamQuery(
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  question: DataQuery,
  onRows: (rows: Cell[][]) => Promise<void>,
): Promise<void> {
  await database.tenant(tenantId, async (tx) => {
    const plan = buildQuerySql(question);
    if (plan.isSummed) await tx.query(preferHashJoins);
    for await (const rows of streamRows<QueryRow>(tx, plan)) {
      await onRows(rows.map((row) => toCells(row, question)));
    }
  });
}

function toCells(row: QueryRow, { fields }: DataQuery): Cell[] {
  return fields.map((_, index) => row[`c${index}`] ?? null);
}
