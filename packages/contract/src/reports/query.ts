import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import type { Routes } from '../route.ts';
import { Currency, Day, Instant, Uuid } from '../values.ts';

/** What reporting tools ask: `POST /reports/query`, and the data sets and fields that it knows. */

const DayText = Type.String({
  pattern: '^\\d{4}-?\\d{2}-?\\d{2}$',
  examples: ['20261111', '2026-11-11'],
});

/**
 * What day a range is about: of an order the day it counts as sold (`committed`) or was placed (`created`), of money
 * the day it was paid out (`settled`) or booked (`booked`), of ads the day of the ad account's own calendar.
 */
const DayBasis = Type.Union([
  Type.Literal('committed'),
  Type.Literal('created'),
  Type.Literal('settled'),
  Type.Literal('booked'),
  Type.Literal('ad_day'),
]);
export type DayBasis = Static<typeof DayBasis>;

export const ReportsFilter = Type.Object(
  {
    /** A field that rows are told apart by; an amount cannot be filtered before it is added up. */
    field: Type.String({ maxLength: 100 }),
    operator: Type.Union([
      Type.Literal('eq'),
      Type.Literal('ne'),
      Type.Literal('lt'),
      Type.Literal('le'),
      Type.Literal('gt'),
      Type.Literal('ge'),
      Type.Literal('in'),
      Type.Literal('contains'),
      Type.Literal('starts_with'),
      Type.Literal('ends_with'),
      Type.Literal('missing'),
    ]),
    /** One value; any number of them for `in`, none for `missing`. */
    values: Type.Optional(Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 1000 })),
    /** Rows that are not so. */
    exclude: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type ReportsFilter = Static<typeof ReportsFilter>;

export const ReportsQuery = Type.Object(
  {
    dataSet: Type.Optional(Type.String({ maxLength: 100, examples: ['shop_day'] })),
    /** In the order of the answer. What is not asked for is added up. */
    fields: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 100 }),
    ),
    /** Days of the shops' own calendar, both ends included; 28 complete days and today when absent. */
    dateRange: Type.Optional(
      Type.Object({ from: DayText, to: DayText }, { additionalProperties: false }),
    ),
    /** Which of the data set's days the range is about. */
    basis: Type.Optional(DayBasis),
    shops: Type.Optional(Type.Array(Uuid, { maxItems: 1000 })),
    /** Whose amounts are added up when the field `currency` is not asked for. */
    currency: Type.Optional(Currency),
    /** All groups must be met, each by any one of its filters. */
    filters: Type.Optional(
      Type.Array(Type.Array(ReportsFilter, { minItems: 1, maxItems: 50 }), { maxItems: 50 }),
    ),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 5000 })),
    /** `nextPageToken` of the answer before, with the same query. */
    pageToken: Type.Optional(Type.String({ maxLength: 8000 })),
  },
  { additionalProperties: false },
);
export type ReportsQuery = Static<typeof ReportsQuery>;

const FieldType = Type.Union([
  Type.Literal('text'),
  Type.Literal('day'),
  Type.Literal('instant'),
  Type.Literal('flag'),
  Type.Literal('count'),
  Type.Literal('money'),
  Type.Literal('share'),
  Type.Literal('times'),
]);

export const ReportsField = Type.Object({
  id: Type.String(),
  /** Ids are `text`. Days are written YYYYMMDD, instants ISO 8601 in UTC, money as an exact decimal string. */
  type: FieldType,
  /** `none`: rows are told apart by it; `sum`: may be added up; `ratio`: must not be, ask for the grouping instead. */
  aggregation: Type.Union([Type.Literal('none'), Type.Literal('sum'), Type.Literal('ratio')]),
  /** In the caller's language; the id never changes with it. */
  label: Type.String(),
  about: Type.Union([Type.String(), Type.Null()]),
  /** The two sums of a ratio. */
  dividend: Type.Optional(Type.String()),
  divisor: Type.Optional(Type.String()),
});

