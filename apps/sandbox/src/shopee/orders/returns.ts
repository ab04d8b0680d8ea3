/** `get_return_list` and `get_return_detail`. */
import { calendarDay, dayOf } from '../../local-time.ts';
import { sumE4, toJsonNumber } from '../../money.ts';
import { maxLifetimeSeconds } from '../../world/orders/lifecycle.ts';
import type { Unit } from '../../world/orders/order.ts';
import { maxCaseSeconds, caseStateAt } from '../../world/orders/returns.ts';
import type { CaseState, ReturnCase } from '../../world/orders/returns.ts';
import type { ShopeeCall, ShopeePayload } from '../context.ts';
import { ShopeeError } from '../errors.ts';
import { orderSerial } from './order-serials.ts';
import { maxUint32, readEnum, readInteger } from '../request-parameters.ts';

const maxSpanSeconds = 15 * 86_400;

const statusOfState: Readonly<Record<CaseState, string>> = {
  requested: 'REQUESTED',
  approved: 'PROCESSING',
  in_transit: 'PROCESSING',
  received: 'PROCESSING',
  // The refund is confirmed.
  refunded: 'ACCEPTED',
  rejected: 'CLOSED',
  withdrawn: 'CANCELLED',
};

/** The buyer has handed the goods to the carrier. */
const handedOverStates: ReadonlySet<CaseState> = new Set(['in_transit', 'received', 'refunded']);

/** Returns the warehouse status of a parcel: 1 expected, 3 inbound, 4 canceled. */
function checkIn(state: CaseState): number {
  if (state === 'received' || state === 'refunded') return 3;
  return state === 'rejected' || state === 'withdrawn' ? 4 : 1;
}

/** The statuses that the filter of the list accepts. */
const filters = [...new Set(Object.values(statusOfState)), 'JUDGING', 'SELLER_DISPUTE'];

interface CaseSnapshot {
  readonly one: ReturnCase;
  readonly name: string;
  readonly begunAt: number;
  readonly changedAt: number;
  readonly state: CaseState;
}

function snapshotCase(one: ReturnCase, now: number): CaseSnapshot | undefined {
  const last = caseStateAt(one, now);
  const begunAt = one.course[0]?.at;
  // A cancellation before shipping is an order status, not a return.
  if (last === undefined || begunAt === undefined || one.kind === 'cancellation') return undefined;
  return { one, name: nameOf(one, begunAt), begunAt, changedAt: last.at, state: last.state };
}

