import type { ReportsQuery } from '@seller-connect/contract';
import { Problem } from '../../platform/http/problem.ts';
import { dayBasesOf } from '../query/data-sets.ts';
import { queryReports, resolveQuery } from '../query/query-reports.ts';
import { chooseDataSet, type SelectedFields } from './choose-data-set.ts';
import { resolveToolPeriod } from './periods.ts';
import { screenLink } from './screen-link.ts';
import { describeAnswers, toColumns, toRows, type ToolContext } from './tool-context.ts';
import {
  rowLimit,
  type QueryReportInput,
  type QueryReportOutput,
  type QuerySelection,
} from './tool-schemas.ts';

/** Answers `query_report`. Every figure is one of `POST /reports/query`. */
export async function queryReport(
  context: ToolContext,
  input: QueryReportInput,
): Promise<QueryReportOutput> {
  const selected = chooseDataSet(input);
  const sort = parseSort(input, selected);
  const query = await toReportsQuery(context, input, selected);
  const [answer, totals] = await Promise.all([
    queryReports(
      context,
      context.tenantId,
      {
        ...query,
        fields: fieldIdsOf(selected),
        pageSize: rowLimit(input),
        ...(input.pageToken !== undefined && { pageToken: input.pageToken }),
      },
      context.language,
      sort,
    ),
    readTotals(context, query, selected),
  ]);
  const { from, to } = answer.meta;
  return {
    ...describeAnswers(context, [answer]),
    ...screenLink(context.appOrigin, input, selected, answer.meta),
    period: from !== null && to !== null ? { from, to } : null,
    columns: toColumns(answer.schema),
    rows: toRows(answer),
    totals,
    hasMore: answer.nextPageToken !== null,
    nextPageToken: answer.nextPageToken,
  };
}

/** Returns the ids of all fields, dimensions first. */
export function fieldIdsOf({ groupBy, metrics }: SelectedFields): string[] {
  return [...groupBy, ...metrics].map(({ id }) => id);
}

/** Converts a tool call to the query of a connector, without its fields. */
export async function toReportsQuery(
  context: ToolContext,
  input: QuerySelection,
  { dataSet }: SelectedFields,
  range?: { from: string; to: string },
): Promise<ReportsQuery> {
  const { shops, currency, filters, basis } = input;
  const query: ReportsQuery = {
    dataSet: dataSet.id,
    ...(shops && { shops }),
    ...(currency !== undefined && { currency }),
    ...(filters && { filters: filters.map((filter) => [filter]) }),
    ...(basis !== undefined && { basis }),
  };
  if (range) return { ...query, dateRange: range };
  if (dayBasesOf(dataSet).length === 0) {
    const isDated = [input.period, input.from, input.to].some((each) => each !== undefined);
    if (isDated) throw withoutDaysProblem(dataSet.id);
    return query;
  }
  const timeZone = await readTimeZone(context, query);
  const { period } = resolveToolPeriod(input, context.now(), timeZone);
  return { ...query, dateRange: { from: period.from, to: period.to } };
}

/** Returns the calendar of the shops that a query selects. */
export async function readTimeZone(context: ToolContext, query: ReportsQuery): Promise<string> {
  return (await resolveQuery(context, context.tenantId, query)).scope.timeZone;
}

/** Returns the metrics of all rows together. Null without metrics, and for rows of several currencies. */
async function readTotals(
  context: ToolContext,
  query: ReportsQuery,
  { groupBy, metrics }: SelectedFields,
) {
  if (metrics.length === 0 || groupBy.some(({ id }) => id === 'currency')) return null;
  const fields = metrics.map(({ id }) => id);
  const { tenantId, language } = context;
  const answer = await queryReports(context, tenantId, { ...query, fields }, language);
  return toRows(answer)[0] ?? null;
}

function parseSort({ sortBy, ascending = false }: QueryReportInput, selected: SelectedFields) {
  if (sortBy === undefined) return undefined;
  const ids = fieldIdsOf(selected);
  if (!ids.includes(sortBy)) {
    throw new Problem(
      400,
      'sort_not_requested',
      {
        vi: `Chỉ sắp xếp được theo trường đã yêu cầu: ${ids.join(', ')}.`,
        en: `You can only sort by a requested field: ${ids.join(', ')}.`,
      },
      { fields: ids },
    );
  }
  return { by: sortBy, descending: !ascending };
}

const withoutDaysProblem = (dataSet: string) =>
  new Problem(400, 'no_days', {
    vi: `Bộ dữ liệu ${dataSet} không có ngày; hãy bỏ khoảng thời gian.`,
    en: `The data set ${dataSet} has no dates. Remove the date range.`,
  });
