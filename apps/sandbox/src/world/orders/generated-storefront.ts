/** A generated shop. Seed, shop, day and position within the day determine every order. */
import type { PictureBase } from '../pictures.ts';
import { dayOf, startOfDay } from '../../local-time.ts';
import { drawBill, drawQuantities, skuPosition } from './basket.ts';
import { drawBuyer } from './buyers.ts';
import { demandFactor, isCampaignDay, secondOfDay } from '../calendar.ts';
import {
  maxLifetimeSeconds,
  drawLifecycle,
  withCancellationWindow,
  withoutReturn,
} from './lifecycle.ts';
import type { Lifecycle } from './lifecycle.ts';
import { maxOrdersPerDay, orderNumber, readOrderNumber } from './order-numbers.ts';
import { stages } from './order.ts';
import type {
  Listing,
  ListingSku,
  Order,
  OrderState,
  Storefront,
  Transition,
  Unit,
} from './order.ts';
import { draw, drawItem, drawIndex, mix } from '../random.ts';
import { drawListings, popularityWeights, priceOnDay } from '../shops/listings.ts';
import { dailyOrders } from '../shops/shops.ts';
import type { GeneratedShop, WorldSize } from '../shops/shops.ts';
import { firstIndex } from '../first-index.ts';

const drawKeys = {
  demand: 1,
  remainder: 4,
  moment: 20,
  deviantStart: 21,
  payment: 22,
  voucherCode: 23,
} as const;
const paymentMethods = ['MIXEDCARD', 'MOMO', 'ZALOPAY', 'VNPAY_QR', 'INTERNET_BANKING'];
const stageBits: ReadonlyMap<string, number> = new Map(
  stages.map((stage, bit) => [stage, 1 << bit]),
);

interface OrderPosition {
  readonly day: number;
  readonly index: number;
  readonly size: number;
}

interface LifecycleState {
  readonly stage: number;
  readonly updatedAt: number;
  readonly nextAt: number;
}

function lifecycleStateAt(track: readonly Transition[], now: number): LifecycleState {
  let current = track[0];
  let nextAt = Infinity;
  for (const transition of track) {
    if (transition.at > now) {
      nextAt = transition.at;
      break;
    }
    current = transition;
  }
  return {
    stage: stageBits.get(current?.stage ?? '') ?? 0,
    updatedAt: current?.at ?? 0,
    nextAt,
  };
}

/** Returns the transitions until an instant. Fast path: most orders are finished. */
function transitionsUntil(track: readonly Transition[], now: number): readonly Transition[] {
  return (track.at(-1)?.at ?? 0) <= now ? track : track.filter(({ at }) => at <= now);
}

/**
 * Assigns the deviating life to the last units of each variant. Marketplaces that count units per line do not say which
 * of them deviate; a fixed choice makes the voucher share of the other units known exactly.
 */
function moveDeviantsLast(
  pieces: readonly { readonly sku: ListingSku }[],
  lives: (readonly Transition[])[],
  life: Lifecycle,
): void {
  for (const { sku } of new Set(pieces)) {
    const indices = [...pieces.keys()].filter((unitIndex) => pieces[unitIndex]?.sku === sku);
    const deviant = indices.filter((unitIndex) => lives[unitIndex] !== life.main).length;
    indices.forEach((unitIndex, index) => {
      lives[unitIndex] = index >= indices.length - deviant ? life.deviant : life.main;
    });
  }
}

export class GeneratedStorefront implements Storefront {
  readonly info: GeneratedShop;
  readonly maxLifetimeSeconds = maxLifetimeSeconds;
  readonly #hash: number;
  readonly #openingDay: number;
  readonly #dailyOrders: number;
  /** Number of orders before the n-th day after the opening. Grows on demand. */
  readonly #before: number[] = [0];
  readonly #listings: readonly Listing[];
  readonly #skus: readonly { readonly sku: ListingSku; readonly name: string }[];
  readonly #popularity: Float64Array;
  readonly #pictures: PictureBase;

