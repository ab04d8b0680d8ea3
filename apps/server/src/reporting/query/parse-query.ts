import type { DayBasis, ReportsFilter, ReportsQuery } from '@seller-connect/contract';
import { Problem } from '../../platform/http/problem.ts';
import { addDays, localDays } from '../../platform/calendar.ts';
import { resolvePeriod, type Period } from '../metrics/period.ts';
import type { Scope } from '../metrics/scope.ts';
import { parseValue, termType, type Condition, type DataQuery } from './condition.ts';
import { dayBasesOf, dataSets, defaultDataSet, type DataSet, type Field } from './data-sets.ts';

/** A validated query, with the facts that its response states. */
export interface ParsedQuery {
  question: DataQuery;
  /** Null for a data set without days. */
  period: Period | null;
  basis: DayBasis | null;
  /** Null if the field `currency` states it for each row. */
  currency: string | null;
}

/** Complete days before today in the default range. */
const defaultDays = 28;

/**
 * Returns a data set.
 * @throws Problem 400 with the available ids
 */
export function findDataSet(id: string = defaultDataSet): DataSet {
  const dataSet = dataSets.get(id);
  if (dataSet) return dataSet;
  throw new Problem(
    400,
    'data_set_unknown',
    {
      vi: `Không có bộ dữ liệu “${id}”. Hãy chọn một trong: ${[...dataSets.keys()].join(', ')}.`,
      en: `There is no data set “${id}”. Choose one of: ${[...dataSets.keys()].join(', ')}.`,
    },
    { dataSets: [...dataSets.keys()] },
  );
}

/**
 * Returns a field of a data set.
 * @throws Problem 400 with the available ids
 */
export function findField(dataSet: DataSet, id: string): Field {
  const field = dataSet.fields.get(id);
  if (field) return field;
  const fields = [...dataSet.fields.keys()];
  throw new Problem(
    400,
    'field_unknown',
    {
      vi: `Bộ dữ liệu ${dataSet.id} không có trường “${id}”. Các trường có thể dùng: ${fields.join(', ')}.`,
      en: `The data set ${dataSet.id} has no field “${id}”. Available fields: ${fields.join(', ')}.`,
    },
    { field: id, fields },
  );
}

/**
 * Validates a query and fills in its defaults.
 * @throws Problem 400 that says what to change
 */
export function parseReportsQuery(query: ReportsQuery, scope: Scope, now: Date): ParsedQuery {
  const dataSet = findDataSet(query.dataSet);
  const ids = [...new Set(query.fields ?? dataSet.defaults)];
  const fields = ids.map((id) => findField(dataSet, id));
  const parts: Condition[] = (query.filters ?? []).map((group) => ({
    kind: 'or',
    parts: group.map((filter) => parseFilterGroup(dataSet, filter)),
  }));
  const { basis, period } = resolveDays(dataSet, query, scope, now);
  const day = basis && dataSet.fields.get(dataSet.days[basis] ?? '');

  const hasCurrencyField = ids.includes('currency') || !dataSet.fields.has('currency');
  const shop = dataSet.fields.get('shop_id');
  // All shops are named even without a filter: that enables an index scan.
  const shops = (hasCurrencyField ? scope.chosen : scope.shops).map(({ shopId }) => shopId);
  if (shop) parts.push({ kind: 'in', term: { field: shop }, values: shops });
  const currency = dataSet.fields.get('currency');
  if (currency && (!hasCurrencyField || query.currency)) {
    const value = query.currency ?? scope.currency;
    parts.push({ kind: 'compare', term: { field: currency }, operator: 'eq', value });
  }
  const dataQuery: DataQuery = {
    dataSet,
    fields,
    where: { kind: 'and', parts },
    ...(day && period && { days: { field: day, from: period.from, to: period.to, shops } }),
  };
  return {
    question: dataQuery,
    period,
    basis,
    currency: hasCurrencyField ? (query.currency ?? null) : scope.currency,
  };
}

