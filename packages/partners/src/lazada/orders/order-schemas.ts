import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';

// Numbers have become text before these are checked; the protocol mixes both for one field anyway.
const Id = Type.String({ pattern: '^\\d{1,30}$' });
const Loose = Type.Optional(Type.Union([Type.String(), Type.Null()]));

/** What is read of an order; the rest stays in the raw item only. */
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

/** One per unit sold: two pieces of a SKU are two items. */
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

/** One order's part of the answer about several orders' items. */
export const OrderItems = Compile(
  Type.Object({ order_id: Id, order_items: Type.Array(Type.Unknown()) }),
);

export const OrdersData = Compile(
  Type.Object({ data: Type.Object({ countTotal: Type.String({ pattern: '^\\d{1,15}$' }) }) }),
);
