/**
 * `get_escrow_detail`, its batch, and `get_escrow_list`: the seller's income from an order, and who paid which
 * discount.
 */
import { sumE4, toJsonNumber } from '../../money.ts';
import { orderBookings } from '../../world/money/bookings.ts';
import type { MoneyEntry, MoneyKind } from '../../world/money/bookings.ts';
import type { Order, Storefront } from '../../world/orders/order.ts';
import type { ShopeeCall, ShopeePayload } from '../context.ts';
import { ShopeeError } from '../errors.ts';
import { orderLines } from '../orders/lines.ts';
import { orderSerial, findOrdinalBySerial } from '../orders/order-serials.ts';
import { maxUint32, readInteger } from '../request-parameters.ts';

const maxOrders = 50;

/** An order's bookings so far, split into its escrow and separate wallet transactions. */
interface OrderMoney {
  /** When the escrow was released (epoch seconds), or null if it was not yet. */
  readonly releasedAt: number | null;
  readonly escrow: readonly MoneyEntry[];
  readonly beside: readonly MoneyEntry[];
}

/** Corrections, penalties and compensations are never part of an escrow. */
const outsideEscrow: ReadonlySet<MoneyKind> = new Set(['adjustment', 'penalty', 'compensation']);

export function moneyOfOrder(shop: Storefront, ordinal: number, now: number): OrderMoney {
  const entries = orderBookings(shop.orderAt(ordinal, Infinity), shop.info).filter(
    ({ at }) => at <= now,
  );
  const releasedAt = entries.find(({ kind }) => kind === 'item_price')?.at ?? null;
  const isBeside = ({ kind }: MoneyEntry) => releasedAt === null || outsideEscrow.has(kind);
  return {
    releasedAt,
    escrow: entries.filter((entry) => !isBeside(entry)),
    beside: entries.filter(isBeside),
  };
}

const amountOf = ({ amountE4 }: MoneyEntry) => amountE4;

function escrowAmount({ escrow }: OrderMoney): bigint {
  return sumE4(escrow, amountOf);
}

/** Returns the fields that follow from bookings. Charges of the platform are written without their sign. */
function bookedFields(booked: OrderMoney) {
  const sum = (kind: MoneyKind) =>
    sumE4(
      booked.escrow.filter((entry) => entry.kind === kind),
      amountOf,
    );
  const price = toJsonNumber(sum('item_price'));
  const adjustments = booked.beside.filter(({ kind }) => kind === 'adjustment');
  const adjusted = sumE4(adjustments, amountOf);
  const escrow = escrowAmount(booked);
  return {
    escrow_amount: toJsonNumber(escrow),
    escrow_amount_after_adjustment: toJsonNumber(escrow + adjusted),
    total_adjustment_amount: toJsonNumber(adjusted),
    order_adjustment: adjustments.map(({ amountE4, at }) => ({
      amount: toJsonNumber(amountE4),
      date: at,
      currency: 'VND',
      adjustment_reason: 'BD Marketing',
    })),
    order_selling_price: price,
    order_discounted_price: price,
    cost_of_goods_sold: price,
    original_cost_of_goods_sold: price,
    seller_return_refund: toJsonNumber(sum('refund')),
    voucher_from_seller: toJsonNumber(-sum('seller_voucher')),
    commission_fee: toJsonNumber(-sum('commission')),
    service_fee: toJsonNumber(-sum('programme_fee')),
    seller_transaction_fee: toJsonNumber(-sum('payment_fee')),
    seller_order_processing_fee: toJsonNumber(-sum('infrastructure_fee')),
    order_ams_commission_fee: toJsonNumber(-sum('affiliate_commission')),
    buyer_paid_shipping_fee: toJsonNumber(sum('shipping_buyer')),
    actual_shipping_fee: toJsonNumber(-sum('shipping_carrier')),
    shopee_shipping_rebate: toJsonNumber(sum('shipping_subsidy')),
    seller_shipping_discount: 0,
    reverse_shipping_fee: toJsonNumber(-sum('shipping_seller')),
  };
}

/** Returns the estimates before the release, when fees are not known yet. */
function estimatedFields(order: Order) {
  const price = sumE4(order.units, ({ priceE4 }) => priceE4);
  const seller = sumE4(order.units, (unit) => unit.voucherSellerE4);
  return {
    escrow_amount: toJsonNumber(price - seller - order.shippingDiscountSellerE4),
    order_selling_price: toJsonNumber(price),
    order_discounted_price: toJsonNumber(price),
    cost_of_goods_sold: toJsonNumber(price),
    original_cost_of_goods_sold: toJsonNumber(price),
    seller_return_refund: 0,
    voucher_from_seller: toJsonNumber(seller),
    commission_fee: 0,
    service_fee: 0,
    seller_transaction_fee: 0,
    seller_order_processing_fee: 0,
    order_ams_commission_fee: 0,
    buyer_paid_shipping_fee: toJsonNumber(order.shippingPaidE4),
    actual_shipping_fee: toJsonNumber(order.shippingOriginalE4),
    shopee_shipping_rebate: toJsonNumber(order.shippingDiscountPlatformE4),
    seller_shipping_discount: toJsonNumber(order.shippingDiscountSellerE4),
    reverse_shipping_fee: 0,
  };
}

