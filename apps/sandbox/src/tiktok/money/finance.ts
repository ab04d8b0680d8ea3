/** Statements, one per UTC day, and their transactions. Costs are negative. */
import { formatAmount } from '../../money.ts';
import type { Booking } from '../../world/money/money-index.ts';
import type { MoneyKind } from '../../world/money/bookings.ts';
import { payoutPeriodAt, type Payout } from '../../world/money/payouts.ts';
import type { Storefront } from '../../world/orders/order.ts';
import type { TiktokCall, TiktokData } from '../context.ts';
import { TiktokError } from '../errors.ts';
import { orderId } from '../orders/orders.ts';
import { pageOf } from '../paging.ts';
import { maxEpochSeconds, readEnum, invalidParameter, readInteger } from '../request-parameters.ts';
import { daySeconds } from '../../local-time.ts';

const idPrefix = '3458';

/** Bookings outside of orders, with their names. */
const adjustments: Readonly<Partial<Record<MoneyKind, readonly [string, ...string[]]>>> = {
  adjustment: ['PROMOTION_ADJUSTMENT', 'OTHER_ADJUSTMENT'],
  // Copied from TikTok with its full-width parentheses.
  penalty: ['PLATFORM_PENALTY', 'Violation fee （settlement fee）'],
  compensation: ['LOGISTICS_REIMBURSEMENT', 'PLATFORM_REIMBURSEMENT'],
  ads_charge: ['GMV_PAYMENT_FOR_ADS'],
};

/** Optional seller programs, by the names of their fees. */
const programmes = [
  'sfp_service_fee_amount',
  'voucher_xtra_service_fee_amount',
  'smart_promotion_fee_amount',
  'seller_growth_fee_amount',
  'campaign_resource_fee',
] as const;

/** Picks one of the names deterministically. */
function nameFor(names: readonly [string, ...string[]], { order, at }: Booking): string {
  return names[(order?.number ?? at) % names.length] ?? names[0];
}

interface Statement extends Payout {
  readonly bookings: readonly Booking[];
}

/** Encodes day and shop in a 19-digit ID. */
function statementId({ from }: Payout, slot: number): string {
  return `${idPrefix}${String(slot).padStart(5, '0')}${String(from / daySeconds).padStart(10, '0')}`;
}

/** Cache by shop, valid for a UTC day: past statements do not change, and clients fetch them one by one. */
const statementCache = new WeakMap<Storefront, { end: number; statements: readonly Statement[] }>();

/** Returns the statements of past days. */
function statementsOf(call: TiktokCall): readonly Statement[] {
  const end = Math.floor(call.now / daySeconds) * daySeconds;
  const known = statementCache.get(call.shop);
  if (known?.end === end) return known.statements;
  const statements = buildStatements(call, end);
  statementCache.set(call.shop, { end, statements });
  return statements;
}

function buildStatements({ shop, money, now }: TiktokCall, end: number): readonly Statement[] {
  if (shop.countAt(now) === 0) return [];
  const begin = Math.floor(shop.createdAt(0) / daySeconds) * daySeconds;
  const byDay = Map.groupBy(money.bookings(begin, end, now), ({ at }) =>
    Math.floor(at / daySeconds),
  );
  return [...byDay.values()].map((bookings) => ({
    ...payoutPeriodAt('TIKTOK', bookings[0]?.at ?? 0),
    bookings,
  }));
}

function sum(bookings: readonly Booking[], kinds?: readonly MoneyKind[]): bigint {
  return bookings.reduce(
    (total, { kind, amountE4 }) =>
      kinds === undefined || kinds.includes(kind) ? total + amountE4 : total,
    0n,
  );
}

