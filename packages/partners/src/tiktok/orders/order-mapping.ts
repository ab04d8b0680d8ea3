import type { DerivationResult, ShopContext } from '../../connector/shop-access.ts';
import {
  hashBuyer,
  assertCurrency,
  assertShape,
  compareIds,
  derive,
  fromStoredOrder,
  InvalidItemError,
  parseAmountE4,
  parseEpochField,
  parseEventTime,
  type ParsedItem,
} from '../../parsing/items.ts';
import { variantName, flagUnknown } from '../../parsing/fields.ts';
import {
  assumedPaidAt,
  isPastPayment,
  rollUpStage,
  type CanonicalItem,
  type CanonicalOrder,
  type ItemStage,
} from '../../canonical/canonical.ts';
import { smallestUnit, splitByWeight } from '../../parsing/amounts.ts';
import {
  Order,
  OrderReturns,
  Return,
  type LineShape,
  type OrderShape,
  type ReturnShape,
} from './order-schemas.ts';
import type { Region } from '../../parsing/regions.ts';
import { regionOf } from '../protocol/regions.ts';
import { parseFlag } from '../protocol/return-status.ts';
import { lineReturns } from './line-returns.ts';
import { parseCancelledBy, isFailedDelivery, parseStage } from '../protocol/statuses.ts';

/** Derives the canonical order from the raw order (`order`) and its raw returns (`order_items`), if any. */
export const deriveOrder = fromStoredOrder(deriveParsed);

/** Like `deriveOrder`, for payloads that are already parsed. */
export function deriveParsed(
  order: ParsedItem,
  returns: ParsedItem | undefined,
  shop: ShopContext,
): DerivationResult<CanonicalOrder> {
  return derive([order.raw, returns?.raw], () => {
    const { value } = order;
    if (value === undefined) throw new InvalidItemError('it is not JSON');
    assertShape(Order, value, 'order');
    const region = regionOf(shop);
    const cases = returns ? parseReturns(value, returns.value) : [];
    return buildOrder(value, cases, region, shop);
  });
}

function parseReturns(order: OrderShape, stored: unknown): ReturnShape[] {
  if (!OrderReturns.Check(stored)) throw new InvalidItemError('returns: not a list of returns');
  return stored.return_orders.map((each) => {
    assertShape(Return, each, 'return');
    if (each.order_id !== order.id) throw new InvalidItemError('return: it is another order’s');
    return each;
  });
}

function buildOrder(
  order: OrderShape,
  cases: readonly ReturnShape[],
  region: Region,
  shop: ShopContext,
): CanonicalOrder {
  const flags = new Set<string>();
  if (parseFlag(order.is_sample_order)) flags.add('sample_order');
  if (parseFlag(order.is_replacement_order)) flags.add('replacement_order');
  if (parseFlag(order.is_buyer_request_cancel)) flags.add('cancel_pending');
  // The lines' statuses count, but an unknown status of the order is flagged too.
  if (parseStage(order.status) === 'unknown') flagUnknown(flags, 'status', order.status);
  const createdAt = parseEpochField('create_time', order.create_time);
  const lines = uniqueLines(order.line_items, flags);
  const currency = orderCurrency(order, lines, region);
  const orderUpdatedAt = parseEpochField('update_time', order.update_time);
  const returned = lineReturns(cases, flags);
  const items = lines.map((line): CanonicalItem => {
    const own = returned(line.id);
    return {
      ...toItem(line, order, flags),
      returnState: own?.state ?? 'none',
      updatedAt: own && own.updatedAt > orderUpdatedAt ? own.updatedAt : orderUpdatedAt,
    };
  });
  shareDiscounts(order, lines, items, currency, flags);
  checkTotal(order, items, flags);
  const { stage, isSplit } = rollUpStage(items);
  const isCod =
    parseFlag(order.is_cod) ?? /cash on delivery|\bcod\b/i.test(order.payment_method_name ?? '');
  return {
    orderId: order.id,
    createdAt,
    updatedAt: new Date(Math.max(...items.map((item) => item.updatedAt.getTime()))),
    committedAt: isCod ? createdAt : paidAt(order, createdAt, items, flags),
    shippedAt: parseEventTime('shipping', order.collection_time, flags),
    deliveredAt: parseEventTime('delivery', order.delivery_time, flags),
    cancelledAt:
      stage === 'cancelled' ? parseEventTime('cancellation', order.cancel_time, flags) : null,
    isCod,
    currency,
    paymentMethod: order.payment_method_name ?? '',
    buyerKey: hashBuyer('TIKTOK', order.user_id, shop),
    shippingFeeE4: parseAmountE4('shipping_fee', order.payment?.shipping_fee, flags),
    stage,
    isSplit: isSplit || order.status === 'PARTIALLY_SHIPPING',
    items,
    flags: [...flags].toSorted(),
  };
}

function uniqueLines(lines: readonly LineShape[], flags: Set<string>): LineShape[] {
  const unique = new Map(lines.map((line) => [line.id, line]));
  if (unique.size < lines.length) flags.add('line_repeated');
  return [...unique.values()].toSorted((a, b) => compareIds(a.id, b.id));
}

