import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import type { Routes } from '../route.ts';
import {
  Amount,
  Currency,
  Day,
  Instant,
  paged,
  pageParameters,
  Platform,
  Uuid,
} from '../values.ts';

/** More differences than these are counted, and not listed. */
export const maxListedDifferences = 5000;

export const ReconciliationVerdict = Type.Union([
  Type.Literal('matched'),
  Type.Literal('explained'),
  /** What was compared is the same or explained; some of the file was not compared. */
  Type.Literal('partial'),
  Type.Literal('maturing'),
  Type.Literal('mismatch'),
]);
export type ReconciliationVerdict = Static<typeof ReconciliationVerdict>;

/** How the file and the report differ about an order. */
export const DifferenceKind = Type.Union([
  Type.Literal('only_file'),
  Type.Literal('only_ours'),
  Type.Literal('amount'),
  Type.Literal('quantity'),
  Type.Literal('status'),
  Type.Literal('day'),
  Type.Literal('doubled'),
  Type.Literal('not_counted'),
]);
export type DifferenceKind = Static<typeof DifferenceKind>;

/** Why. The last of each kind is the one that nothing explains. */
export const DifferenceReason = Type.Union([
  Type.Literal('other_shop'),
  Type.Literal('still_loading'),
  Type.Literal('not_read_yet'),
  Type.Literal('missing_with_us'),
  Type.Literal('placed_after_export'),
  Type.Literal('status_left_out'),
  Type.Literal('row_unreadable'),
  Type.Literal('missing_in_file'),
  Type.Literal('counted_otherwise'),
  Type.Literal('changed_since'),
  Type.Literal('amount_differs'),
  Type.Literal('quantity_differs'),
  Type.Literal('status_differs'),
  Type.Literal('time_zone'),
  Type.Literal('day_differs'),
  Type.Literal('rows_repeated'),
  Type.Literal('not_paid'),
  Type.Literal('never_paid'),
]);
export type DifferenceReason = Static<typeof DifferenceReason>;

/** A way to count the worth of orders, by the names that the documentation of reconciliation gives them. */
export const AmountVariant = Type.Union([
  Type.Literal('S1'),
  Type.Literal('S2'),
  Type.Literal('Z1'),
  Type.Literal('Z2'),
  Type.Literal('T1'),
  Type.Literal('T2'),
  Type.Literal('K1'),
]);
export type AmountVariant = Static<typeof AmountVariant>;

export const ReconciliationTotal = Type.Object({
  variant: AmountVariant,
  /** Everything that the file lists. */
  file: Amount,
  /** The same orders and period as the report counts them: those that became sales. */
  ours: Amount,
  /** Orders about which both say the same amount, of those that both have and that count. */
  equal: Type.Integer(),
  compared: Type.Integer(),
});
export type ReconciliationTotal = Static<typeof ReconciliationTotal>;

export const Reconciliation = Type.Object({
  id: Uuid,
  shopId: Uuid,
  shopName: Type.String(),
  platform: Platform,
  currency: Currency,
  timeZone: Type.String(),
  fileName: Type.String(),
  /** SHA-256, hexadecimal. The file itself is not kept. */
  fileHash: Type.String(),
  fileBytes: Type.Integer(),
  rows: Type.Integer(),
  /** Different orders in the file. */
  orders: Type.Integer(),
  /** Of these, those that were placed on other days than were asked for: they are not compared. */
  outside: Type.Integer(),
  /** The days that were compared, by when orders were placed, in the shop's calendar. */
  from: Day,
  to: Day,
  /** When the file was made, as far as it or its sender says. */
  exportedAt: Type.Union([Instant, Type.Null()]),
  checkedAt: Instant,
  checkedBy: Type.Union([Type.String(), Type.Null()]),
  /** Up to when the shop was read at the time of the check. */
  asOf: Type.Union([Instant, Type.Null()]),
  verdict: ReconciliationVerdict,
  /** Orders about which the file and the report say the same. */
  equal: Type.Integer(),
  /** Orders about which they do not. */
  differing: Type.Integer(),
  totals: Type.Array(ReconciliationTotal),
  reasons: Type.Array(
    Type.Object({
      kind: DifferenceKind,
      reason: DifferenceReason,
      count: Type.Integer(),
      /** What these orders add to the file's total over the report's: by the first total, or by the first that differs. */
      effect: Amount,
    }),
  ),
  /** Statuses of the file that nobody here knows: they were not compared. */
  unknownStatuses: Type.Array(Type.String()),
  /** Orders that both have, and of which these were not compared: the file does not tell them, or in unknown words. */
  notCompared: Type.Object({ statuses: Type.Integer(), quantities: Type.Integer() }),
  /** Rows of orders that could not be read, and the first of them; the other rows were compared. */
  unreadable: Type.Object({
    rows: Type.Integer(),
    first: Type.Array(Type.Object({ row: Type.Integer(), column: Type.String() })),
  }),
  /** Differing orders that the marketplace was asked for again, because the file is newer than the last reading. */
  readAgain: Type.Integer(),
  /** The file writes the month of a date before its day. */
  monthFirst: Type.Boolean(),
});
export type Reconciliation = Static<typeof Reconciliation>;

