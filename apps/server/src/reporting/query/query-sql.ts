import {
  dayRangeCondition,
  conditionSql,
  requiredFields,
  SqlParameters,
  type Condition,
  type DataQuery,
} from './condition.ts';
import type { DataSet, Field } from './data-sets.ts';
import { skuSumsSql } from './sku-sums.ts';

/** A query as SQL. Column `c<n>` is the n-th field. A page also has the `cursor` of each row. */
export interface SqlQuery {
  text: string;
  values: unknown[];
  /** The statement aggregates SKUs in a subquery, which returns thousands of rows. */
  isSummed?: boolean;
}

/** The sort values of the row after which the next page begins, as text from the database. */
export type Cursor = readonly string[];

/** Returns whether the rows are the view's own rows, without aggregation. */
function isUngrouped({ dataSet, fields }: Pick<DataQuery, 'dataSet' | 'fields'>): boolean {
  const fieldIds = new Set(fields.map((field) => field.id));
  return dataSet.key.every((id) => fieldIds.has(id));
}

/**
 * Builds the SQL for the rows of a query in a stable order. Rows are grouped by the requested dimensions; ratios are
 * computed after that.
 * @param page all rows without it
 */
export function buildQuerySql(
  tenantId: string,
  question: DataQuery,
  page?: { size: number; after: Cursor | null; skip?: number },
): SqlQuery {
  const { dataSet, fields } = question;
  const values = new SqlParameters();
  const ungrouped = isUngrouped(question);
  const dimensions = dimensionsOf(question);
  const parts = cursorParts(question);
  const columns = fields.map(
    (field, index) => `${valueSql(dataSet, field, ungrouped)} as c${index}`,
  );
  const cursorColumns = parts.map((part, index) => `${part.sql} as k${index}`);
  const groups = ungrouped || dimensions.length === 0 ? '' : ` group by ${joinColumns(dimensions)}`;
  const { rows, isSummed } = sourceSql(tenantId, question, values);
  const source = `select ${[...columns, ...cursorColumns].join(', ')} ${rows}${groups}`;
  if (parts.length === 0) return { text: source, values: values.all, isSummed };

  const columnNames = fields.map((_, index) => `c${index}`);
  const cursorSql = page
    ? `, array[${parts.map((_, index) => `k${index}::text`).join(', ')}] as cursor`
    : '';
  const after = page?.after ? ` where ${cursorConditionSql(parts, page.after, values)}` : '';
  const order = parts.map((part, index) => `k${index}${part.descending ? ' desc' : ''}`).join(', ');
  const limit = page ? ` limit ${page.size}${page.skip ? ` offset ${page.skip}` : ''}` : '';
  return {
    text: `select ${columnNames.join(', ')}${cursorSql} from (${source}) answer${after} order by ${order}${limit}`,
    values: values.all,
    isSummed,
  };
}

/** Builds the SQL for the number of rows of a query. */
export function buildCountSql(tenantId: string, question: DataQuery): SqlQuery {
  const values = new SqlParameters();
  const dimensions = dimensionsOf(question);
  const groups = isUngrouped(question) ? '' : ` group by ${joinColumns(dimensions)}`;
  const { rows, isSummed } = sourceSql(tenantId, question, values);
  const text = `select count(*) as rows from (select 1 ${rows}${groups}) answer`;
  return { text, values: values.all, isSummed };
}

/** Returns whether the cursor has as many values as those of the query. */
export function isCursorOf(question: DataQuery, cursor: Cursor): boolean {
  return cursor.length === cursorParts(question).length;
}

/** Returns the source and the condition of a query's rows. */
function sourceSql(
  tenantId: string,
  question: DataQuery,
  values: SqlParameters,
): { rows: string; isSummed: boolean } {
  const { dataSet, where, days } = question;
  const summed = isUngrouped(question) ? null : skuSumsSql(tenantId, question, values);
  if (summed) {
    return { rows: `from ${summed} where ${conditionSql(where, values)}`, isSummed: true };
  }
  const all: Condition = {
    kind: 'and',
    parts: days ? [where, dayRangeCondition(days.field, days)] : [where],
  };
  return { rows: `from rpt.${dataSet.id} where ${conditionSql(all, values)}`, isSummed: false };
}

const dimensionsOf = ({ fields }: DataQuery) =>
  fields.filter((field) => field.aggregation === 'none');

const joinColumns = (dimensions: readonly Field[]) =>
  dimensions.map((field) => field.sql).join(', ') || '()';

