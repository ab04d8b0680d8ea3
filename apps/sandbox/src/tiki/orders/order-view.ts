/** Orders in Tiki's format: one line per product with a quantity, money as numbers, local times. */
import { localDateTime } from '../../local-time.ts';
import { oneE4, sumE4 } from '../../money.ts';
import type { Order, Storefront, Unit } from '../../world/orders/order.ts';
import { encodeOrderCode } from './order-codes.ts';
import { historyOf, lifeOf, statusOf } from './statuses.ts';

/** The optional parts that the parameter `include` requests. */
export interface Included {
  readonly histories: boolean;
  readonly fees: boolean;
}

/** Consecutive units of one product. */
interface Line {
  /** Position of the first unit in the order, from 1. */
  readonly firstPosition: number;
  readonly units: readonly Unit[];
}

/** Converts an amount to whole đồng. */
function toDong(amountE4: bigint): number {
  return Number(amountE4 / oneE4);
}

/** Groups consecutive units of the same product. */
function groupLines(order: Order): readonly Line[] {
  const lines: { firstPosition: number; units: Unit[] }[] = [];
  order.units.forEach((unit, position) => {
    const last = lines.at(-1);
    if (last !== undefined && last.units[0]?.sku.number === unit.sku.number) last.units.push(unit);
    else lines.push({ firstPosition: position + 1, units: [unit] });
  });
  return lines;
}

/** Returns the fees of a line in whole đồng. Fees are negative. */
function lineFees(line: Line): readonly { key: string; name: string; amount: number }[] {
  const base = toDong(sumE4(line.units, ({ priceE4 }) => priceE4));
  return [
    { key: 'base_fee', name: 'Chiết khấu', amount: -Math.floor(base / 10) },
    { key: 'pickup_fee', name: 'Phí lấy hàng', amount: -2000 },
  ];
}

/** Returns whether and when the seller confirmed the order. */
function confirmation(order: Order): Readonly<Record<string, unknown>> {
  const stages = lifeOf(order).map(({ stage }) => stage);
  const packed = lifeOf(order).find(({ stage }) => stage === 'packed');
  const status =
    stages.at(-1) === 'cancelled' && order.cancelledBy === 'seller'
      ? 'seller_canceled'
      : packed === undefined
        ? 'waiting'
        : 'seller_confirmed';
  return { status, confirmed_at: packed === undefined ? null : localDateTime(packed.at) };
}

function itemView(shop: Storefront, order: Order, line: Line, included: Included): unknown {
  const [unit] = line.units;
  if (unit === undefined) throw new RangeError('A line without units');
  const { sku } = unit;
  const price = toDong(unit.priceE4);
  const subtotal = toDong(sumE4(line.units, ({ priceE4 }) => priceE4));
  const bySeller = toDong(sumE4(line.units, ({ voucherSellerE4 }) => voucherSellerE4));
  const byPlatform = toDong(sumE4(line.units, ({ voucherPlatformE4 }) => voucherPlatformE4));
  const fees = lineFees(line);
  const fee = fees.reduce((total, { amount }) => total + amount, 0);
  const id = Number(encodeOrderCode(order.number).slice(1)) * 10 + line.firstPosition;
  return {
    id,
    parent_item_id: 0,
    price,
    qty: line.units.length,
    product: {
      id: sku.number,
      type: 'simple',
      super_id: sku.itemNumber,
      master_id: sku.number - 1,
      sku: String(sku.number),
      name: `${unit.name} - ${sku.label}`,
      inventory_type: 'backorder',
      imeis: [],
      serial_numbers: [],
      thumbnail: '',
      seller_product_code: sku.sellerSku,
    },
    seller: { id: Number(shop.info.externalShopId), name: shop.info.name },
    confirmation: confirmation(order),
    is_virtual: false,
    is_free_gift: false,
    invoice: {
      price,
      quantity: line.units.length,
      subtotal,
      row_total: subtotal - bySeller - byPlatform,
      discount_amount: bySeller + byPlatform,
      discount_tikixu: 0,
      discount_promotion: 0,
      discount_coupon: bySeller + byPlatform,
      discount_other: 0,
      is_seller_discount_coupon: bySeller > 0 && byPlatform === 0,
      is_taxable: false,
      seller_fee: fee,
      seller_income: subtotal - bySeller + fee,
      ...(included.fees && {
        fees: fees.map(({ key, name, amount }, position) => ({
          id: id * 2 + position,
          fee_type_key: key,
          fee_type_name: name,
          status: 1,
          quantity: line.units.length,
          base_amount: amount,
          total_amount: amount,
          discount_amount: 0,
          final_amount: amount,
        })),
      }),
    },
    seller_income_detail: {
      item_price: price,
      item_qty: line.units.length,
      sub_total: subtotal,
      seller_income: subtotal - bySeller + fee,
      discount: {
        discount_coupon: {
          seller_discount: bySeller,
          platform_discount: byPlatform,
          total_discount: bySeller + byPlatform,
        },
        discount_tikixu: { amount: 0 },
      },
    },
  };
}