/** Returns the return number: the day of the request and the order's number. An order has at most one return. */
function nameOf({ order }: ReturnCase, begunAt: number): string {
  const { year, month, dayOfMonth } = calendarDay(dayOf(begunAt));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(year % 100)}${two(month)}${two(dayOfMonth)}${order.number.toString(36).toUpperCase()}`;
}

/** Returns the fields of a push about a case, or null if it is not a return at Shopee. */
export function returnFields(
  one: ReturnCase,
  state: CaseState,
): { readonly name: string; readonly status: string } | null {
  const begunAt = one.course[0]?.at;
  if (begunAt === undefined || one.kind === 'cancellation') return null;
  return { name: nameOf(one, begunAt), status: statusOfState[state] };
}

/** Returns what the buyer paid for a unit. */
function paid(unit: Unit): bigint {
  return unit.priceE4 - unit.voucherSellerE4 - unit.voucherPlatformE4;
}

function view({ one, name, begunAt, changedAt, state }: CaseSnapshot) {
  const { order, units, kind } = one;
  const bySku = [...Map.groupBy(units, ({ sku }) => sku.number).values()];
  const refund = sumE4(units, paid);
  return {
    return_sn: name,
    order_sn: orderSerial(order.number, order.createdAt),
    status: statusOfState[state],
    reason: kind === 'return' ? 'PHYSICAL_DMG' : 'ITEM_MISSING',
    text_reason: one.reason,
    refund_amount: toJsonNumber(refund),
    amount_before_discount: toJsonNumber(sumE4(units, ({ priceE4 }) => priceE4)),
    currency: 'VND',
    create_time: begunAt,
    update_time: changedAt,
    due_date: begunAt + 3 * 86_400,
    tracking_number:
      kind === 'return' && handedOverStates.has(state) ? `SPXVNR${order.number}` : '',
    needs_logistics: kind === 'return',
    user: { username: '******', email: '******', portrait: '' },
    item: bySku.flatMap((pieces) => {
      const [first] = pieces;
      if (first === undefined) return [];
      const { sku } = first;
      return {
        item_id: sku.itemNumber,
        model_id: sku.number === sku.itemNumber ? 0 : sku.number,
        name: first.name,
        images: [],
        amount: pieces.length,
        item_price: toJsonNumber(first.priceE4),
        item_sku: '',
        variation_sku: sku.sellerSku,
        is_add_on_deal: false,
        is_main_item: false,
        add_on_deal_id: 0,
        refund_amount: toJsonNumber(sumE4(pieces, paid)),
      };
    }),
    negotiation_status: '',
    seller_proof_status: '',
    seller_compensation_status: '',
    return_refund_type: 'RRBOC',
    return_solution: kind === 'return' ? 0 : 1,
    return_refund_request_type: 0,
    ...(kind === 'return'
      ? { validation_type: 'warehouse_validation', is_arrived_at_warehouse: checkIn(state) }
      : { validation_type: 'seller_validation' }),
  };
}

/** Reads a pair of parameters as a period. Returns undefined if both are absent. */
function spanOf(query: URLSearchParams, name: string): { from: number; to: number } | undefined {
  if (!query.has(`${name}_from`) && !query.has(`${name}_to`)) return undefined;
  const from = readInteger(query, `${name}_from`, 0, maxUint32);
  const to = readInteger(query, `${name}_to`, 0, maxUint32);
  if (from > to || to - from > maxSpanSeconds) {
    throw new ShopeeError('error_param', `The span of ${name} is too long.`);
  }
  return { from, to };
}

export function listReturns({ query, money: index, now }: ShopeeCall): ShopeePayload {
  const page = readInteger(query, 'page_no', 0, maxUint32);
  const size = readInteger(query, 'page_size', 1, 100);
  const status = readEnum(query, 'status', filters);
  const created = spanOf(query, 'create_time');
  const updated = spanOf(query, 'update_time');
  const begins = Math.max(created?.from ?? -Infinity, updated?.from ?? -Infinity);
  const ends = Math.min(created?.to ?? Infinity, updated?.to ?? Infinity, now) + 1;
  const within = (at: number, span: { from: number; to: number } | undefined) =>
    span === undefined || (at >= span.from && at <= span.to);
  const found = index
    .cases(begins - maxLifetimeSeconds - maxCaseSeconds, ends, now)
    .flatMap((one) => snapshotCase(one, now) ?? [])
    .filter(
      ({ begunAt, changedAt, state }) =>
        within(begunAt, created) &&
        within(changedAt, updated) &&
        (status === '' || statusOfState[state] === status),
    )
    .toSorted((a, b) => b.begunAt - a.begunAt || (a.name < b.name ? -1 : 1));
  return {
    response: {
      more: found.length > (page + 1) * size,
      return: found.slice(page * size, (page + 1) * size).map(view),
    },
  };
}

export function returnDetail({ query, money: index, now }: ShopeeCall): ShopeePayload {
  const name = query.get('return_sn') ?? '';
  const found = index
    .cases(-Infinity, now + 1, now)
    .flatMap((one) => snapshotCase(one, now) ?? [])
    .find((each) => each.name === name);
  if (found === undefined) throw new ShopeeError('error_param', 'The return is not found.');
  const { one, state } = found;
  return {
    response: {
      ...view(found),
      activity: [],
      logistics_status: one.kind === 'return' ? 'LOGISTICS_REQUEST_CREATED' : '',
      reverse_logistics_status:
        state === 'received' || state === 'refunded' ? 'LOGISTICS_DELIVERY_DONE' : '',
      negotiation: { negotiation_status: '', latest_solution: '', latest_offer_amount: 0 },
    },
  };
}
