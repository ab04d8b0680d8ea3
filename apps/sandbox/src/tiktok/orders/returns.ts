/** A shop's returns. They have their own API, because order statuses do not reflect them. */
import { formatAmount } from '../../money.ts';
import type { Storefront, Unit } from '../../world/orders/order.ts';
import { draw } from '../../world/random.ts';
import {
  drawCase,
  orderHash,
  caseStateAt,
  type CaseState,
  type ReturnCase,
} from '../../world/orders/returns.ts';
import type { TiktokCall, TiktokData } from '../context.ts';
import { findOrdinalById, orderId } from './orders.ts';
import { pageOf } from '../paging.ts';
import {
  readEnum,
  readInstant,
  invalidParameter,
  readTexts,
  readInteger,
} from '../request-parameters.ts';
import { itemId } from '../../world/shops/shops.ts';

const returnStatuses = [
  'RETURN_OR_REFUND_REQUEST_PENDING',
  'REFUND_OR_RETURN_REQUEST_REJECT',
  'AWAITING_BUYER_SHIP',
  'BUYER_SHIPPED_ITEM',
  'REJECT_RECEIVE_PACKAGE',
  'RETURN_OR_REFUND_REQUEST_SUCCESS',
  'RETURN_OR_REFUND_REQUEST_CANCEL',
  'RETURN_OR_REFUND_REQUEST_COMPLETE',
  'AWAITING_BUYER_RESPONSE',
];

const statusOfState: Readonly<Record<CaseState, string>> = {
  requested: 'RETURN_OR_REFUND_REQUEST_PENDING',
  approved: 'AWAITING_BUYER_SHIP',
  in_transit: 'BUYER_SHIPPED_ITEM',
  // The request succeeded, but the refund is not paid yet.
  received: 'RETURN_OR_REFUND_REQUEST_SUCCESS',
  refunded: 'RETURN_OR_REFUND_REQUEST_COMPLETE',
  rejected: 'REFUND_OR_RETURN_REQUEST_REJECT',
  withdrawn: 'RETURN_OR_REFUND_REQUEST_CANCEL',
};

/** Statuses before any goods are on their way back. */
const earlyStatuses = [
  'RETURN_OR_REFUND_REQUEST_PENDING',
  'AWAITING_BUYER_RESPONSE',
  'AWAITING_BUYER_SHIP',
];

/** A case at an instant. */
interface CaseSnapshot {
  readonly one: ReturnCase;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly type: string;
  readonly status: string;
}

/** Statuses of a replacement request. No goods are sent back. */
const replacementStatus: Readonly<Partial<Record<CaseState, string>>> = {
  requested: 'REPLACEMENT_REQUEST_PENDING',
  refunded: 'REPLACEMENT_REQUEST_REFUND_SUCCESS',
  rejected: 'REPLACEMENT_REQUEST_REJECT',
  withdrawn: 'REPLACEMENT_REQUEST_CANCEL',
};

const drawKeys = { replacement: 201, offer: 202 } as const;

/** Returns whether the buyer requests a replacement, and gets a refund or nothing instead. */
function isReplacement({ order, kind, course }: ReturnCase): boolean {
  const last = course.at(-1)?.state;
  const comesToNothing = last === 'rejected' || last === 'withdrawn';
  return (
    (kind === 'refund' || comesToNothing) && draw(orderHash(order), drawKeys.replacement) < 0.4
  );
}

/** Returns whether the seller offers a partial refund without return. No buyer accepts it. */
function hasOffer(one: ReturnCase): boolean {
  return (
    one.kind === 'return' && !isReplacement(one) && draw(orderHash(one.order), drawKeys.offer) < 0.4
  );
}

/** Returns type and status of a case in a given state. */
export function caseFields(
  one: ReturnCase,
  state: CaseState,
): { readonly type: string; readonly status: string } {
  const isRefund = one.kind === 'refund';
  const agreed = isRefund && state === 'approved';
  const status = statusOfState[agreed ? 'received' : state];
  if (isReplacement(one)) {
    return { type: 'REPLACEMENT', status: replacementStatus[state] ?? status };
  }
  const isOffered = hasOffer(one) && state === 'requested';
  return {
    type: isRefund ? 'REFUND' : 'RETURN_AND_REFUND',
    status: isOffered ? 'AWAITING_BUYER_RESPONSE' : status,
  };
}

/** An offer is pending until the case proceeds. */
function offerView(found: CaseSnapshot, currency: string): TiktokData {
  if (!hasOffer(found.one)) return {};
  const total = found.one.units.reduce((sum, unit) => sum + unit.priceE4, 0n);
  const amount = (total / 50_000n) * 10_000n;
  return {
    seller_proposed_return_type: 'PARTIAL_REFUND',
    partial_refund: { currency, amount: formatAmount(amount) },
    buyer_rejected_partial_refund: found.status !== 'AWAITING_BUYER_RESPONSE',
  };
}

