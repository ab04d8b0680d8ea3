import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Id, Lenient, OptionalText } from '../../parsing/fields.ts';
import { Flag, returnStatusFields } from '../protocol/return-status.ts';

/** Unix seconds. */
const Seconds = Type.String({ pattern: '^\\d{1,13}$' });

/** A line of an order is one sold unit: two units of a SKU are two lines. */
const LineShape = Type.Object({
  id: Id,
  sku_id: OptionalText,
  seller_sku: OptionalText,
  product_name: OptionalText,
  sku_name: OptionalText,
  original_price: OptionalText,
  sale_price: OptionalText,
  seller_discount: OptionalText,
  platform_discount: OptionalText,
  currency: OptionalText,
  display_status: OptionalText,
  cancel_reason: OptionalText,
  cancel_user: OptionalText,
});
export type LineShape = Static<typeof LineShape>;

const OrderShape = Type.Object({
  id: Id,
  status: Type.String({ minLength: 1 }),
  create_time: Seconds,
  update_time: Seconds,
  paid_time: Lenient,
  collection_time: Lenient,
  delivery_time: Lenient,
  cancel_time: Lenient,
  user_id: OptionalText,
  is_cod: Flag,
  payment_method_name: OptionalText,
  cancel_reason: OptionalText,
  cancellation_initiator: OptionalText,
  is_buyer_request_cancel: Flag,
  is_sample_order: Flag,
  is_replacement_order: Flag,
  payment: Type.Optional(
    Type.Union([
      Type.Null(),
      Type.Object({
        currency: OptionalText,
        shipping_fee: OptionalText,
        seller_discount: OptionalText,
        platform_discount: OptionalText,
        original_total_product_price: OptionalText,
      }),
    ]),
  ),
  line_items: Type.Array(LineShape, { minItems: 1 }),
});
export type OrderShape = Static<typeof OrderShape>;
export const Order = Compile(OrderShape);

const ReturnShape = Type.Object({
  ...returnStatusFields,
  return_id: Id,
  order_id: Id,
  create_time: Seconds,
  update_time: Seconds,
  return_line_items: Type.Optional(
    Type.Union([Type.Null(), Type.Array(Type.Object({ order_line_item_id: OptionalText }))]),
  ),
});
export type ReturnShape = Static<typeof ReturnShape>;
export const Return = Compile(ReturnShape);

/** The raw item with the returns of an order, verbatim. It is stored with the order. */
export const OrderReturns = Compile(Type.Object({ return_orders: Type.Array(Type.Unknown()) }));
