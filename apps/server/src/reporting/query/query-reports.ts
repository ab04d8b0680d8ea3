import { hash } from 'node:crypto';
import type { ReportsResult, ReportsCatalogue, ReportsQuery } from '@seller-connect/contract';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { isDataException, type Database } from '../../platform/database/database.ts';
import { Problem, type Language } from '../../platform/http/problem.ts';
import { readAdAccounts } from '../ads/ad-accounts.ts';
import {
  coverageOfShops,
  loadingDays,
  payoutCoverageOfShops,
  oldestInstant,
  type ReadCoverage,
} from '../metrics/coverage.ts';
import { accountScope, readScope, type Scope } from '../metrics/scope.ts';
import { readPage, type Cell } from './read-rows.ts';
import { dayBasesOf, dataSets, type Field } from './data-sets.ts';
import type { DataQuery } from './condition.ts';
import { isCursorOf, queryOrder, type Cursor } from './query-sql.ts';
import { findDataSet, findField, parseReportsQuery, type ParsedQuery } from './parse-query.ts';
import { parseJson } from '../../platform/parse-json.ts';

export interface QueryDependencies {
  database: Pick<Database, 'tenant' | 'tenantRead'>;
  readCoverage: ReadCoverage;
  now(): Date;
}

const defaultPageSize = 5000;

/**
 * Returns rows of a data set, aggregated to the requested fields.
 * @param sort id of a requested field; by the dimensions without it
 */
export async function queryReports(
  dependencies: QueryDependencies,
  tenantId: string,
  query: ReportsQuery,
  language: Language,
  sort?: { by: string; descending: boolean },
): Promise<ReportsResult> {
  const resolved = await resolveQuery(dependencies, tenantId, query);
  const { scope } = resolved;
  const parsed = sort ? withOrder(resolved.parsed, sort) : resolved.parsed;
  const { question } = parsed;
  const token = querySignature(query, parsed);
  const after =
    query.pageToken === undefined ? null : parsePageToken(query.pageToken, token, question);
  const size = query.pageSize ?? defaultPageSize;
  const [page, meta] = await Promise.all([
    readPage(dependencies.database, tenantId, question, { size, after }).catch((error: unknown) => {
      throw after && isDataException(error) ? invalidPageTokenProblem() : error;
    }),
    buildMeta(dependencies, tenantId, scope, parsed),
  ]);
  const fields = [...question.fields];
  return {
    dataSet: question.dataSet.id,
    schema: fields.map((field) => describeField(field, language)),
    rows: page.rows.map((row) => row.map((cell, index) => toJsonValue(cell, fields[index]))),
    meta,
    nextPageToken:
      page.next && Buffer.from(JSON.stringify([token, page.next])).toString('base64url'),
  };
}

/**
 * Resolves the shops, currency and time zone of a query and validates it.
 * @throws Problem 400 or 404 for an invalid query
 */
export async function resolveQuery(
  dependencies: QueryDependencies,
  tenantId: string,
  query: ReportsQuery,
): Promise<{ scope: Scope; parsed: ParsedQuery }> {
  const { shops, currency } = query;
  const dataSet = findDataSet(query.dataSet);
  if (shops && !dataSet.fields.has('shop_id')) {
    throw new Problem(400, 'no_shops', {
      vi: `Bộ dữ liệu ${dataSet.id} không chia được theo gian hàng; hãy bỏ phần chọn gian hàng.`,
      en: `The data set ${dataSet.id} can’t be split by shop. Remove the shop selection.`,
    });
  }
  const request = {
    ...(shops && { shops: shops.join(',') }),
    ...(currency !== undefined && { currency }),
  };
  const scope =
    dataSet.of === 'ads'
      ? accountScope(await readAdAccounts(dependencies.database, tenantId), currency)
      : await readScope(dependencies.database, tenantId, request);
  return { scope, parsed: parseReportsQuery(query, scope, dependencies.now()) };
}