export const ReportsResult = Type.Object({
  dataSet: Type.String(),
  schema: Type.Array(ReportsField),
  /** One value per field of the schema, in its order; null where there is none. */
  rows: Type.Array(Type.Unsafe<(string | number | boolean | null)[]>({ type: 'array' })),
  meta: Type.Object({
    /** The oldest freshness of all shops, or of all ad accounts: everything that happened up to it is in. */
    asOf: Type.Union([Instant, Type.Null()]),
    /** Both ends of the range that was answered; null for a data set without days. */
    from: Type.Union([Day, Type.Null()]),
    to: Type.Union([Day, Type.Null()]),
    timeZone: Type.String(),
    basis: Type.Union([DayBasis, Type.Null()]),
    /** The one currency of all amounts; null when the field `currency` tells it of each row. */
    currency: Type.Union([Currency, Type.Null()]),
    currencies: Type.Array(Currency),
    /** Whether days of the range are still being read. */
    partial: Type.Boolean(),
    daysLoading: Type.Integer(),
  }),
  nextPageToken: Type.Union([Type.String(), Type.Null()]),
});
export type ReportsResult = Static<typeof ReportsResult>;

export const ReportsCatalogue = Type.Object({
  dataSets: Type.Array(
    Type.Object({
      id: Type.String(),
      label: Type.String(),
      /** Which day bases a range of days can have, the default first; empty for a data set without days. */
      bases: Type.Array(DayBasis),
      defaultFields: Type.Array(Type.String()),
      fields: Type.Array(ReportsField),
    }),
  ),
});
export type ReportsCatalogue = Static<typeof ReportsCatalogue>;

const BooleanText = Type.Union([Type.Literal('true'), Type.Literal('false')]);

/** A file of a data set: what `POST /reports/query` takes, as far as an address can say it. */
export const ReportsExport = Type.Object({
  dataSet: Type.Optional(Type.String({ maxLength: 100 })),
  /** Comma-separated, in the order of the columns. */
  fields: Type.Optional(Type.String({ maxLength: 4000 })),
  from: Type.Optional(DayText),
  to: Type.Optional(DayText),
  basis: Type.Optional(DayBasis),
  /** Comma-separated. */
  shops: Type.Optional(Type.String({ maxLength: 4000 })),
  currency: Type.Optional(Currency),
  format: Type.Optional(
    Type.Union([Type.Literal('csv'), Type.Literal('xlsx'), Type.Literal('parquet')]),
  ),
  /** Of a CSV file: a byte-order mark, without which Excel on Windows misreads Vietnamese. */
  bom: Type.Optional(BooleanText),
  /** Of a CSV file: an apostrophe before texts that a spreadsheet would run as a formula; on unless `false`. */
  guard: Type.Optional(BooleanText),
  /** Whether columns are named by their ids or by what people read. */
  header: Type.Optional(Type.Union([Type.Literal('id'), Type.Literal('label')])),
});
export type ReportsExport = Static<typeof ReportsExport>;

export const reportsRoutes = {
  exportReport: {
    ...endpoints.exportReport,
    summary: 'All rows of a data set as a file',
    access: 'report',
    status: 200,
    query: ReportsExport,
    response: Type.String(),
  },
  openReportLink: {
    ...endpoints.openReportLink,
    summary: 'The CSV file behind a secret link, for spreadsheets that fetch it themselves',
    access: 'public',
    status: 200,
    params: Type.Object({ file: Type.String({ maxLength: 200 }) }),
    response: Type.String(),
  },
  reportsCatalogue: {
    ...endpoints.reportsCatalogue,
    summary: 'The data sets and fields that a reporting tool can ask for',
    access: 'report',
    status: 200,
    response: ReportsCatalogue,
  },
  queryReports: {
    ...endpoints.queryReports,
    summary: 'Rows of a data set, added up to exactly the fields that are asked for',
    access: 'report',
    status: 200,
    body: ReportsQuery,
    response: ReportsResult,
  },
} as const satisfies Routes;
