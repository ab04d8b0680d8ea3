/** The rows of Lazada's transactions. All values are text, encoded by `wireText`. */
import { dayOf, formatDay, startOfDay } from '../../local-time.ts';
import { wireText } from '../../http/platform-listener.ts';
import type { Booking } from '../../world/money/money-index.ts';
import type { MoneyKind } from '../../world/money/bookings.ts';
import type { Order, Unit } from '../../world/orders/order.ts';
import { payoutPeriodAt, type Payout } from '../../world/money/payouts.ts';
import type { LazadaCall } from '../context.ts';
import { formatMoney } from '../orders/order-view.ts';
import { statusOf } from '../orders/statuses.ts';

interface Fee {
  readonly type: number;
  readonly name: string;
  /** Last word of the transaction type. */
  readonly group: string;
}

const fees: Readonly<Record<MoneyKind, Fee>> = {
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

const reversals: ReadonlyMap<MoneyKind, Fee> = new Map([
  [
    'seller_voucher',
    { type: 121, name: 'Reversal Promotional Charges Vouchers', group: 'Marketing Fees' },
  ],
  ['commission', { type: 15, name: 'Reversal Commission', group: 'Lazada Fees' }],
]);

/** Every fee type accepted by the filter, whether or not it occurs here. */
export const knownTypes = new Set([
  3, 4, 7, 8, 13, 14, 15, 16, 19, 20, 26, 28, 36, 37, 47, 48, 54, 80, 81, 85, 103, 112, 117, 118,
  119, 120, 121, 122, 142, 143, 157, 158, 200, 202, 203, 206, 209, 210, 211, 212, 213,
]);

export function feeOf({ kind, isReversal, amountE4, unit }: Booking): Fee {
  if (kind === 'adjustment' && amountE4 < 0n) {
    return { type: 37, name: 'Seller Debit Item', group: 'Lazada Fees' };
  }
  // A parcel that was not delivered, as opposed to a return by the buyer.
  if (kind === 'shipping_seller' && unit?.life.at(-1)?.stage === 'shipped_back') {
    return { type: 26, name: 'Return To Seller Fee', group: 'Logistics' };
  }
  return (isReversal ? reversals.get(kind) : undefined) ?? fees[kind];
}

function typeOf(booking: Booking, fee: Fee): string {
  if (booking.order === null) return `Other Services-${fee.group}`;
  return `${booking.isReversal || booking.kind === 'refund' ? 'Refunds' : 'Orders'}-${fee.group}`;
}

const months = [
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

/** Formats a day like `17 May 2016`. */
function formatRowDay(day: number): string {
  const [year = '', month = '', date = ''] = formatDay(day).split('-');
  return `${date} ${months[Number(month) - 1] ?? ''} ${year}`;
}

/** Formats with two decimals and commas between thousands. */
export function formatAmount(amountE4: bigint): string {
  let text = formatMoney(amountE4);
  const first = amountE4 < 0n ? 1 : 0;
  for (let index = text.indexOf('.') - 3; index > first; index -= 3) {
    text = `${text.slice(0, index)},${text.slice(index)}`;
  }
  return text;
}

function formatStatement({ from, to }: Payout): string {
  return `${formatRowDay(dayOf(from))} - ${formatRowDay(dayOf(to - 1))}`;
}

/** The shared fields of a day's bookings. */
interface DayFields {
  readonly date: string;
  readonly paid: string;
  readonly statement: string;
}

/** The shared fields of a unit's bookings. */
interface PieceFields {
  readonly number: string;
  readonly status: string;
  readonly lazadaSku: string;
  readonly sellerSku: string;
  readonly name: string;
}

/** Formats rows. Caches the shared fields: a page has hundreds of rows per day and about nine per unit sold. */
class TransactionWriter {
  readonly #shortCode: string;
  readonly #now: number;
  readonly #days = new Map<number, DayFields>();
  readonly #orders = new Map<Order, { readonly number: string; readonly transaction: string }>();
  readonly #pieces = new Map<Unit, PieceFields>();

  constructor({ shop, now }: LazadaCall) {
    this.#shortCode = shop.info.shortCode;
    this.#now = now;
  }

  #dayFields(day: number): DayFields {
    return this.#days.getOrInsertComputed(day, () => {
      const payout = payoutPeriodAt('LAZADA', startOfDay(day));
      return {
        date: formatRowDay(day),
        paid: payout.paidAt <= this.#now ? 'Yes' : 'No',
        statement: formatStatement(payout),
      };
    });
  }

  #orderFields(order: Order): { readonly number: string; readonly transaction: string } {
    return this.#orders.getOrInsertComputed(order, ({ number }) => ({
      number: String(number),
      transaction: `${this.#shortCode}-${number.toString(36).toUpperCase()}`,
    }));
  }

  #pieceFields(unit: Unit): PieceFields {
    const known = this.#pieces.get(unit);
    if (known) return known;
    const last = unit.life.findLast(({ at }) => at <= this.#now);
    const fields = {
      number: String(unit.number),
      status: last === undefined ? '' : statusOf(last.stage),
      lazadaSku: `${unit.sku.itemNumber}_VNAMZ-${unit.sku.number}`,
      sellerSku: wireText(unit.sku.sellerSku),
      name: wireText(unit.name),
    };
    this.#pieces.set(unit, fields);
    return fields;
  }

  view(booking: Booking): Readonly<Record<string, string>> {
    const { order, unit } = booking;
    const fee = feeOf(booking);
    const day = dayOf(booking.at);
    const { date, paid, statement } = this.#dayFields(day);
    const sale = order && this.#orderFields(order);
    const first = unit ?? order?.units[0];
    const piece = first && this.#pieceFields(first);
    return {
      order_no: sale?.number ?? '',
      orderItem_no: piece?.number ?? '',
      orderItem_status: piece?.status ?? '',
      transaction_date: date,
      transaction_type: typeOf(booking, fee),
      transaction_number: sale
        ? `${sale.transaction}${booking.place.toString(36).toUpperCase().padStart(2, '0')}`
        : `${this.#shortCode}-S${day}`,
      fee_type: String(fee.type),
      fee_name: fee.name,
      amount: formatAmount(booking.amountE4),
      VAT_in_amount: '0.00',
      WHT_amount: '0.00',
      WHT_included_in_amount: 'No',
      paid_status: paid,
      statement,
      seller_sku: piece?.sellerSku ?? '',
      lazada_sku: piece?.lazadaSku ?? '',
      details: piece?.name ?? '',
      reference: piece?.number ?? '',
      comment: '',
      payment_ref_id: '',
      shipping_provider: first ? 'LEX VN' : '',
      shipping_speed: first ? 'Standard' : '',
      shipment_type: first ? 'Dropshipping' : '',
    };
  }
}

/** Returns the rows of a page. */
export function transactionRows(
  call: LazadaCall,
  bookings: readonly Booking[],
): readonly Readonly<Record<string, string>>[] {
  const writer = new TransactionWriter(call);
  return bookings.map((booking) => writer.view(booking));
}
