import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Id, Lenient, Nullable, OptionalText } from '../parsing/fields.ts';

const Maybe = <Shape extends Parameters<typeof Type.Union>[0][number]>(shape: Shape) =>
  Type.Optional(Nullable(shape));

/** A line: one product with a quantity. */
const ItemShape = Type.Object({
  id: Id,
  qty: Type.String({ pattern: '^\\d{1,9}$' }),
  price: OptionalText,
  product: Type.Object({
    id: Maybe(Id),
    name: OptionalText,
    seller_product_code: OptionalText,
  }),
  confirmation: Maybe(Type.Object({ status: OptionalText })),
  invoice: Maybe(
    Type.Object({
      price: OptionalText,
      subtotal: OptionalText,
      row_total: OptionalText,
      discount_amount: OptionalText,
      discount_coupon: OptionalText,
      is_seller_discount_coupon: Maybe(Type.Union([Type.Boolean(), Type.String()])),
    }),
  ),
  seller_income_detail: Maybe(
    Type.Object({
      discount: Maybe(
        Type.Object({ discount_coupon: Maybe(Type.Object({ seller_discount: OptionalText })) }),
      ),
    }),
  ),
});
export type ItemShape = Static<typeof ItemShape>;

/** The used fields of an order; the raw item keeps the rest. */
const OrderShape = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 60 }),
  status: Type.String({ minLength: 1 }),
  created_at: Type.String(),
  updated_at: Type.String(),
  items: Type.Array(ItemShape),
  payment: Maybe(Type.Object({ method: OptionalText })),
  invoice: Maybe(Type.Object({ shipping_amount_after_discount: OptionalText })),
  delivery: Maybe(Type.Object({ delivery_confirmed: Maybe(Type.Unknown()) })),
  customer: Maybe(Type.Object({ id: Maybe(Id) })),
  cancel_info: Maybe(Type.Object({ reason_code: OptionalText, canceled_at: Lenient })),
  status_histories: Maybe(
    Type.Array(Type.Object({ status: Type.String(), created_at: Type.String() })),
  ),
});
export type OrderShape = Static<typeof OrderShape>;
export const Order = Compile(OrderShape);
