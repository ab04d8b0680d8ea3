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
  required,
  newestByKey,
  type ParsedItem,
} from '../../parsing/items.ts';
import {
  assumedPaidAt,
  isPastPayment,
  rollUpStage,
  type CanonicalItem,
  type CanonicalOrder,
} from '../../canonical/canonical.ts';
import { parseCancelledBy, variantName, parseEpoch, parseTime } from '../../parsing/fields.ts';
import { smallestUnit, splitByWeight } from '../../parsing/amounts.ts';
import { Item, Order, OrderItems, type ItemShape, type OrderShape } from './order-schemas.ts';
import { regionOf, type LazadaRegion } from '../protocol/regions.ts';
import { isKnownStatus, mapStatus } from '../protocol/statuses.ts';

const cashOnDelivery = new Set(['COD', 'CASHONDELIVERY', 'CASH_ON_DELIVERY']);

/** Derives the canonical order from the raw order and its element of the items response. */
export const deriveOrder = fromStoredOrder(deriveParsed);

/** Like `deriveOrder`, for payloads that are already parsed. */
export function deriveParsed(
  order: ParsedItem,
  items: ParsedItem | undefined,
  shop: ShopContext,
): DerivationResult<CanonicalOrder> {
  return derive([order.raw, items?.raw], () => {
    const region = regionOf(shop);
    if (items === undefined) throw new InvalidItemError('the partner gave no items for it');
    return parseOrder(order.value, items.value, region, shop);
  });
}

function parseOrder(
  order: unknown,
  answer: unknown,
  region: LazadaRegion,
  shop: ShopContext,
): CanonicalOrder {
  if (order === undefined || answer === undefined) throw new InvalidItemError('it is not JSON');
  assertShape(Order, order, 'order');
  if (!OrderItems.Check(answer)) throw new InvalidItemError('items: not an order with its items');
  if (answer.order_id !== order.order_id)
    throw new InvalidItemError('items: they are another order’s');
  const shapes = answer.order_items.map((item, index) => {
    assertShape(Item, item, `item ${index + 1}`);
    return item;
  });
  if (shapes.length === 0) throw new InvalidItemError('the partner gave no items for it');
  return buildOrder(order, shapes, region, shop);
}

function buildOrder(
  order: OrderShape,
  shapes: readonly ItemShape[],
  region: LazadaRegion,
  shop: ShopContext,
): CanonicalOrder {
  const flags = new Set<string>();
  const createdAt = parseTimeField('created_at', order.created_at, region);
  const orderUpdatedAt = parseTimeField('updated_at', order.updated_at, region);
  const unique = newestByKey(
    shapes,
    (item) => item.order_item_id,
    (item) => parseTime(item.updated_at ?? '', region.offsetMinutes),
  ).toSorted((a, b) => compareIds(a.order_item_id, b.order_item_id));

  const currencies = new Set(unique.map((item) => item.currency || region.currency));
  const [currency = region.currency] = currencies;
  if (currencies.size > 1) throw new InvalidItemError('its items are in more than one currency');
  assertCurrency(currency);

  const items = unique.map((item) => toItem(item, orderUpdatedAt, region, flags));
  splitVouchers(order, unique, items, smallestUnit(currency), flags);
  if (order.items_count && Number(order.items_count) !== items.length) {
    flags.add('items_count_mismatch');
  }

  const { stage, isSplit } = rollUpStage(items);
  const paymentMethod = order.payment_method ?? '';
  const isCod = cashOnDelivery.has(paymentMethod.toUpperCase().replaceAll(' ', ''));
  const updates = [orderUpdatedAt, ...items.map((item) => item.updatedAt)];
  return {
    orderId: order.order_id,
    createdAt,
    updatedAt: new Date(Math.max(...updates.map((each) => each.getTime()))),
    committedAt: isCod ? createdAt : paidAt(unique, items, createdAt, region, flags),
    // Lazada reports no time of these. `cancel_trigger_time` is a deadline of the seller.
    shippedAt: null,
    deliveredAt: null,
    cancelledAt: null,
    isCod,
    currency,
    paymentMethod,
    buyerKey: hashBuyer('LAZADA', unique.find(hasBuyer)?.buyer_id, shop),
    shippingFeeE4: parseAmountE4('shipping_fee', order.shipping_fee, flags),
    stage,
    isSplit,
    items,
    flags: [...flags].toSorted(),
  };
}

