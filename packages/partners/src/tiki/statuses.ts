import { lookUp } from '../parsing/fields.ts';
import { withoutReturn, type MappedStatus } from '../canonical/canonical.ts';

/** Incremented with every change to the tables below or to the mapping of orders and products. */
export const mappingVersion = 3;

interface Meaning {
  mapped: MappedStatus;
  /** Set if the status has a different meaning after delivery. */
  afterDelivery?: MappedStatus;
}

/** Stage and return state by Tiki's order status. Other statuses are `unknown`. */
const statuses: Readonly<Record<string, Meaning>> = {
  waiting_payment: { mapped: withoutReturn('unpaid') },
  payment_review: { mapped: withoutReturn('unpaid') },
  paid: { mapped: withoutReturn('to_ship') },
  queueing: { mapped: withoutReturn('to_ship') },
  processing: { mapped: withoutReturn('to_ship') },
  picking: { mapped: withoutReturn('to_ship') },
  holded: { mapped: withoutReturn('to_ship') },
  packaging: { mapped: withoutReturn('to_ship') },
  finished_packing: { mapped: withoutReturn('to_ship') },
  ready_to_ship: { mapped: withoutReturn('to_ship') },
  handover_to_partner: { mapped: withoutReturn('shipping') },
  shipping: { mapped: withoutReturn('shipping') },
  successful_delivery: { mapped: withoutReturn('delivered') },
  delivered: { mapped: withoutReturn('delivered') },
  complete: { mapped: withoutReturn('completed') },
  canceled: { mapped: withoutReturn('cancelled') },
  closed: { mapped: withoutReturn('cancelled'), afterDelivery: withoutReturn('completed') },
  returned: {
    mapped: withoutReturn('failed_delivery'),
    afterDelivery: { stage: 'delivered', returnState: 'received' },
  },
};

export const knownStatuses: readonly string[] = Object.keys(statuses);

export function isKnownStatus(raw: string): boolean {
  return Object.hasOwn(statuses, raw.toLowerCase());
}

/** Confirmations of a line. Only `seller_canceled` says who cancelled. */
export const knownConfirmations: ReadonlySet<string> = new Set([
  'waiting',
  'seller_confirmed',
  'seller_canceled',
  'confirmed',
  'ready_to_pick',
]);

/** Statuses that prove the payment of a prepaid order. `processing` also occurs before payment. */
const paidStatuses = new Set([
  'paid',
  'queueing',
  'picking',
  'packaging',
  'finished_packing',
  'ready_to_ship',
  'handover_to_partner',
  'shipping',
  'successful_delivery',
  'delivered',
  'complete',
]);
const shippedStatuses = new Set(['handover_to_partner', 'shipping']);
const deliveredStatuses = new Set(['successful_delivery', 'delivered']);

export function mapStatus(raw: string, wasDelivered: boolean): MappedStatus {
  const key = raw.toLowerCase();
  const meaning = lookUp(statuses, key);
  if (meaning === undefined) return withoutReturn('unknown');
  return wasDelivered ? (meaning.afterDelivery ?? meaning.mapped) : meaning.mapped;
}

export function provesPayment(raw: string): boolean {
  return paidStatuses.has(raw.toLowerCase());
}

export function isShipped(raw: string): boolean {
  return shippedStatuses.has(raw.toLowerCase());
}

export function isDelivered(raw: string): boolean {
  return deliveredStatuses.has(raw.toLowerCase());
}

/** An order is completed after its delivery, so `complete` proves the delivery but not its time. */
export function provesDelivery(raw: string): boolean {
  return isDelivered(raw) || raw.toLowerCase() === 'complete';
}