export const revenueKinds: readonly MoneyKind[] = ['item_price', 'seller_voucher', 'refund'];
export const shippingKinds: readonly MoneyKind[] = [
  'shipping_buyer',
  'shipping_carrier',
  'shipping_subsidy',
  'shipping_seller',
];
export const feeKinds: readonly MoneyKind[] = [
  'commission',
  'payment_fee',
  'programme_fee',
  'infrastructure_fee',
  'affiliate_commission',
];
const otherKinds: readonly MoneyKind[] = ['adjustment', 'penalty', 'compensation', 'ads_charge'];

function statementView({ shop, now }: TiktokCall, statement: Statement): TiktokData {
  const { bookings } = statement;
  const id = statementId(statement, shop.info.slot);
  return {
    id,
    statement_time: statement.to,
    currency: shop.info.currency,
    settlement_amount: formatAmount(sum(bookings)),
    revenue_amount: formatAmount(sum(bookings, revenueKinds)),
    // In Southeast Asia, fees include shipping costs.
    fee_amount: formatAmount(sum(bookings, [...feeKinds, ...shippingKinds])),
    adjustment_amount: formatAmount(sum(bookings, otherKinds)),
    payment_id: `9${id.slice(1)}`,
    ...(statement.paidAt <= now
      ? { payment_status: 'PAID', payment_time: statement.paidAt }
      : { payment_status: 'PROCESSING' }),
  };
}

/** `GET /finance/202309/statements`. */
export function listStatements(call: TiktokCall): TiktokData {
  const { query, now } = call;
  if (query.get('sort_field') !== 'statement_time') throw invalidParameter('sort_field');
  const isDescending = readEnum(query, 'sort_order', ['ASC', 'DESC'], 'ASC') === 'DESC';
  const size = readInteger(query, 'page_size', 1, 100, 20);
  const from = readInteger(query, 'statement_time_ge', 0, maxEpochSeconds, 0);
  const to = readInteger(query, 'statement_time_lt', 0, maxEpochSeconds, maxEpochSeconds);
  const status = readEnum(query, 'payment_status', ['PAID', 'FAILED', 'PROCESSING', 'ANY'], 'ANY');
  const matching = statementsOf(call).filter((statement) => {
    const isPaid = statement.paidAt <= now;
    const isRequested = status === 'ANY' || status === (isPaid ? 'PAID' : 'PROCESSING');
    return statement.to >= from && statement.to < to && isRequested;
  });
  if (isDescending) matching.reverse();
  const { rows, end } = pageOf(call, matching, size);
  return {
    statements: rows.map((statement) => statementView(call, statement)),
    // This list has no total count.
    next_page_token: end['next_page_token'],
  };
}

/** A transaction: all bookings of an order on a day, or a single booking outside of orders. */
interface Transaction {
  readonly type: string;
  readonly bookings: readonly Booking[];
}

function transactionsOf(bookings: readonly Booking[]): readonly Transaction[] {
  const isAlone = ({ kind }: Booking): boolean => adjustments[kind] !== undefined;
  const byOrder = Map.groupBy(
    bookings.filter((booking) => !isAlone(booking)),
    ({ order }) => order?.number,
  );
  return [
    ...[...byOrder.values()].map((own) => ({ type: 'ORDER', bookings: own })),
    ...bookings
      .filter(isAlone)
      .map((own) => ({ type: nameFor(adjustments[own.kind] ?? [''], own), bookings: [own] })),
  ];
}