  constructor(
    info: GeneratedShop,
    seed: number,
    size: WorldSize,
    openingDay: number,
    pictures: PictureBase,
  ) {
    this.info = info;
    this.#pictures = pictures;
    this.#hash = mix(mix(seed, 0x1a2ada), info.slot);
    this.#openingDay = openingDay;
    this.#dailyOrders = dailyOrders(info, size);
    this.#listings = drawListings(info, this.#hash, openingDay);
    this.#skus = this.#listings.flatMap((listing) =>
      listing.skus.map((sku) => ({ sku, name: listing.name })),
    );
    this.#popularity = popularityWeights(this.#listings, this.#hash);
  }

  listings(): readonly Listing[] {
    return this.#listings;
  }

  pictureOf({ pictureFile }: Listing): string {
    return `${this.#pictures.url}/pictures/${pictureFile}`;
  }

  priceOn(sku: ListingSku, day: number): bigint {
    return priceOnDay(sku, day);
  }

  #dayHash(day: number): number {
    return mix(this.#hash, day);
  }

  #ordersOn(day: number): number {
    const hash = this.#dayHash(day);
    // The sum of three draws approximates a normal distribution. The last draw rounds the fraction randomly, so that
    // slow shops sell now and then.
    const bell =
      draw(hash, drawKeys.demand) +
      draw(hash, drawKeys.demand + 1) +
      draw(hash, drawKeys.demand + 2);
    const expected = this.#dailyOrders * demandFactor(day) * (1 + (bell - 1.5) * 0.3);
    return Math.min(maxOrdersPerDay, Math.floor(expected + draw(hash, drawKeys.remainder)));
  }

  /** Returns the number of orders before a day. */
  #ordersBefore(day: number): number {
    const dayIndex = day - this.#openingDay;
    if (dayIndex <= 0) return 0;
    for (let known = this.#before.length; known <= dayIndex; known += 1) {
      const previous = this.#before[known - 1] ?? 0;
      this.#before.push(previous + this.#ordersOn(this.#openingDay + known - 1));
    }
    return this.#before[dayIndex] ?? 0;
  }

  #createdAt({ day, index, size }: OrderPosition): number {
    const hash = mix(this.#dayHash(day), index);
    const position = (index + draw(hash, drawKeys.moment)) / size;
    return startOfDay(day) + secondOfDay(position, isCampaignDay(day));
  }

  countAt(now: number): number {
    const day = dayOf(now);
    const before = this.#ordersBefore(day);
    const size = this.#ordersBefore(day + 1) - before;
    return before + firstIndex(size, (index) => this.#createdAt({ day, index, size }) > now);
  }

  #placeOf(ordinal: number): OrderPosition {
    // Adds days until they cover the ordinal.
    while ((this.#before.at(-1) ?? 0) <= ordinal) {
      this.#ordersBefore(this.#openingDay + this.#before.length);
    }
    const next = firstIndex(this.#before.length, (day) => (this.#before[day] ?? 0) > ordinal);
    const before = this.#before[next - 1] ?? 0;
    return {
      day: this.#openingDay + next - 1,
      index: ordinal - before,
      size: (this.#before[next] ?? before) - before,
    };
  }

  createdAt(ordinal: number): number {
    return this.#createdAt(this.#placeOf(ordinal));
  }

  #lifeAt(place: OrderPosition): {
    hash: number;
    createdAt: number;
    quantities: readonly number[];
    life: Lifecycle;
  } {
    const hash = mix(this.#dayHash(place.day), place.index);
    const createdAt = this.#createdAt(place);
    const quantities = drawQuantities(hash);
    const units = quantities.reduce((sum, quantity) => sum + quantity, 0);
    const ordinary = drawLifecycle(hash, createdAt, units);
    const life = this.info.platform === 'TIKTOK' ? withCancellationWindow(ordinary) : ordinary;
    const strayed = this.info.wholeOrders && life.deviantUnits > 0;
    return { hash, createdAt, quantities, life: strayed ? { ...life, deviantUnits: units } : life };
  }

  stateAt(ordinal: number, now: number): OrderState {
    const { life, quantities } = this.#lifeAt(this.#placeOf(ordinal));
    const units = quantities.reduce((sum, quantity) => sum + quantity, 0);
    const main = lifecycleStateAt(life.main, now);
    if (life.deviantUnits === 0) {
      return { updatedAt: main.updatedAt, stages: main.stage, nextAt: main.nextAt };
    }
    // TikTok Shop's orders do not reflect returns.
    const isSilent = this.info.platform === 'TIKTOK';
    const deviant = lifecycleStateAt(isSilent ? withoutReturn(life.deviant) : life.deviant, now);
    if (life.deviantUnits === units) {
      return { updatedAt: deviant.updatedAt, stages: deviant.stage, nextAt: deviant.nextAt };
    }
    return {
      updatedAt: Math.max(main.updatedAt, deviant.updatedAt),
      stages: main.stage | deviant.stage,
      nextAt: Math.min(main.nextAt, deviant.nextAt),
    };
  }

  orderAt(ordinal: number, now: number): Order {
    const place = this.#placeOf(ordinal);
    const { hash, createdAt, quantities, life } = this.#lifeAt(place);
    const number = orderNumber({ slot: this.info.slot, day: place.day, index: place.index });
    const pieces: { readonly sku: ListingSku; readonly name: string }[] = [];
    quantities.forEach((quantity, line) => {
      const entry = this.#skus[skuPosition(hash, line, this.#popularity)];
      if (entry === undefined) throw new RangeError(`${this.info.name} sells nothing`);
      for (let piece = 0; piece < quantity; piece += 1) pieces.push(entry);
    });
    const prices = pieces.map(({ sku }) => priceOnDay(sku, place.day));
    const bill = drawBill(hash, prices);
    const deviantStart = drawIndex(hash, drawKeys.deviantStart, pieces.length);
    const isDeviant = (position: number): boolean =>
      (position - deviantStart + pieces.length) % pieces.length < life.deviantUnits;
    const lives = pieces.map((_, position) => (isDeviant(position) ? life.deviant : life.main));
    if (this.info.platform === 'SHOPEE') moveDeviantsLast(pieces, lives, life);
    const units = pieces.map(({ sku, name }, position): Unit => ({
      number: number * 10 + position + 1,
      sku,
      name,
      priceE4: prices[position] ?? 0n,
      voucherSellerE4: bill.voucherSellerE4[position] ?? 0n,
      voucherPlatformE4: bill.voucherPlatformE4[position] ?? 0n,
      shippingE4: bill.shippingE4[position] ?? 0n,
      life: transitionsUntil(lives[position] ?? life.main, now),
    }));
    return {
      ordinal,
      number,
      createdAt,
      cod: life.cod,
      paidAt: life.paidAt !== null && life.paidAt <= now ? life.paidAt : null,
      cancelledBy: life.cancelledBy,
      cancelReason: life.cancelReason,
      units,
      shippingOriginalE4: bill.shippingOriginalE4,
      shippingDiscountSellerE4: bill.shippingDiscountSellerE4,
      shippingDiscountPlatformE4: bill.shippingDiscountPlatformE4,
      shippingPaidE4: bill.shippingPaidE4,
      paymentMethod: life.cod ? 'COD' : drawItem(hash, drawKeys.payment, paymentMethods),
      voucherCode: bill.hasVoucher ? `SHOP${100 + drawIndex(hash, drawKeys.voucherCode, 900)}` : '',
      buyer: drawBuyer(hash),
    };
  }

  ordinalOf(number: number): number | undefined {
    const key = readOrderNumber(number);
    if (key === undefined || key.slot !== this.info.slot || key.day < this.#openingDay)
      return undefined;
    // Limits the loop over days for numbers from the far future.
    if (key.day > this.#openingDay + 36_500) return undefined;
    const before = this.#ordersBefore(key.day);
    return key.index < this.#ordersBefore(key.day + 1) - before ? before + key.index : undefined;
  }
}
