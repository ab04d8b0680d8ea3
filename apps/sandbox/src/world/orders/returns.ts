/** What happens after the sale: the demands of buyers, on whatever marketplace they are made. */
import type { Order, Stage, Unit } from './order.ts';
import { draw, drawItem, mix } from '../random.ts';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** From the delivery to the last change of a case. */
export const MAX_CASE_SECONDS = 12 * DAY;

const KEY = { kind: 101, start: 102, pace: 103, refund: 104, vain: 105, end: 106 } as const;

export const CASE_STATES = [
  'requested',
  'approved',
  'in_transit',
  'received',
  'refunded',
  'rejected',
  'withdrawn',
] as const;
export type CaseState = (typeof CASE_STATES)[number];

export interface CaseTransition {
  /** Epoch seconds. */
  readonly at: number;
  readonly state: CaseState;
}

export interface ReturnCase {
  readonly order: Order;
  /** `refund`: the buyer keeps the goods. `cancellation`: before the parcel left, at the buyer's wish. */
  readonly kind: 'return' | 'refund' | 'cancellation';
  readonly units: readonly Unit[];
  readonly reason: string;
  /** By time, never empty; the whole course, also what lies in the future. */
  readonly course: readonly CaseTransition[];
}

/** A hash that an order's own number decides, other than the one that its life follows from. */
export function orderHash({ number }: Order): number {
  return mix(mix(0x6d6f6e, number % 2_147_483_648), Math.floor(number / 2_147_483_648));
}

const REJECTED_REASONS = ['Hàng không như mong đợi', 'Giao thiếu hàng', 'Hàng bị trầy xước'];

const DELIVERED: ReadonlySet<Stage> = new Set<Stage>(['delivered', 'confirmed', 'returned']);

export function deliveredAt(unit: Unit): number | undefined {
  return unit.life.find(({ stage }) => DELIVERED.has(stage))?.at;
}

/**
 * The case of an order, or none. The goods of a return are back, and a refund without one is paid, at the
 * instant at which the pieces' own stage becomes `returned`.
 * @param order with its whole life, as `orderAt(ordinal, Infinity)` makes it
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
        { at: cancelledAt - 4 * MINUTE, state: 'requested' },
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
  const requested = between(0.1 + 0.2 * draw(hash, KEY.start));
  const approved = between(0.35 + 0.1 * draw(hash, KEY.pace));
  const reason = order.cancelReason;
  if (draw(hash, KEY.kind) < 0.2) {
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
      { at: between(0.5 + 0.2 * draw(hash, KEY.pace)), state: 'in_transit' },
      { at: end, state: 'received' },
      { at: Math.floor(end + HOUR + draw(hash, KEY.refund) * 23 * HOUR), state: 'refunded' },
    ],
  };
}

/** A demand that comes to nothing: the pieces stay sold. */
function rejectedCase(order: Order, hash: number): ReturnCase | undefined {
  const unit = order.units.at(-1);
  const start = unit && deliveredAt(unit);
  if (!unit || start === undefined || draw(hash, KEY.vain) >= 0.02) return undefined;
  const requested = Math.floor(start + 6 * HOUR + draw(hash, KEY.start) * 4 * DAY);
  return {
    order,
    kind: 'return',
    units: [unit],
    reason: drawItem(hash, KEY.pace, REJECTED_REASONS),
    course: [
      { at: requested, state: 'requested' },
      {
        at: Math.floor(requested + 12 * HOUR + draw(hash, KEY.refund) * 3 * DAY),
        state: draw(hash, KEY.end) < 0.6 ? 'rejected' : 'withdrawn',
      },
    ],
  };
}

/** A case as it stands at an instant; undefined before it is begun. */
export function caseStateAt({ course }: ReturnCase, now: number): CaseTransition | undefined {
  return course.findLast(({ at }) => at <= now);
}
