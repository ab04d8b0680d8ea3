import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Lenient, Nullable, OptionalText } from '../../parsing/fields.ts';
import { Id, Seconds } from '../protocol/client.ts';

// Numbers are text at this point.
const Count = Type.Optional(Nullable(Type.String({ pattern: '^\\d{1,9}$' })));

const LineShape = Type.Object({
  item_id: Id,
  model_id: Id,
  line_item_id: Type.Optional(Nullable(Id)),
  item_name: OptionalText,
  item_sku: OptionalText,
  model_name: OptionalText,
  model_sku: OptionalText,
  model_quantity_purchased: Type.String({ pattern: '^[1-9]\\d{0,8}$' }),
  model_original_price: Type.String(),
  model_discounted_price: Type.String(),
  cancelled_qty: Count,
  return_requested_qty: Count,
  returned_qty: Count,
});
export type LineShape = Static<typeof LineShape>;

/** The used fields of an order; the raw item keeps the rest. */
const OrderShape = Type.Object({
  order_sn: Type.String({ pattern: '^[0-9A-Z]{1,40}$' }),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  cod: Type.Boolean(),
  order_status: Type.String({ minLength: 1 }),
  create_time: Seconds,
  update_time: Seconds,
  pay_time: Lenient,
  pickup_done_time: Lenient,
  payment_method: OptionalText,
  buyer_user_id: OptionalText,
  estimated_shipping_fee: OptionalText,
  cancel_by: OptionalText,
  cancel_reason: OptionalText,
  package_list: Type.Optional(
    Nullable(Type.Array(Type.Object({ logistics_status: OptionalText }))),
  ),
  item_list: Type.Array(LineShape, { minItems: 1 }),
});
export type OrderShape = Static<typeof OrderShape>;
export const Order = Compile(OrderShape);

const IncomeLine = Type.Object({
  item_id: Id,
  model_id: Id,
  line_item_id: Type.Optional(Nullable(Id)),
  discounted_price: OptionalText,
  discount_from_coin: OptionalText,
  discount_from_voucher_shopee: OptionalText,
  discount_from_voucher_seller: OptionalText,
});
export type IncomeLine = Static<typeof IncomeLine>;

const IncomeShape = Type.Object({
  order_sn: Type.String(),
  order_income: Type.Object({
    buyer_paid_shipping_fee: OptionalText,
    items: Type.Array(IncomeLine),
  }),
});
export type IncomeShape = Static<typeof IncomeShape>;
/** An order's income, which shows who paid for each discount. */
export const Income = Compile(IncomeShape);
