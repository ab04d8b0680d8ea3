/** TikTok Shop's order statuses from the stages of an order's pieces. */
import { STAGES } from '../../world/orders/order.ts';
import type { Order, Stage, Unit } from '../../world/orders/order.ts';

/** The time in which a buyer may take the order back; until then it is held. */
export const ON_HOLD_SECONDS = 3600;

const STATUS_OF_STAGE: Readonly<Record<Stage, string>> = {
  unpaid: 'UNPAID',
  pending: 'AWAITING_SHIPMENT',
  packed: 'AWAITING_COLLECTION',
  ready_to_ship: 'AWAITING_COLLECTION',
  shipped: 'IN_TRANSIT',
  delivered: 'DELIVERED',
  confirmed: 'COMPLETED',
  cancelled: 'CANCELLED',
  // What could not be delivered is cancelled by the platform; its reason says why.
  delivery_failed: 'CANCELLED',
  shipping_back: 'CANCELLED',
  shipped_back: 'CANCELLED',
  lost: 'CANCELLED',
  // A return shows nowhere in the order.
  returned: 'DELIVERED',
};

/** What the filter of the search accepts. */
export const STATUSES: readonly string[] = [
  'UNPAID',
  'ON_HOLD',
  'AWAITING_SHIPMENT',
  'PARTIALLY_SHIPPING',
  'AWAITING_COLLECTION',
  'IN_TRANSIT',
  'DELIVERED',
  'COMPLETED',
  'CANCELLED',
];

export function stageOf(unit: Unit): Stage {
  return unit.life.at(-1)?.stage ?? 'unpaid';
}

/** A line's status: those of the order without the hold and the partial shipment. */
export function lineStatus(unit: Unit): string {
  return STATUS_OF_STAGE[stageOf(unit)];
}

/** Its second entry into `pending` is the end of the hold. */
function isUnitOnHold(unit: Unit): boolean {
  const isPending = stageOf(unit) === 'pending';
  return isPending && unit.life.filter(({ stage }) => stage === 'pending').length === 1;
}

/** How far a piece has come on the ordinary way; a cancelled one is on none. */
function progress(unit: Unit): number {
  const stage = stageOf(unit);
  return stage === 'cancelled' ? -1 : STAGES.indexOf(stage === 'returned' ? 'delivered' : stage);
}

/** The piece that the whole order follows: the most advanced of those that are not cancelled. */
export function leadingUnit(order: Order): Unit | undefined {
  return order.units.reduce<Unit | undefined>(
    (leading, unit) =>
      leading === undefined || progress(unit) > progress(leading) ? unit : leading,
    undefined,
  );
}

export function isOnHold(order: Order): boolean {
  const unit = leadingUnit(order);
  return unit !== undefined && isUnitOnHold(unit);
}

export function orderStatus(order: Order): string {
  const unit = leadingUnit(order);
  if (unit === undefined) return 'CANCELLED';
  return isUnitOnHold(unit) ? 'ON_HOLD' : lineStatus(unit);
}
