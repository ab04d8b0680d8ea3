/** Returns, refunds and cancellations by buyers, independent of the marketplace. */
import type { Order, Stage, Unit } from './order.ts';
import { draw, drawItem, mix } from '../random.ts';
import { minuteSeconds, hourSeconds, daySeconds } from '../../local-time.ts';

/** Maximum time between the delivery and the last change of a case. */
export const maxCaseSeconds = 12 * daySeconds;

const drawKeys = { kind: 101, start: 102, pace: 103, refund: 104, vain: 105, end: 106 } as const;

export type CaseState =
  | 'requested'
  | 'approved'
  | 'in_transit'
  | 'received'
  | 'refunded'
  | 'rejected'
  | 'withdrawn';

export interface CaseTransition {
  /** Epoch seconds. */
  readonly at: number;
  readonly state: CaseState;
}

export interface ReturnCase {
  readonly order: Order;
  /** `refund`: the buyer keeps the goods. `cancellation`: by the buyer, before shipping. */
  readonly kind: 'return' | 'refund' | 'cancellation';
  readonly units: readonly Unit[];
  readonly reason: string;
  /** Ordered by time, never empty. Includes future transitions. */
  readonly course: readonly CaseTransition[];
}

/** Returns a hash of the order's number, independent of the one that determines its life. */
export function orderHash({ number }: Order): number {
  return mix(mix(0x6d6f6e, number % 2_147_483_648), Math.floor(number / 2_147_483_648));
}

const rejectedReasons = ['Hàng không như mong đợi', 'Giao thiếu hàng', 'Hàng bị trầy xước'];

const deliveredStages: ReadonlySet<Stage> = new Set<Stage>(['delivered', 'confirmed', 'returned']);

export function deliveredAt(unit: Unit): number | undefined {
  return unit.life.find(({ stage }) => deliveredStages.has(stage))?.at;
}

/**
 * Draws the case of an order, or none. At the instant when the units' stage becomes `returned`, the goods of a return
 * are back, and a refund without return is paid.
 *
 * | kind         | states                                                           |
 * | ------------ | ---------------------------------------------------------------- |
 * | return       | requested → approved → in_transit → received → refunded          |
 * | return       | requested → rejected or withdrawn                                |
 * | refund       | requested → approved → refunded                                  |
 * | cancellation | requested → refunded                                             |
 *
 * @param order with its whole life, as returned by `orderAt(ordinal, Infinity)`
 */
export function drawCase(order: Order): ReturnCase | undefined {
  const hash = orderHash(order);
  const returned = order.units.filter(({ life }) => life.at(-1)?.stage === 'returned');
  const [first] = returned;
  if (first !== undefined) return returnOf(order, hash, first, returned);
  const cancelled = order.units.filter(({ life }) => life.at(-1)?.stage === 'cancelled');
  const cancelledAt = cancelled[0]?.life.at(-1)?.at;
  if (order.cancelledBy === 'buyer' && cancelledAt !== undefined) {
    return {
      order,
      kind: 'cancellation',
      units: cancelled,
      reason: order.cancelReason,
      course: [
        { at: cancelledAt - 4 * minuteSeconds, state: 'requested' },
        { at: cancelledAt, state: 'refunded' },
      ],
    };
  }
  return rejectedCase(order, hash);
}

function returnOf(
  order: Order,
  hash: number,
  first: Unit,
  units: readonly Unit[],
): ReturnCase | undefined {
  const end = first.life.at(-1)?.at ?? 0;
  const start = deliveredAt(first) ?? end;
  const between = (share: number): number => Math.floor(start + (end - start) * share);
  const requested = between(0.1 + 0.2 * draw(hash, drawKeys.start));
  const approved = between(0.35 + 0.1 * draw(hash, drawKeys.pace));
  const reason = order.cancelReason;
  if (draw(hash, drawKeys.kind) < 0.2) {
    return {
      order,
      kind: 'refund',
      units,
      reason,
      course: [
        { at: requested, state: 'requested' },
        { at: approved, state: 'approved' },
        { at: end, state: 'refunded' },
      ],
    };
  }
  return {
    order,
    kind: 'return',
    units,
    reason,
    course: [
      { at: requested, state: 'requested' },
      { at: approved, state: 'approved' },
      { at: between(0.5 + 0.2 * draw(hash, drawKeys.pace)), state: 'in_transit' },
      { at: end, state: 'received' },
      {
        at: Math.floor(end + hourSeconds + draw(hash, drawKeys.refund) * 23 * hourSeconds),
        state: 'refunded',
      },
    ],
  };
}

/** Draws a case that is rejected or withdrawn. Its units stay sold. */
function rejectedCase(order: Order, hash: number): ReturnCase | undefined {
  const unit = order.units.at(-1);
  const start = unit && deliveredAt(unit);
  if (!unit || start === undefined || draw(hash, drawKeys.vain) >= 0.02) return undefined;
  const requested = Math.floor(
    start + 6 * hourSeconds + draw(hash, drawKeys.start) * 4 * daySeconds,
  );
  return {
    order,
    kind: 'return',
    units: [unit],
    reason: drawItem(hash, drawKeys.pace, rejectedReasons),
    course: [
      { at: requested, state: 'requested' },
      {
        at: Math.floor(requested + 12 * hourSeconds + draw(hash, drawKeys.refund) * 3 * daySeconds),
        state: draw(hash, drawKeys.end) < 0.6 ? 'rejected' : 'withdrawn',
      },
    ],
  };
}

/** Returns the state of a case at an instant, or undefined before it begins. */
export function caseStateAt({ course }: ReturnCase, now: number): CaseTransition | undefined {
  return course.findLast(({ at }) => at <= now);
}