function snapshotCase(one: ReturnCase, now: number): CaseSnapshot[] {
  const last = caseStateAt(one, now);
  const [first] = one.course;
  // Cancellations have a separate call.
  if (last === undefined || first === undefined || one.kind === 'cancellation') return [];
  const fields = caseFields(one, last.state);
  return [{ one, createdAt: first.at, updatedAt: last.at, ...fields }];
}

/** Returns the cases of the given orders, or of all. */
function casesOf(call: TiktokCall, orders: readonly string[] | undefined): readonly CaseSnapshot[] {
  const { shop, money, now } = call;
  if (orders === undefined) {
    return money.cases(0, Infinity, now).flatMap((one) => snapshotCase(one, now));
  }
  return [...new Set(orders)].flatMap((id) => {
    const ordinal = findOrdinalById(shop, id, now);
    const one = ordinal === undefined ? undefined : drawCase(shop.orderAt(ordinal, Infinity));
    return one === undefined ? [] : snapshotCase(one, now);
  });
}

function refund(units: readonly Unit[], currency: string): Readonly<Record<string, string>> {
  const total = units.reduce(
    (sum, unit) => sum + unit.priceE4 - unit.voucherSellerE4 - unit.voucherPlatformE4,
    0n,
  );
  return {
    currency,
    refund_total: formatAmount(total),
    refund_subtotal: formatAmount(total),
    refund_shipping_fee: '0',
    refund_tax: '0',
  };
}

export function returnId({ order }: ReturnCase): string {
  return `4035${order.number}`;
}

function returnView(shop: Storefront, found: CaseSnapshot): TiktokData {
  const { one, status, type } = found;
  const { order, units } = one;
  const { currency } = shop.info;
  const isShipped = one.kind === 'return' && !earlyStatuses.includes(status);
  return {
    return_id: returnId(one),
    order_id: orderId(order.number),
    return_type: type,
    return_status: status,
    role: 'BUYER',
    return_reason: 'ecom_order_delivered_refund_and_return_reason_quality',
    return_reason_text: one.reason,
    create_time: found.createdAt,
    update_time: found.updatedAt,
    refund_amount: refund(units, currency),
    ...offerView(found, currency),
    return_line_items: units.map((unit) => ({
      return_line_item_id: `4036${unit.number}`,
      order_line_item_id: orderId(unit.number),
      sku_id: itemId('TIKTOK', unit.sku.number),
      sku_name: unit.sku.label,
      seller_sku: unit.sku.sellerSku,
      product_name: unit.name,
      refund_amount: refund([unit], currency),
    })),
    return_method: 'BUYER_SHIPPED',
    shipment_type: 'PLATFORM',
    handover_method: 'DROP_OFF',
    return_tracking_number: isShipped ? `RT${order.number}` : '',
    return_provider_name: 'J&T Express',
    can_buyer_keep_item: one.kind === 'refund',
    is_combined_return: false,
    seller_next_action_response:
      status === 'RETURN_OR_REFUND_REQUEST_PENDING'
        ? [{ action: 'SELLER_RESPOND_RETURN', deadline: found.createdAt + 2 * 86_400 }]
        : [],
    return_warehouse_address: { full_address: shop.info.location },
  };
}

/** `POST /return_refund/202309/returns/search`. */
export function searchReturns(call: TiktokCall): TiktokData {
  const { query, body, shop } = call;
  const size = readInteger(query, 'page_size', 10, 50, 10);
  const field = readEnum(query, 'sort_field', ['create_time', 'update_time'], 'create_time');
  const isDescending = readEnum(query, 'sort_order', ['ASC', 'DESC'], 'ASC') === 'DESC';
  const orders = readTexts(body, 'order_ids', 100);
  const ids = readTexts(body, 'return_ids', 100);
  const statuses = readTexts(body, 'return_status', returnStatuses.length);
  if (statuses?.some((status) => !returnStatuses.includes(status)) === true) {
    throw invalidParameter('return_status');
  }
  const types = readTexts(body, 'return_types', 3);
  const createdFrom = readInstant(body, 'create_time_ge', 0);
  const createdTo = readInstant(body, 'create_time_lt', Infinity);
  const updatedFrom = readInstant(body, 'update_time_ge', 0);
  const updatedTo = readInstant(body, 'update_time_lt', Infinity);
  const timeOf = (found: CaseSnapshot): number =>
    field === 'create_time' ? found.createdAt : found.updatedAt;
  const matching = casesOf(call, orders)
    .filter((found) => {
      const { createdAt, updatedAt, status, type } = found;
      return (
        createdAt >= createdFrom &&
        createdAt < createdTo &&
        updatedAt >= updatedFrom &&
        updatedAt < updatedTo &&
        statuses?.includes(status) !== false &&
        types?.includes(type) !== false &&
        ids?.includes(returnId(found.one)) !== false
      );
    })
    .toSorted((a, b) => timeOf(a) - timeOf(b) || a.one.order.ordinal - b.one.order.ordinal);
  if (isDescending) matching.reverse();
  const { rows, end } = pageOf(call, matching, size);
  return {
    return_orders: rows.map((found) => returnView(shop, found)),
    ...end,
  };
}
