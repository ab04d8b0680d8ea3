import {
  dayRangeCondition,
  conditionSql,
  requiredFields,
  SqlParameters,
  type Condition,
} from './condition.ts';
import type { DataSet, Field } from './data-sets.ts';
import { skuSumsSql } from './sku-sums.ts';

/** What is asked of a data set, checked and complete. */
export interface DataQuery {
  dataSet: DataSet;
  /** In the order of the answer; none twice. */
  fields: readonly Field[];
  where: Condition;
  /** The days that it is about besides, and all shops that it may be about. */
  days?: { field: Field; from: string; to: string; shops: readonly string[] };
  /** Before the order that makes every row's place unique. */
  order?: readonly { field: Field; descending: boolean }[];
}

/** A question as SQL. Column `c<n>` is the question's n-th field; a page has each row's `cursor` too. */
export interface SqlQuery {
  text: string;
  values: unknown[];
  /** It reads SKUs that are added up on the way, of which there are thousands. */
  isSummed?: boolean;
}

/** Where an answer goes on: after the row with this place, the parts as the database wrote them. */
export type Cursor = readonly (string | null)[];

/** Whether the answer has the view's own rows: then nothing is added up. */
export function isUngrouped({ dataSet, fields }: Pick<DataQuery, 'dataSet' | 'fields'>): boolean {
  const fieldIds = new Set(fields.map((field) => field.id));
  return dataSet.key.every((id) => fieldIds.has(id));
}

/**
 * The rows of a question in a stable order. A grouping adds up exactly the dimensions that are asked for, and a ratio
 * is divided after that.
 * @param page without it, all rows.
 */
export function buildQuerySql(
  question: DataQuery,
  page?: { size: number; after: Cursor | null; skip?: number },
): SqlQuery {
  const { dataSet, fields } = question;
  const values = new SqlParameters();
  const ungrouped = isUngrouped(question);
  const dimensions = fields.filter((field) => field.aggregation === 'none');
  const parts = cursorParts(question, ungrouped, dimensions);
  const columns = fields.map(
    (field, index) => `${valueSql(dataSet, field, ungrouped)} as c${index}`,
  );
  const cursorColumns = parts.map((part, index) => `${part.sql} as k${index}`);
  const groups = ungrouped || dimensions.length === 0 ? '' : ` group by ${joinColumns(dimensions)}`;
  const { rows, isSummed } = sourceSql(question, values);
  const source = `select ${[...columns, ...cursorColumns].join(', ')} ${rows}${groups}`;
  if (parts.length === 0) return { text: source, values: values.all, isSummed };

  const shown = fields.map((_, index) => `c${index}`);
  const cursorSql = page
    ? `, array[${parts.map((_, index) => `k${index}::text`).join(', ')}] as cursor`
    : '';
  const after = page?.after ? ` where ${cursorConditionSql(parts, page.after, values)}` : '';
  const order = parts.map((part, index) => `k${index}${part.descending ? ' desc' : ''}`).join(', ');
  const limit = page ? ` limit ${page.size}${page.skip ? ` offset ${page.skip}` : ''}` : '';
  return {
    text: `select ${shown.join(', ')}${cursorSql} from (${source}) answer${after} order by ${order}${limit}`,
    values: values.all,
    isSummed,
  };
}

/** How many rows a question has. */
export function buildCountSql(question: DataQuery): SqlQuery {
  const values = new SqlParameters();
  const dimensions = question.fields.filter((field) => field.aggregation === 'none');
  const groups = isUngrouped(question) ? '' : ` group by ${joinColumns(dimensions)}`;
  const { rows, isSummed } = sourceSql(question, values);
  const text = `select count(*) as rows from (select 1 ${rows}${groups}) answer`;
  return { text, values: values.all, isSummed };
}

/** Where the rows of a question come from, and which of them it is about. */
function sourceSql(
  question: DataQuery,
  values: SqlParameters,
): { rows: string; isSummed: boolean } {
  const { dataSet, where, days } = question;
  const summed = isUngrouped(question) ? null : skuSumsSql(question, values);
  if (summed) {
    return { rows: `from ${summed} where ${conditionSql(where, values)}`, isSummed: true };
  }
  const all: Condition = {
    kind: 'and',
    parts: days ? [where, dayRangeCondition(days.field, days)] : [where],
  };
  return { rows: `from rpt.${dataSet.id} where ${conditionSql(all, values)}`, isSummed: false };
}

const joinColumns = (dimensions: readonly Field[]) =>
  dimensions.map((field) => field.sql).join(', ') || '()';

/** Amounts without trailing zeros, counts as bigint, shares as what a float of both gives. */
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
 * What tells where a row stands: the wished order, then whatever makes it unique. A value that may be missing takes two
 * parts, so that a comparison never meets a null; what is missing stands last.
 */
function cursorParts(
  question: DataQuery,
  plain: boolean,
  dimensions: readonly Field[],
): CursorPart[] {
  const { dataSet } = question;
  const order = queryOrder(question);
  const unique = plain ? dataSet.key.flatMap((id) => dataSet.fields.get(id) ?? []) : dimensions;
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

/** What rows are ordered by before what tells them apart. */
export function queryOrder(question: DataQuery): NonNullable<DataQuery['order']> {
  if (question.order) return question.order;
  const day = isUngrouped(question) ? indexedDay(question) : undefined;
  return day ? [{ field: { ...day, nullable: false }, descending: false }] : [];
}

/**
 * The day by which an index has the rows that are asked for: orders of some days go day by day, because by number a whole
 * shop would be read for one of its days. Rows without the day are not among them.
 */
function indexedDay({ dataSet, days, where }: DataQuery): Field | undefined {
  if (!dataSet.isByDay) return undefined;
  const ids = Object.values(dataSet.days);
  return days?.field ?? requiredFields(where).find(({ id }) => ids.includes(id));
}

/** Rows after a place. One comparison of rows where all parts rise, so that an index can begin there. */
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
    // The last part may stand in another table than the others, whose index can begin there all the same.
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
