/** Lazada's ledger of transactions and its weekly statements. Every value is a text. */
import { dayOf, dayText, localDateTime, parseDay, startOfDay } from '../local-time.ts';
import type { Booking, MoneyIndex } from '../world/money-index.ts';
import type { MoneyKind } from '../world/money.ts';
import { payoutOf } from '../world/payouts.ts';
import type { Payout } from '../world/payouts.ts';
import type { Payload, ShopCall } from './context.ts';
import { ApiError, missing } from './errors.ts';
import { currentStatus, moneyText } from './order-view.ts';
import { wholeParameter } from './reading.ts';

const MOST_ROWS = 500;
const LONGEST_SPAN_DAYS = 180;

interface Fee {
  readonly type: number;
  readonly name: string;
  /** Last word of the transaction type. */
  readonly group: string;
}

const FEES: Readonly<Record<MoneyKind, Fee>> = {
  item_price: { type: 13, name: 'Item Price Credit', group: 'Sales' },
  seller_voucher: { type: 118, name: 'Promotional Charges Vouchers', group: 'Marketing Fees' },
  shipping_buyer: { type: 8, name: 'Shipping Fee (Paid By Customer)', group: 'Logistics' },
  shipping_carrier: { type: 28, name: 'Shipping Cost', group: 'Logistics' },
  shipping_subsidy: { type: 211, name: 'Shipping Fee Voucher (by Lazada)', group: 'Logistics' },
  shipping_seller: { type: 200, name: 'Return Shipping Fees', group: 'Logistics' },
  commission: { type: 16, name: 'Commission', group: 'Lazada Fees' },
  payment_fee: { type: 3, name: 'Payment Fee', group: 'Lazada Fees' },
  programme_fee: { type: 157, name: 'Automated Shipping Subsidy', group: 'Marketing Fees' },
  infrastructure_fee: { type: 20, name: 'Other Fee', group: 'Lazada Fees' },
  affiliate_commission: { type: 20, name: 'Other Fee', group: 'Marketing Fees' },
  ads_charge: { type: 112, name: 'Sponsored Product Fee', group: 'Marketing Fees' },
  refund: { type: 14, name: 'Reversal Item Price', group: 'Sales' },
  penalty: { type: 54, name: 'Penalty', group: 'Lazada Fees' },
  compensation: { type: 85, name: 'Lost Claim', group: 'Claims' },
  adjustment: { type: 19, name: 'Seller Credit', group: 'Lazada Fees' },
};

const REVERSALS: ReadonlyMap<MoneyKind, Fee> = new Map([
  [
    'seller_voucher',
    { type: 121, name: 'Reversal Promotional Charges Vouchers', group: 'Marketing Fees' },
  ],
  ['commission', { type: 15, name: 'Reversal Commission', group: 'Lazada Fees' }],
]);

/** Every fee type that a filter may name, whether or not it occurs here. */
const KNOWN_TYPES = new Set([
  3, 4, 7, 8, 13, 14, 15, 16, 19, 20, 26, 28, 36, 37, 47, 48, 54, 80, 81, 85, 103, 112, 117, 118,
  119, 120, 121, 122, 142, 143, 157, 158, 200, 202, 203, 206, 209, 210, 211, 212, 213,
]);

function feeOf({ kind, isReversal, amountE4, unit }: Booking): Fee {
  if (kind === 'adjustment' && amountE4 < 0n) {
    return { type: 37, name: 'Seller Debit Item', group: 'Lazada Fees' };
  }
  // A parcel that came back undelivered, not one that a buyer sent back.
  if (kind === 'shipping_seller' && unit?.life.at(-1)?.stage === 'shipped_back') {
    return { type: 26, name: 'Return To Seller Fee', group: 'Logistics' };
  }
  return (isReversal ? REVERSALS.get(kind) : undefined) ?? FEES[kind];
}

function typeOf(booking: Booking, fee: Fee): string {
  if (booking.order === null) return `Other Services-${fee.group}`;
  return `${booking.isReversal || booking.kind === 'refund' ? 'Refunds' : 'Orders'}-${fee.group}`;
}

const MONTHS = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const;

/** `17 May 2016`. */
function writtenDay(day: number): string {
  const [year = '', month = '', date = ''] = dayText(day).split('-');
  return `${date} ${MONTHS[Number(month) - 1] ?? ''} ${year}`;
}

