import type { ReturnState } from './canonical.ts';

/**
 * What buyers sent back and what the partner paid for it all. Amounts as in `canonical.ts`: bigints in
 * ten-thousandths of the currency's major unit, and here with a sign: positive raises the payout.
 */

export type ReturnKind =
  | 'refund_only'
  | 'return_and_refund'
  | 'replacement'
  /** Never reached the buyer and comes back. */
  | 'undelivered'
  | 'unknown';

/** `unknown`: a status that nobody here has heard of; it is kept and counts as open. */
export type ReturnCaseState = Exclude<ReturnState, 'none'> | 'unknown';

export interface CanonicalReturnItem {
  /** The partner's id of this part of the case, or the order line's; unique inside the case. */
  returnItemId: string;
  /** `CanonicalItem.lineId`; null where the partner names only a SKU. */
  orderLineId: string | null;
  skuId: string | null;
  quantity: number;
  /** What the buyer gets back for it; never negative. The parts of a case add up to `refundE4`. */
  refundE4: bigint;
  state: ReturnCaseState;
  /** The status in the partner's words. */
  rawStatus: string;
}

/** A buyer's demand after the sale, as it stands. A cancellation before the delivery is none. */
export interface CanonicalReturn {
  /** The partner's id; unique inside its shop. */
  returnId: string;
  orderId: string;
  kind: ReturnKind;
  /** Least advanced of its items that are neither rejected nor cancelled. */
  state: ReturnCaseState;
  requestedAt: Date;
  /** When the seller or the partner agreed or refused; null while open, or where the partner does not tell. */
  decidedAt: Date | null;
  /** When the goods were back; null where the partner does not tell. */
  receivedAt: Date | null;
  /** When the buyer had the money; null where the partner does not tell. */
  refundedAt: Date | null;
  updatedAt: Date;
  /** ISO 4217. */
  currency: string;
  refundE4: bigint;
  /** null: the partner does not tell. */
  borneBy: 'seller' | 'platform' | null;
  /** In the partner's words, or its code; never what a buyer wrote. */
  reason: string;
  /** Never empty, no id twice, ordered by `returnItemId`. */
  items: CanonicalReturnItem[];
  /** What is odd about it, such as `unknown_status:FOO`. */
  flags: string[];
}

/** What an amount of a settlement is for. Reversals of a fee stay in the fee's class with the other sign. */
export type FeeClass =
  /** The goods at the seller's price, before vouchers. */
  | 'item_price'
  /** The seller's own vouchers; lowers the payout. */
  | 'seller_voucher'
  /** What the partner gave the buyer off and pays back to the seller. */
  | 'item_subsidy'
  | 'shipping_buyer'
  /** The carrier's price that the buyer's and the partner's shares stand against. */
  | 'shipping_carrier'
  | 'shipping_subsidy'
  /** Shipping that the seller bears, out or back. */
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
  /** Known, and none of the above. */
  | 'other'
  /** A name that our table does not hold yet, or a rest that the partner does not explain; never folded into another. */
  | 'unknown';

export interface CanonicalSettlementLine {
  /** Unique inside its settlement. */
  lineId: string;
  /** `CanonicalItem.lineId`; null for what belongs to the whole order, or to none. */
  orderLineId: string | null;
  feeClass: FeeClass;
  /** The partner's code, verbatim. */
  feeCode: string;
  /** The partner's name of it, verbatim; empty where it has none. */
  feeName: string;
  /** Positive raises the payout. */
  amountE4: bigint;
}

/** Why something is not booked yet, in the partner's words; empty where it has none. */
export interface PendingReason {
  reason: string;
  /** When it expects to book it. */
  until: string;
}

/**
 * What a partner books together and tells again as one: a transaction of a ledger, or all of an order's
 * payout. A newer version replaces all of its lines.
 */
export interface CanonicalSettlement {
  /** Unique inside its shop. */
  settlementId: string;
  /** `CanonicalStatement.statementId`; null while it is on none. */
  statementId: string | null;
  /** null: it belongs to no order. */
  orderId: string | null;
  /** ISO 4217. */
  currency: string;
  /** When it was booked; of a partner that tells days, the start of that day in the shop's zone. */
  occurredAt: Date;
  /**
   * When it was paid out; null while it is not. Of a partner that tells only whether, the end of its statement,
   * and without one when it was booked.
   */
  settledAt: Date | null;
  /** Of a partner that tells no change, the later of the times above. */
  updatedAt: Date;
  /** Expected by the partner, not booked. Counts for an order only while nothing else is known of it. */
  isEstimate: boolean;
  /** Of an estimate, and absent from what is booked. */
  waiting?: PendingReason;
  /**
   * Never empty, no id twice, ordered by `lineId`. They add up to the total that the partner states: a rest
   * that none of its parts explains is a line of the class `unknown` with the code `unexplained`.
   */
  lines: CanonicalSettlementLine[];
  /** What is odd about it, such as `unknown_fee:999`. */
  flags: string[];
}

/** A payout of many settlements at once, as the partner sums it up. */
export interface CanonicalStatement {
  /** Unique inside its shop, and what settlements name. */
  statementId: string;
  /** The partner's own number or name of it. */
  name: string;
  /** What it covers; null where the partner does not tell. */
  from: Date | null;
  /** Exclusive. */
  to: Date | null;
  /** ISO 4217. */
  currency: string;
  /** What its settlements add up to, as the partner says; null where it does not. */
  totalE4: bigint | null;
  /** What is paid out: the total, less what an earlier statement left open or the partner keeps back. */
  payoutE4: bigint;
  /** null while it is not paid. */
  paidAt: Date | null;
  updatedAt: Date;
  flags: string[];
}
