/** The life of an order: payment, packing, shipping, cancellation, failed delivery, return. Times are epoch seconds. */
import type { Canceller, Stage, Transition } from './order.ts';
import { draw, drawItem } from '../random.ts';
import { minuteSeconds, hourSeconds, daySeconds } from '../../local-time.ts';

/** Maximum time from creation to the last transition, on the slowest path. `world.test.ts` verifies it. */
export const maxLifetimeSeconds = 30 * daySeconds;
/** Seconds after which the system cancels a prepaid order that is not paid. */
export const paymentWindowSeconds = daySeconds;

const drawKeys = {
  cod: 1,
  payment: 2,
  paymentDelay: 3,
  outcome: 4,
  cancelMoment: 5,
  partial: 6,
  partialUnits: 7,
  pack: 8,
  ready: 9,
  ship: 10,
  deliver: 11,
  after: 12,
  back: 13,
  backArrival: 14,
  lost: 15,
  reason: 16,
} as const;

export interface Lifecycle {
  /** Cash on delivery. */
  readonly cod: boolean;
  /** Null for cash on delivery, and for an order that is not paid. */
  readonly paidAt: number | null;
  readonly cancelledBy: Canceller | null;
  readonly cancelReason: string;
  /** Transitions of regular units. */
  readonly main: readonly Transition[];
  /** Transitions of deviating units. */
  readonly deviant: readonly Transition[];
  /** Number of deviating units: 0 to all. */
  readonly deviantUnits: number;
}

const buyerReasons = [
  'Đổi ý, không muốn mua nữa',
  'Tìm được giá tốt hơn',
  'Muốn đổi địa chỉ nhận hàng',
];
const sellerReasons = ['Hết hàng', 'Sai giá niêm yết'];
const returnReasons = ['Hàng không đúng mô tả', 'Hàng bị lỗi', 'Giao sai sản phẩm'];

function transition(instant: number, stage: Stage): Transition {
  return { at: Math.floor(instant), stage };
}

/**
 * Draws the whole life of an order, including the future. `hash` is the order's seed, `units` its number of units.
 * Orders with cash on delivery start as `pending`, prepaid ones as `unpaid`.
 *
 * | stage                                              | next stages                      |
 * | -------------------------------------------------- | -------------------------------- |
 * | unpaid                                             | pending, cancelled               |
 * | pending                                            | packed, cancelled                |
 * | packed                                             | ready_to_ship                    |
 * | ready_to_ship                                      | shipped                          |
 * | shipped                                            | delivered, delivery_failed, lost |
 * | delivered                                          | confirmed, returned              |
 * | delivery_failed                                    | shipping_back                    |
 * | shipping_back                                      | shipped_back                     |
 * | confirmed, cancelled, returned, shipped_back, lost | none (final)                     |
 */
