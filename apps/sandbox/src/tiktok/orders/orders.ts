/** Order search, and order details by ID. */
import { formatAmount, sumE4 } from '../../money.ts';
import type { Order, Storefront, Transition, Unit } from '../../world/orders/order.ts';
import { itemId } from '../../world/shops/shops.ts';
import type { TiktokCall, TiktokData } from '../context.ts';
import { TiktokError } from '../errors.ts';
import { readPageOffset, pageEnd } from '../paging.ts';
import {
  readEnum,
  readInstant,
  invalidParameter,
  readText,
  readInteger,
} from '../request-parameters.ts';
import {
  onHoldSeconds,
  statuses,
  isOnHold,
  leadingUnit,
  lineStatus,
  orderStatus,
  stageOf,
} from './statuses.ts';

const maxIds = 50;
const cancellers = { buyer: 'BUYER', seller: 'SELLER', system: 'SYSTEM' } as const;

/** TikTok Shop's IDs have 18 or 19 digits, which exceed JSON's safe integers: a prefix and the world's number. */
const idPrefix = '576';

/** Returns the ID of an order or an order line. */
export function orderId(number: number): string {
  return `${idPrefix}${number}`;
}

/** Returns the ordinal of an order of this shop that exists now, or undefined. */
export function findOrdinalById(shop: Storefront, id: string, now: number): number | undefined {
  const match = /^576(\d{15})$/.exec(id);
  if (match === null) return undefined;
  const ordinal = shop.ordinalOf(Number(match[1]));
  return ordinal !== undefined && shop.createdAt(ordinal) <= now ? ordinal : undefined;
}

function timeOf(life: readonly Transition[], stage: string): number | undefined {
  return life.find((transition) => transition.stage === stage)?.at;
}

/** Returns when the order last changed. A return does not change its order. */
export function updatedAt(order: Order): number {
  return order.units.reduce((latest, { life }) => {
    const last = life.findLast(({ stage }) => stage !== 'returned');
    return Math.max(latest, last?.at ?? 0);
  }, order.createdAt);
}

function cancellationOf(
  unit: Unit,
): { readonly reason: string; readonly user: string } | undefined {
  if (lineStatus(unit) !== 'CANCELLED') return undefined;
  if (stageOf(unit) === 'cancelled') return { reason: '', user: '' };
  return {
    reason: stageOf(unit) === 'lost' ? 'Package lost' : 'Package delivery failed',
    user: 'SYSTEM',
  };
}

function lineView(order: Order, unit: Unit): TiktokData {
  const { sku } = unit;
  const paid = unit.priceE4 - unit.voucherSellerE4 - unit.voucherPlatformE4;
  const end = cancellationOf(unit);
  const shipped = timeOf(unit.life, 'packed');
  return {
    id: orderId(unit.number),
    product_id: itemId('TIKTOK', sku.itemNumber),
    product_name: unit.name,
    sku_id: itemId('TIKTOK', sku.number),
    sku_name: sku.label,
    seller_sku: sku.sellerSku,
    sku_image: '',
    currency: 'VND',
    original_price: formatAmount(unit.priceE4),
    sale_price: formatAmount(paid),
    seller_discount: formatAmount(unit.voucherSellerE4),
    platform_discount: formatAmount(unit.voucherPlatformE4),
    display_status: lineStatus(unit),
    sku_type: 'NORMAL',
    is_gift: false,
    is_dangerous_good: false,
    package_id: shipped === undefined ? '' : `1155${order.number}`,
    package_status: shipped === undefined ? 'TO_FULFILL' : 'FULFILLING',
    shipping_provider_name: shipped === undefined ? '' : 'J&T Express',
    tracking_number: shipped === undefined ? '' : `JT${order.number}`,
    ...(shipped !== undefined && { rts_time: shipped }),
    ...(end !== undefined && {
      cancel_reason: end.reason || order.cancelReason,
      cancel_user: end.user || cancellers[order.cancelledBy ?? 'system'],
    }),
  };
}

function paymentView(order: Order, currency: string): TiktokData {
  const price = sumE4(order.units, (unit) => unit.priceE4);
  const bySeller = sumE4(order.units, (unit) => unit.voucherSellerE4);
  const byPlatform = sumE4(order.units, (unit) => unit.voucherPlatformE4);
  const subTotal = price - bySeller - byPlatform;
  return {
    currency,
    total_amount: formatAmount(subTotal + order.shippingPaidE4),
    sub_total: formatAmount(subTotal),
    original_total_product_price: formatAmount(price),
    seller_discount: formatAmount(bySeller),
    platform_discount: formatAmount(byPlatform),
    original_shipping_fee: formatAmount(order.shippingOriginalE4),
    shipping_fee: formatAmount(order.shippingPaidE4),
    shipping_fee_seller_discount: formatAmount(order.shippingDiscountSellerE4),
    shipping_fee_platform_discount: formatAmount(order.shippingDiscountPlatformE4),
    shipping_fee_cofunded_discount: '0',
    tax: '0',
  };
}

function addressView(order: Order, status: string): TiktokData {
  const { buyer } = order;
  const isEarly = status === 'UNPAID' || status === 'ON_HOLD';
  return {
    name: `${Array.from(buyer.name)[0] ?? ''}***`,
    phone_number: '(+84)*******',
    region_code: 'VN',
    postal_code: '',
    full_address: '***',
    address_detail: '***',
    ...(!isEarly && {
      district_info: [
        { address_level: 'L0', address_level_name: 'country', address_name: 'Việt Nam' },
        { address_level: 'L1', address_level_name: 'province', address_name: buyer.province },
        { address_level: 'L2', address_level_name: 'district', address_name: buyer.district },
        { address_level: 'L3', address_level_name: 'ward', address_name: buyer.ward },
      ],
    }),
  };
}

