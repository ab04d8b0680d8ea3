/** Derives TikTok Shop's order statuses from the stages of an order's units. */
import { stages } from '../../world/orders/order.ts';
import type { Order, Stage, Unit } from '../../world/orders/order.ts';

/** Time in which a buyer may cancel; until then the order is on hold. */
export const onHoldSeconds = 3600;

const statusOfStage: Readonly<Record<Stage, string>> = {
  unpaid: 'UNPAID',
  pending: 'AWAITING_SHIPMENT',
  packed: 'AWAITING_COLLECTION',
  ready_to_ship: 'AWAITING_COLLECTION',
  shipped: 'IN_TRANSIT',
  delivered: 'DELIVERED',
  confirmed: 'COMPLETED',
  cancelled: 'CANCELLED',
  // The platform cancels undeliverable orders; the cancel reason explains it.
  delivery_failed: 'CANCELLED',
  shipping_back: 'CANCELLED',
  shipped_back: 'CANCELLED',
  lost: 'CANCELLED',
  // Orders do not reflect returns.
  returned: 'DELIVERED',
};

/** The statuses that the filter of the search accepts. */
export const statuses: readonly string[] = [
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

/** Returns the status of a line: like the order's, but without the hold and partial shipment. */
export function lineStatus(unit: Unit): string {
  return statusOfStage[stageOf(unit)];
}

/** A second `pending` transition ends the hold. */
function isUnitOnHold(unit: Unit): boolean {
  const isPending = stageOf(unit) === 'pending';
  return isPending && unit.life.filter(({ stage }) => stage === 'pending').length === 1;
}

/** Returns the progress of a unit along the regular stages; -1 if it is canceled. */
function progress(unit: Unit): number {
  const stage = stageOf(unit);
  return stage === 'cancelled' ? -1 : stages.indexOf(stage === 'returned' ? 'delivered' : stage);
}

/** Returns the unit that determines the order's status: the most advanced one that is not canceled. */
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
