import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import type { Routes } from '../route.ts';
import { Currency, Day, Instant, Nullable, Uuid } from '../values.ts';

/** Schemas of `POST /reports/query` for reporting tools, and of its data sets and fields. */

const DayText = Type.String({
  pattern: '^\\d{4}-?\\d{2}-?\\d{2}$',
  examples: ['20261111', '2026-11-11'],
});

/**
 * The day that a date range refers to. Orders: the sales day (`committed`) or the day placed (`created`). Money: the
 * day paid out (`settled`) or booked (`booked`). Ads: the day in the ad account's calendar.
 */
const DayBasis = Type.Enum(['committed', 'created', 'settled', 'booked', 'ad_day']);
export type DayBasis = Static<typeof DayBasis>;

export const ReportsFilter = Type.Object(
  {
    /** A dimension; amounts cannot be filtered before they are added up. */
    field: Type.String({ maxLength: 100 }),
    operator: Type.Enum([
      'eq',
      'ne',
      'lt',
      'le',
      'gt',
      'ge',
      'in',
      'contains',
      'starts_with',
      'ends_with',
      'missing',
    ]),
    /** One value; several for `in`, none for `missing`. */
    values: Type.Optional(Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 1000 })),
    /** Negates the condition. */
    exclude: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type ReportsFilter = Static<typeof ReportsFilter>;

export const ReportsQuery = Type.Object(
  {
    dataSet: Type.Optional(Type.String({ maxLength: 100, examples: ['shop_day'] })),
    /** In the order of the response. Rows are aggregated over fields that are left out. */
    fields: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 100 }),
    ),
    /** Days in the shops' calendar, both ends inclusive; defaults to 28 complete days and today. */
    dateRange: Type.Optional(
      Type.Object({ from: DayText, to: DayText }, { additionalProperties: false }),
    ),
    /** Which day of the data set the range refers to. */
    basis: Type.Optional(DayBasis),
    shops: Type.Optional(Type.Array(Uuid, { maxItems: 1000 })),
    /** Selects the amounts to add up when the field `currency` is not requested. */
    currency: Type.Optional(Currency),
    /** Groups are combined with AND, the filters within a group with OR. */
    filters: Type.Optional(
      Type.Array(Type.Array(ReportsFilter, { minItems: 1, maxItems: 50 }), { maxItems: 50 }),
    ),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 5000 })),
    /** `nextPageToken` of the previous response to the same query. */
    pageToken: Type.Optional(Type.String({ maxLength: 8000 })),
  },
  { additionalProperties: false },
);
export type ReportsQuery = Static<typeof ReportsQuery>;

const FieldType = Type.Enum(['text', 'day', 'instant', 'flag', 'count', 'money', 'share', 'times']);

const ReportsField = Type.Object({
  id: Type.String(),
  /** Ids are `text`. Days are formatted as YYYYMMDD, instants as ISO 8601 in UTC, money as an exact decimal string. */
  type: FieldType,
  /** `none`: a dimension; `sum`: may be added up; `ratio`: must not be added up, request the grouping instead. */
  aggregation: Type.Enum(['none', 'sum', 'ratio']),
  /** In the caller's language; the id does not depend on it. */
  label: Type.String(),
  about: Nullable(Type.String()),
  /** Ids of the two sums of a ratio. */
  dividend: Type.Optional(Type.String()),
  divisor: Type.Optional(Type.String()),
});

export const ReportsResult = Type.Object({
  dataSet: Type.String(),
  schema: Type.Array(ReportsField),
  /** One value per field of the schema, in the same order; null when there is none. */
  rows: Type.Array(Type.Unsafe<(string | number | boolean | null)[]>({ type: 'array' })),
  meta: Type.Object({
    /** The oldest freshness of all shops or ad accounts: everything up to this instant is synced. */
    asOf: Nullable(Instant),
    /** Seconds that the rows may be behind, as they were read from a standby; absent if they are current. */
    lagSeconds: Type.Optional(Type.Integer({ minimum: 0 })),
    /** Both ends of the effective range; null for a data set without days. */
    from: Nullable(Day),
    to: Nullable(Day),
    timeZone: Type.String(),
    basis: Nullable(DayBasis),
    /** The currency of all amounts; null when the field `currency` gives it per row. */
    currency: Nullable(Currency),
    currencies: Type.Array(Currency),
    /** Whether days of the range are not completely synced. */
    partial: Type.Boolean(),
    daysLoading: Type.Integer(),
  }),
  nextPageToken: Nullable(Type.String()),
});
export type ReportsResult = Static<typeof ReportsResult>;

export const ReportsCatalogue = Type.Object({
  dataSets: Type.Array(
    Type.Object({
      id: Type.String(),
      label: Type.String(),
      /** Day bases that a date range can use, default first; empty for a data set without days. */
      bases: Type.Array(DayBasis),
      defaultFields: Type.Array(Type.String()),
      fields: Type.Array(ReportsField),
    }),
  ),
});
export type ReportsCatalogue = Static<typeof ReportsCatalogue>;

const BooleanText = Type.Enum(['true', 'false']);

/** A file of a data set: the subset of `POST /reports/query` that a URL can express. */
const ReportsExport = Type.Object({
  dataSet: Type.Optional(Type.String({ maxLength: 100 })),
  /** Comma-separated, in column order. */
  fields: Type.Optional(Type.String({ maxLength: 4000 })),
  from: Type.Optional(DayText),
  to: Type.Optional(DayText),
  basis: Type.Optional(DayBasis),
  /** Comma-separated. */
  shops: Type.Optional(Type.String({ maxLength: 4000 })),
  currency: Type.Optional(Currency),
  format: Type.Optional(Type.Enum(['csv', 'xlsx', 'parquet'])),
  /** CSV only: adds a byte-order mark, without which Excel on Windows garbles Vietnamese. */
  bom: Type.Optional(BooleanText),
  /** CSV only: prefixes texts that a spreadsheet would run as a formula with an apostrophe; on unless `false`. */
  guard: Type.Optional(BooleanText),
  /** Whether the header row has field ids or labels. */
  header: Type.Optional(Type.Enum(['id', 'label'])),
});

export const reportsRoutes = {
  exportReport: {
    ...endpoints.exportReport,
    summary: 'Returns all rows of a data set as a file',
    access: 'report',
    status: 200,
    query: ReportsExport,
    response: Type.String(),
  },
  openReportLink: {
    ...endpoints.openReportLink,
    summary: 'Returns the CSV file behind a secret link, for spreadsheets that fetch it themselves',
    access: 'public',
    status: 200,
    params: Type.Object({ file: Type.String({ maxLength: 200 }) }),
    response: Type.String(),
  },
  reportsCatalogue: {
    ...endpoints.reportsCatalogue,
    summary: 'Lists the data sets and fields available to reporting tools',
    access: 'report',
    status: 200,
    response: ReportsCatalogue,
  },
  queryReports: {
    ...endpoints.queryReports,
    summary: 'Returns rows of a data set, aggregated by the requested fields',
    access: 'report',
    status: 200,
    body: ReportsQuery,
    response: ReportsResult,
  },
} as const satisfies Routes;
