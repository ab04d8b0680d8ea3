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

/** One field that can be asked for, under an id that never changes. */
export interface Field {
  id: string;
  type: FieldType;
  label: LocalizedText;
  /** What it tells, where the words alone do not say it. */
  about: LocalizedText | null;
  nullable: boolean;
  /**
   * `none`: rows are told apart by it. `sum`: adds up. `ratio`: one sum divided by another, for exactly the rows that
   * are asked for.
   */
  aggregation: 'none' | 'sum' | 'ratio';
  /** SQL over the view's columns; for a ratio, of its two sums. */
  sql: string;
  dividend?: string;
  divisor?: string;
}

/** One of the views of the schema `rpt`, as something to ask. */
export interface DataSet {
  id: string;
  label: LocalizedText;
  /** Dimensions that together tell every row apart; none of them is ever missing. */
  key: readonly string[];
  /** The columns that a range of days can be about, the default first; none for what has no day. */
  days: Partial<Record<DayBasis, string>>;
  /** Its rows stand by each of these days in an index, before what tells them apart. */
  isByDay: boolean;
  fields: ReadonlyMap<string, Field>;
  /** What is answered when no field is named. */
  defaults: readonly string[];
  /** Whose reading the rows depend on: orders, the marketplaces' ledgers, or ad accounts. */
  of: CoverageKind | 'ads';
}

/** Everything that can be asked, by id. */
export const dataSets: ReadonlyMap<string, DataSet> = new Map(
  viewDefinitions.map((each) => [each.id, buildDataSet(each)]),
);

/** The days that ranges of a data set can be about, the default first. */
export function dayBasesOf(dataSet: Pick<DataSet, 'days'>): DayBasis[] {
  const known: readonly DayBasis[] = ['committed', 'created', 'settled', 'booked', 'ad_day'];
  return known.filter((basis) => dataSet.days[basis] !== undefined);
}

/** What is answered when nothing is asked. */
export const defaultDataSet = 'shop_day';

function buildDataSet(source: ViewDefinition): DataSet {
  const { optional = [] } = source;
  const shown = [
    ...source.dimensions.map((id) => {
      const field = buildField(id, dimensions[id], 'none');
      return optional.includes(id) ? { ...field, nullable: true } : field;
    }),
    ...(source.amounts ?? []).map((id) => buildField(id, amounts[id], 'sum')),
    ...source.sums.map(buildSumField),
  ];
  const derived = (source.derived ?? []).map((id) => buildField(id, dimensions[id], 'none'));
  const fields = [...shown, ...derived, ...buildRatioFields(source.sums)];
  return {
    id: source.id,
    label: source.label,
    key: source.key,
    days: source.days,
    isByDay: source.isByDay ?? false,
    fields: new Map(fields.map((field) => [field.id, field])),
    defaults: shown.map((field) => field.id),
    of: source.of ?? 'sales',
  };
}

function buildField(id: string, described: FieldDefinition, aggregation: 'none' | 'sum'): Field {
  const { type, label, nullable = false, from = id } = described;
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

/** Every ratio of the dictionary whose two sums are there. */
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
