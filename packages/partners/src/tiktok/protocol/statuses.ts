import type { ItemStage, ReturnState } from '../../canonical/canonical.ts';

/** Rises with every change of the tables below or of the reading of orders, returns and products. */
export const mappingVersion = 3;

/**
 * Status of an order or a line in TikTok Shop's words to stage; the numbers are those of older answers. A status
 * that is not here stays `unknown`. `ON_HOLD` is paid for and may be taken back by the buyer for a while.
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
  return (Object.hasOwn(stages, key) ? stages[key] : undefined) ?? 'unknown';
}

/** Reasons in English and Vietnamese: they come in the seller's language. */
const undelivered =
  /deliver\w*\s+(?:\w+\s+)?fail|fail\w*\s+(?:to\s+)?deliver|(?:package|parcel)\s+(?:was\s+)?lost|lost\s+(?:package|parcel)|giao\s+hàng\s+(?:không\s+thành\s+công|thất\s+bại)|thất\s+lạc/i;

/**
 * Whether what was cancelled had failed to be delivered. No status says so: the carrier had taken it before it
 * was cancelled, or the reason tells.
 */
export function isFailedDelivery(reason: string, wasCollected: boolean): boolean {
  return wasCollected || undelivered.test(reason.normalize('NFC'));
}

/** Status of a return in TikTok Shop's words: https://partner.tiktokshop.com/docv2/page/search-returns-202309. */
const returnStates: Readonly<Record<string, ReturnState>> = {
  RETURN_OR_REFUND_REQUEST_PENDING: 'requested',
  AWAITING_BUYER_RESPONSE: 'requested',
  REFUND_OR_RETURN_REQUEST_REJECT: 'rejected',
  AWAITING_BUYER_SHIP: 'approved',
  BUYER_SHIPPED_ITEM: 'in_transit',
  REJECT_RECEIVE_PACKAGE: 'rejected',
  // The goods are back, and only the money is still to go.
  RETURN_OR_REFUND_REQUEST_SUCCESS: 'received',
  RETURN_OR_REFUND_REQUEST_CANCEL: 'cancelled',
  RETURN_OR_REFUND_REQUEST_CANCELLED: 'cancelled',
  RETURN_OR_REFUND_REQUEST_COMPLETE: 'refunded',
  REPLACEMENT_REQUEST_PENDING: 'requested',
  REPLACEMENT_REQUEST_REJECT: 'rejected',
  REPLACEMENT_REQUEST_CANCEL: 'cancelled',
  // A new order for other goods is made.
  REPLACEMENT_REQUEST_COMPLETE: 'received',
  // Out of stock: the buyer gets the money.
  REPLACEMENT_REQUEST_REFUND_SUCCESS: 'refunded',
};

/** null: a status that nobody here has heard of. */
export function parseReturnState(
  status: string,
  type: string,
): Exclude<ReturnState, 'none'> | null {
  const key = status.trim().toUpperCase();
  const state = Object.hasOwn(returnStates, key) ? returnStates[key] : undefined;
  if (state === undefined || state === 'none') return null;
  const isAgreed = key === 'RETURN_OR_REFUND_REQUEST_SUCCESS';
  // Goods come back of a return only.
  return isAgreed && type.toUpperCase() !== 'RETURN_AND_REFUND' ? 'approved' : state;
}

/** Who cancelled; what the platform's staff does counts as the platform. */
export function parseCancelledBy(text: string): 'buyer' | 'seller' | 'system' | null {
  const normalized = text.trim().toUpperCase();
  if (normalized === '') return null;
  if (normalized === 'BUYER') return 'buyer';
  return normalized === 'SELLER' ? 'seller' : 'system';
}
