import type { CanonicalItem, CanonicalOrder } from '@seller-connect/partners';
import { buildFacts, skuKeyOf, type OrderFact, type SkuFact } from './facts.ts';
import type { LocalTimeOf } from '../../platform/calendar.ts';
import { sanitizeText } from '../../platform/database/storable-text.ts';
import {
  areStorableAmounts,
  areStorableIds,
  isStorableTime,
  maxQuantity,
  unstorableIdReason,
} from '../storable-values.ts';
import { hashContent, type Version } from './version.ts';

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

/** An item of an order with the key of its SKU. */
export interface ItemRow {
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
    .map((item) => ({ orderId: order.orderId, skuKey: sanitizeText(skuKeyOf(item)), item }));
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
