import { Type, type Static } from 'typebox';
import { Amount, Currency, Instant, Nullable } from '../values.ts';

/** State of a return case; `unknown` for a status that is not mapped, which counts as open. */
export const OrderCaseState = Type.Enum([
  'requested',
  'approved',
  'in_transit',
  'received',
  'refunded',
  'rejected',
  'cancelled',
  'unknown',
]);
export type OrderCaseState = Static<typeof OrderCaseState>;

/** A buyer's claim after the sale in its current state, or an undelivered parcel that comes back. */
export const OrderCase = Type.Object({
  /** The marketplace's case number. */
  caseId: Type.String(),
  kind: Type.Enum(['refund_only', 'return_and_refund', 'replacement', 'undelivered', 'unknown']),
  state: OrderCaseState,
  /** The marketplace's text or code; empty when it gives none. */
  reason: Type.String(),
  requestedAt: Instant,
  /** When the case was decided, the goods were received and the buyer was refunded; null when not reported. */
  decidedAt: Nullable(Instant),
  receivedAt: Nullable(Instant),
  refundedAt: Nullable(Instant),
  /** Amount refunded to the buyer. */
  refund: Amount,
  currency: Currency,
  /** Who pays the refund; null when the marketplace does not report it. */
  borneBy: Nullable(Type.Enum(['seller', 'platform'])),
  /** Amount that the report deducts, at the seller's price; 0 while nothing is returned. */
  counted: Amount,
  /** Codes of anomalies; usually empty. */
  flags: Type.Array(Type.String()),
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
