/**
 * Finds a shop's bookings and cases by time. An order alone determines its money, so each order is examined once; only
 * the rows of a page are generated again.
 */
import { dayOf, calendarDay, startOfDay } from '../../local-time.ts';
import { toE4 } from '../../money.ts';
import { maxBookingDelaySeconds, expectedBookings, orderBookings } from './bookings.ts';
import type { ExpectedEntry, MoneyEntry } from './bookings.ts';
import { firstOrdinalCreatedFrom } from '../orders/order.ts';
import type { Order, Storefront } from '../orders/order.ts';
import { draw, mix } from '../random.ts';
import { drawCase, deliveredAt, caseStateAt } from '../orders/returns.ts';
import type { ReturnCase } from '../orders/returns.ts';

/** A booking with its order. */
export interface Booking extends MoneyEntry {
  /** Null for a booking of the shop itself. */
  readonly order: Order | null;
}

/** An order whose sale is not booked yet, with the bookings that the marketplace expects. */
export interface UnbookedOrder {
  /** Its current state. */
  readonly order: Order;
  readonly expected: readonly ExpectedEntry[];
  /** When the first unit was delivered, or undefined. */
  readonly deliveredAt: number | undefined;
  /** The buyer has an open return or refund request. */
  readonly hasOpenCase: boolean;
}

/** Minimum delay between an order's creation and its first booking, in seconds. */
const minBookingDelaySeconds = 86_400;
/** Maximum number of cached periods. A client reads a period page by page. */
const maxCachedSpans = 8;

interface Span {
  readonly from: number;
  readonly to: number;
  readonly madeAt: number;
  /** Ordered by time. Includes future bookings of orders that existed at `madeAt`. */
  readonly bookings: readonly Booking[];
}

interface OrderSummary {
  /** Instants of its bookings. */
  readonly moments: readonly number[];
  readonly hasCase: boolean;
  /** When its sale is booked; Infinity if never. */
  readonly soldAt: number;
}

export class MoneyIndex {
  readonly #shop: Storefront;
  readonly #summaries: OrderSummary[] = [];
  #spans: readonly Span[] = [];
  /** The last result of `unsettled`. A client reads it page by page. */
  #unsettled: { cut: number; now: number; orders: readonly UnbookedOrder[] } | null = null;

  constructor(shop: Storefront) {
    this.#shop = shop;
  }

