import type { DataQuery } from './condition.ts';
import {
  sql,
  type CamelRow,
  type Database,
  type Statement,
  type TenantTransaction,
} from '../../platform/database/database.ts';
import { buildCountSql, buildQuerySql, type Cursor, type SqlQuery } from './query-sql.ts';

/**
 * A value as the database returns it: text, ids and days (`YYYY-MM-DD`) as text, amounts as decimal text without
 * trailing zeros, counts as bigint, instants as `Date`, shares as numbers.
 */
export type Cell = string | bigint | number | boolean | Date | null;

type QueryRow = Record<string, Cell> & { cursor?: Cursor };

/** Generated statements are not prepared under a name: their number is unbounded. */
const unnamedStatement = ({ text }: SqlQuery): Statement => ({ name: '', text });

/**
 * The planner cannot estimate how many SKUs were sold. Expecting a handful, it looked up each of ten thousand names
 * in a nested loop. The setting still permits nested loops where no other join is possible.
 */
const preferHashJoins = sql(
  'reporting.prefer_hash_joins',
  `select set_config('enable_nestloop', 'off', true)`,
);

export interface RowPage {
  rows: Cell[][];
  /** Cursor of the next page; null after the last row. */
  next: Cursor | null;
}

async function readPlan<Found extends CamelRow<Found>>(
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  plan: SqlQuery,
): Promise<Found[]> {
  return database.tenant(tenantId, async (tx) => {
    const [, rows] = await Promise.all([
      plan.isSummed && tx.query(preferHashJoins),
      tx.query<Found>(unnamedStatement(plan), plan.values),
    ]);
    return rows;
  });
}

/**
 * Returns a page of a query's rows.
 * @param database bounds the time of a read, see `boundedReads`
 */
export async function readPage(
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  query: DataQuery,
  page: { size: number; after: Cursor | null; skip?: number },
): Promise<RowPage> {
  const plan = buildQuerySql(tenantId, query, { ...page, size: page.size + 1 });
  const rows = await readPlan<QueryRow>(database, tenantId, plan);
  const pageRows = rows.slice(0, page.size);
  const last = pageRows.at(-1);
  return {
    rows: pageRows.map((row) => toCells(row, query)),
    next: rows.length > page.size ? (last?.cursor ?? null) : null,
  };
}

/**
 * Returns the total number of a query's rows.
 * @param database bounds the time of a read, see `boundedReads`
 */
export async function countRows(
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  query: DataQuery,
): Promise<bigint> {
  const [row] = await readPlan<{ rows: bigint }>(
    database,
    tenantId,
    buildCountSql(tenantId, query),
  );
  return row?.rows ?? 0n;
}

/** Rows in memory at a time while a result is streamed. */
const rowsPerFetch = 2000;

/**
 * Streams all rows of a statement from one snapshot, in batches. The next batch is fetched on demand, so that memory
 * does not grow with the result.
 */
export async function* streamRows<Found extends CamelRow<Found>>(
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

/** Passes all rows of a query to `onRows`, batch by batch. */
export async function streamQuery(
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  query: DataQuery,
  onRows: (rows: Cell[][]) => Promise<void>,
): Promise<void> {
  await database.tenant(tenantId, async (tx) => {
    const plan = buildQuerySql(tenantId, query);
    if (plan.isSummed) await tx.query(preferHashJoins);
    for await (const rows of streamRows<QueryRow>(tx, plan)) {
      await onRows(rows.map((row) => toCells(row, query)));
    }
  });
}

function toCells(row: QueryRow, { fields }: DataQuery): Cell[] {
  return fields.map((_, index) => row[`c${index}`] ?? null);
}