/** Returns the SQL of a field's value: amounts without trailing zeros, counts as bigint, shares as double precision. */
function valueSql(dataSet: DataSet, field: Field, plain: boolean): string {
  if (field.aggregation === 'none') {
    return field.type === 'money' ? `trim_scale(${field.sql})` : field.sql;
  }
  if (field.aggregation === 'sum') {
    const sum = plain ? field.sql : `coalesce(sum(${field.sql}), 0)`;
    return field.type === 'money' ? `trim_scale(${sum})` : `${sum}::bigint`;
  }
  const part = (id: string | undefined) => {
    const of = dataSet.fields.get(id ?? '');
    if (!of) throw new Error(`${field.id} has a part that ${dataSet.id} lacks`);
    return plain ? of.sql : `sum(${of.sql})`;
  };
  const [dividend, divisor] = [part(field.dividend), `nullif(${part(field.divisor)}, 0)`];
  return field.type === 'money'
    ? `trim_scale(round(${dividend}::numeric / ${divisor}, 4))`
    : `${dividend}::double precision / ${divisor}::double precision`;
}

interface CursorPart {
  sql: string;
  type: string;
  descending: boolean;
}

const nullSubstitutes: Record<Field['type'], { type: string; value: string }> = {
  text: { type: 'text', value: `''` },
  uuid: { type: 'uuid', value: `'00000000-0000-0000-0000-000000000000'` },
  day: { type: 'date', value: `'-infinity'` },
  instant: { type: 'timestamptz', value: `'-infinity'` },
  flag: { type: 'boolean', value: 'false' },
  count: { type: 'numeric', value: '0' },
  money: { type: 'numeric', value: '0' },
  share: { type: 'double precision', value: '0' },
  times: { type: 'double precision', value: '0' },
};

/**
 * Returns the sort columns of a row: the requested order, then the columns that make it unique. A nullable value
 * takes two parts, so that a comparison never meets a null; nulls sort last.
 */
function cursorParts(question: DataQuery): CursorPart[] {
  const { dataSet } = question;
  const plain = isUngrouped(question);
  const order = queryOrder(question);
  const unique = plain
    ? dataSet.key.flatMap((id) => dataSet.fields.get(id) ?? [])
    : dimensionsOf(question);
  const orderedIds = new Set(order.map(({ field }) => field.id));
  const uniqueFields = unique.filter((field) => !orderedIds.has(field.id));
  return [...order, ...uniqueFields.map((field) => ({ field, descending: false }))].flatMap(
    ({ field, descending }): CursorPart[] => {
      const { type, value } = nullSubstitutes[field.type];
      const sql = field.aggregation === 'none' ? field.sql : valueSql(dataSet, field, plain);
      if (!field.nullable) return [{ sql, type, descending }];
      return [
        { sql: `(${sql} is null)`, type: 'boolean', descending: false },
        { sql: `coalesce(${sql}, ${value})`, type, descending },
      ];
    },
  );
}

/** Returns the sort order of a query, before the columns that make it unique. */
export function queryOrder(question: DataQuery): NonNullable<DataQuery['order']> {
  if (question.order) return question.order;
  const day = isUngrouped(question) ? indexedDay(question) : undefined;
  return day ? [{ field: { ...day, nullable: false }, descending: false }] : [];
}

/**
 * Returns the day by which an index orders the requested rows. Orders of some days are paged day by day: paging by
 * number would read a whole shop for one of its days. Rows without that day do not match such a query.
 */
function indexedDay({ dataSet, days, where }: DataQuery): Field | undefined {
  if (!dataSet.isByDay) return undefined;
  const ids = Object.values(dataSet.days);
  return days?.field ?? requiredFields(where).find(({ id }) => ids.includes(id));
}

/**
 * Builds the condition for rows after a cursor. If all parts ascend, one row comparison lets an index scan start
 * there.
 */
function cursorConditionSql(
  parts: readonly CursorPart[],
  after: Cursor,
  values: SqlParameters,
): string {
  const parameters = parts.map((part, index) => values.add(after[index] ?? null, part.type));
  if (parts.every((part) => !part.descending)) {
    const row = (expressions: readonly string[]) => `(${expressions.join(', ')})`;
    const names = parts.map((_, index) => `k${index}`);
    const beyond = `${row(names)} > ${row(parameters)}`;
    // The last part may be in another table. The condition without it lets the index of the others start there, too.
    return parts.length < 3
      ? beyond
      : `${row(names.slice(0, -1))} >= ${row(parameters.slice(0, -1))} and ${beyond}`;
  }
  const tails = parts.map((part, index) => {
    const equal = parameters.slice(0, index).map((value, before) => `k${before} = ${value}`);
    return `(${[...equal, `k${index} ${part.descending ? '<' : '>'} ${parameters[index]}`].join(' and ')})`;
  });
  return `(${tails.join(' or ')})`;
}
