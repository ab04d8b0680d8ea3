import {
  Currency,
  Day,
  Instant,
  Nullable,
  ReportQuery,
  ReportsFilter,
  ReportsQuery,
  Uuid,
} from '@seller-connect/contract';
import { Type, type Static } from 'typebox';

/** Inputs and outputs of the tools. Models read the descriptions, so these are in English. */

const language = Type.Optional(
  Type.Enum(['vi', 'en'], {
    description: 'Language of names and messages. Use the language of the conversation.',
  }),
);

/** Rows that one answer can contain. */
export const maxRows = 500;
const defaultRows = 50;

const id = Type.String({ maxLength: 100 });

const querySelection = {
  metrics: Type.Array(id, {
    maxItems: 20,
    description: 'Ids of metrics from list_metrics, such as gmv, net_sales, orders.',
  }),
  groupBy: Type.Optional(
    Type.Array(id, {
      maxItems: 6,
      description:
        'Ids of dimensions, such as day, week, month, platform, shop_name, seller_sku, product_name. One row per combination; absent: one row for everything.',
    }),
  ),
  dataSet: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'Absent: the first data set that has all metrics and dimensions. Set it to list rows of orders, order_items, products or shops.',
    }),
  ),
  period: Type.Optional({
    ...ReportQuery.properties.period,
    description:
      'A period in the calendar of the shops; 7d, 28d, 90d, week (from Monday), month, quarter and year end today. Default 28d. Set custom or nothing with from and to.',
  }),
  from: Type.Optional({ ...Day, description: 'First day, YYYY-MM-DD, included. Requires to.' }),
  to: Type.Optional({ ...Day, description: 'Last day, YYYY-MM-DD, included. Requires from.' }),
  basis: Type.Optional({
    ...ReportsQuery.properties.basis,
    description:
      'The day that the period applies to, one of the bases of the data set. Absent: its first one.',
  }),
  shops: Type.Optional(
    Type.Array(Uuid, { maxItems: 100, description: 'Ids of shops. Absent: all shops.' }),
  ),
  currency: Type.Optional({
    ...Currency,
    description: 'Amounts of different currencies are never added. Absent: the main one.',
  }),
  filters: Type.Optional(
    Type.Array(ReportsFilter, {
      maxItems: 20,
      description:
        'Conditions on dimensions; all must match. Operators: eq, ne, lt, le, gt, ge, in, contains, starts_with, ends_with, missing. Days are YYYY-MM-DD.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxRows,
      default: defaultRows,
      description: 'Maximum rows of the answer.',
    }),
  ),
  language,
};

export const ListMetricsInput = Type.Object(
  {
    search: Type.Optional(
      Type.String({ maxLength: 100, description: 'Words of an id, a name or a definition.' }),
    ),
    language,
  },
  { additionalProperties: false },
);
export type ListMetricsInput = Static<typeof ListMetricsInput>;