function toItem(
  item: ItemShape,
  orderUpdatedAt: Date,
  region: LazadaRegion,
  flags: Set<string>,
): CanonicalItem {
  const { stage, returnState } = mapStatus(item.status);
  if (!isKnownStatus(item.status)) {
    const flag = stage === 'unknown' ? 'unknown_status' : 'unlisted_status';
    flags.add(`${flag}:${item.status.slice(0, 60)}`);
  }
  if (item.item_price === '')
    throw new InvalidItemError(`item ${item.order_item_id}: item_price is empty`);
  // The item's price is the seller's price; the protocol does not contain the price before a discount.
  const priceE4 = parseAmountE4('item_price', item.item_price, flags);
  const ended = stage === 'cancelled' || stage === 'failed_delivery';
  return {
    lineId: item.order_item_id,
    skuId: item.sku_id || null,
    sellerSku: item.sku ?? '',
    productName: variantName(item.name, variationOptions(item.variation)),
    quantity: 1,
    listPriceE4: priceE4,
    sellerPriceE4: priceE4,
    sellerVoucherE4: parseAmountE4('voucher_seller', item.voucher_seller, flags),
    platformVoucherE4: parseAmountE4('voucher_platform', item.voucher_platform, flags),
    stage,
    returnState,
    rawStatus: item.status,
    cancelledBy: ended ? parseCancelledBy(item.cancel_return_initiator ?? '') : null,
    updatedAt: item.updated_at
      ? parseTimeField('updated_at', item.updated_at, region)
      : orderUpdatedAt,
  };
}

/** Items carry their shares of the vouchers. If none does, the order's vouchers are split by price. */
function splitVouchers(
  order: OrderShape,
  shapes: readonly ItemShape[],
  items: CanonicalItem[],
  unit: bigint,
  flags: Set<string>,
): void {
  const prices = items.map((item) => item.sellerPriceE4);
  const fields = [
    ['voucher_seller', 'sellerVoucherE4'],
    ['voucher_platform', 'platformVoucherE4'],
  ] as const;
  for (const [field, target] of fields) {
    if (order[field] === undefined || order[field] === null || order[field] === '') continue;
    const whole = parseAmountE4(field, order[field], flags);
    if (shapes.every((shape) => shape[field] === undefined || shape[field] === null)) {
      for (const [index, part] of splitByWeight(whole, prices, unit).entries()) {
        const item = items[index];
        if (item) item[target] = part;
      }
    } else if (items.reduce((sum, item) => sum + item[target], 0n) !== whole) {
      flags.add('voucher_parts_mismatch');
    }
  }
  for (const [index, shape] of shapes.entries()) {
    const item = items[index];
    if (!item || !shape.voucher_amount) continue;
    const parts = item.sellerVoucherE4 + item.platformVoucherE4;
    const lpi =
      parseAmountE4('voucher_seller_lpi', shape.voucher_seller_lpi, flags) +
      parseAmountE4('voucher_platform_lpi', shape.voucher_platform_lpi, flags);
    const amount = parseAmountE4('voucher_amount', shape.voucher_amount, flags);
    if (amount !== parts && amount !== parts + lpi) flags.add('voucher_parts_mismatch');
  }
}

/** Returns when a prepaid order was first paid; null if unpaid or cancelled without payment. */
function paidAt(
  shapes: readonly ItemShape[],
  items: readonly CanonicalItem[],
  createdAt: Date,
  region: LazadaRegion,
  flags: Set<string>,
): Date | null {
  let first: Date | null = null;
  for (const { payment_time: text } of shapes) {
    if (!text || text === '0') continue;
    const paid = parseEpoch(text) ?? parseTime(text, region.offsetMinutes);
    if (paid === null) flags.add('payment_time_unreadable');
    else if (first === null || paid < first) first = paid;
  }
  const hasProgressed = items.some(({ stage }) => isPastPayment(stage));
  return first ?? assumedPaidAt(hasProgressed, createdAt, flags);
}

function hasBuyer({ buyer_id: id }: ItemShape): boolean {
  return Boolean(id) && id !== '0';
}

/** Returns the options of `Color Family:Black, Size:L`. */
function variationOptions(variation: string | null | undefined): string[] {
  return (variation ?? '').split(',').map((part) => part.replace(/^[^:]*:/, ''));
}

function parseTimeField(field: string, text: string, region: LazadaRegion): Date {
  return required(
    parseTime(text, region.offsetMinutes) ?? parseEpoch(text),
    `${field} is not a time`,
  );
}
