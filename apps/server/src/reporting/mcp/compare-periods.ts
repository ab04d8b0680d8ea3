import type { ReportsResult } from '@seller-connect/contract';
import { Problem, type LocalizedText } from '../../platform/http/problem.ts';
import { toDecimal } from '../../platform/money.ts';
import { toE4 } from '../files/file-format.ts';
import { dayBasesOf, type Field } from '../query/data-sets.ts';
import { queryReports } from '../query/query-reports.ts';
import { chooseDataSet, type SelectedFields } from './choose-data-set.ts';
import { resolveComparedPeriods } from './periods.ts';
import { fieldIdsOf, readTimeZone, toReportsQuery } from './query-report.ts';
import { screenLink } from './screen-link.ts';
import {
  describeAnswers,
  toColumns,
  toRows,
  type ToolContext,
  type ToolRow,
} from './tool-context.ts';
import {
  rowLimit,
  type ComparedRow,
  type ComparedValue,
  type ComparePeriodsInput,
  type ComparePeriodsOutput,
} from './tool-schemas.ts';

/** Groups of a period that can be compared. */
const maxGroups = 10_000;

/** Answers `compare_periods`. The values are those of `POST /reports/query`; differences are exact. */
export async function comparePeriods(
  context: ToolContext,
  input: ComparePeriodsInput,
): Promise<ComparePeriodsOutput> {
  const selected = chooseDataSet(input);
  const { dataSet, metrics, groupBy } = selected;
  if (dayBasesOf(dataSet).length === 0) throw notComparableProblem(dataSet.id);
  const inDays = groupBy.find((field) => field.type === 'day' || field.type === 'instant');
  if (inDays) throw groupedByTimeProblem(inDays.id);
  const { shops, currency } = input;
  const scope = { dataSet: dataSet.id, ...(shops && { shops }), ...(currency && { currency }) };
  const timeZone = await readTimeZone(context, scope);
  const periods = resolveComparedPeriods(input, context.now(), timeZone);
  const [current, previous] = await Promise.all(
    [periods.current, periods.previous].map((range) => readPeriod(context, input, selected, range)),
  );
  if (!current || !previous) throw new Error('A period was not read');
  const { isToday } = periods;
  const isComparable = !isToday && !previous.groups.meta.partial;
  const compared = joinRows(selected, current, previous, isComparable);
  const [first] = metrics;
  const rows = first ? compared.rows.toSorted(byDifference(first)) : compared.rows;
  const limit = rowLimit(input);
  return {
    ...describeAnswers(
      context,
      [current.groups, previous.groups],
      [
        ...(periods.omitsToday ? [todayOmitted] : []),
        ...(isToday ? [todayNotCompared] : []),
        ...(previous.groups.meta.partial ? [previousIncomplete] : []),
      ],
    ),
    ...screenLink(context.appOrigin, input, selected, current.groups.meta),
    period: periods.current,
    comparedWith: { from: periods.previous.from, to: periods.previous.to },
    columns: toColumns(current.groups.schema),
    totals: compared.totals,
    rows: groupBy.length === 0 ? [] : rows.slice(0, limit),
    hasMore: groupBy.length > 0 && rows.length > limit,
  };
}

interface PeriodAnswer {
  groups: ReportsResult;
  totals: ReportsResult;
}

async function readPeriod(
  context: ToolContext,
  input: ComparePeriodsInput,
  selected: SelectedFields,
  range: { from: string; to: string },
): Promise<PeriodAnswer> {
  const query = await toReportsQuery(context, input, selected, range);
  const read = (fields: readonly string[]) =>
    queryReports(
      context,
      context.tenantId,
      { ...query, fields: [...fields], pageSize: maxGroups },
      context.language,
    );
  const totals = await read(selected.metrics.map(({ id }) => id));
  const groups = selected.groupBy.length === 0 ? totals : await read(fieldIdsOf(selected));
  if (groups.nextPageToken !== null) throw tooManyGroupsProblem();
  return { groups, totals };
}

