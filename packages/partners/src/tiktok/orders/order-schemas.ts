import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Flag, returnStatusFields } from '../protocol/return-status.ts';

// `parseJson` returns numbers as text.
const Id = Type.String({ pattern: '^\\d{1,30}$' });
/** Unix seconds. */
const Seconds = Type.String({ pattern: '^\\d{1,13}$' });
const Loose = Type.Optional(Type.Union([Type.String(), Type.Null()]));
/** Unix seconds; an empty text means that the event has not occurred. */
const LooseSeconds = Type.Optional(Type.Union([Seconds, Type.Literal(''), Type.Null()]));

/** A line of an order is one sold unit: two units of a SKU are two lines. */
const LineShape = Type.Object({
  id: Id,
  sku_id: Loose,
  seller_sku: Loose,
  product_name: Loose,
  sku_name: Loose,
  original_price: Loose,
  sale_price: Loose,
  seller_discount: Loose,
  platform_discount: Loose,
  currency: Loose,
  display_status: Loose,
  cancel_reason: Loose,
  cancel_user: Loose,
});
export type LineShape = Static<typeof LineShape>;

const OrderShape = Type.Object({
  id: Id,
  status: Type.String({ minLength: 1 }),
  create_time: Seconds,
  update_time: Seconds,
  paid_time: LooseSeconds,
  collection_time: LooseSeconds,
  user_id: Loose,
  is_cod: Flag,
  payment_method_name: Loose,
  cancel_reason: Loose,
  cancellation_initiator: Loose,
  is_buyer_request_cancel: Flag,
  is_sample_order: Flag,
  is_replacement_order: Flag,
  payment: Type.Optional(
    Type.Union([
      Type.Null(),
      Type.Object({
        currency: Loose,
        shipping_fee: Loose,
        seller_discount: Loose,
        platform_discount: Loose,
        original_total_product_price: Loose,
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
    Type.Union([Type.Null(), Type.Array(Type.Object({ order_line_item_id: Loose }))]),
  ),
});
export type ReturnShape = Static<typeof ReturnShape>;
export const Return = Compile(ReturnShape);

/** The raw item with the returns of an order, verbatim. It is stored with the order. */
export const OrderReturns = Compile(Type.Object({ return_orders: Type.Array(Type.Unknown()) }));
