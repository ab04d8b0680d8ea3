import type { DayBasis } from '@seller-connect/contract';
import {
  metricIds,
  metrics,
  labelsOfMetric,
  type Metric,
  type MetricId,
  type SumId,
} from '@seller-connect/contract/metrics';
import type { LocalizedText } from '../../platform/http/problem.ts';
import type { CoverageKind } from '../metrics/coverage.ts';
import { amounts, dimensions, type FieldDefinition, type FieldType } from './field-labels.ts';
import { viewDefinitions, type ViewDefinition } from './views.ts';

/** A field that can be queried. Its id never changes. */
export interface Field {
  id: string;
  type: FieldType;
  label: LocalizedText;
  /** Explanation of the field, if the label is not enough. */
  about: LocalizedText | null;
  nullable: boolean;
  /**
   * `none`: a dimension. `sum`: additive. `ratio`: one sum divided by another, computed for exactly the requested
   * rows.
   */
  aggregation: 'none' | 'sum' | 'ratio';
  /** SQL expression over the view's columns; empty for a ratio. */
  sql: string;
  /** Ids of the two sums of a ratio. */
  dividend?: string;
  divisor?: string;
}

/** A view of the schema `rpt` that can be queried. */
export interface DataSet {
  id: string;
  label: LocalizedText;
  /** Dimensions that together identify a row; none of them is nullable. */
  key: readonly string[];
  /** Columns that a date range can apply to, by day basis; empty for views without days. */
  days: Partial<Record<DayBasis, string>>;
  /** Indexes order the rows by each of these days first, then by the key. */
  isByDay: boolean;
  fields: ReadonlyMap<string, Field>;
  /** Ids of the fields of a query that names none. */
  defaults: readonly string[];
  /** What has to be synced for the rows to be complete: orders, payouts, or ad accounts. */
  of: CoverageKind | 'ads';
}

/** All data sets by id. */
export const dataSets: ReadonlyMap<string, DataSet> = new Map(
  viewDefinitions.map((each) => [each.id, buildDataSet(each)]),
);

/** Returns the day bases of a data set, the default first. */
export function dayBasesOf(dataSet: Pick<DataSet, 'days'>): DayBasis[] {
  const byPrecedence: readonly DayBasis[] = ['committed', 'created', 'settled', 'booked', 'ad_day'];
  return byPrecedence.filter((basis) => dataSet.days[basis] !== undefined);
}

/** The data set of a query that names none. */
export const defaultDataSet = 'shop_day';

function buildDataSet(source: ViewDefinition): DataSet {
  const { optional = [] } = source;
  const defaultFields = [
    ...source.dimensions.map((id) => {
      const field = buildField(id, dimensions[id], 'none');
      return optional.includes(id) ? { ...field, nullable: true } : field;
    }),
    ...(source.amounts ?? []).map((id) => buildField(id, amounts[id], 'sum')),
    ...source.sums.map(buildSumField),
  ];
  const derived = (source.derived ?? []).map((id) => buildField(id, dimensions[id], 'none'));
  const fields = [...defaultFields, ...derived, ...buildRatioFields(source.sums)];
  return {
    id: source.id,
    label: source.label,
    key: source.key,
    days: source.days,
    isByDay: source.isByDay ?? false,
    fields: new Map(fields.map((field) => [field.id, field])),
    defaults: defaultFields.map((field) => field.id),
    of: source.of ?? 'sales',
  };
}

function buildField(id: string, definition: FieldDefinition, aggregation: 'none' | 'sum'): Field {
  const { type, label, nullable = false, from = id } = definition;
  return { id, type, label, about: null, nullable, aggregation, sql: from };
}

function buildSumField(id: SumId): Field {
  return {
    ...metricLabels(id),
    id,
    type: metrics[id].unit,
    nullable: false,
    aggregation: 'sum',
    sql: id,
  };
}

/** Returns a field for every ratio of the dictionary whose two sums are among `sums`. */
function buildRatioFields(sums: readonly string[]): Field[] {
  return metricIds.flatMap((id): Field[] => {
    const metric: Metric = metrics[id];
    if (metric.kind !== 'ratio') return [];
    const { dividend, divisor, unit: type } = metric;
    if (!sums.includes(dividend) || !sums.includes(divisor)) return [];
    const ratio = { aggregation: 'ratio', sql: '', dividend, divisor } as const;
    return [{ ...metricLabels(id), id, type, nullable: true, ...ratio }];
  });
}

function metricLabels(id: MetricId): { label: LocalizedText; about: LocalizedText } {
  const { vi, en } = labelsOfMetric(id);
  return { label: { vi: vi.name, en: en.name }, about: { vi: vi.about, en: en.about } };
}