function orderParts(bookings: readonly Booking[]): TiktokData {
  const [first] = bookings;
  const of = (kind: MoneyKind, isReversal?: boolean): string =>
    formatAmount(
      sum(
        bookings.filter((one) => isReversal === undefined || one.isReversal === isReversal),
        [kind],
      ),
    );
  return {
    revenue_breakdown: {
      subtotal_before_discount_amount: of('item_price'),
      seller_discount_amount: of('seller_voucher', false),
      refund_subtotal_before_discount_amount: of('refund'),
      seller_discount_refund_amount: of('seller_voucher', true),
      cod_service_fee_amount: '0',
      refund_cod_service_fee_amount: '0',
    },
    shipping_cost_breakdown: {
      actual_shipping_fee_amount: of('shipping_carrier'),
      shipping_fee_discount_amount: of('shipping_subsidy'),
      customer_paid_shipping_fee_amount: of('shipping_buyer'),
      return_shipping_fee_amount: of('shipping_seller'),
      shipping_insurance_fee_amount: '0',
      supplementary_component: { platform_shipping_fee_discount_amount: of('shipping_subsidy') },
    },
    fee_tax_breakdown: {
      fee: {
        platform_commission_amount: of('commission'),
        transaction_fee_amount: of('payment_fee'),
        affiliate_commission_amount: of('affiliate_commission'),
        affiliate_commission_amount_before_pit: of('affiliate_commission'),
        gmv_max_ad_fee_amount: '0',
        ...(first && { [nameFor(programmes, first)]: of('programme_fee') }),
        vn_fix_infrastructure_fee: of('infrastructure_fee'),
      },
      tax: { vat_amount: '0', pit_amount: '0' },
    },
  };
}

function transactionView(statement: Statement, { type, bookings }: Transaction): TiktokData {
  const [first] = bookings;
  const order = first?.order ?? null;
  const day = String(statement.from / daySeconds).slice(-2);
  const place = type === 'ORDER' ? '0' : String((first?.place ?? 0) + 1);
  const id = `7${order?.number ?? `9000000000000${day}`}${day}${place}`;
  const adjustment = sum(bookings, otherKinds);
  return {
    id,
    type,
    ...(type === 'ORDER'
      ? { order_id: order === null ? '' : orderId(order.number) }
      : {
          adjustment_id: id,
          adjustment_order_id: order === null ? '' : orderId(order.number),
        }),
    ...(order !== null && { order_create_time: order.createdAt }),
    settlement_amount: formatAmount(sum(bookings)),
    revenue_amount: formatAmount(sum(bookings, revenueKinds)),
    shipping_cost_amount: formatAmount(sum(bookings, shippingKinds)),
    fee_tax_amount: formatAmount(sum(bookings, feeKinds)),
    adjustment_amount: formatAmount(adjustment),
    reserve_amount: '0',
    ...(type === 'ORDER' && orderParts(bookings)),
  };
}

/** `GET /finance/202501/statements/{statement_id}/statement_transactions`. */
export function statementTransactions(call: TiktokCall): TiktokData {
  const { query, id, shop } = call;
  if (query.get('sort_field') !== 'order_create_time') throw invalidParameter('sort_field');
  const isDescending = readEnum(query, 'sort_order', ['ASC', 'DESC'], 'ASC') === 'DESC';
  const size = readInteger(query, 'page_size', 1, 100, 20);
  const statement = statementsOf(call).find((one) => statementId(one, shop.info.slot) === id);
  if (statement === undefined) throw new TiktokError(36_009_004, 'The statement_id is invalid.');
  const { bookings } = statement;
  const all = transactionsOf(bookings).toSorted(
    (a, b) => (a.bookings[0]?.order?.createdAt ?? 0) - (b.bookings[0]?.order?.createdAt ?? 0),
  );
  if (isDescending) all.reverse();
  const { rows, end } = pageOf(call, all, size);
  return {
    id,
    create_time: statement.to,
    currency: shop.info.currency,
    status: 'SETTLED',
    total_settlement_amount: formatAmount(sum(bookings)),
    total_reserve_amount: '0',
    payable_amount: formatAmount(sum(bookings)),
    total_settlement_breakdown: {
      total_revenue_amount: formatAmount(sum(bookings, revenueKinds)),
      total_shipping_cost_amount: formatAmount(sum(bookings, shippingKinds)),
      total_fee_tax_amount: formatAmount(sum(bookings, feeKinds)),
      total_adjustment_amount: formatAmount(sum(bookings, otherKinds)),
    },
    transactions: rows.map((row) => transactionView(statement, row)),
    ...end,
  };
}
