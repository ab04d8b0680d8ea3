/** A shop with the orders of a file. They have the state given in the file from the start. */
import type {
  Listing,
  ListingSku,
  Order,
  OrderState,
  Storefront,
  Unit,
} from '../world/orders/order.ts';
import { firstReplaySlot } from '../world/shops/shops.ts';
import type { ShopInfo } from '../world/shops/shops.ts';
import type { ReplayedOrders } from './replayed-orders.ts';
import { firstIndex } from '../world/first-index.ts';

/** First numbers of items, SKUs and units, which do not collide with those of generated shops. */
const itemBase = 3_000_000_000;
const skuBase = 14_000_000_000;
const productsPerShop = 10_000_000;
const unitBase = 8_000_000_000_000_000;
const unitsPerShop = 1_000_000_000_000;

export class ReplayedStorefront implements Storefront {
  readonly info: ShopInfo;
  readonly maxLifetimeSeconds = 0;
  readonly #gathered: ReplayedOrders;
  /** Positions in order of appearance in the file, sorted by creation time. */
  readonly #byCreation: Uint32Array;
  readonly #createdAt: Float64Array;
  readonly #ordinals = new Map<number, number>();
  readonly #listings: readonly Listing[];
  readonly #skus: readonly ListingSku[];
  readonly #firstUnit: number;

  constructor(info: ShopInfo, gathered: ReplayedOrders) {
    this.info = info;
    this.#gathered = gathered;
    const order = Uint32Array.from({ length: gathered.orders }, (_, position) => position);
    this.#byCreation = order.sort((a, b) => gathered.createdAt(a) - gathered.createdAt(b) || a - b);
    this.#createdAt = Float64Array.from(this.#byCreation, (position) =>
      gathered.createdAt(position),
    );
    this.#byCreation.forEach((position, ordinal) =>
      this.#ordinals.set(gathered.numberOf(position), ordinal),
    );
    const place = info.slot - firstReplaySlot;
    this.#firstUnit = unitBase + place * unitsPerShop;
    const opened = this.#createdAt[0] ?? 0;
    this.#listings = gathered.products.map((product, position): Listing => {
      const number = itemBase + place * productsPerShop + position;
      return {
        number,
        name: product.name === '' ? product.sku : product.name,
        pictureFile: '',
        categoryNumber: 10_000_000,
        brand: 'No Brand',
        property: 'Phân loại',
        createdAt: opened,
        active: true,
        skus: [
          {
            number: skuBase + place * productsPerShop + position,
            itemNumber: number,
            sellerSku: product.sku,
            variation: '',
            label: 'Tiêu chuẩn',
            listPriceE4: product.priceE4,
          },
        ],
      };
    });
    this.#skus = this.#listings.flatMap(({ skus }) => skus);
  }

  /** Replayed files have no pictures. */
  pictureOf(): null {
    return null;
  }

  listings(): readonly Listing[] {
    return this.#listings;
  }

  priceOn(sku: ListingSku): bigint {
    return sku.listPriceE4;
  }

  countAt(now: number): number {
    const createdAt = this.#createdAt;
    return firstIndex(createdAt.length, (ordinal) => (createdAt[ordinal] ?? Infinity) > now);
  }

  createdAt(ordinal: number): number {
    return this.#createdAt[ordinal] ?? Infinity;
  }

  stateAt(ordinal: number): OrderState {
    return {
      updatedAt: this.createdAt(ordinal),
      stages: this.#gathered.stagesOf(this.#byCreation[ordinal] ?? 0),
      nextAt: Infinity,
    };
  }

  orderAt(ordinal: number): Order {
    const position = this.#byCreation[ordinal] ?? 0;
    const createdAt = this.createdAt(ordinal);
    const unpaid = this.#gathered.isUnpaid(position);
    const buyer = this.#gathered.buyerOf(position);
    const units = this.#gathered.linesOf(position).flatMap((line): Unit[] => {
      const sku = this.#skus[line.product];
      if (sku === undefined) throw new RangeError(`order ${ordinal} sells an unknown product`);
      const life = [{ at: createdAt, stage: line.stage }];
      return Array.from({ length: line.quantity }, (_, piece) => ({
        number: this.#firstUnit + line.firstPiece + piece,
        sku,
        name: line.name === '' ? sku.sellerSku : line.name,
        priceE4: line.priceE4,
        voucherSellerE4: 0n,
        voucherPlatformE4: 0n,
        shippingE4: 0n,
        life,
      }));
    });
    return {
      ordinal,
      number: this.#gathered.numberOf(position),
      createdAt,
      // The file does not contain the payment. As cash on delivery, an order is committed at its creation.
      cod: !unpaid,
      paidAt: null,
      cancelledBy: null,
      cancelReason: '',
      units,
      shippingOriginalE4: 0n,
      shippingDiscountSellerE4: 0n,
      shippingDiscountPlatformE4: 0n,
      shippingPaidE4: 0n,
      paymentMethod: unpaid ? 'MIXEDCARD' : 'COD',
      voucherCode: '',
      buyer: {
        number: 700_000_000 + buyer.position,
        name: buyer.name,
        province: '',
        district: '',
        ward: '',
      },
    };
  }

  ordinalOf(orderNumber: number): number | undefined {
    return this.#ordinals.get(orderNumber);
  }
}
