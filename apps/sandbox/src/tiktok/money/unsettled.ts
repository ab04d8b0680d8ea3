/** Orders that are not on a statement yet, with the platform's estimate of their payout. */
import { formatAmount } from '../../money.ts';
import type { UnbookedOrder } from '../../world/money/money-index.ts';
import type { MoneyKind } from '../../world/money/bookings.ts';
import type { TiktokCall, TiktokData } from '../context.ts';
import { feeKinds, revenueKinds, shippingKinds } from './finance.ts';
import { orderId } from '../orders/orders.ts';
import { pageOf } from '../paging.ts';
import { maxEpochSeconds, readEnum, invalidParameter, readInteger } from '../request-parameters.ts';
import { daySeconds } from '../../local-time.ts';

/** January 1, 2025. Older orders are not listed. */
const firstOrderAt = 1_735_689_600;

function sum(rows: readonly UnbookedOrder[], kinds?: readonly MoneyKind[]): string {
  let total = 0n;
  for (const { expected } of rows) {
    for (const { kind, amountE4 } of expected) {
      if (kinds === undefined || kinds.includes(kind)) total += amountE4;
    }
  }
  return formatAmount(total);
}

function reasonOf({ deliveredAt, hasOpenCase }: UnbookedOrder): string {
  if (hasOpenCase) return 'Return or refund in progress';
  return deliveredAt === undefined ? 'Awaiting package delivery' : 'Settlement in progress';
}

function view(row: UnbookedOrder, currency: string): TiktokData {
  const { order, deliveredAt } = row;
  return {
    // A separate ID that the later transaction of the statement does not keep.
    id: `8${String(order.number).padStart(17, '0')}0`,
    type: 'ORDER',
    status: 'UNSETTLED',
    unsettled_reason: reasonOf(row),
    currency,
    order_id: orderId(order.number),
    order_create_time: order.createdAt,
    ...(deliveredAt !== undefined && { order_delivery_time: deliveredAt }),
    estimated_settlement: 'Within 5 days after delivery',
    est_settlement_amount: sum([row]),
    est_revenue_amount: sum([row], revenueKinds),
    est_shipping_cost_amount: sum([row], shippingKinds),
    est_fee_tax_amount: sum([row], feeKinds),
    est_adjustment_amount: '0',
  };
}

/** `GET /finance/202507/orders/unsettled`. */
export function listUnsettled(call: TiktokCall): TiktokData {
  const { query, shop, money, now } = call;
  if (query.get('sort_field') !== 'order_create_time') throw invalidParameter('sort_field');
  const isDescending = readEnum(query, 'sort_order', ['ASC', 'DESC'], 'ASC') === 'DESC';
  const size = readInteger(query, 'page_size', 1, 100, 20);
  const from = Math.max(firstOrderAt, readInteger(query, 'search_time_ge', 0, maxEpochSeconds, 0));
  const to = readInteger(query, 'search_time_lt', 0, maxEpochSeconds, maxEpochSeconds);
  const cut = Math.floor(now / daySeconds) * daySeconds;
  const matching = money
    .unsettled(cut, now)
    .filter(({ order: { createdAt } }) => createdAt >= from && createdAt < to);
  if (isDescending) matching.reverse();
  const { rows, end } = pageOf(call, matching, size);
  return {
    sum_est_settlement_amount: sum(matching),
    sum_est_revenue_amount: sum(matching, revenueKinds),
    // Fees include shipping here.
    sum_est_fee_amount: sum(matching, [...feeKinds, ...shippingKinds]),
    sum_est_adjustment_amount: '0',
    transactions: rows.map((row) => view(row, shop.info.currency)),
    ...end,
  };
}
