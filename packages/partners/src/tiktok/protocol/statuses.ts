import type { ItemStage, ReturnState } from '../../canonical/canonical.ts';
import { lookUp } from '../../parsing/fields.ts';

/** Incremented with every change to the tables below or to the mapping of orders, returns and products. */
export const mappingVersion = 7;

/**
 * Stage by TikTok Shop's status of an order or line; numbers occur in older responses. Other statuses are `unknown`.
 * `ON_HOLD` orders are paid, but the buyer can still cancel them for a while.
 */
const stages: Readonly<Record<string, ItemStage>> = {
  UNPAID: 'unpaid',
  '100': 'unpaid',
  ON_HOLD: 'to_ship',
  '105': 'to_ship',
  AWAITING_SHIPMENT: 'to_ship',
  '111': 'to_ship',
  PARTIALLY_SHIPPING: 'to_ship',
  '114': 'to_ship',
  TO_SHIP: 'to_ship',
  AWAITING_COLLECTION: 'to_ship',
  '112': 'to_ship',
  IN_TRANSIT: 'shipping',
  '121': 'shipping',
  DELIVERED: 'delivered',
  '122': 'delivered',
  COMPLETED: 'completed',
  '130': 'completed',
  CANCELLED: 'cancelled',
  '140': 'cancelled',
};

export const knownStatuses: readonly string[] = Object.keys(stages);

export function parseStage(status: string): ItemStage {
  const key = status.trim().toUpperCase();
  return lookUp(stages, key) ?? 'unknown';
}

/** Reasons in English and Vietnamese, since they come in the seller's language. */
const undelivered =
  /deliver\w*\s+(?:\w+\s+)?fail|fail\w*\s+(?:to\s+)?deliver|(?:package|parcel)\s+(?:was\s+)?lost|lost\s+(?:package|parcel)|giao\s+hàng\s+(?:không\s+thành\s+công|thất\s+bại)|thất\s+lạc/i;

/**
 * Returns whether a cancelled order is a failed delivery. There is no status for this: either the carrier had collected
 * the parcel before the cancellation, or the reason says so.
 */
export function isFailedDelivery(reason: string, wasCollected: boolean): boolean {
  return wasCollected || undelivered.test(reason.normalize('NFC'));
}

/**
 * Return state by TikTok Shop's return status.
 * @see https://partner.tiktokshop.com/docv2/page/search-returns-202309
 */
const returnStates: Readonly<Record<string, ReturnState>> = {
  RETURN_OR_REFUND_REQUEST_PENDING: 'requested',
  AWAITING_BUYER_RESPONSE: 'requested',
  REFUND_OR_RETURN_REQUEST_REJECT: 'rejected',
  AWAITING_BUYER_SHIP: 'approved',
  BUYER_SHIPPED_ITEM: 'in_transit',
  REJECT_RECEIVE_PACKAGE: 'rejected',
  // The goods are back and only the refund is pending.
  RETURN_OR_REFUND_REQUEST_SUCCESS: 'received',
  RETURN_OR_REFUND_REQUEST_CANCEL: 'cancelled',
  RETURN_OR_REFUND_REQUEST_CANCELLED: 'cancelled',
  RETURN_OR_REFUND_REQUEST_COMPLETE: 'refunded',
  REPLACEMENT_REQUEST_PENDING: 'requested',
  REPLACEMENT_REQUEST_REJECT: 'rejected',
  REPLACEMENT_REQUEST_CANCEL: 'cancelled',
  // A new order for replacement goods was created.
  REPLACEMENT_REQUEST_COMPLETE: 'received',
  // Out of stock, so the buyer gets a refund.
  REPLACEMENT_REQUEST_REFUND_SUCCESS: 'refunded',
};

/** Returns null for an unknown status. */
export function parseReturnState(
  status: string,
  type: string,
): Exclude<ReturnState, 'none'> | null {
  const key = status.trim().toUpperCase();
  const state = lookUp(returnStates, key);
  if (state === undefined || state === 'none') return null;
  const isAgreed = key === 'RETURN_OR_REFUND_REQUEST_SUCCESS';
  // Goods come back only for returns.
  return isAgreed && type.toUpperCase() !== 'RETURN_AND_REFUND' ? 'approved' : state;
}

type Canceller = 'buyer' | 'seller' | 'system';

/** Who cancelled; the platform's staff counts as the system. */
const cancellers: Readonly<Record<string, Canceller>> = {
  BUYER: 'buyer',
  SELLER: 'seller',
  SYSTEM: 'system',
  OPERATOR: 'system',
};

/** Returns who cancelled; null for an unknown value. */
export function parseCancelledBy(text: string): Canceller | null {
  const key = text.trim().toUpperCase();
  return lookUp(cancellers, key) ?? null;
}
