import type { ItemStage } from '../../canonical/canonical.ts';
import { lookUp } from '../../parsing/fields.ts';

/** Incremented with every change to the table below or to the mapping of orders and products. */
export const mappingVersion = 5;

/** Stage by Shopee's order status. Other statuses are `unknown`. */
const stages: Readonly<Record<string, ItemStage>> = {
  UNPAID: 'unpaid',
  PENDING: 'to_ship',
  READY_TO_SHIP: 'to_ship',
  RETRY_SHIP: 'to_ship',
  INVOICE_PENDING: 'to_ship',
  PROCESSED: 'to_ship',
  SHIPPED: 'shipping',
  TO_CONFIRM_RECEIVE: 'delivered',
  TO_RETURN: 'delivered',
  COMPLETED: 'completed',
  CANCELLED: 'cancelled',
};

type Parcel = 'waiting' | 'under_way' | 'undelivered' | 'ended';

/** Meaning of a parcel's logistics status, for orders whose own status is ambiguous. */
const parcels: Readonly<Record<string, Parcel>> = {
  LOGISTICS_NOT_START: 'waiting',
  LOGISTICS_READY: 'waiting',
  LOGISTICS_PENDING_ARRANGE: 'waiting',
  LOGISTICS_REQUEST_CREATED: 'waiting',
  LOGISTICS_PICKUP_RETRY: 'waiting',
  LOGISTICS_PICKUP_FAILED: 'waiting',
  LOGISTICS_PICKUP_DONE: 'under_way',
  LOGISTICS_DELIVERY_FAILED: 'undelivered',
  LOGISTICS_COD_REJECTED: 'undelivered',
  LOGISTICS_LOST: 'undelivered',
  LOGISTICS_DELIVERY_DONE: 'ended',
  LOGISTICS_REQUEST_CANCELED: 'ended',
  LOGISTICS_INVALID: 'ended',
};

/** Maps a logistics status; returns null for an unknown one. */
export function parseParcel(state: string): Parcel | null {
  return lookUp(parcels, state) ?? null;
}

/** Returns the stage of a whole order from its status, cancel reason and logistics statuses. */
export function parseStage(order: {
  status: string;
  cancelReason: string;
  parcels: readonly string[];
}): ItemStage {
  const status = order.status.toUpperCase();
  if (status === 'IN_CANCEL') {
    const hasLeft = (parcel: string) =>
      parseParcel(parcel) === 'under_way' || parseParcel(parcel) === 'undelivered';
    return order.parcels.some(hasLeft) ? 'shipping' : 'to_ship';
  }
  const stage = lookUp(stages, status) ?? 'unknown';
  if (stage !== 'cancelled') return stage;
  const normalizedReason = order.cancelReason.toLowerCase().replaceAll(/[^a-z]+/g, ' ');
  const isDeliveryFailure = /fail\w* deliver|deliver\w* fail|lost parcel/.test(normalizedReason);
  const failed =
    isDeliveryFailure || order.parcels.some((parcel) => parseParcel(parcel) === 'undelivered');
  return failed ? 'failed_delivery' : 'cancelled';
}

type Canceller = 'buyer' | 'seller' | 'system';

/** Who cancelled, by `cancel_by` in lower case; the platform's staff (`Ops`) counts as the system. */
const cancellers: Readonly<Record<string, Canceller>> = {
  buyer: 'buyer',
  seller: 'seller',
  system: 'system',
  ops: 'system',
};

/** Returns who cancelled; null for an unknown value. */
export function parseCancelledBy(text: string): Canceller | null {
  const key = text.toLowerCase();
  return lookUp(cancellers, key) ?? null;
}