function withOrder(
  parsed: ParsedQuery,
  { by, descending }: { by: string; descending: boolean },
): ParsedQuery {
  const field = findField(parsed.question.dataSet, by);
  return { ...parsed, question: { ...parsed.question, order: [{ field, descending }] } };
}

/** Returns the metadata of a response. */
export async function buildMeta(
  dependencies: QueryDependencies,
  tenantId: string,
  scope: Scope,
  { question, period, basis, currency }: ParsedQuery,
): Promise<ReportsResult['meta']> {
  const shops = currency === null ? scope.chosen : scope.shops;
  const isMoney = question.dataSet.of === 'money';
  const read = await dependencies.readCoverage(tenantId, isMoney ? 'money' : 'sales');
  const covered = (isMoney ? payoutCoverageOfShops : coverageOfShops)(
    shops,
    read,
    dependencies.now(),
  );
  const loading = new Set(
    covered.flatMap((each) => (period ? [...loadingDays(each, period, each.shop.timeZone)] : [])),
  );
  return {
    asOf: oldestInstant(covered.map((each) => each.asOf)),
    from: period?.from ?? null,
    to: period?.to ?? null,
    timeZone: scope.timeZone,
    basis,
    currency,
    currencies: scope.currencies,
    partial: loading.size > 0,
    daysLoading: loading.size,
  };
}

/** Returns the data sets with their fields, in the caller's language. */
export function reportsCatalogue(language: Language): ReportsCatalogue {
  return {
    dataSets: [...dataSets.values()].map((each) => ({
      id: each.id,
      label: each.label[language],
      bases: dayBasesOf(each),
      defaultFields: [...each.defaults],
      fields: [...each.fields.values()].map((field) => describeField(field, language)),
    })),
  };
}

function describeField(field: Field, language: Language): ReportsResult['schema'][number] {
  return {
    id: field.id,
    type: field.type === 'uuid' ? 'text' : field.type,
    aggregation: field.aggregation,
    label: field.label[language],
    about: field.about?.[language] ?? null,
    ...(field.dividend !== undefined && { dividend: field.dividend }),
    ...(field.divisor !== undefined && { divisor: field.divisor }),
  };
}

/** Converts a cell to JSON: ids and amounts as text, counts and shares as numbers, days as `YYYYMMDD`. */
function toJsonValue(cell: Cell, field: Field | undefined): string | number | boolean | null {
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell === 'bigint') return Number(cell);
  if (field?.type === 'day' && typeof cell === 'string') return cell.replaceAll('-', '');
  return cell;
}

/** Identifies a query with its days and row order, so that a page token is never used for another query. */
function querySignature(
  { pageToken: _, pageSize: __, ...query }: ReportsQuery,
  parsed: ParsedQuery,
): string {
  const order = queryOrder(parsed.question).map(
    ({ field, descending }) => `${field.id}${descending ? ' desc' : ''}`,
  );
  const text = JSON.stringify([query, parsed.period, parsed.currency, ...order]);
  return hash('sha256', text, 'base64url').slice(0, 16);
}

const Token = Type.Tuple([Type.String(), Type.Array(Type.String())]);

/** @throws Problem 400 for a token of another query */
function parsePageToken(token: string, expected: string, question: DataQuery): Cursor {
  const parsed = parseJson(Buffer.from(token, 'base64url').toString('utf8'));
  if (!Value.Check(Token, parsed)) throw invalidPageTokenProblem();
  const [signature, cursor] = parsed;
  if (signature !== expected || !isCursorOf(question, cursor)) throw invalidPageTokenProblem();
  return cursor;
}

const invalidPageTokenProblem = () =>
  new Problem(400, 'page_token_invalid', {
    vi: 'Mã trang không thuộc truy vấn này. Hãy gửi lại truy vấn từ trang đầu.',
    en: 'The page token doesn’t belong to this query. Start again from the first page.',
  });
