import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Id, OptionalText } from '../../parsing/fields.ts';

/** The used fields of an order; the raw item keeps the rest. */
const OrderShape = Type.Object({
  order_id: Id,
  created_at: Type.String(),
  updated_at: Type.String(),
  payment_method: OptionalText,
  shipping_fee: OptionalText,
  voucher_seller: OptionalText,
  voucher_platform: OptionalText,
  items_count: OptionalText,
});
export type OrderShape = Static<typeof OrderShape>;
export const Order = Compile(OrderShape);

/** One item per unit sold: two units of a SKU are two items. */
const ItemShape = Type.Object({
  order_item_id: Id,
  status: Type.String({ minLength: 1 }),
  name: OptionalText,
  variation: OptionalText,
  sku: OptionalText,
  sku_id: OptionalText,
  item_price: Type.String(),
  voucher_amount: OptionalText,
  voucher_seller: OptionalText,
  voucher_platform: OptionalText,
  voucher_seller_lpi: OptionalText,
  voucher_platform_lpi: OptionalText,
  currency: OptionalText,
  updated_at: OptionalText,
  payment_time: OptionalText,
  cancel_return_initiator: OptionalText,
  buyer_id: OptionalText,
});
export type ItemShape = Static<typeof ItemShape>;
export const Item = Compile(ItemShape);

/** One order's element in the response with the items of several orders. */
export const OrderItems = Compile(
  Type.Object({ order_id: Id, order_items: Type.Array(Type.Unknown()) }),
);

export const OrdersData = Compile(
  Type.Object({ data: Type.Object({ countTotal: Type.String({ pattern: '^\\d{1,15}$' }) }) }),
);
