import type { ItemStage, ReturnState } from '../canonical/canonical.ts';

/** Rises with every change of the tables below or of the reading of orders and products. */
export const mappingVersion = 1;

interface Mapped {
  stage: ItemStage;
  returnState: ReturnState;
}

const plain = (stage: ItemStage): Mapped => ({ stage, returnState: 'none' });

interface Meaning {
  mapped: Mapped;
  /** Where it means something else once the parcel has reached the buyer. */
  afterDelivery?: Mapped;
}

/** Order status in Tiki's words to stage and return state. A status that is not here stays `unknown`. */
const statuses: Readonly<Record<string, Meaning>> = {
  waiting_payment: { mapped: plain('unpaid') },
  payment_review: { mapped: plain('unpaid') },
  paid: { mapped: plain('to_ship') },
  queueing: { mapped: plain('to_ship') },
  processing: { mapped: plain('to_ship') },
  picking: { mapped: plain('to_ship') },
  holded: { mapped: plain('to_ship') },
  packaging: { mapped: plain('to_ship') },
  finished_packing: { mapped: plain('to_ship') },
  ready_to_ship: { mapped: plain('to_ship') },
  handover_to_partner: { mapped: plain('shipping') },
  shipping: { mapped: plain('shipping') },
  successful_delivery: { mapped: plain('delivered') },
  delivered: { mapped: plain('delivered') },
  complete: { mapped: plain('completed') },
  canceled: { mapped: plain('cancelled') },
  closed: { mapped: plain('cancelled'), afterDelivery: plain('completed') },
  returned: {
    mapped: plain('failed_delivery'),
    afterDelivery: { stage: 'delivered', returnState: 'received' },
  },
};

export const knownStatuses: readonly string[] = Object.keys(statuses);

/** Reaching one of these proves that a prepaid order was paid. `processing` precedes the payment too. */
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
const deliveredStatuses = new Set(['successful_delivery', 'delivered', 'complete']);

export function mapStatus(raw: string, wasDelivered: boolean): Mapped {
  const key = raw.toLowerCase();
  const meaning = Object.hasOwn(statuses, key) ? statuses[key] : undefined;
  if (meaning === undefined) return plain('unknown');
  return wasDelivered ? (meaning.afterDelivery ?? meaning.mapped) : meaning.mapped;
}

export function provesPayment(raw: string): boolean {
  return paidStatuses.has(raw.toLowerCase());
}

export function provesDelivery(raw: string): boolean {
  return deliveredStatuses.has(raw.toLowerCase());
}
