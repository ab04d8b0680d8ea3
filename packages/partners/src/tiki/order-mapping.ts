import { createHmac } from 'node:crypto';
import type { CanonicalItem, CanonicalOrder, RawItem } from '../canonical/canonical.ts';
import type { Derived, ShopContext } from '../connector/connector.ts';
import { initiator } from '../initiator.ts';
import { newestByKey } from '../parsing/raw-item.ts';
import {
  compareIds,
  firstError,
  money,
  parsed,
  Unreadable,
  type ParsedItem,
} from '../parsing/parsed-item.ts';
import { rollUp } from '../canonical/order-stage.ts';
import { parseTime } from '../parsing/times.ts';
import { Order, type ItemShape, type OrderShape } from './order-schemas.ts';
import { tikiPlace } from './region.ts';
import { mapStatus, provesDelivery, provesPayment } from './statuses.ts';

/** The canonical order from the verbatim order, which carries its items. */
export function deriveOrder(raw: readonly RawItem[], shop: ShopContext): Derived<CanonicalOrder> {
  const order = raw.find((item) => item.entity === 'order');
  if (order === undefined) throw new Error('deriveOrder needs a raw item of the entity order');
  return deriveParsed({ raw: order, value: parsed(order.payload) }, shop);
}

/** As `deriveOrder`, without parsing again what was just parsed. */
export function deriveParsed(order: ParsedItem, shop: ShopContext): Derived<CanonicalOrder> {
  try {
    if (order.value === undefined) throw new Unreadable('it is not JSON');
    if (!Order.Check(order.value)) {
      throw new Unreadable(`order: ${firstError(Order.Errors(order.value))}`);
    }
    return { canonical: assemble(order.value, shop), reject: null };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { canonical: null, reject: { raw: order.raw, reason: error.message } };
  }
}

function assemble(order: OrderShape, shop: ShopContext): CanonicalOrder {
  if (order.items.length === 0) throw new Unreadable('the partner gave no items for it');
  const flags = new Set<string>();
  const createdAt = time('created_at', order.created_at);
  const updatedAt = time('updated_at', order.updated_at);
  const { stage, returnState } = mapStatus(order.status, wasDelivered(order, flags));
  if (stage === 'unknown') flags.add(`unknown_status:${order.status.slice(0, 60)}`);
  const ended = stage === 'cancelled' || stage === 'failed_delivery';
  const items = newestByKey(
    order.items,
    (item) => item.id,
    () => null,
  )
    .toSorted((a, b) => compareIds(a.id, b.id))
    .map((item): CanonicalItem => {
      const amounts = amountsOf(item, flags);
      return {
        lineId: item.id,
        skuId: item.product.id ?? null,
        sellerSku: item.product.seller_product_code ?? '',
        productName: item.product.name ?? '',
        quantity: Number(item.qty),
        ...amounts,
        stage,
        returnState,
        rawStatus: order.status,
        cancelledBy: ended ? cancelledBy(order, item) : null,
        updatedAt,
      };
    });
  const paymentMethod = order.payment?.method ?? '';
  const isCod = paymentMethod.toLowerCase() === 'cod';
  const customer = order.customer?.id;
  const rolled = rollUp(items);
  return {
    orderId: order.code,
    createdAt,
    updatedAt,
    committedAt: isCod ? createdAt : paidAt(order, createdAt, flags),
    isCod,
    currency: tikiPlace.currency,
    paymentMethod,
    buyerKey: customer && customer !== '0' ? buyerKey(customer, shop) : null,
    shippingFeeE4: money(
      'shipping_amount_after_discount',
      order.invoice?.shipping_amount_after_discount,
      flags,
    ),
    ...rolled,
    items,
    flags: [...flags].toSorted(),
  };
}

/** Prices are of the whole quantity. The seller's part of a discount is named apart; the rest is Tiki's. */
function amountsOf(
  item: ItemShape,
  flags: Set<string>,
): Pick<CanonicalItem, 'listPriceE4' | 'sellerPriceE4' | 'sellerVoucherE4' | 'platformVoucherE4'> {
  const { invoice } = item;
  const unitText = item.price || invoice?.price;
  if (!unitText && !invoice?.subtotal) throw new Unreadable(`item ${item.id}: price is missing`);
  const product = money('price', unitText, flags) * BigInt(item.qty);
  const priceE4 = invoice?.subtotal ? money('subtotal', invoice.subtotal, flags) : product;
  if (unitText && priceE4 !== product) flags.add('subtotal_mismatch');
  const discountE4 = money('discount_amount', invoice?.discount_amount, flags);
  if (invoice?.row_total && money('row_total', invoice.row_total, flags) !== priceE4 - discountE4) {
    flags.add('row_total_mismatch');
  }
  const named = item.seller_income_detail?.discount?.discount_coupon?.seller_discount;
  const isSellers =
    invoice?.is_seller_discount_coupon === true || invoice?.is_seller_discount_coupon === '1';
  const sellerText = named ?? (isSellers ? invoice?.discount_coupon : undefined);
  const sellerE4 = money('seller_discount', sellerText, flags);
  if (sellerE4 > discountE4) flags.add('voucher_parts_mismatch');
  return {
    listPriceE4: priceE4,
    sellerPriceE4: priceE4,
    sellerVoucherE4: sellerE4,
    platformVoucherE4: sellerE4 > discountE4 ? 0n : discountE4 - sellerE4,
  };
}

/** `returned` and `closed` mean one thing before the parcel reached the buyer and another after. */
function wasDelivered(order: OrderShape, flags: Set<string>): boolean {
  const confirmed = order.delivery?.delivery_confirmed;
  if (confirmed === true || confirmed === '1') return true;
  const histories = order.status_histories;
  if (histories) return histories.some(({ status }) => provesDelivery(status));
  if (['returned', 'closed'].includes(order.status)) flags.add('status_history_missing');
  return false;
}

/** Prepaid: when it took the first status that follows the payment. Unpaid, or cancelled unpaid: null. */
function paidAt(order: OrderShape, createdAt: Date, flags: Set<string>): Date | null {
  let first: Date | null = null;
  for (const entry of order.status_histories ?? []) {
    if (!provesPayment(entry.status)) continue;
    const reached = parseTime(entry.created_at, tikiPlace.offsetMinutes);
    if (reached === null) flags.add('payment_time_unreadable');
    else if (first === null || reached < first) first = reached;
  }
  if (first !== null) return first;
  if (!provesPayment(order.status)) return null;
  // It is on its way, so it was paid; when is not known, and its creation is the nearest known time.
  flags.add('payment_time_missing');
  return createdAt;
}

function cancelledBy(order: OrderShape, item: ItemShape): CanonicalItem['cancelledBy'] {
  if (item.confirmation?.status === 'seller_canceled') return 'seller';
  return initiator(order.cancel_info?.reason_code ?? '');
}

function buyerKey(id: string, shop: ShopContext): string | null {
  if (shop.buyerHashKey === undefined) return null;
  return createHmac('sha256', shop.buyerHashKey).update(`TIKI:${id}`).digest('base64url');
}

function time(field: string, text: string): Date {
  const instant = parseTime(text, tikiPlace.offsetMinutes);
  if (instant === null) throw new Unreadable(`${field} is not a time`);
  return instant;
}