/** Two decimals and commas between thousands. */
function writtenAmount(amountE4: bigint): string {
  const [whole = '', decimals = ''] = moneyText(amountE4).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`;
}

function writtenStatement({ from, to }: Payout): string {
  return `${writtenDay(dayOf(from))} - ${writtenDay(dayOf(to - 1))}`;
}

function transactionView(
  { shop, now }: ShopCall,
  booking: Booking,
): Readonly<Record<string, string>> {
  const { order, unit } = booking;
  const fee = feeOf(booking);
  const payout = payoutOf('LAZADA', booking.at);
  const first = unit ?? order?.units[0];
  const item = first ? String(first.number) : '';
  const present = first && { ...first, life: first.life.filter(({ at }) => at <= now) };
  return {
    order_no: order ? String(order.number) : '',
    orderItem_no: item,
    orderItem_status: present ? currentStatus(present) : '',
    transaction_date: writtenDay(dayOf(booking.at)),
    transaction_type: typeOf(booking, fee),
    transaction_number: order
      ? `${shop.info.shortCode}-${order.number.toString(36).toUpperCase()}${booking.place.toString(36).toUpperCase().padStart(2, '0')}`
      : `${shop.info.shortCode}-S${dayOf(booking.at)}`,
    fee_type: String(fee.type),
    fee_name: fee.name,
    amount: writtenAmount(booking.amountE4),
    VAT_in_amount: '0.00',
    WHT_amount: '0.00',
    WHT_included_in_amount: 'No',
    paid_status: payout.paidAt <= now ? 'Yes' : 'No',
    statement: writtenStatement(payout),
    seller_sku: first?.sku.sellerSku ?? '',
    lazada_sku: first ? `${first.sku.itemNumber}_VNAMZ-${first.sku.number}` : '',
    details: first?.name ?? '',
    reference: item,
    comment: '',
    payment_ref_id: '',
    shipping_provider: first ? 'LEX VN' : '',
    shipping_speed: first ? 'Standard' : '',
    shipment_type: first ? 'Dropshipping' : '',
  };
}

function dayParameter({ parameters }: ShopCall, name: string): number {
  const text = parameters.get(name) ?? '';
  if (text === '') throw missing(name);
  const day = parseDay(text);
  if (day === undefined) throw new ApiError('17', name);
  return day;
}

/** `/finance/transaction/details/get`: whole days, both ends included. */
export function transactionDetails(call: ShopCall): Payload {
  const { parameters, money, now } = call;
  const from = dayParameter(call, 'start_time');
  const to = dayParameter(call, 'end_time');
  if (to < from || to - from >= LONGEST_SPAN_DAYS) throw new ApiError('1000012');
  const wanted = parameters.get('trans_type') || '-1';
  if (wanted !== '-1' && !KNOWN_TYPES.has(Number(wanted))) throw new ApiError('1000014', wanted);
  const order = parameters.get('trade_order_id') ?? '';
  const line = parameters.get('trade_order_line_id') ?? '';
  const offset = wholeParameter(parameters, 'offset', 0, 10_000_000, 0, '14');
  const limit = wholeParameter(parameters, 'limit', 1, MOST_ROWS, MOST_ROWS, '19');
  const rows = money
    .bookings(startOfDay(from), startOfDay(to + 1), now)
    .filter(
      (booking) =>
        (wanted === '-1' || feeOf(booking).type === Number(wanted)) &&
        (order === '' || String(booking.order?.number) === order) &&
        (line === '' ||
          String(booking.unit?.number ?? booking.order?.units[0]?.number ?? '') === line),
    );
  return { data: rows.slice(offset, offset + limit).map((row) => transactionView(call, row)) };
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

/** A week that is over does not change, and each is added up once. */
const weeks = new WeakMap<MoneyIndex, Map<number, Sums>>();

function sumsOfWeeks(money: MoneyIndex): Map<number, Sums> {
  const known = weeks.get(money) ?? new Map<number, Sums>();
  weeks.set(money, known);
  return known;
}

/**
 * `/finance/payout/status/get`: one statement a week. What a week owes the platform is carried over into
 * the next one, so statements are reckoned from the first order on.
 */
export function payoutStatus(call: ShopCall): Payload {
  const { shop, money, now } = call;
  const after = startOfDay(dayParameter(call, 'created_after'));
  // A replayed file says nothing of money.
  if (shop.countAt(now) === 0 || shop.info.replayOf !== null) return { data: [] };
  const data: Readonly<Record<string, string>>[] = [];
  let openingE4 = 0n;
  let payout = payoutOf('LAZADA', shop.createdAt(0));
  const known = sumsOfWeeks(money);
  for (; payout.to <= now; payout = payoutOf('LAZADA', payout.to)) {
    const sums =
      known.get(payout.from) ?? sumsOf(money.bookings(payout.from, payout.to, payout.to));
    known.set(payout.from, sums);
    const first = sums.itemRevenue + sums.otherRevenue - sums.fees;
    const second = first - sums.refunds;
    const closingE4 = openingE4 + second + sums.feesOnRefunds - sums.shipping + sums.shippingCredit;
    const paidE4 = closingE4 > 0n ? closingE4 : 0n;
    const isPaid = payout.paidAt <= now;
    if (payout.to >= after) {
      data.push({
        statement_number: `${shop.info.shortCode}-${dayText(dayOf(payout.from))}`,
        created_at: localDateTime(payout.to),
        updated_at: localDateTime(isPaid ? payout.paidAt : payout.to),
        opening_balance: moneyText(openingE4),
        item_revenue: moneyText(sums.itemRevenue),
        other_revenue_total: moneyText(sums.otherRevenue),
        fees_total: moneyText(sums.fees),
        subtotal1: moneyText(first),
        refunds: moneyText(sums.refunds),
        fees_on_refunds_total: moneyText(sums.feesOnRefunds),
        subtotal2: moneyText(second),
        shipment_fee: moneyText(sums.shipping),
        shipment_fee_credit: moneyText(sums.shippingCredit),
        closing_balance: moneyText(closingE4),
        guarantee_deposit: '0.00',
        payout: `${writtenAmount(paidE4)} ${shop.info.currency}`,
        paid: isPaid ? '1' : '0',
      });
    }
    openingE4 = closingE4 - paidE4;
  }
  return { data };
}
