/**
 * Returns and settlements. As in `canonical.ts`, amounts are bigints in ten-thousandths of the currency's major unit.
 * Amounts of settlements are signed: positive ones increase the payout.
 */
import type { ReturnState } from './canonical.ts';
import { lookUp, flagUnknown } from '../parsing/fields.ts';

export type ReturnKind =
  | 'refund_only'
  | 'return_and_refund'
  | 'replacement'
  /** The carrier could not deliver the goods and sends them back to the seller. */
  | 'undelivered'
  | 'unknown';

/** State of a return. `unknown` is a status without a mapping; it counts as open. */
export type ReturnCaseState = Exclude<ReturnState, 'none'> | 'unknown';

export interface CanonicalReturnItem {
  /** The partner's id of this part of the case, or of the order line; unique within the case. */
  returnItemId: string;
  /** `CanonicalItem.lineId`; null when the partner names only a SKU. */
  orderLineId: string | null;
  skuId: string | null;
  quantity: number;
  /** Amount refunded to the buyer; never negative. The items of a case add up to its `refundE4`. */
  refundE4: bigint;
  state: ReturnCaseState;
  /** Status as the partner reports it. */
  rawStatus: string;
}

/** A return in its current state. A cancellation before delivery is not a return. */
export interface CanonicalReturn {
  /** The partner's id; unique within the shop. */
  returnId: string;
  orderId: string;
  kind: ReturnKind;
  /** The least advanced state of the items that are neither rejected nor cancelled. */
  state: ReturnCaseState;
  requestedAt: Date;
  /**
   * When the seller or the partner accepted or rejected it; null while open, or when the partner does not report it.
   */
  decidedAt: Date | null;
  /** When the goods were received; null when the partner does not report it. */
  receivedAt: Date | null;
  /** When the buyer was refunded; null when the partner does not report it. */
  refundedAt: Date | null;
  updatedAt: Date;
  /** ISO 4217. */
  currency: string;
  refundE4: bigint;
  /** Who bears the refund; null when the partner does not report it. */
  borneBy: 'seller' | 'platform' | null;
  /** The partner's text or code; never text by a buyer. */
  reason: string;
  /** Not empty; ids are unique and sorted. */
  items: CanonicalReturnItem[];
  /** Anomalies, such as `unknown_status:FOO`. */
  flags: string[];
}

/** What an amount of a settlement is for. A reversed fee keeps its class with the opposite sign. */
export type FeeClass =
  /** The goods at the seller's price, before vouchers. */
  | 'item_price'
  /** The seller's own vouchers; decreases the payout. */
  | 'seller_voucher'
  /** Discounts that the partner gave the buyer and reimburses to the seller. */
  | 'item_subsidy'
  | 'shipping_buyer'
  /** The carrier's price, which the shares of buyer and partner offset. */
  | 'shipping_carrier'
  | 'shipping_subsidy'
  /** Shipping paid by the seller, outbound or return. */
  | 'shipping_seller'
  | 'commission'
  | 'payment_fee'
  | 'programme_fee'
  | 'infrastructure_fee'
  | 'affiliate_commission'
  | 'ads_charge'
  | 'refund'
  | 'penalty'
  | 'compensation'
  | 'adjustment'
  | 'tax_withheld'
  /** Known, but none of the above. */
  | 'other'
  /** A code that the fee table lacks, or an unexplained remainder; never merged into another class. */
  | 'unknown';

/** Fee classes by a partner's fee code. A change to it increments the connector's mapping version. */
export type FeeTable = Readonly<Record<string, FeeClass>>;

/** Returns the class of a partner's fee code. A code missing from the table gets the class `unknown` and a flag. */
export function classifyFee(table: FeeTable, code: string, flags: Set<string>): FeeClass {
  const known = lookUp(table, code);
  if (known !== undefined) return known;
  flagUnknown(flags, 'fee', code);
  return 'unknown';
}

export interface CanonicalSettlementLine {
  /** Unique within its settlement. */
  lineId: string;
  /** `CanonicalItem.lineId`; null for an amount of the whole order, or of no order. */
  orderLineId: string | null;
  feeClass: FeeClass;
  /** The partner's code of the fee, verbatim. */
  feeCode: string;
  /** The partner's name of the fee, verbatim; empty when there is none. */
  feeName: string;
  /** Positive amounts increase the payout. */
  amountE4: bigint;
}

/** Why an expected payout is not booked yet. Both are the partner's text; empty when it reports none. */
interface PendingReason {
  reason: string;
  /** When the partner expects to book it. */
  until: string;
}

/**
 * The unit that a partner books and reports as a whole: a transaction of a ledger, or the whole payout of an order. A
 * newer version replaces all of its lines.
 */
export interface CanonicalSettlement {
  /** Unique within the shop. */
  settlementId: string;
  /** `CanonicalStatement.statementId`; null while the settlement is on no statement. */
  statementId: string | null;
  /** Null when the settlement belongs to no order. */
  orderId: string | null;
  /** ISO 4217. */
  currency: string;
  /** When it was booked; for a partner that reports days, the start of that day in the shop's time zone. */
  occurredAt: Date;
  /**
   * When it was paid out; null while unpaid. For a partner that reports only whether it is paid, this is the end of its
   * statement, or without a statement the booking time.
   */
  settledAt: Date | null;
  /** For a partner that reports no update time, the later of the times above. */
  updatedAt: Date;
  /** The partner expects it but has not booked it. It counts for an order only until something is booked for it. */
  isEstimate: boolean;
  /** Set for estimates only. */
  waiting?: PendingReason;
  /**
   * Not empty; ids are unique and sorted. The lines add up to the total that the partner states: an unexplained
   * remainder becomes a line of class `unknown` with the code `unexplained`.
   */
  lines: CanonicalSettlementLine[];
  /** Anomalies, such as `unknown_fee:999`. */
  flags: string[];
}

/** A statement: one payout of many settlements, as the partner sums it up. */
export interface CanonicalStatement {
  /** Unique within the shop; settlements refer to it. */
  statementId: string;
  /** The partner's number or name of the statement. */
  name: string;
  /** Start of the covered period; null when the partner does not report it. */
  from: Date | null;
  /** End of the covered period, exclusive. */
  to: Date | null;
  /** ISO 4217. */
  currency: string;
  /** Sum of its settlements according to the partner; null when it reports none. */
  totalE4: bigint | null;
  /** Amount paid out: the total, less balances of earlier statements and amounts that the partner retains. */
  payoutE4: bigint;
  /** Null while unpaid. */
  paidAt: Date | null;
  updatedAt: Date;
  flags: string[];
}

/** States from least to most advanced. `unknown` ranks lowest, because such an item may be in any state. */
const returnProgress: readonly ReturnCaseState[] = [
  'unknown',
  'requested',
  'approved',
  'in_transit',
  'received',
  'refunded',
];

/**
 * Returns the state of a return: the least advanced state of its items that are neither rejected nor cancelled. Without
 * such items, returns `rejected` if any item is rejected, else `cancelled`.
 */
export function rollUpReturnState(
  items: readonly Pick<CanonicalReturnItem, 'state'>[],
): ReturnCaseState {
  const ranks = items.map((item) => returnProgress.indexOf(item.state)).filter((rank) => rank >= 0);
  if (ranks.length > 0) return returnProgress[Math.min(...ranks)] ?? 'unknown';
  return items.some((item) => item.state === 'rejected') ? 'rejected' : 'cancelled';
}
