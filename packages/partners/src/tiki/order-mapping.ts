import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { DerivationResult, ShopContext } from '../connector/shop-access.ts';
import {
  hashBuyer,
  assertShape,
  compareIds,
  derive,
  fromStored,
  InvalidItemError,
  parseAmountE4,
  parseEventTime,
  required,
  newestByKey,
  type ParsedItem,
} from '../parsing/items.ts';
import {
  assumedPaidAt,
  rollUpStage,
  type CanonicalItem,
  type CanonicalOrder,
} from '../canonical/canonical.ts';
import {
  parseCancelledBy,
  flagUnknown,
  Id,
  Lenient,
  Nullable,
  OptionalText,
  parseTime,
} from '../parsing/fields.ts';
import { tikiRegion } from './seller.ts';
import {
  isDelivered,
  isKnownStatus,
  isShipped,
  knownConfirmations,
  mapStatus,
  provesDelivery,
  provesPayment,
} from './statuses.ts';

/** Derives the canonical order from the raw order, which contains its items. */
export const deriveOrder = fromStored('order', deriveParsed);

/** Like `deriveOrder`, for a payload that is already parsed. */
export function deriveParsed(
  order: ParsedItem,
  shop: ShopContext,
): DerivationResult<CanonicalOrder> {
  return derive([order.raw], () => {
    if (order.value === undefined) throw new InvalidItemError('it is not JSON');
    assertShape(Order, order.value, 'order');
    return buildOrder(order.value, shop);
  });
}

function buildOrder(order: OrderShape, shop: ShopContext): CanonicalOrder {
  if (order.items.length === 0) throw new InvalidItemError('the partner gave no items for it');
  const flags = new Set<string>();
  const createdAt = parseTimeField('created_at', order.created_at);
  const updatedAt = parseTimeField('updated_at', order.updated_at);
  const { stage, returnState } = mapStatus(order.status, wasDelivered(order, flags));
  if (stage === 'unknown') flagUnknown(flags, 'status', order.status);
  for (const { status } of order.status_histories ?? []) {
    if (!isKnownStatus(status)) flagUnknown(flags, 'history_status', status);
  }
  for (const { confirmation } of order.items) {
    const status = confirmation?.status ?? '';
    if (status !== '' && !knownConfirmations.has(status)) {
      flagUnknown(flags, 'confirmation', status);
    }
  }
  const ended = stage === 'cancelled' || stage === 'failed_delivery';
  const items = newestByKey(
    order.items,
    (item) => item.id,
    () => null,
  )
    .toSorted((a, b) => compareIds(a.id, b.id))
    .map((item): CanonicalItem => ({
      lineId: item.id,
      skuId: item.product.id ?? null,
      sellerSku: item.product.seller_product_code ?? '',
      productName: item.product.name ?? '',
      quantity: Number(item.qty),
      ...parseAmounts(item, flags),
      stage,
      returnState,
      rawStatus: order.status,
      cancelledBy: ended ? findCanceller(order, item) : null,
      updatedAt,
    }));
  const paymentMethod = order.payment?.method ?? '';
  const isCod = paymentMethod.toLowerCase() === 'cod';
  return {
    orderId: order.code,
    createdAt,
    updatedAt,
    committedAt: isCod ? createdAt : paidAt(order, createdAt, flags),
    shippedAt: reachedAt(order, 'shipping', isShipped, flags),
    deliveredAt: reachedAt(order, 'delivery', isDelivered, flags),
    cancelledAt:
      stage === 'cancelled'
        ? parseEventTime('cancellation', order.cancel_info?.canceled_at, flags, parseLocalTime)
        : null,
    isCod,
    currency: tikiRegion.currency,
    paymentMethod,
    buyerKey: hashBuyer('TIKI', order.customer?.id, shop),
    shippingFeeE4: parseAmountE4(
      'shipping_amount_after_discount',
      order.invoice?.shipping_amount_after_discount,
      flags,
    ),
    ...rollUpStage(items),
    items,
    flags: [...flags].toSorted(),
  };
}

