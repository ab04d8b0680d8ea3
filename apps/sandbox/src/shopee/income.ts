/** `get_escrow_detail` and its batch: what a seller gets of an order, and who paid which discount. */
import { amountText } from '../money.ts';
import type { Order, Unit } from '../world/order.ts';
import type { ShopeeCall, ShopeePayload } from './context.ts';
import { ShopeeError } from './errors.ts';
import { linesOf } from './lines.ts';
import { ordinalOfName } from './order-names.ts';

const MOST_ORDERS = 50;

function money(amountE4: bigint): number {
  return Number(amountText(amountE4));
}

function incomeOf(name: string, order: Order): Record<string, unknown> {
  const sum = (part: (unit: Unit) => bigint) =>
    order.units.reduce((total, unit) => total + part(unit), 0n);
  const price = sum(({ priceE4 }) => priceE4);
  const seller = sum((unit) => unit.voucherSellerE4);
  const platform = sum((unit) => unit.voucherPlatformE4);
  const escrow = price - seller - order.shippingDiscountSellerE4;
  return {
    order_sn: name,
    buyer_user_name: '******',
    return_order_sn_list: [],
    order_income: {
      escrow_amount: money(escrow),
      buyer_total_amount: money(price - seller - platform + order.shippingPaidE4),
      order_selling_price: money(price),
      order_discounted_price: money(price),
      cost_of_goods_sold: money(price),
      original_cost_of_goods_sold: money(price),
      original_shopee_discount: 0,
      shopee_discount: 0,
      seller_return_refund: 0,
      voucher_from_seller: money(seller),
      voucher_from_shopee: money(platform),
      coins: 0,
      seller_coin_cash_back: 0,
      seller_voucher_code: order.voucherCode === '' ? [] : [order.voucherCode],
      commission_fee: 0,
      service_fee: 0,
      seller_transaction_fee: 0,
      campaign_fee: 0,
      buyer_paid_shipping_fee: money(order.shippingPaidE4),
      actual_shipping_fee: money(order.shippingOriginalE4),
      shopee_shipping_rebate: money(order.shippingDiscountPlatformE4),
      seller_shipping_discount: money(order.shippingDiscountSellerE4),
      reverse_shipping_fee: 0,
      buyer_payment_method: order.cod ? 'Cash on Delivery' : order.paymentMethod,
      items: linesOf(order).map((line) => line.income),
    },
  };
}

function find({ shop, now }: ShopeeCall, name: string): Record<string, unknown> | undefined {
  const ordinal = ordinalOfName(shop, name, now);
  if (ordinal === undefined) return undefined;
  const order = shop.orderAt(ordinal, now);
  // Nothing is earned by an order that nobody has paid and nobody will pay at the door.
  return order.cod || order.paidAt !== null ? incomeOf(name, order) : undefined;
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
  if (names.length > MOST_ORDERS) throw new ShopeeError('exceed_max_limit');
  const response = names.flatMap((name) => {
    const detail = find(call, String(name));
    return detail === undefined ? [] : [detail];
  });
  return { response };
}
