import type {
  CanonicalReturn,
  CanonicalReturnItem,
  CanonicalSettlement,
  CanonicalSettlementLine,
  CanonicalStatement,
} from '@seller-connect/partners';
import { column, type Column } from '../../platform/database/binary-arrays.ts';
import { sanitizeText } from '../../platform/database/storable-values.ts';
import type { Version } from '../ingest/version.ts';

/** A partner's entity with the version that decides between its states. */
export interface VersionedEntity<Entity> {
  id: string;
  entity: Entity;
  version: Version;
}

function versionColumns<Row>(versionOf: (row: Row) => Version): Column<Row>[] {
  return [
    column.instant('version_at', (row) => versionOf(row).versionAt),
    column.instant('observed_at', (row) => versionOf(row).observedAt),
    column.uuid('content_hash', (row) => versionOf(row).contentHash),
    column.integer('mapping_version', (row) => versionOf(row).mappingVersion),
  ];
}

type ReturnRow = VersionedEntity<CanonicalReturn>;
export const returnColumns: readonly Column<ReturnRow>[] = [
  column.text('return_id', (row) => row.id),
  column.text('order_id', ({ entity }) => entity.orderId),
  column.text('kind', ({ entity }) => entity.kind),
  column.text('state', ({ entity }) => entity.state),
  column.instant('requested_at', ({ entity }) => entity.requestedAt),
  column.instant('decided_at', ({ entity }) => entity.decidedAt),
  column.instant('received_at', ({ entity }) => entity.receivedAt),
  column.instant('refunded_at', ({ entity }) => entity.refundedAt),
  ...versionColumns<ReturnRow>((row) => row.version),
  column.bigint('refund_e4', ({ entity }) => entity.refundE4),
  column.text('currency', ({ entity }) => entity.currency),
  column.text('borne_by', ({ entity }) => entity.borneBy),
  column.text('reason', ({ entity }) => sanitizeText(entity.reason)),
  column.textList('flags', ({ entity }) => entity.flags.map(sanitizeText)),
];

export interface ReturnItemRow {
  returnId: string;
  item: CanonicalReturnItem;
}
export const returnItemColumns: readonly Column<ReturnItemRow>[] = [
  column.text('return_id', (row) => row.returnId),
  column.text('return_item_id', ({ item }) => item.returnItemId),
  column.text('order_line_id', ({ item }) => item.orderLineId),
  column.text('sku_id', ({ item }) => item.skuId),
  column.integer('quantity', ({ item }) => item.quantity),
  column.bigint('refund_e4', ({ item }) => item.refundE4),
  column.text('state', ({ item }) => item.state),
  column.text('raw_status', ({ item }) => sanitizeText(item.rawStatus)),
];

type StatementRow = VersionedEntity<CanonicalStatement>;
export const statementColumns: readonly Column<StatementRow>[] = [
  column.text('statement_id', (row) => row.id),
  column.text('name', ({ entity }) => sanitizeText(entity.name)),
  column.instant('from_at', ({ entity }) => entity.from),
  column.instant('to_at', ({ entity }) => entity.to),
  column.text('currency', ({ entity }) => entity.currency),
  column.bigint('total_e4', ({ entity }) => entity.totalE4),
  column.bigint('payout_e4', ({ entity }) => entity.payoutE4),
  column.instant('paid_at', ({ entity }) => entity.paidAt),
  ...versionColumns<StatementRow>((row) => row.version),
  column.textList('flags', ({ entity }) => entity.flags.map(sanitizeText)),
];

/** A settlement as it arrived. */
export interface IncomingSettlement extends VersionedEntity<CanonicalSettlement> {
  /** Hash of its raw bytes; null if they are not stored. */
  rawHash: string | null;
}
export interface SettlementLineRow {
  of: IncomingSettlement;
  line: CanonicalSettlementLine;
  days: SettlementDays;
}
/** The days of a settlement in the shop's calendar. */
export interface SettlementDays {
  occurred: string;
  /** The day on which the statement was paid, if it says so; otherwise the day of `settledAt`. */
  settled: string | null;
}
export const settlementLineColumns: readonly Column<SettlementLineRow>[] = [
  column.text('settlement_id', ({ of }) => of.id),
  column.text('line_id', ({ line }) => line.lineId),
  column.instant('occurred_at', ({ of }) => of.entity.occurredAt),
  column.instant('settled_at', ({ of }) => of.entity.settledAt),
  ...versionColumns<SettlementLineRow>(({ of }) => of.version),
  column.bigint('amount_e4', ({ line }) => line.amountE4),
  column.boolean('is_estimate', ({ of }) => of.entity.isEstimate),
  column.day('occurred_day', ({ days }) => days.occurred),
  column.day('settled_day', ({ days }) => days.settled),
  // Whether an order's estimate counts is decided by `updateEstimateFlags` once all lines are stored.
  column.boolean('counts', ({ of }) => !of.entity.isEstimate || of.entity.orderId === null),
  column.uuid('raw_hash', ({ of }) => of.rawHash),
  column.text('statement_id', ({ of }) => of.entity.statementId),
  column.text('order_id', ({ of }) => of.entity.orderId),
  column.text('order_line_id', ({ line }) => line.orderLineId),
  column.text('fee_class', ({ line }) => line.feeClass),
  column.text('fee_code', ({ line }) => sanitizeText(line.feeCode)),
  column.text('fee_name', ({ line }) => sanitizeText(line.feeName)),
  column.text('currency', ({ of }) => of.entity.currency),
  column.textList('flags', ({ of }) => of.entity.flags.map(sanitizeText)),
  column.text('waiting_reason', ({ of }) => optionalText(of.entity.waiting?.reason)),
  column.text('waiting_until', ({ of }) => optionalText(of.entity.waiting?.until)),
];

/** Returns the partner's text, or null if it is empty. */
function optionalText(text: string | undefined): string | null {
  return text ? sanitizeText(text) : null;
}
