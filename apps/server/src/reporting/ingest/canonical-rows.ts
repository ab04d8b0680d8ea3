import type { CanonicalItem, CanonicalOrder } from '@seller-connect/partners';
import { buildFacts, skuKeyOf, type OrderFact, type SkuFact, type Measures } from './facts.ts';
import type { LocalTimeOf } from '../../platform/calendar.ts';
import {
  areStorableAmounts,
  areStorableIds,
  isStorableTime,
  maxQuantity,
  sanitizeText,
  unstorableIdReason,
} from '../../platform/database/storable-values.ts';
import { hashContent, type Version } from './version.ts';
import { column, type Column } from '../../platform/database/binary-arrays.ts';
import { toSearchKey } from '../../platform/database/search-key.ts';

/** When rows were fetched, and the version of the mapping that parsed them. */
export interface FetchMeta {
  observedAt: Date;
  mappingVersion: number;
  /** When the pass over the partner's pages began that they belong to. */
  passStartedAt?: Date;
}

/** An entity that does not fit the columns, with the reason for a developer. */
export interface RejectedEntity {
  id: string;
  reason: string;
}

/** The result of applying a page of orders, settlements or returns. */
export interface ApplyResult {
  /** The ids of entities that were new or newer than the stored state. */
  changed: string[];
  /** How many of them were not stored before. */
  created: number;
  unusable: RejectedEntity[];
}

/** An item of an order with the key of its SKU. */
interface ItemRow {
  orderId: string;
  skuKey: string;
  item: CanonicalItem;
}

/** One order, ready to be stored: its version, rows and facts. */
export interface OrderRows {
  id: string;
  order: CanonicalOrder;
  version: Version;
  createdDay: string;
  committedDay: string | null;
  /** Sorted by line id. */
  items: ItemRow[];
  orderFact: OrderFact;
  skuFacts: SkuFact[];
}

/** Returns why an order cannot be stored, or null if it can. */
export function rejectionReason(order: CanonicalOrder): string | null {
  const times = [order.createdAt, order.updatedAt, order.committedAt, ...eventTimes(order)];
  if (!times.every(isStorableTime)) return 'a time of the order is outside the years 1971 to 2199';
  if (order.items.length === 0) return 'the order has no item';
  const ids = order.items.flatMap(({ lineId, skuId }) => [lineId, skuId]);
  if (!areStorableIds([order.orderId, ...ids])) return unstorableIdReason;
  const amounts = [order.shippingFeeE4];
  let pieces = 0;
  for (const item of order.items) {
    amounts.push(
      item.listPriceE4,
      item.sellerPriceE4,
      item.sellerVoucherE4,
      item.platformVoucherE4,
    );
    pieces += Math.abs(item.quantity);
    if (!Number.isInteger(item.quantity) || pieces > maxQuantity) {
      return `the quantity of line ${item.lineId} is not usable`;
    }
  }
  return areStorableAmounts(amounts) ? null : 'an amount of the order is too large';
}

function eventTimes({ shippedAt, deliveredAt, cancelledAt }: CanonicalOrder): (Date | null)[] {
  return [shippedAt, deliveredAt, cancelledAt];
}

/** Builds the canonical rows of one order and its facts. */
export function buildOrderRows(
  order: CanonicalOrder,
  meta: FetchMeta,
  timeOf: LocalTimeOf,
): OrderRows {
  const { order: orderFact, skus: skuFacts } = buildFacts(order, timeOf);
  const { createdDay, committedDay } = orderFact;
  const items = order.items
    .toSorted((a, b) => (a.lineId < b.lineId ? -1 : a.lineId > b.lineId ? 1 : 0))
    .map((item) => ({ orderId: order.orderId, skuKey: skuKeyOf(item), item }));
  return {
    id: order.orderId,
    order,
    version: {
      versionAt: order.updatedAt,
      observedAt: meta.observedAt,
      mappingVersion: meta.mappingVersion,
      contentHash: hashContent(hashInputOf(order, items, createdDay, committedDay)),
    },
    createdDay,
    committedDay,
    items,
    orderFact,
    skuFacts,
  };
}

/** Joins all stored values of an order with NUL, which none of them can contain. */
function hashInputOf(
  order: CanonicalOrder,
  items: readonly ItemRow[],
  createdDay: string,
  committedDay: string | null,
): string {
  const parts: (string | number | bigint | boolean | null)[] = [
    order.orderId,
    order.createdAt.getTime(),
    order.committedAt?.getTime() ?? null,
    order.updatedAt.getTime(),
    ...eventTimes(order).map((time) => time?.getTime() ?? null),
    createdDay,
    committedDay,
    order.shippingFeeE4,
    order.isCod,
    order.isSplit,
    order.currency,
    sanitizeText(order.paymentMethod),
    order.stage,
    order.buyerKey,
    order.flags.length,
    ...order.flags.map(sanitizeText),
  ];
  for (const { skuKey, item } of items) {
    parts.push(
      item.lineId,
      skuKey,
      sanitizeText(item.sellerSku),
      sanitizeText(item.productName),
      item.quantity,
      item.listPriceE4,
      item.sellerPriceE4,
      item.sellerVoucherE4,
      item.platformVoucherE4,
      item.stage,
      item.returnState,
      sanitizeText(item.rawStatus),
      item.cancelledBy,
      item.updatedAt.getTime(),
    );
  }
  return parts.join('\0');
}