function orderCurrency(order: OrderShape, lines: readonly LineShape[], region: Region): string {
  const fallback = order.payment?.currency || region.currency;
  const currencies = new Set(lines.map((line) => line.currency || fallback));
  const [currency = fallback] = currencies;
  if (currencies.size > 1) throw new InvalidItemError('its lines are in more than one currency');
  assertCurrency(currency);
  return currency;
}

function toItem(
  line: LineShape,
  order: OrderShape,
  flags: Set<string>,
): Omit<CanonicalItem, 'returnState' | 'updatedAt'> {
  const rawStatus = parseStatus(line, order);
  const stage = stageOfLine(rawStatus, line, order);
  if (stage === 'unknown') flagUnknown(flags, 'status', rawStatus);
  const sellerVoucherE4 = parseAmountE4('seller_discount', line.seller_discount, flags);
  const platformVoucherE4 = parseAmountE4('platform_discount', line.platform_discount, flags);
  const priceE4 = parsePrice(line, sellerVoucherE4 + platformVoucherE4, flags);
  const ofLine = parseCanceller(line.cancel_user, flags);
  const ofOrder = parseCanceller(order.cancellation_initiator, flags);
  const isOver = stage === 'cancelled' || stage === 'failed_delivery';
  return {
    lineId: line.id,
    skuId: line.sku_id || null,
    sellerSku: line.seller_sku ?? '',
    productName: variantName(line.product_name, (line.sku_name ?? '').split(',')),
    quantity: 1,
    listPriceE4: priceE4,
    sellerPriceE4: priceE4,
    sellerVoucherE4,
    platformVoucherE4,
    stage,
    rawStatus,
    cancelledBy: isOver ? (ofLine ?? ofOrder) : null,
  };
}

function parseCanceller(
  text: string | null | undefined,
  flags: Set<string>,
): CanonicalItem['cancelledBy'] {
  if (!text) return null;
  const canceller = parseCancelledBy(text);
  if (canceller === null) flagUnknown(flags, 'canceller', text);
  return canceller;
}

/**
 * Returns the price before discounts. `seller_discount` combines the seller's own discount and the seller's voucher, so
 * both count as the voucher.
 */
function parsePrice(line: LineShape, discounts: bigint, flags: Set<string>): bigint {
  const sale = line.sale_price ? parseAmountE4('sale_price', line.sale_price, flags) : null;
  if (line.original_price) {
    const price = parseAmountE4('original_price', line.original_price, flags);
    if (sale !== null && price - discounts !== sale) flags.add('sale_price_mismatch');
    return price;
  }
  if (sale === null) throw new InvalidItemError(`line ${line.id}: it has no price`);
  return sale + discounts;
}

/** A line does not show a hold, and may lag behind a cancellation of its order. */
function parseStatus(line: LineShape, order: OrderShape): string {
  const ofOrder = order.status.trim().toUpperCase();
  if (ofOrder === 'ON_HOLD' || ofOrder === 'CANCELLED' || !line.display_status) return order.status;
  return line.display_status;
}

function stageOfLine(status: string, line: LineShape, order: OrderShape): ItemStage {
  const stage = parseStage(status);
  if (stage !== 'cancelled') return stage;
  const reason = `${line.cancel_reason ?? ''} ${order.cancel_reason ?? ''}`;
  const isWhole = parseStage(order.status) === 'cancelled';
  const wasCollected = isWhole && Boolean(order.collection_time && order.collection_time !== '0');
  return isFailedDelivery(reason, wasCollected) ? 'failed_delivery' : 'cancelled';
}

/** Lines carry their shares of the discounts. If none does, the order's discounts are split by price. */
function shareDiscounts(
  order: OrderShape,
  lines: readonly LineShape[],
  items: CanonicalItem[],
  currency: string,
  flags: Set<string>,
): void {
  const fields = [
    ['seller_discount', 'sellerVoucherE4'],
    ['platform_discount', 'platformVoucherE4'],
  ] as const;
  const prices = items.map((item) => item.sellerPriceE4);
  for (const [field, target] of fields) {
    const text = order.payment?.[field];
    if (!text) continue;
    const whole = parseAmountE4(field, text, flags);
    if (lines.every((line) => !line[field])) {
      const parts = splitByWeight(whole, prices, smallestUnit(currency));
      for (const [index, item] of items.entries()) item[target] = parts[index] ?? 0n;
    } else if (items.reduce((sum, item) => sum + item[target], 0n) !== whole) {
      flags.add('voucher_parts_mismatch');
    }
  }
}

function checkTotal(order: OrderShape, items: readonly CanonicalItem[], flags: Set<string>): void {
  const text = order.payment?.original_total_product_price;
  if (!text) return;
  const sum = items.reduce((total, item) => total + item.sellerPriceE4, 0n);
  if (parseAmountE4('original_total_product_price', text, flags) !== sum)
    flags.add('subtotal_mismatch');
}

/** Returns when a prepaid order was paid; null if unpaid or cancelled without payment. */
function paidAt(
  order: OrderShape,
  createdAt: Date,
  items: readonly CanonicalItem[],
  flags: Set<string>,
): Date | null {
  const paid = parseEventTime('payment', order.paid_time, flags);
  const hasProgressed = items.some(({ stage }) => isPastPayment(stage));
  return paid ?? assumedPaidAt(hasProgressed, createdAt, flags);
}
