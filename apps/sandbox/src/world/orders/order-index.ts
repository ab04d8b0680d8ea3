/**
 * Index of a shop's orders by creation time, time of the last change, and stage, for a moving clock. Typed arrays hold
 * a few bytes per order. Finished orders are examined once.
 */
import { firstOrdinalCreatedFrom } from './order.ts';
import type { OrderState, Storefront } from './order.ts';
import { firstIndex } from '../first-index.ts';

/** Ordinals fit in 22 bits, so that (updated, ordinal) packs into one exact number. */
const ordinalSpan = 4_194_304;
/** Maximum orders of one shop. */
export const maxOrders = ordinalSpan;
/** Finished orders are collected again after the clock has advanced by this many seconds. */
const rebuildAfterSeconds = 12 * 3600;

export interface OrderQuery {
  /** All bounds are inclusive and in epoch seconds. */
  readonly createdFrom: number;
  readonly createdTo: number;
  readonly updatedFrom: number;
  readonly updatedTo: number;
  /** Bits of the wanted stages; 0 for any. */
  readonly stages: number;
  readonly sortBy: 'created' | 'updated';
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
}

interface OrderPage {
  readonly total: number;
  readonly ordinals: readonly number[];
}

function lowerBound(keys: Float64Array, wanted: number): number {
  return firstIndex(keys.length, (index) => (keys[index] ?? 0) >= wanted);
}

function merge(left: Float64Array, right: Float64Array): Float64Array {
  const merged = new Float64Array(left.length + right.length);
  let l = 0;
  let r = 0;
  for (let to = 0; to < merged.length; to += 1) {
    const fromLeft = l < left.length ? (left[l] ?? 0) : Infinity;
    const fromRight = r < right.length ? (right[r] ?? 0) : Infinity;
    if (fromLeft <= fromRight) {
      merged[to] = fromLeft;
      l += 1;
    } else {
      merged[to] = fromRight;
      r += 1;
    }
  }
  return merged;
}

export class OrderIndex {
  readonly #shop: Storefront;
  #builtFor = -Infinity;
  #gatheredFor = -Infinity;
  #nextChange = -Infinity;
  #count = 0;
  #finished = 0;
  #updated = new Float64Array(0);
  #stages = new Uint16Array(0);
  #finishedKeys: Float64Array = new Float64Array(0);
  #keys: Float64Array = new Float64Array(0);

  constructor(shop: Storefront) {
    this.#shop = shop;
  }

  /** Updates the index to an instant. Cheap if nothing has changed since the last call. */
  refresh(now: number): void {
    const backwards = now < this.#builtFor;
    if (!backwards && now < this.#nextChange) return;
    if (backwards || now - this.#gatheredFor > rebuildAfterSeconds) this.#gatherFinished(now);
    this.#count = this.#shop.countAt(now);
    this.#makeRoom(this.#count);
    const open = new Float64Array(this.#count - this.#finished);
    // The next new order is a change too.
    let nextChange = this.#shop.createdAt(this.#count);
    for (let ordinal = this.#finished; ordinal < this.#count; ordinal += 1) {
      const { updatedAt, nextAt } = this.#indexOrder(ordinal, now);
      open[ordinal - this.#finished] = updatedAt * ordinalSpan + ordinal;
      if (nextAt < nextChange) nextChange = nextAt;
    }
    this.#keys = merge(this.#finishedKeys, open.sort());
    this.#nextChange = nextChange;
    this.#builtFor = now;
  }

  #gatherFinished(now: number): void {
    const count = this.#shop.countAt(now);
    this.#finished = firstOrdinalCreatedFrom(
      this.#shop,
      now - this.#shop.maxLifetimeSeconds,
      count,
    );
    this.#makeRoom(this.#finished);
    const keys = new Float64Array(this.#finished);
    for (let ordinal = 0; ordinal < this.#finished; ordinal += 1) {
      keys[ordinal] = this.#indexOrder(ordinal, now).updatedAt * ordinalSpan + ordinal;
    }
    this.#finishedKeys = keys.sort();
    this.#gatheredFor = now;
  }

  #indexOrder(ordinal: number, now: number): OrderState {
    const state = this.#shop.stateAt(ordinal, now);
    this.#updated[ordinal] = state.updatedAt;
    this.#stages[ordinal] = state.stages;
    return state;
  }

  #makeRoom(count: number): void {
    if (count > maxOrders) {
      throw new RangeError(`${this.#shop.info.name} has more than ${maxOrders} orders`);
    }
    if (count <= this.#updated.length) return;
    const size = Math.ceil(count * 1.1) + 256;
    const updated = new Float64Array(size);
    updated.set(this.#updated);
    this.#updated = updated;
    const stages = new Uint16Array(size);
    stages.set(this.#stages);
    this.#stages = stages;
  }

  /** Returns one page of matching orders that exist now, and their total number. */
  find(query: OrderQuery): OrderPage {
    const from = firstOrdinalCreatedFrom(this.#shop, query.createdFrom, this.#count);
    const to =
      query.createdTo === Infinity
        ? this.#count
        : firstOrdinalCreatedFrom(this.#shop, query.createdTo + 1, this.#count);
    const isByCreation = query.sortBy === 'created';
    const [first, end] = isByCreation ? [from, to] : this.#updatedRange(query);
    const ordinals: number[] = [];
    let total = 0;
    const size = Math.max(0, end - first);
    for (let step = 0; step < size; step += 1) {
      const position = query.descending ? end - 1 - step : first + step;
      const ordinal = isByCreation ? position : (this.#keys[position] ?? 0) % ordinalSpan;
      if (ordinal < from || ordinal >= to) continue;
      const updated = this.#updated[ordinal] ?? 0;
      if (updated < query.updatedFrom || updated > query.updatedTo) continue;
      if (query.stages !== 0 && ((this.#stages[ordinal] ?? 0) & query.stages) === 0) continue;
      if (total >= query.offset && ordinals.length < query.limit) ordinals.push(ordinal);
      total += 1;
    }
    return { total, ordinals };
  }

  /** Returns the positions in `#keys` that the bounds of the update time include, the end excluded. */
  #updatedRange({ updatedFrom, updatedTo }: OrderQuery): [first: number, end: number] {
    const first = lowerBound(this.#keys, Math.max(0, updatedFrom) * ordinalSpan);
    const end =
      updatedTo === Infinity
        ? this.#keys.length
        : lowerBound(this.#keys, (updatedTo + 1) * ordinalSpan);
    return [first, end];
  }
}
