/**
 * Canonical rows, independent of any marketplace's terms. Money is a bigint in ten-thousandths of the currency's major
 * unit (`…E4`): VND 289000 is `2890000000n`. Ids are text. Times are instants.
 */

/** The partners, spelled as in the specification's credential payload. */
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
  /** The partner's line id; unique within the order. */
  lineId: string;
  skuId: string | null;
  /** The seller's own SKU. Not unique, and may be empty. */
  sellerSku: string;
  productName: string;
  quantity: number;
  /** Before the seller's own discount, for the whole quantity. */
  listPriceE4: bigint;
  /** P of the metric definitions: the seller's price for the whole quantity, before vouchers. */
  sellerPriceE4: bigint;
  sellerVoucherE4: bigint;
  platformVoucherE4: bigint;
  stage: ItemStage;
  returnState: ReturnState;
  /** Status as the partner reports it. */
  rawStatus: string;
  cancelledBy: 'buyer' | 'seller' | 'system' | null;
  updatedAt: Date;
}

export interface CanonicalOrder {
  orderId: string;
  createdAt: Date;
  /** The latest update of the order or of any of its items. */
  updatedAt: Date;
  /** COD: when the order was placed. Prepaid: when it was paid; null until then. */
  committedAt: Date | null;
  /** When the carrier took the parcel; of several parcels the first one. Null until then, and where it is not reported. */
  shippedAt: Date | null;
  /** When the parcel reached the buyer; null until then, and where it is not reported. */
  deliveredAt: Date | null;
  /** When the whole order was cancelled. Null for a failed delivery, and where it is not reported. */
  cancelledAt: Date | null;
  isCod: boolean;
  currency: string;
  /** As the partner reports it; may be an unknown method. */
  paymentMethod: string;
  /** Keyed hash of the partner's buyer id (key: `ShopAccess.buyerHashKey`); null without id or key. */
  buyerKey: string | null;
  shippingFeeE4: bigint;
  /** The least advanced stage of the items that are neither cancelled nor failed. */
  stage: ItemStage;
  /** Whether the items that determine `stage` are in different stages. */
  isSplit: boolean;
  /** Not empty; line ids are unique and sorted. */
  items: CanonicalItem[];
  /** Anomalies of this order, such as `unknown_status:foo` or `voucher_parts_mismatch`. */
  flags: string[];
}

export interface CanonicalProduct {
  itemId: string;
  skuId: string;
  sellerSku: string;
  name: string;
  /** As the partner reports it; empty for a product without a brand, null when the partner does not report brands. */
  brand: string | null;
  status: string;
  currency: string;
  priceE4: bigint;
  specialPriceE4: bigint | null;
  stock: number | null;
  /** HTTP(S) address of the main picture; null when the partner gives none. */
  pictureUrl: string | null;
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
  /** As the partner reports it, such as `ACTIVE`. */
  status: string;
}

/** An item of a response in its original form, stored so that a mapping bug can be fixed without fetching again. */
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
  /** The partner's id; `unidentified:<hash>` when the item has no readable one. */
  externalId: string;
  updatedAt: Date | null;
  /** JSON of the item, byte for byte. */
  payload: Buffer;
}

/** An item that could not be mapped to a canonical row; stored and shown, never dropped. */
export interface RejectedItem {
  raw: RawItem;
  /** Related raw items that are stored with it, such as the items of a rejected order. */
  related?: RawItem[];
  /** For developers, such as `updated_at is not a time`. */
  reason: string;
}

/** From least to most advanced. `unknown` ranks lowest because such an item may be in any stage. */
const stageProgress: Readonly<Record<ItemStage, number>> = {
  unknown: 0,
  unpaid: 1,
  to_ship: 2,
  shipping: 3,
  delivered: 4,
  completed: 5,
  cancelled: 6,
  failed_delivery: 6,
};

/**
 * Returns the stage of an order: the least advanced one of the items that are neither cancelled nor failed. Without
 * such items, returns `cancelled` or `failed_delivery`, whichever has the greater value.
 */
export function rollUpStage(items: readonly Pick<CanonicalItem, 'stage' | 'sellerPriceE4'>[]): {
  stage: ItemStage;
  isSplit: boolean;
} {
  const active = items.filter(
    (item) => item.stage !== 'cancelled' && item.stage !== 'failed_delivery',
  );
  if (active.length > 0) {
    const stage = active.reduce<ItemStage>(
      (minStage, item) =>
        stageProgress[item.stage] < stageProgress[minStage] ? item.stage : minStage,
      'completed',
    );
    return { stage, isSplit: active.some((item) => item.stage !== stage) };
  }
  const valueOf = (stage: ItemStage) =>
    items.reduce((sum, item) => (item.stage === stage ? sum + item.sellerPriceE4 : sum), 0n);
  const hasCancelled = items.some((item) => item.stage === 'cancelled');
  const hasFailed = items.some((item) => item.stage === 'failed_delivery');
  if (hasCancelled && hasFailed) {
    const stage =
      valueOf('failed_delivery') > valueOf('cancelled') ? 'failed_delivery' : 'cancelled';
    return { stage, isSplit: true };
  }
  return {
    stage: hasFailed ? 'failed_delivery' : hasCancelled ? 'cancelled' : 'unknown',
    isSplit: false,
  };
}

/** What a partner's status says of an item. */
export interface MappedStatus {
  stage: ItemStage;
  returnState: ReturnState;
}

export const withoutReturn = (stage: ItemStage): MappedStatus => ({ stage, returnState: 'none' });

/** Returns whether a stage comes after the payment. */
export function isPastPayment(stage: ItemStage): boolean {
  return stage !== 'unpaid' && stage !== 'cancelled' && stage !== 'unknown';
}

/** Returns the closest known time of a payment without a time: the order's creation, if it has progressed since. */
export function assumedPaidAt(
  hasProgressed: boolean,
  createdAt: Date,
  flags: Set<string>,
): Date | null {
  if (!hasProgressed) return null;
  flags.add('payment_time_missing');
  return createdAt;
}
