import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';

// Numbers are text at this point; the protocol mixes both types within a field.
const Id = Type.String({ pattern: '^\\d{1,30}$' });
const Loose = Type.Optional(Type.Union([Type.String(), Type.Null()]));

/** The used fields of an order; the raw item keeps the rest. */
const OrderShape = Type.Object({
  order_id: Id,
  created_at: Type.String(),
  updated_at: Type.String(),
  payment_method: Loose,
  shipping_fee: Loose,
  voucher_seller: Loose,
  voucher_platform: Loose,
  items_count: Loose,
});
export type OrderShape = Static<typeof OrderShape>;
export const Order = Compile(OrderShape);

/** One item per unit sold: two units of a SKU are two items. */
const ItemShape = Type.Object({
  order_item_id: Id,
  status: Type.String({ minLength: 1 }),
  name: Loose,
  sku: Loose,
  sku_id: Loose,
  item_price: Type.String(),
  voucher_amount: Loose,
  voucher_seller: Loose,
  voucher_platform: Loose,
  voucher_seller_lpi: Loose,
  voucher_platform_lpi: Loose,
  currency: Loose,
  updated_at: Loose,
  payment_time: Loose,
  cancel_return_initiator: Loose,
  buyer_id: Loose,
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
