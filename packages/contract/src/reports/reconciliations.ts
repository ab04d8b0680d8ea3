import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import type { Routes } from '../route.ts';
import {
  Amount,
  Currency,
  Day,
  Instant,
  Nullable,
  paged,
  PageQuery,
  Platform,
  Uuid,
} from '../values.ts';

/** Differences beyond this number are counted but not listed; the gravest are listed. */
export const maxListedDifferences = 5000;

export const ReconciliationVerdict = Type.Union([
  Type.Literal('matched'),
  Type.Literal('explained'),
  /** Everything compared is equal or explained, but parts of the file were not compared. */
  Type.Literal('partial'),
  Type.Literal('maturing'),
  Type.Literal('mismatch'),
]);
export type ReconciliationVerdict = Static<typeof ReconciliationVerdict>;

/** How the file and the report differ about an order. */
export const DifferenceKind = Type.Enum([
  'only_file',
  'only_ours',
  'amount',
  'quantity',
  'status',
  'day',
  'doubled',
  'not_counted',
]);
export type DifferenceKind = Static<typeof DifferenceKind>;

/** Why they differ. The last reason of each kind is the unexplained one. */
export const DifferenceReason = Type.Enum([
  'other_shop',
  'still_loading',
  'not_read_yet',
  'missing_with_us',
  'placed_after_export',
  'status_left_out',
  'row_unreadable',
  'missing_in_file',
  'counted_otherwise',
  'changed_since',
  'amount_differs',
  'quantity_differs',
  'status_differs',
  'time_zone',
  'day_differs',
  'rows_repeated',
  'not_paid',
  'never_paid',
]);
export type DifferenceReason = Static<typeof DifferenceReason>;

/**
 * What the reasons of a differing order leave to do: nothing, wait for a sync, or check the order. If an order differs
 * in several ways, the gravest counts.
 */
export const DifferenceGroup = Type.Enum(['explained', 'waiting', 'open']);
export type DifferenceGroup = Static<typeof DifferenceGroup>;

/** A way to compute the value of orders, named as in the documentation of reconciliation. */
export const AmountVariant = Type.Enum(['S1', 'S2', 'Z1', 'Z2', 'T1', 'T2', 'K1']);
export type AmountVariant = Static<typeof AmountVariant>;

const ReconciliationTotal = Type.Object({
  variant: AmountVariant,
  /** Total of everything in the file. */
  file: Amount,
  /** Total of the same orders and period in the report, which counts only sales. */
  ours: Amount,
  /** Number of orders with equal amounts, out of `compared`: orders that both have and that count. */
  equal: Type.Integer(),
  compared: Type.Integer(),
});

export const Reconciliation = Type.Object({
  id: Uuid,
  shopId: Uuid,
  shopName: Type.String(),
  platform: Platform,
  currency: Currency,
  timeZone: Type.String(),
  fileName: Type.String(),
  /** SHA-256, hexadecimal. The file itself is not stored. */
  fileHash: Type.String(),
  fileBytes: Type.Integer(),
  rows: Type.Integer(),
  /** Distinct orders in the file. */
  orders: Type.Integer(),
  /** Orders placed outside the requested days; they are not compared. */
  outside: Type.Integer(),
  /** The compared days, by when orders were placed, in the shop's calendar. */
  from: Day,
  to: Day,
  /** When the file was created, according to the file or its sender. */
  exportedAt: Nullable(Instant),
  reconciledAt: Instant,
  reconciledBy: Nullable(Type.String()),
  /** The shop's freshness at the time of the reconciliation. */
  asOf: Nullable(Instant),
  verdict: ReconciliationVerdict,
  /** Orders that were compared: the equal and the differing ones. */
  compared: Type.Integer(),
  /** Orders on which file and report agree. */
  equal: Type.Integer(),
  /** Orders on which they disagree. */
  differing: Type.Integer(),
  /** The differing orders by group, without empty groups; null for a reconciliation of an older version. */
  groups: Nullable(
    Type.Array(
      Type.Object({
        group: DifferenceGroup,
        orders: Type.Integer(),
        /** Differences of these orders; an order can differ in several ways. */
        differences: Type.Integer(),
        /** As the `effect` of a reason. */
        effect: Amount,
      }),
    ),
  ),
  totals: Type.Array(ReconciliationTotal),
  reasons: Type.Array(
    Type.Object({
      kind: DifferenceKind,
      reason: DifferenceReason,
      count: Type.Integer(),
      /** File total minus report total of these orders, by the first total or by the first that differs. */
      effect: Amount,
    }),
  ),
  /** Statuses in the file that are not mapped; they were not compared. */
  unknownStatuses: Type.Array(Type.String()),
  /** Orders that both have but whose status or quantity was not compared: the file omits it or uses unknown terms. */
  notCompared: Type.Object({ statuses: Type.Integer(), quantities: Type.Integer() }),
  /** Rows that could not be parsed, with the first of them. The other rows were compared. */
  unreadable: Type.Object({
    rows: Type.Integer(),
    first: Type.Array(Type.Object({ row: Type.Integer(), column: Type.String() })),
  }),
  /** Differing orders that were refetched because the file is newer than the last sync. */
  refetched: Type.Integer(),
  /** Whether dates in the file have the month before the day. */
  monthFirst: Type.Boolean(),
});
export type Reconciliation = Static<typeof Reconciliation>;