function resolveDays(dataSet: DataSet, query: ReportsQuery, scope: Scope, now: Date) {
  const bases = dayBasesOf(dataSet);
  const [first] = bases;
  const basis = query.basis ?? first ?? null;
  if (query.basis && !bases.includes(query.basis)) {
    throw new Problem(
      400,
      'basis_unknown',
      {
        vi: `Bộ dữ liệu ${dataSet.id} không tính theo ngày “${query.basis}”.`,
        en: `The data set ${dataSet.id} doesn’t support the date basis “${query.basis}”.`,
      },
      { bases },
    );
  }
  if (!basis && query.dateRange) {
    throw new Problem(400, 'no_days', {
      vi: `Bộ dữ liệu ${dataSet.id} không có ngày; hãy bỏ khoảng thời gian.`,
      en: `The data set ${dataSet.id} has no dates. Remove the date range.`,
    });
  }
  if (!basis) return { basis, period: null };
  const { dateRange } = query;
  const today = localDays(scope.timeZone)(now);
  const [from, to] = dateRange
    ? [isoDay(dateRange.from), isoDay(dateRange.to)]
    : [addDays(today, -defaultDays), today];
  return {
    basis,
    period: resolvePeriod({ period: 'custom', from, to }, now, scope.timeZone).period,
  };
}

/** Returns `20261111` as `2026-11-11`. */
function isoDay(day: string): string {
  return day.replace(/^(\d{4})-?(\d{2})-?(\d{2})$/, '$1-$2-$3');
}

function parseFilterGroup(dataSet: DataSet, filter: ReportsFilter): Condition {
  const field = findField(dataSet, filter.field);
  if (field.aggregation !== 'none') {
    const fields = [...dataSet.fields.values()].flatMap((each) =>
      each.aggregation === 'none' ? [each.id] : [],
    );
    throw new Problem(
      400,
      'filter_on_metric',
      {
        vi: `Không lọc được theo “${field.id}” trước khi cộng. Hãy lọc theo: ${fields.join(', ')}.`,
        en: `“${field.id}” can’t be filtered before it’s aggregated. Filter by: ${fields.join(', ')}.`,
      },
      { field: field.id, fields },
    );
  }
  const condition = parseFieldFilter(field, filter);
  return filter.exclude ? { kind: 'not', part: condition } : condition;
}

function parseFieldFilter(field: Field, { operator, values = [] }: ReportsFilter): Condition {
  const term = { field };
  if (operator === 'missing') return { kind: 'missing', term };
  const parsed = values.map((value) => parseValue(termType(term), value));
  const [value = null] = parsed;
  const wrong = values.find((_, index) => parsed[index] === null);
  if (wrong !== undefined) throw invalidValueProblem(field, wrong);
  const known = parsed.filter((each) => each !== null);
  if (operator === 'in') return { kind: 'in', term, values: known };
  if (value === null || known.length !== 1) throw valueCountProblem(field, operator);
  if (operator === 'contains' || operator === 'starts_with' || operator === 'ends_with') {
    if (field.type !== 'text') throw notTextProblem(field, operator);
    return { kind: 'text', term, operator, value };
  }
  return { kind: 'compare', term, operator, value };
}

export function invalidValueProblem(field: Pick<Field, 'id' | 'type'>, value: string): Problem {
  return new Problem(
    400,
    'value_invalid',
    {
      vi: `“${value.slice(0, 100)}” không phải là giá trị hợp lệ của trường ${field.id} (kiểu ${field.type}).`,
      en: `“${value.slice(0, 100)}” isn’t a valid value for the field ${field.id} (type ${field.type}).`,
    },
    { field: field.id, type: field.type },
  );
}

const valueCountProblem = (field: Field, operator: string) =>
  new Problem(
    400,
    'value_count',
    {
      vi: `Phép so sánh “${operator}” với trường ${field.id} cần đúng một giá trị.`,
      en: `The operator “${operator}” on the field ${field.id} requires exactly one value.`,
    },
    { field: field.id },
  );

const notTextProblem = (field: Field, operator: string) =>
  new Problem(
    400,
    'not_text',
    {
      vi: `Phép so sánh “${operator}” chỉ dùng được với văn bản, còn ${field.id} thì không phải.`,
      en: `The operator “${operator}” only works with text, and ${field.id} isn’t text.`,
    },
    { field: field.id, type: field.type },
  );
