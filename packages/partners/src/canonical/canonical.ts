/**
 * What a report needs, in words that no marketplace owns. Money is a bigint in ten-thousandths of
 * the currency's major unit (`…E4`): VND 289000 is `2890000000n`. Ids are text. Times are instants.
 */

/** The partners of the specification, spelled as its credential payload wants them. */
export type Platform = 'LAZADA' | 'SHOPEE' | 'TIKI' | 'TIKTOK' | 'FACEBOOK';

export type ItemStage =
  | 'unpaid'
  | 'to_ship'
  | 'shipping'
  | 'delivered'
  | 'completed'
  | 'cancelled'
  | 'failed_delivery'
  | 'unknown';

export type ReturnState =
  | 'none'
  | 'requested'
  | 'approved'
  | 'in_transit'
  | 'received'
  | 'refunded'
  | 'rejected'
  | 'cancelled';

export interface CanonicalItem {
  /** The partner's own line id; unique inside the order. */
  lineId: string;
  skuId: string | null;
  /** What the seller calls the SKU. Not unique, and may be empty. */
  sellerSku: string;
  productName: string;
  quantity: number;
  /** Before the seller's own price cut, for the whole quantity. */
  listPriceE4: bigint;
  /** P of the metric definitions: what the seller asks, for the whole quantity, before vouchers. */
  sellerPriceE4: bigint;
  sellerVoucherE4: bigint;
  platformVoucherE4: bigint;
  stage: ItemStage;
  returnState: ReturnState;
  /** The status in the partner's words. */
  rawStatus: string;
  cancelledBy: 'buyer' | 'seller' | 'system' | null;
  updatedAt: Date;
}

export interface CanonicalOrder {
  orderId: string;
  createdAt: Date;
  /** The latest update of the order or of any of its items. */
  updatedAt: Date;
  /** COD: when it was placed; prepaid: when it was paid; null while it is not paid. */
  committedAt: Date | null;
  isCod: boolean;
  currency: string;
  /** In the partner's words; may be a method that nobody here has heard of. */
  paymentMethod: string;
  /** Keyed hash of the partner's buyer id (key: `ShopAccess.buyerHashKey`); null without id or key. */
  buyerKey: string | null;
  shippingFeeE4: bigint;
  /** Least advanced of the items that are neither cancelled nor failed. */
  stage: ItemStage;
  /** The items that decide `stage` are not all at the same one. */
  isSplit: boolean;
  /** Never empty, no line twice, ordered by `lineId`. */
  items: CanonicalItem[];
  /** What is odd about this order, such as `unknown_status:foo` or `voucher_parts_mismatch`. */
  flags: string[];
}

export interface CanonicalProduct {
  itemId: string;
  skuId: string;
  sellerSku: string;
  name: string;
  /** As the partner tells it; empty where it says that there is none, null where it does not tell. */
  brand: string | null;
  status: string;
  currency: string;
  priceE4: bigint;
  specialPriceE4: bigint | null;
  stock: number | null;
  updatedAt: Date;
}

export interface CanonicalShop {
  externalShopId: string;
  name: string;
  /** ISO 3166 alpha-2, upper case: `VN`. */
  region: string;
  /** ISO 4217. */
  currency: string;
  /** IANA name. */
  timeZone: string;
  /** In the partner's words, such as `ACTIVE`. */
  status: string;
}

/** One item of an answer as it came, kept so that a mapping fault is mended without asking again. */
export interface RawItem {
  entity:
    | 'order'
    | 'order_items'
    | 'product'
    | 'shop'
    | 'return'
    | 'settlement'
    | 'statement'
    | 'ad_account'
    | 'ad_campaign'
    | 'ad_set'
    | 'ad'
    | 'ad_day';
  /** The partner's id; `unidentified:<hash>` when the item carries none that can be read. */
  externalId: string;
  updatedAt: Date | null;
  /** JSON of that one item, to the byte. */
  payload: Buffer;
}

/** An item that could not be turned into a canonical row; kept and shown, never dropped. */
export interface RejectedItem {
  raw: RawItem;
  /** What belongs to it and was kept too, such as the items of a refused order. */
  related?: RawItem[];
  /** For a developer, such as `updated_at is not a time`. */
  reason: string;
}