const reasonCodes = {
  buyer: 'customer_request',
  seller: 'seller_out_of_stock',
  system: 'payment_expired',
} as const;

/** Returns who cancelled the order, why and when; null unless it is cancelled. */
function cancelInfo(order: Order): unknown {
  const last = lifeOf(order).at(-1);
  if (last === undefined || statusOf(last.stage) !== 'canceled') return null;
  return {
    reason_code: reasonCodes[order.cancelledBy ?? 'system'],
    reason_text: order.cancelReason,
    comment: '',
    canceled_at: localDateTime(last.at),
  };
}

/** Returns an order in Tiki's format. */
export function orderView(
  shop: Storefront,
  order: Order,
  included: Included,
): Record<string, unknown> {
  const code = encodeOrderCode(order.number);
  const life = lifeOf(order);
  const history = historyOf(order);
  const delivered = life.find(({ stage }) => stage === 'delivered');
  const lines = groupLines(order);
  const subtotal = toDong(sumE4(order.units, ({ priceE4 }) => priceE4));
  const discount = toDong(
    sumE4(order.units, (unit) => unit.voucherSellerE4 + unit.voucherPlatformE4),
  );
  const shipping = toDong(order.shippingPaidE4);
  const fee = lines.flatMap(lineFees).reduce((total, { amount }) => total + amount, 0);
  const bySeller = toDong(sumE4(order.units, ({ voucherSellerE4 }) => voucherSellerE4));
  const status = history.at(-1)?.status ?? '';
  const { province, district, ward, name } = order.buyer;
  return {
    id: Number(code.slice(1)) + 100_000_000,
    code,
    relation_code: null,
    original_code: null,
    linked_code: null,
    parent_code: null,
    fulfillment_type: 'dropship',
    status,
    main_state: status,
    created_at: localDateTime(order.createdAt),
    updated_at: localDateTime(life.at(-1)?.at ?? order.createdAt),
    is_rma: false,
    is_virtual: false,
    is_parent: false,
    platform: 'desktop',
    type: 'simple',
    invoice: {
      items_count: lines.length,
      items_quantity: order.units.length,
      subtotal,
      grand_total: subtotal - discount + shipping,
      collectible_amount: order.cod ? subtotal - discount + shipping : 0,
      discount_amount: discount,
      discount_coupon: discount,
      coupon_code: order.voucherCode,
      shipping_amount_after_discount: shipping,
      shipping_discount_amount: toDong(
        order.shippingDiscountPlatformE4 + order.shippingDiscountSellerE4,
      ),
      total_seller_fee: fee,
      total_seller_income: subtotal - bySeller + fee,
      purchased_at: localDateTime(order.createdAt),
    },
    items: lines.map((line) => itemView(shop, order, line, included)),
    shipping: {
      partner_name: 'TikiNOW',
      tracking_code: life.some(({ stage }) => stage === 'packed') ? `TK${code}` : '',
      address: {
        full_name: name,
        ward,
        district,
        region: province,
        country: 'Việt Nam',
        phone: '',
      },
    },
    payment: {
      method: order.cod ? 'cod' : order.paymentMethod.toLowerCase(),
      is_prepaid: !order.cod,
      status: order.paidAt === null ? 'pending' : 'success',
      description: '',
    },
    delivery: {
      delivery_confirmed: delivered !== undefined,
      delivery_confirmed_at: delivered === undefined ? null : localDateTime(delivered.at),
      delivery_note: '',
    },
    customer: { id: order.buyer.number, full_name: name },
    cancel_info: cancelInfo(order),
    rma_info: null,
    ...(included.histories && {
      status_histories: history.map((entry, position) => ({
        id: Number(code.slice(1)) * 10 + position,
        status: entry.status,
        created_at: localDateTime(entry.at),
      })),
    }),
  };
}
