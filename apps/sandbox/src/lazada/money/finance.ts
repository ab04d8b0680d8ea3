/** Lazada's transactions and weekly statements. All values are text. */
import { dayOf, formatDay, localDateTime, parseDay, startOfDay } from '../../local-time.ts';
import type { Booking, MoneyIndex } from '../../world/money/money-index.ts';
import { payoutPeriodAt } from '../../world/money/payouts.ts';
import type { LazadaPayload, LazadaCall } from '../context.ts';
import { LazadaError, missingParameter } from '../errors.ts';
import { formatMoney } from '../orders/order-view.ts';
import { readInteger } from '../request-parameters.ts';
import { knownTypes, feeOf, transactionRows, formatAmount } from './transaction-rows.ts';

const maxRows = 500;
const maxSpanDays = 180;

function dayParameter({ parameters }: LazadaCall, name: string): number {
  const text = parameters.get(name) ?? '';
  if (text === '') throw missingParameter(name);
  const day = parseDay(text);
  if (day === undefined) throw new LazadaError('17', name);
  return day;
}

/** `/finance/transaction/details/get`: whole days, both ends inclusive. */
export function transactionDetails(call: LazadaCall): LazadaPayload {
  const { parameters, money, now } = call;
  const from = dayParameter(call, 'start_time');
  const to = dayParameter(call, 'end_time');
  if (to < from || to - from >= maxSpanDays) throw new LazadaError('1000012');
  const transactionType = parameters.get('trans_type') || '-1';
  if (transactionType !== '-1' && !knownTypes.has(Number(transactionType)))
    throw new LazadaError('1000014', transactionType);
  const order = parameters.get('trade_order_id') ?? '';
  const line = parameters.get('trade_order_line_id') ?? '';
  const offset = readInteger(parameters, 'offset', 0, 10_000_000, 0, '14');
  const limit = readInteger(parameters, 'limit', 1, maxRows, maxRows, '19');
  const booked = money.bookings(startOfDay(from), startOfDay(to + 1), now);
  const isWhole = transactionType === '-1' && order === '' && line === '';
  const rows = isWhole
    ? booked
    : booked.filter(
        (booking) =>
          (transactionType === '-1' || feeOf(booking).type === Number(transactionType)) &&
          (order === '' || String(booking.order?.number) === order) &&
          (line === '' ||
            String(booking.unit?.number ?? booking.order?.units[0]?.number ?? '') === line),
      );
  return { data: transactionRows(call, rows.slice(offset, offset + limit)) };
}

interface Sums {
  itemRevenue: bigint;
  otherRevenue: bigint;
  fees: bigint;
  refunds: bigint;
  feesOnRefunds: bigint;
  shipping: bigint;
  shippingCredit: bigint;
}

function sumsOf(bookings: readonly Booking[]): Sums {
  const sums: Sums = {
    itemRevenue: 0n,
    otherRevenue: 0n,
    fees: 0n,
    refunds: 0n,
    feesOnRefunds: 0n,
    shipping: 0n,
    shippingCredit: 0n,
  };
  for (const { kind, amountE4, isReversal } of bookings) {
    if (kind === 'item_price') sums.itemRevenue += amountE4;
    else if (kind === 'refund') sums.refunds -= amountE4;
    else if (isReversal) sums.feesOnRefunds += amountE4;
    else if (kind === 'shipping_buyer' || kind === 'shipping_subsidy')
      sums.shippingCredit += amountE4;
    else if (kind === 'shipping_carrier' || kind === 'shipping_seller') sums.shipping -= amountE4;
    else if (amountE4 > 0n) sums.otherRevenue += amountE4;
    else sums.fees -= amountE4;
  }
  return sums;
}

/** Cache: a past week does not change, so each is summed once. */
const weeks = new WeakMap<MoneyIndex, Map<number, Sums>>();

/**
 * `/finance/payout/status/get`: one statement a week. A negative balance carries over to the next week, so statements
 * are computed from the first order on.
 */
export function payoutStatus(call: LazadaCall): LazadaPayload {
  const { shop, money, now } = call;
  const after = startOfDay(dayParameter(call, 'created_after'));
  // Replayed files contain no money.
  if (shop.countAt(now) === 0 || shop.info.replayOf !== null) return { data: [] };
  const data: Readonly<Record<string, string>>[] = [];
  let openingE4 = 0n;
  let payout = payoutPeriodAt('LAZADA', shop.createdAt(0));
  const known = weeks.getOrInsertComputed(money, () => new Map());
  for (; payout.to <= now; payout = payoutPeriodAt('LAZADA', payout.to)) {
    const sums = known.getOrInsertComputed(payout.from, (from) =>
      sumsOf(money.bookings(from, payout.to, payout.to)),
    );
    const first = sums.itemRevenue + sums.otherRevenue - sums.fees;
    const second = first - sums.refunds;
    const closingE4 = openingE4 + second + sums.feesOnRefunds - sums.shipping + sums.shippingCredit;
    const paidE4 = closingE4 > 0n ? closingE4 : 0n;
    const isPaid = payout.paidAt <= now;
    if (payout.to >= after) {
      data.push({
        statement_number: `${shop.info.shortCode}-${formatDay(dayOf(payout.from))}`,
        created_at: localDateTime(payout.to),
        updated_at: localDateTime(isPaid ? payout.paidAt : payout.to),
        opening_balance: formatMoney(openingE4),
        item_revenue: formatMoney(sums.itemRevenue),
        other_revenue_total: formatMoney(sums.otherRevenue),
        fees_total: formatMoney(sums.fees),
        subtotal1: formatMoney(first),
        refunds: formatMoney(sums.refunds),
        fees_on_refunds_total: formatMoney(sums.feesOnRefunds),
        subtotal2: formatMoney(second),
        shipment_fee: formatMoney(sums.shipping),
        shipment_fee_credit: formatMoney(sums.shippingCredit),
        closing_balance: formatMoney(closingE4),
        guarantee_deposit: '0.00',
        payout: `${formatAmount(paidE4)} ${shop.info.currency}`,
        paid: isPaid ? '1' : '0',
      });
    }
    openingE4 = closingE4 - paidE4;
  }
  return { data };
}
