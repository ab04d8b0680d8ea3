/** Derives Shopee's order statuses from the stages of an order's units. */
import type { Order, Stage, Unit } from '../../world/orders/order.ts';

const statusOfStage: Readonly<Record<Stage, string>> = {
  unpaid: 'UNPAID',
  pending: 'READY_TO_SHIP',
  packed: 'PROCESSED',
  ready_to_ship: 'PROCESSED',
  shipped: 'SHIPPED',
  delivered: 'TO_CONFIRM_RECEIVE',
  confirmed: 'COMPLETED',
  cancelled: 'CANCELLED',
  delivery_failed: 'CANCELLED',
  shipping_back: 'CANCELLED',
  shipped_back: 'CANCELLED',
  lost: 'CANCELLED',
  returned: 'COMPLETED',
};

const parcelOfStage: Readonly<Record<Stage, string>> = {
  unpaid: 'LOGISTICS_NOT_START',
  pending: 'LOGISTICS_READY',
  packed: 'LOGISTICS_REQUEST_CREATED',
  ready_to_ship: 'LOGISTICS_REQUEST_CREATED',
  shipped: 'LOGISTICS_PICKUP_DONE',
  delivered: 'LOGISTICS_DELIVERY_DONE',
  confirmed: 'LOGISTICS_DELIVERY_DONE',
  cancelled: 'LOGISTICS_REQUEST_CANCELED',
  delivery_failed: 'LOGISTICS_DELIVERY_FAILED',
  shipping_back: 'LOGISTICS_DELIVERY_FAILED',
  shipped_back: 'LOGISTICS_DELIVERY_FAILED',
  lost: 'LOGISTICS_LOST',
  returned: 'LOGISTICS_DELIVERY_DONE',
};

/** The statuses that the filter of the list accepts. */
export const filters: readonly string[] = [
  'UNPAID',
  'READY_TO_SHIP',
  'PROCESSED',
  'SHIPPED',
  'COMPLETED',
  'IN_CANCEL',
  'CANCELLED',
  'INVOICE_PENDING',
];

export function stageOf(unit: Unit): Stage {
  return unit.life.at(-1)?.stage ?? 'unpaid';
}

/** Returns the stage of the whole order: that of its regular units, if there are any. */
export function orderStage(order: Order): Stage {
  const stages = order.units.map(stageOf);
  const ordinary = stages.find((stage) => stage !== 'cancelled' && stage !== 'returned');
  return ordinary ?? stages.find((stage) => stage === 'returned') ?? 'cancelled';
}

export function orderStatus(order: Order): string {
  return statusOfStage[orderStage(order)];
}

export function parcelStatus(order: Order): string {
  return parcelOfStage[orderStage(order)];
}