function incomeOf(name: string, order: Order, booked: OrderMoney): Record<string, unknown> {
  const price = sumE4(order.units, ({ priceE4 }) => priceE4);
  const seller = sumE4(order.units, (unit) => unit.voucherSellerE4);
  const platform = sumE4(order.units, (unit) => unit.voucherPlatformE4);
  return {
    order_sn: name,
    buyer_user_name: '******',
    return_order_sn_list: [],
    order_income: {
      buyer_total_amount: toJsonNumber(price - seller - platform + order.shippingPaidE4),
      original_shopee_discount: 0,
      shopee_discount: 0,
      voucher_from_shopee: toJsonNumber(platform),
      coins: 0,
      seller_coin_cash_back: 0,
      seller_voucher_code: order.voucherCode === '' ? [] : [order.voucherCode],
      campaign_fee: 0,
      shipping_fee_discount_from_3pl: 0,
      final_return_to_seller_shipping_fee: 0,
      rsf_seller_protection_fee_claim_amount: 0,
      withholding_vat_tax: 0,
      withholding_pit_tax: 0,
      withholding_cit_tax: 0,
      ...(booked.releasedAt === null ? estimatedFields(order) : bookedFields(booked)),
      buyer_payment_method: order.cod ? 'Cash on Delivery' : order.paymentMethod,
      items: orderLines(order).map((line) => line.income),
    },
  };
}

function find({ shop, now }: ShopeeCall, name: string): Record<string, unknown> | undefined {
  const ordinal = findOrdinalBySerial(shop, name, now);
  if (ordinal === undefined) return undefined;
  const order = shop.orderAt(ordinal, now);
  // An unpaid prepaid order has no income.
  if (!order.cod && order.paidAt === null) return undefined;
  return incomeOf(name, order, moneyOfOrder(shop, ordinal, now));
}

export function escrowDetail(call: ShopeeCall): ShopeePayload {
  const response = find(call, call.query.get('order_sn') ?? '');
  if (response === undefined) throw new ShopeeError('order_not_found');
  return { response };
}

export function escrowDetails(call: ShopeeCall): ShopeePayload {
  const { body } = call;
  const names: unknown =
    typeof body === 'object' && body !== null && 'order_sn_list' in body
      ? body.order_sn_list
      : undefined;
  if (!Array.isArray(names) || names.length === 0) {
    throw new ShopeeError('error_param', 'order_sn_list must be a list in the body.');
  }
  if (names.length > maxOrders) throw new ShopeeError('exceed_max_limit');
  const unknown: string[] = [];
  const response = names.map(String).flatMap((name) => {
    const detail = find(call, name);
    if (detail !== undefined) return [{ escrow_detail: detail }];
    unknown.push(name);
    return [];
  });
  if (response.length === 0 || (unknown.length > 0 && call.options.wholeBatches)) {
    throw new ShopeeError('common.error_not_found');
  }
  return {
    response,
    ...(unknown.length > 0 && { warning: `Some incomes are not found: ${unknown.join(',')}` }),
  };
}

/** Returns the orders released in a period, both ends inclusive, ordered by time. */
export function escrowList({ query, shop, money: index, now }: ShopeeCall): ShopeePayload {
  const from = readInteger(query, 'release_time_from', 0, maxUint32);
  const to = readInteger(query, 'release_time_to', 0, maxUint32);
  if (from > to)
    throw new ShopeeError('error_param', 'release_time_from is after release_time_to.');
  const size = readInteger(query, 'page_size', 1, 100, 40);
  const page = readInteger(query, 'page_no', 1, maxUint32, 1);
  const released = new Map(
    index
      .bookings(from, to + 1, now)
      .flatMap(({ kind, at, order }) =>
        kind === 'item_price' && order ? [[order.ordinal, { order, at }] as const] : [],
      ),
  );
  const rows = [...released.values()];
  return {
    response: {
      escrow_list: rows.slice((page - 1) * size, page * size).map(({ order, at }) => ({
        order_sn: orderSerial(order.number, order.createdAt),
        payout_amount: toJsonNumber(escrowAmount(moneyOfOrder(shop, order.ordinal, now))),
        escrow_release_time: at,
      })),
      more: rows.length > page * size,
    },
  };
}
