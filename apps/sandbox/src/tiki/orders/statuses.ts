/** Tiki's order statuses. An order has one status; its items share it. */
import { STAGES, stageBit } from '../../world/orders/order.ts';
import type { Order, Stage, Transition } from '../../world/orders/order.ts';

const STATUS_OF_STAGE: Readonly<Record<Stage, string>> = {
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

/** Every status that the filter accepts. Some never occur in the sandbox's world. */
const KNOWN = [
  ...Object.values(STATUS_OF_STAGE),
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

/** Bit that no order has: a filter for statuses that never occur. */
const NO_STAGE = 1 << STAGES.length;

export function statusOf(stage: Stage): string {
  return STATUS_OF_STAGE[stage];
}

/** The order's life: that of any of its units, for at Tiki they live alike. */
export function lifeOf(order: Order): readonly Transition[] {
  return order.units[0]?.life ?? [];
}

/** Statuses with the instants at which the order took them; stages that look alike come once. */
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
 * Mask of stages for a set expression (`in|a,b`, `nin|a,b` or plain `a,b`): 0 for any, undefined when
 * it names an unknown status.
 */
export function stageMaskOfSet(expression: string | undefined): number | undefined {
  if (expression === undefined || expression === '') return 0;
  const bar = expression.indexOf('|');
  const operator = bar < 0 ? 'in' : expression.slice(0, bar);
  const names = expression.slice(bar + 1).split(',');
  if (operator !== 'in' && operator !== 'nin') return undefined;
  if (!names.every((name) => KNOWN.includes(name))) return undefined;
  const wanted = STAGES.filter(
    (stage) => names.includes(STATUS_OF_STAGE[stage]) === (operator === 'in'),
  );
  return wanted.reduce((mask, stage) => mask | stageBit(stage), 0) || NO_STAGE;
}
