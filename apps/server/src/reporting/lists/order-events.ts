import {
  orderEventKinds,
  type OrderCase,
  type OrderEvent,
  type OrderEventKind,
} from '@seller-connect/contract';
import { localDays } from '../../platform/calendar.ts';
import { sql } from '../../platform/database/database.ts';
import { toDecimal } from '../../platform/money.ts';

/** Reads what was paid out for one order, by day. Estimates are not paid. */
export const readOrderPayouts = sql(
  'reporting.read_order_payouts',
  `select settled_day as day, currency, sum(amount_e4)::bigint as amount_e4
     from reporting.settlement_line
    where tenant_id = $1 and shop_id = $2 and order_id = $3 and settled_day is not null and not is_estimate
    group by settled_day, currency
   having sum(amount_e4) <> 0
    order by settled_day, currency`,
);

export interface OrderPayoutRow {
  day: string;
  currency: string;
  amountE4: bigint;
}

interface OrderTimes {
  createdAt: Date;
  committedAt: Date | null;
  shippedAt: Date | null;
  deliveredAt: Date | null;
  cancelledAt: Date | null;
  isCod: boolean;
  timeZone: string;
  flags: readonly string[];
}

/** Returns what happened to an order and has a known time, oldest first. */
export function orderEvents(
  order: OrderTimes,
  cases: readonly OrderCase[],
  payouts: readonly OrderPayoutRow[],
): OrderEvent[] {
  const dayOf = localDays(order.timeZone);
  const event = (
    kind: OrderEventKind,
    at: Date | string | null,
    more: Partial<OrderEvent> = {},
  ): OrderEvent[] => {
    if (at === null) return [];
    const instant = new Date(at);
    return [
      {
        kind,
        day: dayOf(instant),
        at: instant.toISOString(),
        caseId: null,
        paid: null,
        ...more,
      },
    ];
  };
  const events = [
    ...event('ordered', order.createdAt),
    ...event('paid', paidAt(order)),
    ...event('shipped', order.shippedAt),
    ...event('delivered', order.deliveredAt),
    ...event('cancelled', order.cancelledAt),
    ...cases.flatMap((one) => {
      const { caseId, refund, currency } = one;
      const requested = one.kind === 'undelivered' ? 'delivery_failed' : 'return_requested';
      return [
        ...event(requested, one.requestedAt, { caseId }),
        ...event('return_decided', one.decidedAt, { caseId }),
        ...event('goods_received', one.receivedAt, { caseId }),
        ...event('refunded', one.refundedAt, { caseId, paid: { amount: refund, currency } }),
      ];
    }),
    ...payouts.map(({ day, currency, amountE4 }): OrderEvent => ({
      kind: 'settled',
      day,
      at: null,
      caseId: null,
      paid: { amount: toDecimal(amountE4), currency },
    })),
  ];
  return events.toSorted(compareEvents);
}

/** Returns when the buyer paid; null if unknown. A missing payment time was replaced by that of the order. */
function paidAt({ committedAt, isCod, flags }: OrderTimes): Date | null {
  return isCod || flags.includes('payment_time_missing') ? null : committedAt;
}

/** What has no time of day comes last on its day. */
const momentOf = ({ day, at }: OrderEvent) => `${day} ${at ?? '~'}`;

function compareEvents(a: OrderEvent, b: OrderEvent): number {
  const first = momentOf(a);
  const second = momentOf(b);
  if (first !== second) return first < second ? -1 : 1;
  return orderEventKinds.indexOf(a.kind) - orderEventKinds.indexOf(b.kind);
}
