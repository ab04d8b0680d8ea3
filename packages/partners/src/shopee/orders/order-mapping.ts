import type { DerivationResult, ShopContext } from '../../connector/shop-access.ts';
import {
  hashBuyer,
  assertShape,
  compareIds,
  derive,
  fromStoredOrder,
  InvalidItemError,
  parseAmountE4,
  parseEventTime,
  type ParsedItem,
} from '../../parsing/items.ts';
import { variantName, flagUnknown, lookUp } from '../../parsing/fields.ts';
import {
  assumedPaidAt,
  isPastPayment,
  rollUpStage,
  type CanonicalItem,
  type CanonicalOrder,
  type ItemStage,
  type ReturnState,
} from '../../canonical/canonical.ts';
import { shareOfPieces, smallestUnit } from '../../parsing/amounts.ts';
import {
  Income,
  Order,
  unwrapIncome,
  type IncomeLine,
  type IncomeShape,
  type LineShape,
  type OrderShape,
} from './order-details.ts';
import { parseInstant } from '../protocol/client.ts';

/** Incremented with every change to the tables below or to the mapping of orders and products. */
export const mappingVersion = 5;

/** Derives the canonical order from its raw detail (`order`) and raw income (`order_items`). */
export const deriveOrder = fromStoredOrder(deriveParsed);

/** Like `deriveOrder`, for payloads that are already parsed. */
export function deriveParsed(
  order: ParsedItem,
  income: ParsedItem | undefined,
  shop: ShopContext,
): DerivationResult<CanonicalOrder> {
  return derive([order.raw, income?.raw], () => {
    const { value } = order;
    assertShape(Order, value, 'order');
    return buildOrder(value, incomeOf(value, income?.value), shop);
  });
}

function incomeOf(order: OrderShape, value: unknown): IncomeShape | null {
  if (value === undefined) return null;
  const income = unwrapIncome(value);
  assertShape(Income, income, 'income');
  if (income.order_sn !== order.order_sn)
    throw new InvalidItemError('income: it is another order’s');
  return income;
}

function buildOrder(
  order: OrderShape,
  income: IncomeShape | null,
  shop: ShopContext,
): CanonicalOrder {
  const flags = new Set<string>();
  const createdAt = parseInstant(order.create_time);
  const updatedAt = parseInstant(order.update_time);
  const parcels = (order.package_list ?? []).flatMap((parcel) => parcel.logistics_status || []);
  for (const parcel of parcels) {
    if (parseParcel(parcel) === null) flagUnknown(flags, 'parcel_status', parcel);
  }
  const stage = parseStage({
    status: order.order_status,
    cancelReason: order.cancel_reason ?? '',
    parcels,
  });
  if (stage === 'unknown') flagUnknown(flags, 'status', order.order_status);
  const cancelledBy = parseCancelledBy(order.cancel_by ?? '');
  if (order.cancel_by && cancelledBy === null) {
    flagUnknown(flags, 'canceller', order.cancel_by);
  }
  if (order.order_status === 'IN_CANCEL') flags.add('cancel_pending');
  const hasEnded = stage === 'cancelled' || stage === 'failed_delivery' || stage === 'unpaid';
  if (income === null && !hasEnded) flags.add('income_missing');
  const lines = uniqueLines(order.item_list, flags);
  const items = lines
    .flatMap((line) =>
      toItems(line, incomeLine(line, income), { order, stage, cancelledBy, updatedAt }, flags),
    )
    .toSorted((a, b) => (a.lineId < b.lineId ? -1 : 1));
  const rolled = rollUpStage(items);
  return {
    orderId: order.order_sn,
    createdAt,
    updatedAt,
    committedAt: order.cod ? createdAt : paidAt(order, stage, flags),
    shippedAt: parseEventTime('shipping', order.pickup_done_time, flags),
    // Shopee reports no time of either.
    deliveredAt: null,
    cancelledAt: null,
    isCod: order.cod,
    currency: order.currency,
    paymentMethod: order.payment_method ?? '',
    buyerKey: hashBuyer('SHOPEE', order.buyer_user_id, shop),
    shippingFeeE4: parseAmountE4(
      'shipping fee',
      income?.order_income.buyer_paid_shipping_fee ?? order.estimated_shipping_fee,
      flags,
    ),
    stage: rolled.stage,
    isSplit: rolled.isSplit,
    items,
    flags: [...flags].toSorted(),
  };
}