/** Returns the times that an order has reached. */
function moments(order: Order, status: string): TiktokData {
  const life = leadingUnit(order)?.life ?? [];
  const committed = order.cod ? order.createdAt : order.paidAt;
  const delivered = timeOf(life, 'delivered');
  const times = {
    // Cash on delivery is paid at delivery.
    paid_time: order.cod ? delivered : (order.paidAt ?? undefined),
    rts_time: timeOf(life, 'packed'),
    collection_time: timeOf(life, 'shipped'),
    delivery_time: delivered,
    cancel_time: status === 'CANCELLED' ? life.at(-1)?.at : undefined,
    rts_sla_time: committed === null ? undefined : committed + onHoldSeconds + 2 * 86_400,
  };
  return Object.fromEntries(Object.entries(times).filter(([, time]) => time !== undefined));
}

export function orderView(shop: Storefront, order: Order): TiktokData {
  const status = orderStatus(order);
  const leading = leadingUnit(order);
  const end = status === 'CANCELLED' && leading !== undefined ? cancellationOf(leading) : undefined;
  return {
    id: orderId(order.number),
    status,
    create_time: order.createdAt,
    update_time: updatedAt(order),
    ...moments(order, status),
    user_id: `749${order.buyer.number}0000000`,
    buyer_email: 'v2b2@scs.tiktokw.us\n',
    buyer_message: '',
    seller_note: '',
    commerce_platform: 'TIKTOK_SHOP',
    fulfillment_type: 'FULFILLMENT_BY_SELLER',
    shipping_type: 'TIKTOK',
    delivery_type: 'HOME_DELIVERY',
    delivery_option_name: 'Standard shipping',
    order_type: '',
    payment_method_name: order.cod ? 'Cash on delivery' : order.paymentMethod,
    is_cod: order.cod,
    is_sample_order: false,
    is_replacement_order: false,
    is_on_hold_order: isOnHold(order),
    is_buyer_request_cancel: false,
    ...(end !== undefined && {
      cancel_reason: end.reason || order.cancelReason,
      cancellation_initiator: end.user || cancellers[order.cancelledBy ?? 'system'],
    }),
    handling_duration: { days: '2', type: 'BUSINESS_DAY' },
    packages: timeOf(leading?.life ?? [], 'packed') ? [{ id: `1155${order.number}\n` }] : [],
    payment: paymentView(order, shop.info.currency),
    recipient_address: addressView(order, status),
    line_items: order.units.map((unit) => lineView(order, unit)),
  };
}

/** `POST /order/202309/orders/search`. */
export function searchOrders(call: TiktokCall): TiktokData {
  const { query, body, shop, index, now } = call;
  const size = readInteger(query, 'page_size', 1, 100);
  const field = readEnum(query, 'sort_field', ['create_time', 'update_time'], 'create_time');
  const descending = readEnum(query, 'sort_order', ['ASC', 'DESC'], 'DESC') === 'DESC';
  const status = readText(body, 'order_status');
  if (status !== '' && !statuses.includes(status)) throw invalidParameter('order_status');
  // All orders use the platform's carriers.
  const shipping = readText(body, 'shipping_type');
  if (!['', 'TIKTOK', 'SELLER'].includes(shipping)) throw invalidParameter('shipping_type');
  if (shipping === 'SELLER') return { orders: [], next_page_token: '', total_count: 0 };
  const offset = readPageOffset(call);
  const find = (from: number, limit: number) =>
    index.find({
      // The end of a range is exclusive.
      createdFrom: readInstant(body, 'create_time_ge', 0),
      createdTo: readInstant(body, 'create_time_lt', Infinity) - 1,
      updatedFrom: readInstant(body, 'update_time_ge', 0),
      updatedTo: readInstant(body, 'update_time_lt', Infinity) - 1,
      stages: 0,
      sortBy: field === 'create_time' ? 'created' : 'updated',
      descending,
      offset: from,
      limit,
    });
  // Statuses belong to whole orders, which the index does not have. With a filter, all orders are checked.
  const page = status === '' ? find(offset, size) : find(0, Infinity);
  const listed = page.ordinals
    .map((ordinal) => shop.orderAt(ordinal, now))
    .filter((order) => status === '' || orderStatus(order) === status);
  const rows = status === '' ? listed : listed.slice(offset, offset + size);
  const total = status === '' ? page.total : listed.length;
  return {
    orders: rows.map((order) => orderView(shop, order)),
    ...pageEnd(call, { offset, rows: rows.length, total }),
  };
}

/** `GET /order/202309/orders`. */
export function getOrders({ query, shop, now }: TiktokCall): TiktokData {
  const ids = query
    .getAll('ids')
    .flatMap((value) => value.split(','))
    .filter((id) => id !== '');
  if (ids.length === 0 || ids.length > maxIds)
    throw invalidParameter('ids must name 1 to 50 orders');
  const orders = [...new Set(ids)].map((id) => {
    const ordinal = findOrdinalById(shop, id, now);
    if (ordinal === undefined) throw new TiktokError(21_008_111);
    return orderView(shop, shop.orderAt(ordinal, now));
  });
  return { orders };
}
