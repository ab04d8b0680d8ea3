/** The world for a seed, a size and an opening day: all generated and replayed shops. */
import type { PictureBase } from './pictures.ts';
import { dayOf, calendarDay, dayNumber } from '../local-time.ts';
import { GeneratedStorefront } from './orders/generated-storefront.ts';
import { MoneyIndex } from './money/money-index.ts';
import { OrderIndex } from './orders/order-index.ts';
import type { Storefront } from './orders/order.ts';
import { lazadaShops, shopeeShops, tikiShops, tiktokShops } from './shops/shops.ts';
import type { Platform, WorldSize } from './shops/shops.ts';

/** Returns the first day of the world for a clock: some months earlier. */
export function openingDayFor(now: number, months = 18): number {
  const { year, month, dayOfMonth } = calendarDay(dayOf(now));
  return dayNumber(year, month - months, Math.min(dayOfMonth, 28));
}

export class World {
  readonly openingDay: number;
  readonly pictures: PictureBase = { url: '' };
  readonly #shops: readonly Storefront[];
  readonly #indexes = new Map<Storefront, OrderIndex>();
  readonly #money = new Map<Storefront, MoneyIndex>();

  constructor(seed: number, size: WorldSize, openingDay: number, replayed: readonly Storefront[]) {
    this.openingDay = openingDay;
    this.#shops = [
      ...[...lazadaShops, ...shopeeShops, ...tikiShops, ...tiktokShops].map(
        (shop) => new GeneratedStorefront(shop, seed, size, openingDay, this.pictures),
      ),
      ...replayed,
    ];
  }

  shops(platform?: Platform): readonly Storefront[] {
    if (platform === undefined) return this.#shops;
    return this.#shops.filter(({ info }) => info.platform === platform);
  }

  shop(platform: Platform, externalShopId: string): Storefront | undefined {
    return this.#shops.find(
      ({ info }) => info.platform === platform && info.externalShopId === externalShopId,
    );
  }

  /** Returns the shop's order index, updated to an instant. */
  indexOf(shop: Storefront, now: number): OrderIndex {
    const index = this.#indexes.getOrInsertComputed(shop, () => new OrderIndex(shop));
    index.refresh(now);
    return index;
  }

  /** Returns the index of the shop's bookings and cases. */
  moneyOf(shop: Storefront): MoneyIndex {
    return this.#money.getOrInsertComputed(shop, () => new MoneyIndex(shop));
  }
}
