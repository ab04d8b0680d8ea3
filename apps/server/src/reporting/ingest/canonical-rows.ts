import type { CanonicalItem, CanonicalOrder } from '@seller-connect/partners';
import { buildFacts, skuKeyOf, type OrderFact, type SkuFact } from './facts.ts';
import type { LocalTimeOf } from '../../platform/calendar.ts';
import { hashContent, compareVersions, type Version } from './version.ts';

/** When and by which mapping orders were read. */
export interface FetchMeta {
  observedAt: Date;
  mappingVersion: number;
}

/** An item of an order, with what tells its SKU apart. */
export interface ItemRow {
  orderId: string;
  skuKey: string;
  item: CanonicalItem;
}

/** One order, ready to be stored: its version, its rows and its facts. */
export interface OrderRows {
  orderId: string;
  order: CanonicalOrder;
  version: Version;
  createdDay: string;
  committedDay: string | null;
  /** By line id. */
  items: ItemRow[];
  orderFact: OrderFact;
  skuFacts: SkuFact[];
}

/** A line above this is a fault of somebody's, and sums of it would leave the range of the store. */
const maxAmountE4 = 10n ** 16n;
const maxQuantity = 1_000_000;
const minTimeMs = Date.UTC(1971, 0, 1);
const maxTimeMs = Date.UTC(2200, 0, 1);

/** Why an order cannot be stored; null when it can. */
export function rejectionReason(order: CanonicalOrder): string | null {
  const times = [
    order.createdAt,
    order.updatedAt,
    ...(order.committedAt ? [order.committedAt] : []),
  ];
  if (!times.every((time) => time.getTime() >= minTimeMs && time.getTime() < maxTimeMs)) {
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
    if (!Number.isInteger(item.quantity) || Math.abs(item.quantity) > maxQuantity) {
      return `the quantity of line ${item.lineId} is not usable`;
    }
  }
  if (amounts.some((amount) => amount > maxAmountE4 || amount < -maxAmountE4)) {
    return 'an amount of the order is too large';
  }
  return null;
}

/** The rows of one order: canonical, then its facts. Pure. */
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
    orderId: order.orderId,
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

/** Everything that is stored of an order, as one text; none of its parts can hold the NUL between them. */
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

/** Of several states of one order in one delivery, the newest. */
export function latestPerOrder(rows: readonly OrderRows[]): OrderRows[] {
  const newest = new Map<string, OrderRows>();
  for (const row of rows) {
    const other = newest.get(row.orderId);
    if (!other || compareVersions(row.version, other.version) !== 'stale')
      newest.set(row.orderId, row);
  }
  return [...newest.values()];
}

/** PostgreSQL's text holds neither a NUL nor half of a surrogate pair; sellers' texts have held both. */
export function sanitizeText(text: string): string {
  return text.isWellFormed() && !text.includes('\0')
    ? text
    : text.toWellFormed().replaceAll('\0', '');
}