const ReconciliationList = paged(Reconciliation);

export const ReconciliationDifference = Type.Object({
  orderId: Type.String(),
  kind: DifferenceKind,
  reason: DifferenceReason,
  /** The order's shop, for a link to the order; null when the product has no such order. */
  shopId: Nullable(Uuid),
  fileAmount: Nullable(Amount),
  ourAmount: Nullable(Amount),
  /** Units; null when they do not differ. */
  fileQuantity: Nullable(Type.Integer()),
  ourQuantity: Nullable(Type.Integer()),
  fileStatus: Nullable(Type.String()),
  ourStage: Nullable(Type.String()),
  fileDay: Nullable(Day),
  ourDay: Nullable(Day),
  effect: Amount,
});
export type ReconciliationDifference = Static<typeof ReconciliationDifference>;

export const ReconciliationDifferenceList = paged(ReconciliationDifference);
export type ReconciliationDifferenceList = Static<typeof ReconciliationDifferenceList>;

export const ReconciliationProgress = Type.Object({
  /**
   * Rows are parsed, then orders compared, then differing orders refetched; `waiting` before and after, and throughout
   * for small files.
   */
  phase: Type.Enum(['waiting', 'reading', 'comparing', 'refetching']),
  /** Rows parsed, orders compared, or orders refetched so far. */
  done: Type.Integer(),
  /** Total of the phase; null while unknown. */
  total: Nullable(Type.Integer()),
});
export type ReconciliationProgress = Static<typeof ReconciliationProgress>;

export const ReconciliationQuery = Type.Object({
  ...PageQuery.properties,
  /** Only reconciliations of this shop. */
  shop: Type.Optional(Uuid),
  /** Only reconciliations of the shops on this marketplace. */
  platform: Type.Optional(Platform),
});
export type ReconciliationQuery = Static<typeof ReconciliationQuery>;

const reconciliationPath = Type.Object({ reconciliationId: Uuid });

export const UploadQuery = Type.Object({
  /** File name, shown in the list of reconciliations. */
  name: Type.String({ minLength: 1, maxLength: 200 }),
  /** When the file was last modified on the sender's device. */
  madeAt: Type.Optional(Instant),
  /** The shop of the orders, when the file does not contain it. */
  shop: Type.Optional(Uuid),
  /** Only orders placed on these days are compared; defaults to the days that the file covers. */
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  /** Chosen by the sender, who can poll the progress with it. */
  upload: Type.Optional(Uuid),
});
export type UploadQuery = Static<typeof UploadQuery>;

export const reconciliationRoutes = {
  listReconciliations: {
    ...endpoints.listReconciliations,
    summary: 'Lists reconciliations, newest first',
    access: 'session',
    status: 200,
    query: ReconciliationQuery,
    response: ReconciliationList,
  },
  reconcile: {
    ...endpoints.reconcile,
    summary:
      'Reconciles the report with a seller center export (CSV or XLSX, as application/octet-stream)',
    hasFileBody: true,
    access: 'session',
    minimumRole: 'member',
    status: 201,
    query: UploadQuery,
    response: Reconciliation,
  },
  getReconciliationProgress: {
    ...endpoints.getReconciliationProgress,
    summary: 'Returns the progress of a reconciliation in progress',
    access: 'session',
    status: 200,
    params: Type.Object({ uploadId: Uuid }),
    response: ReconciliationProgress,
  },
  getReconciliation: {
    ...endpoints.getReconciliation,
    summary: 'Returns a reconciliation',
    access: 'session',
    status: 200,
    params: reconciliationPath,
    response: Reconciliation,
  },
  listDifferences: {
    ...endpoints.listDifferences,
    summary: 'Lists the orders that differ between the file and the report',
    access: 'session',
    status: 200,
    params: reconciliationPath,
    query: Type.Object({
      ...PageQuery.properties,
      reason: Type.Optional(DifferenceReason),
      /** Only orders of this group, with all of their differences. */
      group: Type.Optional(DifferenceGroup),
    }),
    response: ReconciliationDifferenceList,
  },
  exportDifferences: {
    ...endpoints.exportDifferences,
    summary: 'Returns the differing orders as a CSV file',
    access: 'session',
    status: 200,
    params: reconciliationPath,
    response: Type.String(),
  },
} as const satisfies Routes;