function lineKey(line: Pick<LineShape, 'item_id' | 'model_id' | 'line_item_id'>): string {
  return line.line_item_id && line.line_item_id !== '0'
    ? line.line_item_id
    : `${line.item_id}.${line.model_id}`;
}

function uniqueLines(lines: readonly LineShape[], flags: Set<string>): LineShape[] {
  const unique = new Map(lines.map((line) => [lineKey(line), line]));
  if (unique.size < lines.length) flags.add('line_repeated');
  return [...unique.values()].toSorted((a, b) => compareIds(lineKey(a), lineKey(b)));
}

/** Finds the line's part of the income by line id, or else by item and model. */
function incomeLine(line: LineShape, income: IncomeShape | null): IncomeLine | undefined {
  const parts = income?.order_income.items ?? [];
  return (
    parts.find((part) => lineKey(part) === lineKey(line)) ??
    parts.find((part) => part.item_id === line.item_id && part.model_id === line.model_id)
  );
}

interface OrderContext {
  order: OrderShape;
  stage: ItemStage;
  cancelledBy: CanonicalItem['cancelledBy'];
  updatedAt: Date;
}

/**
 * Splits a line into items. A line has one quantity and counts how many of its units were cancelled or returned; each
 * of these parts becomes an item of its own, so that metrics by unit are exact. The regular units come first.
 */
function toItems(
  line: LineShape,
  income: IncomeLine | undefined,
  { order, stage, cancelledBy, updatedAt }: OrderContext,
  flags: Set<string>,
): CanonicalItem[] {
  const quantity = Number(line.model_quantity_purchased);
  const ends = stage === 'cancelled' || stage === 'failed_delivery';
  let left = quantity;
  const take = (count: string | null | undefined) => {
    const taken = ends ? 0 : Math.min(left, Number(count ?? '0'));
    left -= taken;
    return taken;
  };
  const cancelled = take(line.cancelled_qty);
  const returned = take(line.returned_qty);
  const requested = take(line.return_requested_qty);
  const isReturning = order.order_status === 'TO_RETURN' && returned + requested === 0;
  const parts: readonly [string, number, ItemStage, ReturnState][] = [
    ['', left, stage, isReturning ? 'requested' : 'none'],
    ['-requested', requested, stage, 'requested'],
    ['-returned', returned, stage, 'received'],
    ['-cancelled', cancelled, 'cancelled', 'none'],
  ];
  const unitPrice = parsePrice(line, income, quantity, flags);
  const listPrice = parseAmountE4('model_original_price', line.model_original_price, flags);
  const seller = parseAmountE4(
    'discount_from_voucher_seller',
    income?.discount_from_voucher_seller,
    flags,
  );
  const platform =
    parseAmountE4('discount_from_voucher_shopee', income?.discount_from_voucher_shopee, flags) +
    parseAmountE4('discount_from_coin', income?.discount_from_coin, flags);
  const unit = smallestUnit(order.currency);
  // Model id 0 stands for an item without models.
  const hasModel = line.model_id !== '0';
  let at = 0;
  return parts.flatMap(([suffix, count, partStage, returnState]) => {
    if (count === 0) return [];
    const from = at;
    at += count;
    // Split piece by piece, so that each part gets exactly its share.
    const share = (whole: bigint) => shareOfPieces(whole, { quantity, from, count }, unit);
    const pieces = BigInt(count);
    const isOver = partStage === 'cancelled' || partStage === 'failed_delivery';
    return {
      lineId: `${lineKey(line)}${suffix}`,
      skuId: hasModel ? line.model_id : line.item_id,
      sellerSku: line.model_sku || (line.item_sku ?? ''),
      productName: variantName(line.item_name, hasModel ? (line.model_name ?? '').split(',') : []),
      quantity: count,
      listPriceE4: (listPrice > unitPrice ? listPrice : unitPrice) * pieces,
      sellerPriceE4: unitPrice * pieces,
      sellerVoucherE4: share(seller),
      platformVoucherE4: share(platform),
      stage: partStage,
      returnState,
      rawStatus: order.order_status,
      cancelledBy: isOver ? cancelledBy : null,
      updatedAt,
    };
  });
}