function joinRows(
  { metrics, groupBy }: SelectedFields,
  current: PeriodAnswer,
  previous: PeriodAnswer,
  isComparable: boolean,
): { totals: ComparedRow['metrics']; rows: ComparedRow[] } {
  const keyOf = (row: ToolRow) => JSON.stringify(groupBy.map(({ id }) => row[id]));
  const now = new Map(toRows(current.groups).map((row) => [keyOf(row), row]));
  const before = new Map(toRows(previous.groups).map((row) => [keyOf(row), row]));
  const compare = (one: ToolRow | undefined, other: ToolRow | undefined) =>
    Object.fromEntries(
      metrics.map((field) => [field.id, compareValues(field, one, other, isComparable)]),
    );
  const rows = [...new Set([...now.keys(), ...before.keys()])].map((key) => {
    const [one, other] = [now.get(key), before.get(key)];
    const named = one ?? other ?? {};
    return {
      group: Object.fromEntries(groupBy.map(({ id }) => [id, named[id] ?? null])),
      metrics: compare(one, other),
    };
  });
  return { totals: compare(toRows(current.totals)[0], toRows(previous.totals)[0]), rows };
}

/** Compares two values of a metric. A group without rows in a period has no value there, which is not zero. */
function compareValues(
  { id, type }: Field,
  one: ToolRow | undefined,
  other: ToolRow | undefined,
  isComparable: boolean,
): ComparedValue {
  const [current, previous] = [one?.[id] ?? null, other?.[id] ?? null];
  const values = { current, previous };
  if (!isComparable || current === null || previous === null)
    return { ...values, difference: null, change: null };
  const base = Number(previous);
  const gap = Number(current) - base;
  const exact =
    type === 'money'
      ? toDecimal(toE4(String(current)) - toE4(String(previous)))
      : Number(gap.toFixed(6));
  const change = base === 0 ? null : Number((gap / Math.abs(base)).toFixed(6));
  return { ...values, difference: exact, change };
}

/** Sorts by the size of the difference. Groups that one period lacks follow by their value. */
function byDifference({ id }: Field) {
  const sizeOf = ({ metrics }: ComparedRow) => {
    const { current = null, previous = null, difference = null } = metrics[id] ?? {};
    return Math.abs(Number(difference ?? current ?? previous ?? 0));
  };
  return (one: ComparedRow, other: ComparedRow) => sizeOf(other) - sizeOf(one);
}

const todayOmitted: LocalizedText = {
  vi: 'Hôm nay chưa kết thúc nên không được tính; các ngày trọn vẹn được so với các ngày trọn vẹn.',
  en: 'Today isn’t over, so it was left out: complete days are compared with complete days.',
};

const todayNotCompared: LocalizedText = {
  vi: 'Hôm nay chưa kết thúc nên không so với cả một ngày. Hãy dùng yesterday, hoặc xem đến cùng giờ trong liên kết.',
  en: 'Today isn’t over, so it isn’t compared with a whole day. Use yesterday, or open the link for the same time of day.',
};

const previousIncomplete: LocalizedText = {
  vi: 'Kỳ trước chưa đồng bộ xong nên chưa so sánh được.',
  en: 'The previous period isn’t completely synced, so the values are not compared.',
};

const notComparableProblem = (dataSet: string) =>
  new Problem(400, 'no_days', {
    vi: `Bộ dữ liệu ${dataSet} không có ngày nên không so sánh được hai kỳ.`,
    en: `The data set ${dataSet} has no dates, so periods can’t be compared.`,
  });

const groupedByTimeProblem = (field: string) =>
  new Problem(
    400,
    'grouped_by_time',
    {
      vi: `Không so sánh hai kỳ theo “${field}” được, vì mỗi ngày chỉ có trong một kỳ. Hãy dùng query_report cho từng kỳ.`,
      en: `Two periods can’t be compared by “${field}”: each day is in one of them only. Call query_report for each period.`,
    },
    { field },
  );

const tooManyGroupsProblem = () =>
  new Problem(422, 'too_many_groups', {
    vi: `Có hơn ${maxGroups} nhóm. Hãy lọc bớt hoặc nhóm theo trường khác.`,
    en: `There are more than ${maxGroups} groups. Filter, or group by something else.`,
  });