export const QueryReportInput = Type.Object(
  {
    ...querySelection,
    sortBy: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'A requested metric or dimension. Absent: by the dimensions. Set it for a ranking, such as the best products.',
      }),
    ),
    ascending: Type.Optional(
      Type.Boolean({ description: 'With sortBy: smallest first instead of largest first.' }),
    ),
    pageToken: Type.Optional(
      Type.String({
        maxLength: 8000,
        description:
          'nextPageToken of the previous answer to the same query; not together with sortBy.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type QueryReportInput = Static<typeof QueryReportInput>;

export const ComparePeriodsInput = Type.Object(
  {
    ...querySelection,
    metrics: Type.Array(id, { minItems: 1, maxItems: 10, description: 'Ids of metrics.' }),
    compare: Type.Optional(
      Type.Enum(['previous', 'year', 'campaign'], {
        description:
          'previous: the period just before (default). year: the same days a year earlier. campaign: for a campaign day such as 11.11, the previous campaign day.',
      }),
    ),
    compareFrom: Type.Optional({ ...Day, description: 'First day of another period.' }),
    compareTo: Type.Optional({ ...Day, description: 'Last day of another period.' }),
  },
  { additionalProperties: false },
);
export type ComparePeriodsInput = Static<typeof ComparePeriodsInput>;

/** Metrics that can be explained, by their ids. */
export const explainedMetrics = [
  'gmv',
  'net_sales',
  'orders',
  'units',
  'aov',
  'cancellation_rate',
] as const;

export const ExplainChangeInput = Type.Object(
  {
    metric: Type.Union(explainedMetrics.map((name) => Type.Literal(name))),
    period: querySelection.period,
    from: querySelection.from,
    to: querySelection.to,
    compare: ComparePeriodsInput.properties.compare,
    shops: querySelection.shops,
    currency: querySelection.currency,
    language,
  },
  { additionalProperties: false },
);
export type ExplainChangeInput = Static<typeof ExplainChangeInput>;

/** The part of a query that both tools have. */
export type QuerySelection = Pick<
  QueryReportInput,
  Exclude<keyof QueryReportInput, 'sortBy' | 'ascending' | 'pageToken'>
>;

export function rowLimit({ limit = defaultRows }: { limit?: number }): number {
  return limit;
}

const Value = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);
const Row = Type.Record(Type.String(), Value);
const NullableText = Nullable(Type.String());

const Column = Type.Object({ id: Type.String(), label: Type.String(), type: Type.String() });

/** What every answer with figures states about them. */
const facts = {
  dataSet: Type.String(),
  basis: NullableText,
  timeZone: Type.String(),
  /** Null if the rows name it. */
  currency: NullableText,
  asOf: Nullable(Instant),
  lagSeconds: Type.Optional(Type.Integer()),
  notices: Type.Array(Type.String()),
  link: Type.String(),
  linkShowsSameFigures: Type.Boolean(),
};

const Days = Type.Object({ from: Day, to: Day });

export const QueryReportOutput = Type.Object({
  ...facts,
  period: Nullable(Days),
  columns: Type.Array(Column),
  rows: Type.Array(Row),
  /** The metrics of everything that matches, also of rows beyond the limit. Null without metrics. */
  totals: Nullable(Row),
  hasMore: Type.Boolean(),
  nextPageToken: NullableText,
});
export type QueryReportOutput = Static<typeof QueryReportOutput>;

const ComparedValue = Type.Object({
  current: Value,
  previous: Value,
  /** current − previous, exact. Null if one of them is missing or not comparable. */
  difference: Value,
  /** difference ÷ previous, such as 0.125 for +12.5 %. */
  change: Nullable(Type.Number()),
});
export type ComparedValue = Static<typeof ComparedValue>;

const ComparedRow = Type.Object({
  group: Row,
  metrics: Type.Record(Type.String(), ComparedValue),
});
export type ComparedRow = Static<typeof ComparedRow>;

export const ComparePeriodsOutput = Type.Object({
  ...facts,
  period: Days,
  comparedWith: Days,
  columns: Type.Array(Column),
  totals: Type.Record(Type.String(), ComparedValue),
  /** Largest difference of the first metric first. */
  rows: Type.Array(ComparedRow),
  hasMore: Type.Boolean(),
});
export type ComparePeriodsOutput = Static<typeof ComparePeriodsOutput>;

export const ListMetricsOutput = Type.Object({
  metrics: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      definition: Type.String(),
      formula: Type.String(),
      unit: Type.String(),
      /** Whether values may be added. Ask for the grouping of a ratio instead. */
      kind: Type.Enum(['sum', 'ratio']),
      dataSets: Type.Array(Type.String()),
    }),
  ),
  dataSets: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      bases: Type.Array(Type.String()),
      dimensions: Type.Array(Column),
      otherMeasures: Type.Array(Column),
    }),
  ),
  today: Day,
  timeZone: Type.String(),
});
export type ListMetricsOutput = Static<typeof ListMetricsOutput>;

export const ExplainChangeOutput = Type.Object({
  metric: Type.String(),
  /** The difference and its parts: `percent` for the cancellation rate. */
  unit: Type.Enum(['money', 'count', 'percent']),
  currency: Type.String(),
  timeZone: Type.String(),
  period: Days,
  comparedWith: Days,
  /** The last day of both periods counts up to this time of day. Null for whole days. */
  until: NullableText,
  value: NullableText,
  previous: NullableText,
  difference: NullableText,
  notices: Type.Array(Type.String()),
  /** Ways to split the difference. The parts of each add up to it exactly. */
  splits: Type.Array(
    Type.Object({
      by: Type.String(),
      parts: Type.Array(
        Type.Object({
          kind: Type.String(),
          name: Type.String(),
          sellerSku: Type.String(),
          difference: Type.String(),
          value: NullableText,
          previous: NullableText,
        }),
      ),
    }),
  ),
  link: Type.String(),
  linkShowsSameFigures: Type.Boolean(),
});
export type ExplainChangeOutput = Static<typeof ExplainChangeOutput>;