/** Columns of `sales_order`. */
export const orderColumns: readonly Column<OrderRows>[] = [
  column.text('order_id', (row) => row.id),
  column.instant('created_at', (row) => row.order.createdAt),
  column.instant('committed_at', (row) => row.order.committedAt),
  column.instant('shipped_at', (row) => row.order.shippedAt),
  column.instant('delivered_at', (row) => row.order.deliveredAt),
  column.instant('cancelled_at', (row) => row.order.cancelledAt),
  column.instant('version_at', (row) => row.version.versionAt),
  column.instant('observed_at', (row) => row.version.observedAt),
  column.uuid('content_hash', (row) => row.version.contentHash),
  column.integer('mapping_version', (row) => row.version.mappingVersion),
  column.day('created_day', (row) => row.createdDay),
  column.day('committed_day', (row) => row.committedDay),
  column.bigint('shipping_fee_e4', (row) => row.order.shippingFeeE4),
  column.boolean('is_cod', (row) => row.order.isCod),
  column.boolean('is_split', (row) => row.order.isSplit),
  column.text('currency', (row) => row.order.currency),
  column.text('payment_method', (row) => sanitizeText(row.order.paymentMethod)),
  column.text('stage', (row) => row.order.stage),
  column.text('buyer_key', (row) => row.order.buyerKey),
  column.textList('flags', (row) => row.order.flags.map(sanitizeText)),
];

export const itemColumns: readonly Column<ItemRow>[] = [
  column.text('order_id', (row) => row.orderId),
  column.text('line_id', (row) => row.item.lineId),
  column.text('sku_key', (row) => row.skuKey),
  column.text('seller_sku', (row) => sanitizeText(row.item.sellerSku)),
  column.text('product_name', (row) => sanitizeText(row.item.productName)),
  column.integer('quantity', (row) => row.item.quantity),
  column.bigint('list_price_e4', (row) => row.item.listPriceE4),
  column.bigint('seller_price_e4', (row) => row.item.sellerPriceE4),
  column.bigint('seller_voucher_e4', (row) => row.item.sellerVoucherE4),
  column.bigint('platform_voucher_e4', (row) => row.item.platformVoucherE4),
  column.text('stage', (row) => row.item.stage),
  column.text('return_state', (row) => row.item.returnState),
  column.text('raw_status', (row) => sanitizeText(row.item.rawStatus)),
  column.text('cancelled_by', (row) => row.item.cancelledBy),
  column.instant('updated_at', (row) => row.item.updatedAt),
];

function measureColumns<Fact extends Measures>(): Column<Fact>[] {
  return [
    column.bigint('gmv_e4', (fact) => fact.gmvE4),
    column.bigint('cancelled_e4', (fact) => fact.cancelledE4),
    column.bigint('failed_e4', (fact) => fact.failedE4),
    column.bigint('returned_e4', (fact) => fact.returnedE4),
    column.bigint('kept_seller_voucher_e4', (fact) => fact.keptSellerVoucherE4),
    column.integer('units', (fact) => fact.units),
  ];
}

export const orderFactColumns: readonly Column<OrderFact>[] = [
  column.text('order_id', (fact) => fact.orderId),
  column.text('currency', (fact) => fact.currency),
  column.day('created_day', (fact) => fact.createdDay),
  column.day('committed_day', (fact) => fact.committedDay),
  column.integer('committed_minute', (fact) => fact.committedMinute),
  column.boolean('is_valid', (fact) => fact.isValid),
  column.boolean('is_cancelled', (fact) => fact.isCancelled),
  column.integer('unknown_items', (fact) => fact.unknownItems),
  ...measureColumns<OrderFact>(),
];

export const skuFactColumns: readonly Column<SkuFact>[] = [
  column.text('order_id', (fact) => fact.orderId),
  column.text('currency', (fact) => fact.currency),
  column.day('committed_day', (fact) => fact.committedDay),
  column.text('sku_key', (fact) => fact.skuKey),
  ...measureColumns<SkuFact>(),
];

/** A SKU of an order that is not a sale. */
interface UnsoldItem {
  orderId: string;
  createdDay: string;
  skuKey: string;
}

export const unsoldItemColumns: readonly Column<UnsoldItem>[] = [
  column.day('created_day', (row) => row.createdDay),
  column.text('sku_key', (row) => row.skuKey),
  column.text('order_id', (row) => row.orderId),
];

/** The name of a SKU in one order. */
export interface SkuName {
  skuKey: string;
  sellerSku: string;
  name: string;
  namedAt: Date;
}

export const skuNameColumns: readonly Column<SkuName>[] = [
  column.text('sku_key', (row) => row.skuKey),
  column.text('seller_sku', (row) => row.sellerSku),
  column.text('name', (row) => row.name),
  column.text('name_key', (row) => toSearchKey(row.name)),
  column.instant('named_at', (row) => row.namedAt),
];