/** Returns the unit price. It is 0 for bundles; the income then has the price of the line. */
function parsePrice(
  line: LineShape,
  income: IncomeLine | undefined,
  quantity: number,
  flags: Set<string>,
): bigint {
  const price = parseAmountE4('model_discounted_price', line.model_discounted_price, flags);
  if (price > 0n) return price;
  const whole = parseAmountE4('discounted_price', income?.discounted_price, flags);
  if (whole > 0n) {
    if (whole % BigInt(quantity) !== 0n) flags.add('price_divided');
    return whole / BigInt(quantity);
  }
  const original = parseAmountE4('model_original_price', line.model_original_price, flags);
  if (original > 0n) flags.add('price_is_list_price');
  return original;
}

/** Returns when a prepaid order was paid; null if unpaid or cancelled without payment. */
function paidAt(order: OrderShape, stage: ItemStage, flags: Set<string>): Date | null {
  const paid = parseEventTime('payment', order.pay_time, flags);
  return paid ?? assumedPaidAt(isPastPayment(stage), parseInstant(order.create_time), flags);
}

/** Stage by Shopee's order status. Other statuses are `unknown`. */
const stages: Readonly<Record<string, ItemStage>> = {
  UNPAID: 'unpaid',
  PENDING: 'to_ship',
  READY_TO_SHIP: 'to_ship',
  RETRY_SHIP: 'to_ship',
  INVOICE_PENDING: 'to_ship',
  PROCESSED: 'to_ship',
  SHIPPED: 'shipping',
  TO_CONFIRM_RECEIVE: 'delivered',
  TO_RETURN: 'delivered',
  COMPLETED: 'completed',
  CANCELLED: 'cancelled',
};

type Parcel = 'waiting' | 'under_way' | 'undelivered' | 'ended';

/** Meaning of a parcel's logistics status, for orders whose own status is ambiguous. */
const parcels: Readonly<Record<string, Parcel>> = {
  LOGISTICS_NOT_START: 'waiting',
  LOGISTICS_READY: 'waiting',
  LOGISTICS_PENDING_ARRANGE: 'waiting',
  LOGISTICS_REQUEST_CREATED: 'waiting',
  LOGISTICS_PICKUP_RETRY: 'waiting',
  LOGISTICS_PICKUP_FAILED: 'waiting',
  LOGISTICS_PICKUP_DONE: 'under_way',
  LOGISTICS_DELIVERY_FAILED: 'undelivered',
  LOGISTICS_COD_REJECTED: 'undelivered',
  LOGISTICS_LOST: 'undelivered',
  LOGISTICS_DELIVERY_DONE: 'ended',
  LOGISTICS_REQUEST_CANCELED: 'ended',
  LOGISTICS_INVALID: 'ended',
};

/** Maps a logistics status; returns null for an unknown one. */
export function parseParcel(state: string): Parcel | null {
  return lookUp(parcels, state) ?? null;
}

/** Returns the stage of a whole order from its status, cancel reason and logistics statuses. */
export function parseStage(order: {
  status: string;
  cancelReason: string;
  parcels: readonly string[];
}): ItemStage {
  const status = order.status.toUpperCase();
  const has = (meaning: Parcel) => order.parcels.some((state) => parseParcel(state) === meaning);
  if (status === 'IN_CANCEL') {
    return has('under_way') || has('undelivered') ? 'shipping' : 'to_ship';
  }
  const stage = lookUp(stages, status) ?? 'unknown';
  if (stage !== 'cancelled') return stage;
  const reason = order.cancelReason.toLowerCase().replaceAll(/[^a-z]+/g, ' ');
  const isDeliveryFailure = /fail\w* deliver|deliver\w* fail|lost parcel/.test(reason);
  return isDeliveryFailure || has('undelivered') ? 'failed_delivery' : 'cancelled';
}

type Canceller = 'buyer' | 'seller' | 'system';

/** Who cancelled, by `cancel_by` in lower case; the platform's staff (`Ops`) counts as the system. */
const cancellers: Readonly<Record<string, Canceller>> = {
  buyer: 'buyer',
  seller: 'seller',
  system: 'system',
  ops: 'system',
};

/** Returns who cancelled; null for an unknown value. */
export function parseCancelledBy(text: string): Canceller | null {
  return lookUp(cancellers, text.toLowerCase()) ?? null;
}
