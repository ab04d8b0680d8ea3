import { stages, stageBit } from '../../world/orders/order.ts';
import type { Stage } from '../../world/orders/order.ts';

const statusOfStage: Readonly<Record<Stage, string>> = {
  unpaid: 'unpaid',
  pending: 'pending',
  packed: 'packed',
  ready_to_ship: 'ready_to_ship',
  shipped: 'shipped',
  delivered: 'delivered',
  confirmed: 'confirmed',
  cancelled: 'canceled',
  delivery_failed: 'failed_delivery',
  shipping_back: 'shipped_back',
  shipped_back: 'shipped_back_success',
  lost: 'lost_by_3pl',
  returned: 'returned',
};

/** Every status that the filter of `/orders/get` accepts. Some never occur in the sandbox. */
const filters = [
  ...Object.values(statusOfStage),
  'topack',
  'toship',
  'shipping',
  'failed',
  'lost',
  'damaged_by_3pl',
  'shipped_back_failed',
  'package_scrapped',
  'repacked',
  'ready_to_ship_pending',
];

export function statusOf(stage: Stage): string {
  return statusOfStage[stage];
}

/** Carrier statuses that some items of `/orders/get` show for a returning parcel. */
const carrierStatusOfStage: Partial<Readonly<Record<Stage, string>>> = {
  shipping_back: 'INFO_ST_DOMESTIC_RETURN_WITH_LAST_MILE_3PL',
  shipped_back: 'INFO_ST_DOMESTIC_BACK_TO_SHIPPER',
};

/** Returns the status of a unit in order calls. Every second returning parcel has the carrier's status. */
export function itemStatusOf(stage: Stage, pieceNumber: number): string {
  const carrier = pieceNumber % 2 === 0 ? carrierStatusOfStage[stage] : undefined;
  return carrier ?? statusOfStage[stage];
}

/** A bit that no order has, for the filter by a status that never occurs. */
const noStage = 1 << stages.length;

/** Returns the mask of stages for a status filter: 0 for any, undefined for an unknown status. */
export function stageMaskOfFilter(filter: string | undefined): number | undefined {
  if (filter === undefined || filter === '' || filter === 'all') return 0;
  const stage = stages.find((candidate) => statusOfStage[candidate] === filter);
  if (stage !== undefined) return stageBit(stage);
  return filters.includes(filter) ? noStage : undefined;
}
