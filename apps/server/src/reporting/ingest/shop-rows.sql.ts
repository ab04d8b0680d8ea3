import {
  columnNames,
  columnValues,
  unnestColumns,
  type Column,
} from '../../platform/database/binary-arrays.ts';
import { sql } from '../../platform/database/database.ts';

// SQL about the rows of one shop: $1 is the tenant, $2 the shop.

/**
 * Returns an INSERT of rows of a shop: $1 the tenant, $2 the shop, then the columns. Reads the shop, so that a database
 * distributed by tenant inserts them where the shop is. Otherwise Citus would copy them there, which row-level security
 * forbids. Nothing is inserted if the shop is not stored.
 */
export function insertRowsSql<Row>(table: string, columns: readonly Column<Row>[]): string {
  return `insert into reporting.${table} (tenant_id, shop_id, ${columnNames(columns)})
   select shop.tenant_id, shop.shop_id, ${columnValues(columns)}
     from reporting.shop cross join ${unnestColumns(columns, 3)}
    where shop.tenant_id = $1 and shop.shop_id = $2`;
}

/**
 * Selects a shop's rows of some days ($3, without duplicates), day by day. The lateral join forces the index that
 * begins with the day; otherwise the whole shop is read. Statistics, if there are any, cover all shops together.
 */
export function rowsOfDays(table: string, day: string): string {
  return `unnest($3::date[]) as touched (one_day) cross join lateral (
       select * from reporting.${table} one
        where one.tenant_id = $1 and one.shop_id = $2 and one.${day} = touched.one_day offset 0) of_day`;
}

/**
 * Wraps a query of ctids for use in `ctid in (…)`. The planner estimates 10 rows for an unnested array, and one for the
 * condition, which is always true: so it looks them up by ctid. With a higher estimate it scanned all rows of a tenant
 * without statistics, which it estimated at one row (measured: 65 ms instead of 1, with 30,000 rows).
 */
export function ctidsOf(query: string): string {
  return `select row_ctid from unnest(array(${query})) as ctids (row_ctid) where row_ctid is not distinct from row_ctid`;
}

/**
 * Returns a condition for the rows of a table at given keys. The lateral join forces a lookup per key. Names the tenant
 * as well: in a database distributed by tenant, a ctid alone is a place on every node.
 */
export function ctidCondition(table: string, keys: string, condition: string): string {
  return `tenant_id = $1 and ctid in (${ctidsOf(
    `select found.ctid from ${keys} cross join lateral (
       select one.ctid from reporting.${table} one
        where one.tenant_id = $1 and one.shop_id = $2 and ${condition} offset 0) found`,
  )})`;
}

/**
 * Returns a statement that deletes the touched rows of a shop that `truth` has no longer. `EXCEPT` hashes both, also while
 * hash joins are off (`preferIndexScans`).
 * @param keys columns that tell the rows of a shop apart; none is ever null
 * @param touched condition of the touched rows, such as `day = any($3::date[])`
 * @param truth relation with the rows that stay
 */
export function deleteGoneSql(table: string, keys: string, touched: string, truth: string): string {
  const ofGone = keys.split(', ').map((key) => `a.${key} = gone.${key}`);
  return `delete from reporting.${table} a
      using (${touchedRowsSql(table, keys, touched)} except select ${keys} from ${truth}) gone
      where a.tenant_id = $1 and a.shop_id = $2 and a.${touched} and ${ofGone.join(' and ')}`;
}

/** Selects columns of the touched rows of a shop. */
export function touchedRowsSql(table: string, columns: string, touched: string): string {
  return `select ${columns} from reporting.${table} where tenant_id = $1 and shop_id = $2 and ${touched}`;
}

/** Prefixes column names with a relation. */
export function qualifyColumns(relation: string, columns: string): string {
  return columns
    .split(', ')
    .map((column) => `${relation}.${column}`)
    .join(', ');
}

/**
 * Must be the first statement of a transaction that applies pages. Index scans are forced because generic plans are
 * kept for the life of the connection, or until the tables are analyzed (see `platform/database/analyze-tables.ts`). Plans made
 * while the tables were empty or not yet analyzed scanned a whole shop for one page (measured: 700 ms instead of 9).
 * Generic plans are forced because the server otherwise plans statements that take a list of days anew for every
 * page, which took a tenth of its time. Citus refuses generic plans: it chooses the node by the tenant.
 */
export const preferIndexScans = sql(
  'reporting.prefer_indexes',
  `select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
          set_config('enable_mergejoin', 'off', true),
          set_config('plan_cache_mode', case when current_setting('citus.version', true) is null
                                             then 'force_generic_plan' else 'auto' end, true)`,
);