export const ReconciliationList = paged(Reconciliation);
export type ReconciliationList = Static<typeof ReconciliationList>;

export const ReconciliationDifference = Type.Object({
  orderId: Type.String(),
  kind: DifferenceKind,
  reason: DifferenceReason,
  /** The shop whose order it is, to open it; null when the product has no such order. */
  shopId: Type.Union([Uuid, Type.Null()]),
  fileAmount: Type.Union([Amount, Type.Null()]),
  ourAmount: Type.Union([Amount, Type.Null()]),
  /** Pieces; null where they do not differ. */
  fileQuantity: Type.Union([Type.Integer(), Type.Null()]),
  ourQuantity: Type.Union([Type.Integer(), Type.Null()]),
  fileStatus: Type.Union([Type.String(), Type.Null()]),
  ourStage: Type.Union([Type.String(), Type.Null()]),
  fileDay: Type.Union([Day, Type.Null()]),
  ourDay: Type.Union([Day, Type.Null()]),
  effect: Amount,
});
export type ReconciliationDifference = Static<typeof ReconciliationDifference>;

export const ReconciliationDifferenceList = paged(ReconciliationDifference);
export type ReconciliationDifferenceList = Static<typeof ReconciliationDifferenceList>;

export const ReconciliationProgress = Type.Object({
  /**
   * Its rows are read, then its orders compared, then the marketplace is asked for those that differ; `waiting` before
   * that, after it, and of a small file.
   */
  phase: Type.Union([
    Type.Literal('waiting'),
    Type.Literal('reading'),
    Type.Literal('comparing'),
    Type.Literal('asking'),
  ]),
  /** Rows that are read, orders that are compared, or orders that the marketplace has answered. */
  done: Type.Integer(),
  /** Of so many; null while that is not known. */
  total: Type.Union([Type.Integer(), Type.Null()]),
});
export type ReconciliationProgress = Static<typeof ReconciliationProgress>;

export const ReconciliationQuery = Type.Object({
  ...pageParameters,
  /** Only checks of this shop. */
  shop: Type.Optional(Uuid),
  /** Only checks of the shops on this marketplace. */
  platform: Type.Optional(Platform),
});
export type ReconciliationQuery = Static<typeof ReconciliationQuery>;

const checkPath = Type.Object({ checkId: Uuid });

export const UploadQuery = Type.Object({
  /** The file's name, shown in the list of checks. */
  name: Type.String({ minLength: 1, maxLength: 200 }),
  /** When the file was last changed on its sender's device. */
  madeAt: Type.Optional(Instant),
  /** Whose orders they are, where the file does not tell. */
  shop: Type.Optional(Uuid),
  /** Only orders that were placed on these days are compared; those that the file is about when absent. */
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  /** Chosen by the sender, who may ask under it how far the comparing is. */
  upload: Type.Optional(Uuid),
});
export type UploadQuery = Static<typeof UploadQuery>;

export const reconciliationRoutes = {
  listReconciliations: {
    ...endpoints.listReconciliations,
    summary: 'Checks of the report against export files, the newest first',
    access: 'session',
    status: 200,
    query: ReconciliationQuery,
    response: ReconciliationList,
  },
  reconcile: {
    ...endpoints.reconcile,
    summary:
      'Compares an export file of a seller centre (CSV or XLSX, as application/octet-stream)',
    takesFile: true,
    access: 'session',
    team: 'member',
    status: 201,
    query: UploadQuery,
    response: Reconciliation,
  },
  getReconciliationProgress: {
    ...endpoints.getReconciliationProgress,
    summary: 'How far the comparing of a file is that is being sent',
    access: 'session',
    status: 200,
    params: Type.Object({ uploadId: Uuid }),
    response: ReconciliationProgress,
  },
  getReconciliation: {
    ...endpoints.getReconciliation,
    summary: 'One check',
    access: 'session',
    status: 200,
    params: checkPath,
    response: Reconciliation,
  },
  listDifferences: {
    ...endpoints.listDifferences,
    summary: 'The orders about which the file and the report differ',
    access: 'session',
    status: 200,
    params: checkPath,
    query: Type.Object({ ...pageParameters, reason: Type.Optional(DifferenceReason) }),
    response: ReconciliationDifferenceList,
  },
  exportDifferences: {
    ...endpoints.exportDifferences,
    summary: 'The same as a CSV file',
    access: 'session',
    status: 200,
    params: checkPath,
    response: Type.String(),
  },
} as const satisfies Routes;
