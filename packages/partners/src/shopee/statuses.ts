import type { ItemStage } from '../canonical.ts';

/** Rises with every change of the table below or of the reading of orders and products. */
export const mappingVersion = 2;

/** Order status in Shopee's words to stage. A status that is not here stays `unknown`. */
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

/** Parcel states of an order that was on its way and did not arrive. */
const undelivered = new Set([
  'LOGISTICS_DELIVERY_FAILED',
  'LOGISTICS_COD_REJECTED',
  'LOGISTICS_LOST',
]);
const underWay = new Set(['LOGISTICS_PICKUP_DONE', ...undelivered]);

/** The stage of the whole order from its status, its reason and the states of its parcels. */
export function stageOf(order: {
  status: string;
  cancelReason: string;
  parcels: readonly string[];
}): ItemStage {
  const status = order.status.toUpperCase();
  if (status === 'IN_CANCEL') {
    return order.parcels.some((parcel) => underWay.has(parcel)) ? 'shipping' : 'to_ship';
  }
  const stage = (Object.hasOwn(stages, status) ? stages[status] : undefined) ?? 'unknown';
  if (stage !== 'cancelled') return stage;
  const words = order.cancelReason.toLowerCase().replaceAll(/[^a-z]+/g, ' ');
  const says = /fail\w* deliver|deliver\w* fail|lost parcel/.test(words);
  const failed = says || order.parcels.some((parcel) => undelivered.has(parcel));
  return failed ? 'failed_delivery' : 'cancelled';
}

/** Who cancelled, from `cancel_by`. */
export function canceller(text: string): 'buyer' | 'seller' | 'system' | null {
  const word = text.toLowerCase();
  if (word === '') return null;
  return word === 'buyer' || word === 'seller' ? word : 'system';
}
