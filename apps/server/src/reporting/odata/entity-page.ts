import { hash } from 'node:crypto';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { isDataException } from '../../platform/database/database.ts';
import { countRows, readPage, type Cell } from '../query/read-rows.ts';
import type { Condition, DataQuery } from '../query/condition.ts';
import type { DataSet, Field } from '../query/data-sets.ts';
import { isCursorOf, queryOrder, type Cursor } from '../query/query-sql.ts';
import type { QueryDependencies } from '../query/query-reports.ts';
import { findField } from '../query/parse-query.ts';
import { readScope } from '../metrics/scope.ts';
import type { QueryOptions } from './query-options.ts';
import { optionProblem } from './problems.ts';
import type { NumberFormat } from './format.ts';
import { Nullable } from '@seller-connect/contract';
import { parseJson } from '../../platform/parse-json.ts';

/** Rows per response; a client may request fewer. */
export const maxPageSize = 5000;

/** Returns the response body for a page of an entity set, with the link to the next page. */
export async function readEntityPage(
  dependencies: QueryDependencies,
  tenantId: string,
  dataSet: DataSet,
  options: QueryOptions,
  request: {
    context: string | null;
    pageSize: number;
    numbers: NumberFormat;
    nextLink(token: string): string;
  },
): Promise<string> {
  const question = await toDataQuery(dependencies, tenantId, dataSet, options);
  const from =
    options.token === null
      ? null
      : parseSkipToken(options.token, querySignature(question, options), question);
  const remaining = from ? from.left : options.top;
  const size = Math.min(remaining ?? request.pageSize, request.pageSize);
  const after = from?.cursor ?? null;
  const page =
    size === 0
      ? { rows: [], next: null }
      : await readPage(dependencies.database, tenantId, question, {
          size,
          after,
          skip: after ? 0 : options.skip,
        }).catch((error: unknown) => {
          throw after && isDataException(error)
            ? optionProblem('$skiptoken', options.token ?? '')
            : error;
        });
  const count = options.count ? await countRows(dependencies.database, tenantId, question) : null;
  const remainingAfter = remaining === null ? null : remaining - page.rows.length;
  const hasNext = page.next !== null && remainingAfter !== 0;
  const parts: string[] = [];
  if (request.context !== null) parts.push(`"@odata.context":${JSON.stringify(request.context)}`);
  if (count !== null)
    parts.push(`"@odata.count":${request.numbers === 'text' ? `"${count}"` : count}`);
  const { select } = options;
  const rows = page.rows.map(
    (row) => `{${serializeEntity(row, question.fields, select, request.numbers)}}`,
  );
  parts.push(`"value":[${rows.join(',\n')}]`);
  if (hasNext && page.next) {
    const token = JSON.stringify([querySignature(question, options), remainingAfter, page.next]);
    const link = request.nextLink(Buffer.from(token).toString('base64url'));
    parts.push(`"@odata.nextLink":${JSON.stringify(link)}`);
  }
  return `{${parts.join(',')}}`;
}

/** Returns the number of entities that match the options. */
export async function countEntities(
  dependencies: QueryDependencies,
  tenantId: string,
  dataSet: DataSet,
  options: QueryOptions,
): Promise<bigint> {
  return countRows(
    dependencies.database,
    tenantId,
    await toDataQuery(dependencies, tenantId, dataSet, options),
  );
}

async function toDataQuery(
  dependencies: QueryDependencies,
  tenantId: string,
  dataSet: DataSet,
  options: QueryOptions,
): Promise<DataQuery> {
  const { chosen } = await readScope(dependencies.database, tenantId, {});
  // The key is always read: it identifies rows and forms the cursor.
  const key = dataSet.key.map((id) => findField(dataSet, id));
  const fields = [...new Set([...options.select, ...key])];
  const shops = chosen.map(({ shopId }) => shopId);
  // All shops are named, which enables an index scan. Ad data sets have no shop.
  const shop = dataSet.fields.get('shop_id');
  const parts: Condition[] = [options.where];
  if (shop) parts.push({ kind: 'in', term: { field: shop }, values: shops });
  const { order } = options;
  return { dataSet, fields, where: { kind: 'and', parts }, ...(order.length > 0 && { order }) };
}

/** Serialized by hand: `JSON.stringify` would need decimals as floats. */
function serializeEntity(
  row: readonly Cell[],
  fields: readonly Field[],
  select: readonly Field[],
  numbers: NumberFormat,
): string {
  const selected = new Set(select);
  return fields
    .flatMap((field, index) => {
      if (!selected.has(field)) return [];
      return [`"${field.id}":${serializeLiteral(row[index] ?? null, field, numbers)}`];
    })
    .join(',');
}

function serializeLiteral(cell: Cell, field: Field, numbers: NumberFormat): string {
  if (cell === null) return 'null';
  if (cell instanceof Date) return `"${cell.toISOString()}"`;
  const isExact = field.type === 'money' || field.type === 'count';
  if (isExact) return numbers === 'text' ? `"${cell}"` : String(cell);
  return typeof cell === 'bigint' ? String(cell) : JSON.stringify(cell);
}

const Token = Type.Tuple([
  Type.String(),
  Nullable(Type.Integer({ minimum: 0 })),
  Type.Array(Type.String()),
]);

/** Identifies the query that a skip token belongs to: cursors depend on filter and order. */
function querySignature(question: DataQuery, { where }: QueryOptions): string {
  const text = JSON.stringify([question.dataSet.id, where, queryOrder(question)]);
  return hash('sha256', text, 'base64url').slice(0, 16);
}

function parseSkipToken(
  token: string,
  expected: string,
  question: DataQuery,
): { left: number | null; cursor: Cursor } {
  const parsed = parseJson(Buffer.from(token, 'base64url').toString('utf8'));
  if (!Value.Check(Token, parsed)) throw optionProblem('$skiptoken', token);
  const [signature, left, cursor] = parsed;
  if (signature !== expected || !isCursorOf(question, cursor))
    throw optionProblem('$skiptoken', token);
  return { left, cursor };
}
