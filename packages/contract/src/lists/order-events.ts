import { Type, type Static } from 'typebox';
import { Amount, Currency, Day, Instant, Nullable } from '../values.ts';

/** What happens to an order, from the first to the last. A return and a payout can happen several times. */
export const orderEventKinds = [
  'ordered',
  'paid',
  'shipped',
  'delivered',
  'delivery_failed',
  'cancelled',
  'return_requested',
  'return_decided',
  'goods_received',
  'refunded',
  'settled',
] as const;

/** Something that happened to an order at a time that the marketplace reports. */
export const OrderEvent = Type.Object({
  kind: Type.Enum([...orderEventKinds]),
  /** In the shop's calendar. */
  day: Day,
  /** Null when only the day is known. */
  at: Nullable(Instant),
  /** Case number of a return; null for other events. */
  caseId: Nullable(Type.String()),
  /** What was refunded to the buyer or paid out that day, the latter less what was deducted; null for other events. */
  paid: Nullable(Type.Object({ amount: Amount, currency: Currency })),
});
export type OrderEvent = Static<typeof OrderEvent>;
export type OrderEventKind = OrderEvent['kind'];
