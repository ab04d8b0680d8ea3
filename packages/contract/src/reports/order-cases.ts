import { Type, type Static } from 'typebox';
import { Amount, Currency, Instant } from '../values.ts';

/** State of a return case; `unknown` for a status that is not mapped, which counts as open. */
export const OrderCaseState = Type.Union([
  Type.Literal('requested'),
  Type.Literal('approved'),
  Type.Literal('in_transit'),
  Type.Literal('received'),
  Type.Literal('refunded'),
  Type.Literal('rejected'),
  Type.Literal('cancelled'),
  Type.Literal('unknown'),
]);
export type OrderCaseState = Static<typeof OrderCaseState>;

/** A buyer's claim after the sale in its current state, or an undelivered parcel that comes back. */
export const OrderCase = Type.Object({
  /** The marketplace's case number. */
  caseId: Type.String(),
  kind: Type.Union([
    Type.Literal('refund_only'),
    Type.Literal('return_and_refund'),
    Type.Literal('replacement'),
    Type.Literal('undelivered'),
    Type.Literal('unknown'),
  ]),
  state: OrderCaseState,
  /** The marketplace's text or code; empty when it gives none. */
  reason: Type.String(),
  requestedAt: Instant,
  /** When the case was decided, the goods were received and the buyer was refunded; null when not reported. */
  decidedAt: Type.Union([Instant, Type.Null()]),
  receivedAt: Type.Union([Instant, Type.Null()]),
  refundedAt: Type.Union([Instant, Type.Null()]),
  /** Amount refunded to the buyer. */
  refund: Amount,
  currency: Currency,
  /** Who pays the refund; null when the marketplace does not report it. */
  borneBy: Type.Union([Type.Literal('seller'), Type.Literal('platform'), Type.Null()]),
  /** Amount that the report deducts, at the seller's price; 0 while nothing is returned. */
  counted: Amount,
  /** Items of the same product and state are merged. */
  items: Type.Array(
    Type.Object({
      /** Name of the line or product; empty when the order has no such line. */
      name: Type.String(),
      sellerSku: Type.String(),
      quantity: Type.Integer(),
      refund: Amount,
      state: OrderCaseState,
      /** Status as the marketplace reports it. */
      rawStatus: Type.String(),
    }),
  ),
});
export type OrderCase = Static<typeof OrderCase>;
