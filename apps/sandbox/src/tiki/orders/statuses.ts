/** Tiki's order statuses. All items of an order share its status. */
import { stages, stageBit } from '../../world/orders/order.ts';
import type { Order, Stage, Transition } from '../../world/orders/order.ts';

const statusOfStage: Readonly<Record<Stage, string>> = {
  unpaid: 'waiting_payment',
  pending: 'queueing',
  packed: 'finished_packing',
  ready_to_ship: 'ready_to_ship',
  shipped: 'shipping',
  delivered: 'successful_delivery',
  confirmed: 'complete',
  cancelled: 'canceled',
  delivery_failed: 'returned',
  shipping_back: 'returned',
  shipped_back: 'returned',
  lost: 'returned',
  returned: 'returned',
};

/** Every status that the filter accepts. Some never occur in the sandbox. */
const knownStatuses = [
  ...Object.values(statusOfStage),
  'processing',
  'handover_to_partner',
  'closed',
  'packaging',
  'picking',
  'paid',
  'delivered',
  'holded',
  'payment_review',
];

/** A bit that no order has, for the filter by statuses that never occur. */
const noStage = 1 << stages.length;

export function statusOf(stage: Stage): string {
  return statusOfStage[stage];
}

/** Returns the transitions of any unit, because at Tiki all units of an order change together. */
export function lifeOf(order: Order): readonly Transition[] {
  return order.units[0]?.life ?? [];
}

/** Returns the statuses with the instants of their changes. Consecutive stages with the same status are merged. */
export function historyOf(
  order: Order,
): readonly { readonly status: string; readonly at: number }[] {
  const history: { status: string; at: number }[] = [];
  for (const { stage, at } of lifeOf(order)) {
    const status = statusOf(stage);
    if (history.at(-1)?.status !== status) history.push({ status, at });
  }
  return history;
}

/**
 * Returns the mask of stages for a set expression (`in|a,b`, `nin|a,b` or plain `a,b`): 0 for any, undefined if it
 * contains an unknown status.
 */
export function stageMaskOfSet(expression: string | undefined): number | undefined {
  if (expression === undefined || expression === '') return 0;
  const bar = expression.indexOf('|');
  const operator = bar < 0 ? 'in' : expression.slice(0, bar);
  const names = expression.slice(bar + 1).split(',');
  if (operator !== 'in' && operator !== 'nin') return undefined;
  if (!names.every((name) => knownStatuses.includes(name))) return undefined;
  const matching = stages.filter(
    (stage) => names.includes(statusOfStage[stage]) === (operator === 'in'),
  );
  return matching.reduce((mask, stage) => mask | stageBit(stage), 0) || noStage;
}
