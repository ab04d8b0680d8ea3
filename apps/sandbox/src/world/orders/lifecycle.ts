/** The life of an order: payment, packing, shipping, and everything that can go wrong. */
import type { Canceller, Stage, Transition } from './order.ts';
import { draw, drawItem } from '../random.ts';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** Maximum lifetime of an order: the slowest path, see the test. */
export const MAX_LIFETIME_SECONDS = 30 * DAY;
/** The system cancels prepaid orders without payment after this time. */
export const PAYMENT_WINDOW = DAY;

const KEY = {
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
  readonly cod: boolean;
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

const BUYER_REASONS = [
  'Đổi ý, không muốn mua nữa',
  'Tìm được giá tốt hơn',
  'Muốn đổi địa chỉ nhận hàng',
];
const SELLER_REASONS = ['Hết hàng', 'Sai giá niêm yết'];
const RETURN_REASONS = ['Hàng không đúng mô tả', 'Hàng bị lỗi', 'Giao sai sản phẩm'];

function at(instant: number, stage: Stage): Transition {
  return { at: Math.floor(instant), stage };
}

/**
 * Draws the whole life of an order, including the future. `units` is its number of units. Orders with cash on delivery
 * start as `pending`, prepaid ones as `unpaid`.
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
  const cod = draw(hash, KEY.cod) < 0.55;
  const start: Transition[] = [];
  let paidAt: number | null = null;
  if (cod) {
    start.push(at(createdAt, 'pending'));
  } else {
    start.push(at(createdAt, 'unpaid'));
    const payment = draw(hash, KEY.payment);
    if (payment < 0.06) {
      return {
        cod,
        paidAt,
        cancelledBy: 'system',
        cancelReason: 'Quá hạn thanh toán',
        main: start,
        deviant: [...start, at(createdAt + PAYMENT_WINDOW, 'cancelled')],
        deviantUnits: units,
      };
    }
    const delay = draw(hash, KEY.paymentDelay);
    const seconds = payment < 0.8 ? 20 + delay * 9 * MINUTE : 10 * MINUTE + delay * 20 * HOUR;
    paidAt = Math.floor(createdAt + seconds);
    start.push(at(paidAt, 'pending'));
  }

  const committedAt = paidAt ?? createdAt;
  const packedAt = committedAt + 2 * HOUR + draw(hash, KEY.pack) * 20 * HOUR;
  const readyAt = packedAt + 10 * MINUTE + draw(hash, KEY.ready) * 6 * HOUR;
  const shippedAt = readyAt + 2 * HOUR + draw(hash, KEY.ship) * 22 * HOUR;
  const deliveredAt = shippedAt + DAY + draw(hash, KEY.deliver) * 4 * DAY;
  const after = draw(hash, KEY.after);
  const shipped = [
    ...start,
    at(packedAt, 'packed'),
    at(readyAt, 'ready_to_ship'),
    at(shippedAt, 'shipped'),
  ];
  const delivered = [...shipped, at(deliveredAt, 'delivered')];
  const main = [...delivered, at(deliveredAt + DAY + after * 6 * DAY, 'confirmed')];

  const outcome = draw(hash, KEY.outcome);
  const partial = units > 1 && draw(hash, KEY.partial) < 0.45;
  const some = partial ? 1 + Math.floor(draw(hash, KEY.partialUnits) * (units - 1)) : units;
  const ordinary: Lifecycle = {
    cod,
    paidAt,
    cancelledBy: null,
    cancelReason: '',
    main,
    deviant: main,
    deviantUnits: 0,
  };

  if (outcome < 0.065) {
    const moment = 5 * MINUTE + draw(hash, KEY.cancelMoment) * 0.85 * (packedAt - committedAt);
    const bySeller = outcome < 0.014;
    return {
      ...ordinary,
      cancelledBy: bySeller ? 'seller' : 'buyer',
      cancelReason: drawItem(hash, KEY.reason, bySeller ? SELLER_REASONS : BUYER_REASONS),
      deviant: [...start, at(committedAt + moment, 'cancelled')],
      deviantUnits: some,
    };
  }
  if (outcome < (cod ? 0.125 : 0.08)) {
    if (draw(hash, KEY.lost) < 0.08) {
      const lostAt = shippedAt + 5 * DAY + after * 4 * DAY;
      return { ...ordinary, deviant: [...shipped, at(lostAt, 'lost')], deviantUnits: units };
    }
    const failedAt = shippedAt + 2 * DAY + after * 4 * DAY;
    const backAt = failedAt + 6 * HOUR + draw(hash, KEY.back) * 2 * DAY;
    const arrivedAt = backAt + 2 * DAY + draw(hash, KEY.backArrival) * 5 * DAY;
    return {
      ...ordinary,
      cancelReason: 'Giao hàng không thành công',
      deviant: [
        ...shipped,
        at(failedAt, 'delivery_failed'),
        at(backAt, 'shipping_back'),
        at(arrivedAt, 'shipped_back'),
      ],
      deviantUnits: units,
    };
  }
  if (outcome < 0.165) {
    const returnedAt = deliveredAt + DAY + draw(hash, KEY.back) * 9 * DAY;
    return {
      ...ordinary,
      cancelReason: drawItem(hash, KEY.reason, RETURN_REASONS),
      deviant: [...delivered, at(returnedAt, 'returned')],
      deviantUnits: some,
    };
  }
  return ordinary;
}

/** Time in which a buyer on TikTok Shop may cancel before the order is packed. */
const CANCELLATION_WINDOW = HOUR;

function withReleaseTransition(track: readonly Transition[]): readonly Transition[] {
  const position = track.findIndex(({ stage }) => stage === 'pending');
  const pending = track[position];
  if (pending === undefined) return track;
  const released = at(pending.at + CANCELLATION_WINDOW, 'pending');
  const next = track[position + 1];
  if (next !== undefined && next.at <= released.at) return track;
  return track.toSpliced(position + 1, 0, released);
}

/** Returns the same life with an hour on hold before packing: a second `pending` transition marks the release. */
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