  /** Whether the shop is replayed: files contain no money, and returns only as statuses. */
  get #isSilent(): boolean {
    return this.#shop.info.replayOf !== null;
  }

  #summaryOf(ordinal: number): OrderSummary {
    const known = this.#summaries[ordinal];
    if (known) return known;
    const order = this.#shop.orderAt(ordinal, Infinity);
    const entries = orderBookings(order, this.#shop.info);
    const summary: OrderSummary = {
      moments: [...new Set(entries.map(({ at }) => at))],
      hasCase: drawCase(order) !== undefined,
      soldAt: entries.find(({ kind }) => kind === 'item_price')?.at ?? Infinity,
    };
    this.#summaries[ordinal] = summary;
    return summary;
  }

  /** Returns the ordinals of the existing orders created in a period of epoch seconds. */
  #created(from: number, to: number, now: number): { from: number; to: number } {
    const count = this.#shop.countAt(now);
    return {
      from: firstOrdinalCreatedFrom(this.#shop, from, count),
      to: firstOrdinalCreatedFrom(this.#shop, to, count),
    };
  }

  /** Returns the bookings in `[from, to)` until now, ordered by time, order, and position. */
  bookings(from: number, to: number, now: number): readonly Booking[] {
    if (this.#isSilent) return [];
    const known = this.#spans.find(
      (span) =>
        span.from === from &&
        span.to === to &&
        span.madeAt <= now &&
        now < span.madeAt + minBookingDelaySeconds,
    );
    const span = known ?? {
      from,
      to,
      madeAt: now,
      bookings: this.#make(from, Math.min(to, now + minBookingDelaySeconds), now),
    };
    if (!known) this.#spans = [span, ...this.#spans].slice(0, maxCachedSpans);
    const later = span.bookings.findLastIndex(({ at }) => at <= now) + 1;
    return later === span.bookings.length ? span.bookings : span.bookings.slice(0, later);
  }

  #make(from: number, to: number, now: number): readonly Booking[] {
    const orders = this.#created(from - maxBookingDelaySeconds, to, now);
    // Groups the bookings of one order at one instant, so that only a tenth as many elements are sorted.
    const together: Booking[][] = this.#ownBookings(from, to).map((own) => [own]);
    for (let ordinal = orders.from; ordinal < orders.to; ordinal += 1) {
      if (!this.#summaryOf(ordinal).moments.some((at) => at >= from && at < to)) continue;
      const order = this.#shop.orderAt(ordinal, Infinity);
      let group: Booking[] = [];
      let since = Number.NaN;
      for (const entry of orderBookings(order, this.#shop.info)) {
        const { at, kind, isReversal, unit, amountE4, place } = entry;
        if (at < from || at >= to) continue;
        if (at !== since) {
          since = at;
          group = [];
          together.push(group);
        }
        group.push({ at, kind, isReversal, unit, amountE4, place, order });
      }
    }
    // The sort is stable: at the same instant the shop's own bookings come first, then by ordinal and position.
    return together.sort(([a], [b]) => (a?.at ?? 0) - (b?.at ?? 0)).flat();
  }

  /** Returns the orders with expected bookings whose sale is not booked before `cut`, ordered by creation. */
  unsettled(cut: number, now: number): readonly UnbookedOrder[] {
    if (this.#isSilent) return [];
    const known = this.#unsettled;
    if (known?.cut === cut && known.now === now) return known.orders;
    const span = this.#created(cut - maxBookingDelaySeconds, Infinity, now);
    const orders: UnbookedOrder[] = [];
    for (let ordinal = span.from; ordinal < span.to; ordinal += 1) {
      const { soldAt, hasCase } = this.#summaryOf(ordinal);
      if (soldAt < cut) continue;
      const order = this.#shop.orderAt(ordinal, now);
      const expected = expectedBookings(order, this.#shop.info);
      if (expected.length === 0) continue;
      orders.push({
        order,
        expected,
        deliveredAt: order.units.map(deliveredAt).find((at) => at !== undefined),
        hasOpenCase: hasCase && this.#isCaseOpen(ordinal, now),
      });
    }
    this.#unsettled = { cut, now, orders };
    return orders;
  }

  #isCaseOpen(ordinal: number, now: number): boolean {
    const one = drawCase(this.#shop.orderAt(ordinal, Infinity));
    const state = one && caseStateAt(one, now)?.state;
    return state !== undefined && !['refunded', 'rejected', 'withdrawn'].includes(state);
  }

  /** Returns charges for ads on the marketplace, which some shops pay on Sunday evenings. */
  #ownBookings(from: number, end: number): readonly Booking[] {
    const { info } = this.#shop;
    if (info.slot % 2 !== 0) return [];
    const opened = this.#shop.createdAt(0);
    const bookings: Booking[] = [];
    for (let day = dayOf(Math.max(from, opened)); startOfDay(day) < end; day += 1) {
      const at = startOfDay(day) + 22 * 3600;
      if (calendarDay(day).weekday !== 0 || at < from || at >= end) continue;
      const thousands = 20 + Math.floor(draw(mix(info.slot, day), 131) * 180);
      bookings.push({
        at,
        kind: 'ads_charge',
        isReversal: false,
        unit: null,
        amountE4: -toE4(thousands * 1000),
        place: 0,
        order: null,
      });
    }
    return bookings;
  }

  /** Returns the cases that have begun, of orders created in `[from, to)`, in the order of these orders. */
  cases(from: number, to: number, now: number): readonly ReturnCase[] {
    if (this.#isSilent) return [];
    const orders = this.#created(from, to, now);
    const found: ReturnCase[] = [];
    for (let ordinal = orders.from; ordinal < orders.to; ordinal += 1) {
      if (!this.#summaryOf(ordinal).hasCase) continue;
      const one = drawCase(this.#shop.orderAt(ordinal, Infinity));
      if (one && (one.course[0]?.at ?? Infinity) <= now) found.push(one);
    }
    return found;
  }
}