/** Parses amounts for the whole quantity. The seller's part of a discount is separate; the rest is Tiki's. */
function parseAmounts(
  item: ItemShape,
  flags: Set<string>,
): Pick<CanonicalItem, 'listPriceE4' | 'sellerPriceE4' | 'sellerVoucherE4' | 'platformVoucherE4'> {
  const { invoice } = item;
  const unitText = item.price || invoice?.price;
  if (!unitText && !invoice?.subtotal)
    throw new InvalidItemError(`item ${item.id}: price is missing`);
  const product = parseAmountE4('price', unitText, flags) * BigInt(item.qty);
  const priceE4 = invoice?.subtotal ? parseAmountE4('subtotal', invoice.subtotal, flags) : product;
  if (unitText && priceE4 !== product) flags.add('subtotal_mismatch');
  const discountE4 = parseAmountE4('discount_amount', invoice?.discount_amount, flags);
  if (
    invoice?.row_total &&
    parseAmountE4('row_total', invoice.row_total, flags) !== priceE4 - discountE4
  ) {
    flags.add('row_total_mismatch');
  }
  const named = item.seller_income_detail?.discount?.discount_coupon?.seller_discount;
  const isSellers =
    invoice?.is_seller_discount_coupon === true || invoice?.is_seller_discount_coupon === '1';
  const sellerText = named ?? (isSellers ? invoice?.discount_coupon : undefined);
  const sellerE4 = parseAmountE4('seller_discount', sellerText, flags);
  if (sellerE4 > discountE4) flags.add('voucher_parts_mismatch');
  return {
    listPriceE4: priceE4,
    sellerPriceE4: priceE4,
    sellerVoucherE4: sellerE4,
    platformVoucherE4: sellerE4 > discountE4 ? 0n : discountE4 - sellerE4,
  };
}

/**
 * Returns whether the parcel reached the buyer. `returned` and `closed` have different meanings before and after that.
 */
function wasDelivered(order: OrderShape, flags: Set<string>): boolean {
  const confirmed = order.delivery?.delivery_confirmed;
  if (confirmed === true || confirmed === '1') return true;
  const histories = order.status_histories;
  if (histories) return histories.some(({ status }) => provesDelivery(status));
  if (['returned', 'closed'].includes(order.status)) flags.add('status_history_missing');
  return false;
}

/** Returns when a prepaid order reached the first status after payment; null if unpaid or cancelled without payment. */
function paidAt(order: OrderShape, createdAt: Date, flags: Set<string>): Date | null {
  const first = reachedAt(order, 'payment', provesPayment, flags);
  return first ?? assumedPaidAt(provesPayment(order.status), createdAt, flags);
}

/** Returns when the order first had a status that means the event; null if it had none. */
function reachedAt(
  order: OrderShape,
  event: 'payment' | 'shipping' | 'delivery',
  means: (status: string) => boolean,
  flags: Set<string>,
): Date | null {
  const times = (order.status_histories ?? []).flatMap(({ status, created_at: text }) =>
    means(status) ? (parseEventTime(event, text, flags, parseLocalTime) ?? []) : [],
  );
  return times.length === 0 ? null : new Date(Math.min(...times.map((time) => time.getTime())));
}

function findCanceller(order: OrderShape, item: ItemShape): CanonicalItem['cancelledBy'] {
  if (item.confirmation?.status === 'seller_canceled') return 'seller';
  return parseCancelledBy(order.cancel_info?.reason_code ?? '');
}

function parseTimeField(field: string, text: string): Date {
  return required(parseLocalTime(text), `${field} is not a time`);
}

function parseLocalTime(text: string): Date | null {
  return parseTime(text, tikiRegion.offsetMinutes);
}

const Maybe = <Shape extends Parameters<typeof Type.Union>[0][number]>(shape: Shape) =>
  Type.Optional(Nullable(shape));

/** A line: one product with a quantity. */
const ItemShape = Type.Object({
  id: Id,
  qty: Type.String({ pattern: '^\\d{1,9}$' }),
  price: OptionalText,
  product: Type.Object({
    id: Maybe(Id),
    name: OptionalText,
    seller_product_code: OptionalText,
  }),
  confirmation: Maybe(Type.Object({ status: OptionalText })),
  invoice: Maybe(
    Type.Object({
      price: OptionalText,
      subtotal: OptionalText,
      row_total: OptionalText,
      discount_amount: OptionalText,
      discount_coupon: OptionalText,
      is_seller_discount_coupon: Maybe(Type.Union([Type.Boolean(), Type.String()])),
    }),
  ),
  seller_income_detail: Maybe(
    Type.Object({
      discount: Maybe(
        Type.Object({ discount_coupon: Maybe(Type.Object({ seller_discount: OptionalText })) }),
      ),
    }),
  ),
});
type ItemShape = Static<typeof ItemShape>;

/** The used fields of an order; the raw item keeps the rest. */
const OrderShape = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 60 }),
  status: Type.String({ minLength: 1 }),
  created_at: Type.String(),
  updated_at: Type.String(),
  items: Type.Array(ItemShape),
  payment: Maybe(Type.Object({ method: OptionalText })),
  invoice: Maybe(Type.Object({ shipping_amount_after_discount: OptionalText })),
  delivery: Maybe(Type.Object({ delivery_confirmed: Maybe(Type.Unknown()) })),
  customer: Maybe(Type.Object({ id: Maybe(Id) })),
  cancel_info: Maybe(Type.Object({ reason_code: OptionalText, canceled_at: Lenient })),
  status_histories: Maybe(
    Type.Array(Type.Object({ status: Type.String(), created_at: Type.String() })),
  ),
});
type OrderShape = Static<typeof OrderShape>;
const Order = Compile(OrderShape);
