import { column, type Column } from '../../platform/database/binary-arrays.ts';
import { toSearchKey } from '../../platform/database/search-key.ts';
import { sanitizeText } from '../../platform/database/storable-text.ts';
import type { ItemRow, OrderRows } from './canonical-rows.ts';
import type { Measures, OrderFact, SkuFact } from './facts.ts';

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
  column.text('sku_key', (fact) => sanitizeText(fact.skuKey)),
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