export function drawLifecycle(hash: number, createdAt: number, units: number): Lifecycle {
  const cod = draw(hash, drawKeys.cod) < 0.55;
  const start: Transition[] = [];
  let paidAt: number | null = null;
  if (cod) {
    start.push(transition(createdAt, 'pending'));
  } else {
    start.push(transition(createdAt, 'unpaid'));
    const payment = draw(hash, drawKeys.payment);
    if (payment < 0.06) {
      return {
        cod,
        paidAt,
        cancelledBy: 'system',
        cancelReason: 'Quá hạn thanh toán',
        main: start,
        deviant: [...start, transition(createdAt + paymentWindowSeconds, 'cancelled')],
        deviantUnits: units,
      };
    }
    const delay = draw(hash, drawKeys.paymentDelay);
    const seconds =
      payment < 0.8
        ? 20 + delay * 9 * minuteSeconds
        : 10 * minuteSeconds + delay * 20 * hourSeconds;
    paidAt = Math.floor(createdAt + seconds);
    start.push(transition(paidAt, 'pending'));
  }

  const committedAt = paidAt ?? createdAt;
  const packedAt = committedAt + 2 * hourSeconds + draw(hash, drawKeys.pack) * 20 * hourSeconds;
  const readyAt = packedAt + 10 * minuteSeconds + draw(hash, drawKeys.ready) * 6 * hourSeconds;
  const shippedAt = readyAt + 2 * hourSeconds + draw(hash, drawKeys.ship) * 22 * hourSeconds;
  const deliveredAt = shippedAt + daySeconds + draw(hash, drawKeys.deliver) * 4 * daySeconds;
  const after = draw(hash, drawKeys.after);
  const shipped = [
    ...start,
    transition(packedAt, 'packed'),
    transition(readyAt, 'ready_to_ship'),
    transition(shippedAt, 'shipped'),
  ];
  const delivered = [...shipped, transition(deliveredAt, 'delivered')];
  const main = [
    ...delivered,
    transition(deliveredAt + daySeconds + after * 6 * daySeconds, 'confirmed'),
  ];

  const outcome = draw(hash, drawKeys.outcome);
  const isPartial = units > 1 && draw(hash, drawKeys.partial) < 0.45;
  const affectedUnits = isPartial
    ? 1 + Math.floor(draw(hash, drawKeys.partialUnits) * (units - 1))
    : units;
  const regular: Lifecycle = {
    cod,
    paidAt,
    cancelledBy: null,
    cancelReason: '',
    main,
    deviant: main,
    deviantUnits: 0,
  };

  // 6.5 %: cancelled before packing, by the seller (1.4 %) or the buyer.
  if (outcome < 0.065) {
    const cancelDelay =
      5 * minuteSeconds + draw(hash, drawKeys.cancelMoment) * 0.85 * (packedAt - committedAt);
    const bySeller = outcome < 0.014;
    return {
      ...regular,
      cancelledBy: bySeller ? 'seller' : 'buyer',
      cancelReason: drawItem(hash, drawKeys.reason, bySeller ? sellerReasons : buyerReasons),
      deviant: [...start, transition(committedAt + cancelDelay, 'cancelled')],
      deviantUnits: affectedUnits,
    };
  }
  // 6 % with cash on delivery, else 1.5 %: lost (8 % of these) or not deliverable.
  if (outcome < (cod ? 0.125 : 0.08)) {
    if (draw(hash, drawKeys.lost) < 0.08) {
      const lostAt = shippedAt + 5 * daySeconds + after * 4 * daySeconds;
      return {
        ...regular,
        deviant: [...shipped, transition(lostAt, 'lost')],
        deviantUnits: units,
      };
    }
    const failedAt = shippedAt + 2 * daySeconds + after * 4 * daySeconds;
    const backAt = failedAt + 6 * hourSeconds + draw(hash, drawKeys.back) * 2 * daySeconds;
    const arrivedAt = backAt + 2 * daySeconds + draw(hash, drawKeys.backArrival) * 5 * daySeconds;
    return {
      ...regular,
      cancelReason: 'Giao hàng không thành công',
      deviant: [
        ...shipped,
        transition(failedAt, 'delivery_failed'),
        transition(backAt, 'shipping_back'),
        transition(arrivedAt, 'shipped_back'),
      ],
      deviantUnits: units,
    };
  }
  // 4 % with cash on delivery, else 8.5 %: returned after delivery.
  if (outcome < 0.165) {
    const returnedAt = deliveredAt + daySeconds + draw(hash, drawKeys.back) * 9 * daySeconds;
    return {
      ...regular,
      cancelReason: drawItem(hash, drawKeys.reason, returnReasons),
      deviant: [...delivered, transition(returnedAt, 'returned')],
      deviantUnits: affectedUnits,
    };
  }
  return regular;
}

/** Seconds during which a buyer on TikTok Shop may cancel before the order can be packed. */
const cancellationWindowSeconds = hourSeconds;

function withReleaseTransition(track: readonly Transition[]): readonly Transition[] {
  const position = track.findIndex(({ stage }) => stage === 'pending');
  const pending = track[position];
  if (pending === undefined) return track;
  const released = transition(pending.at + cancellationWindowSeconds, 'pending');
  const next = track[position + 1];
  if (next !== undefined && next.at <= released.at) return track;
  return track.toSpliced(position + 1, 0, released);
}

/** Returns the same life with an hour on hold before packing. A second `pending` transition marks its end. */
export function withCancellationWindow(life: Lifecycle): Lifecycle {
  const main = withReleaseTransition(life.main);
  return {
    ...life,
    main,
    deviant: life.deviant === life.main ? main : withReleaseTransition(life.deviant),
  };
}

/** Returns the transitions without the return, for marketplaces whose orders do not reflect returns. */
export function withoutReturn(track: readonly Transition[]): readonly Transition[] {
  return track.filter(({ stage }) => stage !== 'returned');
}
