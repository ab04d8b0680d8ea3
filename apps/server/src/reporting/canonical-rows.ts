import type { CanonicalItem, CanonicalOrder } from '@seller-connect/partners';
import { factsOf, skuKeyOf, type Measures } from './facts.ts';
import type { LocalDayOf } from './local-day.ts';
import { contentHashOf, judge, type Version } from './version.ts';

/** When and by which mapping orders were read. */
export interface Reading {
  observedAt: Date;
  mappingVersion: number;
}

/** One order, ready to be stored: its version and its rows as plain JSON values. */
export interface OrderRows {
  orderId: string;
  currency: string;
  version: Version;
  createdDay: string;
  committedDay: string | null;
  order: Record<string, unknown>;
  items: Record<string, unknown>[];
  orderFact: Record<string, unknown>;
  skuFacts: (Record<string, unknown> & { sku_key: string })[];
}

/** A line above this is a fault of somebody's, and sums of it would leave the range of the store. */
const largestAmountE4 = 10n ** 16n;
const largestQuantity = 1_000_000;
const earliest = Date.UTC(1971, 0, 1);
const latest = Date.UTC(2200, 0, 1);

/** Why an order cannot be stored; null when it can. */
export function unusable(order: CanonicalOrder): string | null {
  const times = [
    order.createdAt,
    order.updatedAt,
    ...(order.committedAt ? [order.committedAt] : []),
  ];
  if (!times.every((time) => time.getTime() >= earliest && time.getTime() < latest)) {
    return 'a time of the order is outside the years 1971 to 2199';
  }
  if (order.items.length === 0) return 'the order has no item';
  const amounts = [order.shippingFeeE4];
  for (const item of order.items) {
    amounts.push(
      item.listPriceE4,
      item.sellerPriceE4,
      item.sellerVoucherE4,
      item.platformVoucherE4,
    );
    if (!Number.isInteger(item.quantity) || Math.abs(item.quantity) > largestQuantity) {
      return `the quantity of line ${item.lineId} is not usable`;
    }
  }
  if (amounts.some((amount) => amount > largestAmountE4 || amount < -largestAmountE4)) {
    return 'an amount of the order is too large';
  }
  return null;
}

/** The rows of one order: canonical, then its facts. Pure. */
export function rowsOf(order: CanonicalOrder, reading: Reading, dayOf: LocalDayOf): OrderRows {
  const { order: fact, skus } = factsOf(order, dayOf);
  const items = order.items
    .toSorted((a, b) => (a.lineId < b.lineId ? -1 : a.lineId > b.lineId ? 1 : 0))
    .map((item) => itemRow(order.orderId, item));
  const row = {
    order_id: order.orderId,
    created_at: order.createdAt.toISOString(),
    committed_at: order.committedAt?.toISOString() ?? null,
    version_at: order.updatedAt.toISOString(),
    created_day: fact.createdDay,
    committed_day: fact.committedDay,
    shipping_fee_e4: order.shippingFeeE4.toString(),
    is_cod: order.isCod,
    is_split: order.isSplit,
    currency: order.currency,
    payment_method: storable(order.paymentMethod),
    stage: order.stage,
    buyer_key: order.buyerKey,
    flags: order.flags.map(storable),
  };
  const version: Version = {
    versionAt: order.updatedAt,
    observedAt: reading.observedAt,
    mappingVersion: reading.mappingVersion,
    contentHash: contentHashOf(JSON.stringify([row, items])),
  };
  return {
    orderId: order.orderId,
    currency: order.currency,
    version,
    createdDay: fact.createdDay,
    committedDay: fact.committedDay,
    order: {
      ...row,
      observed_at: reading.observedAt.toISOString(),
      mapping_version: reading.mappingVersion,
      content_hash: version.contentHash,
    },
    items,
    orderFact: {
      order_id: fact.orderId,
      currency: fact.currency,
      created_day: fact.createdDay,
      committed_day: fact.committedDay,
      is_valid: fact.isValid,
      is_cancelled: fact.isCancelled,
      unknown_items: fact.unknownItems,
      ...measureColumns(fact),
    },
    skuFacts: skus.map((sku) => ({
      order_id: sku.orderId,
      currency: sku.currency,
      committed_day: sku.committedDay,
      sku_key: storable(sku.skuKey),
      ...measureColumns(sku),
    })),
  };
}

/** Of several states of one order in one delivery, the newest. */
export function newestOfEach(rows: readonly OrderRows[]): OrderRows[] {
  const newest = new Map<string, OrderRows>();
  for (const row of rows) {
    const other = newest.get(row.orderId);
    if (!other || judge(row.version, other.version) !== 'stale') newest.set(row.orderId, row);
  }
  return [...newest.values()];
}

function itemRow(orderId: string, item: CanonicalItem): Record<string, unknown> {
  return {
    order_id: orderId,
    line_id: item.lineId,
    sku_key: storable(skuKeyOf(item)),
    seller_sku: storable(item.sellerSku),
    product_name: storable(item.productName),
    quantity: item.quantity,
    list_price_e4: item.listPriceE4.toString(),
    seller_price_e4: item.sellerPriceE4.toString(),
    seller_voucher_e4: item.sellerVoucherE4.toString(),
    platform_voucher_e4: item.platformVoucherE4.toString(),
    stage: item.stage,
    return_state: item.returnState,
    raw_status: storable(item.rawStatus),
    cancelled_by: item.cancelledBy,
    updated_at: item.updatedAt.toISOString(),
  };
}

function measureColumns(sum: Measures): Record<string, unknown> {
  return {
    gmv_e4: sum.gmvE4.toString(),
    cancelled_e4: sum.cancelledE4.toString(),
    failed_e4: sum.failedE4.toString(),
    returned_e4: sum.returnedE4.toString(),
    kept_seller_voucher_e4: sum.keptSellerVoucherE4.toString(),
    units: sum.units,
  };
}

/** PostgreSQL's text holds neither a NUL nor half of a surrogate pair; sellers' texts have held both. */
export function storable(text: string): string {
  return text.isWellFormed() && !text.includes('\0')
    ? text
    : text.toWellFormed().replaceAll('\0', '');
}
