/** Lazada's reverse orders: cancellations by the buyer, returns, and refunds without a return. */
import { oneE4 } from '../../money.ts';
import { maxLifetimeSeconds } from '../../world/orders/lifecycle.ts';
import type { Unit } from '../../world/orders/order.ts';
import { maxCaseSeconds, caseStateAt } from '../../world/orders/returns.ts';
import type { CaseState, ReturnCase } from '../../world/orders/returns.ts';
import type { LazadaPayload, LazadaCall } from '../context.ts';
import { LazadaError, missingParameter } from '../errors.ts';
import { readInteger } from '../request-parameters.ts';
import { parseJson } from '../../http/json-object.ts';

const maxRows = 100;
/** Reverse orders and their lines have their own numbers, derived from those of the units. */
const caseNumberBase = 3_500_000_000_000_000;
const lineNumberBase = 3_000_000_000_000_000;

const qcDecisions = [
  'scrap',
  'return_to_merchant',
  'return_to_merchant_cb',
  'return_to_customer',
  'return_to_warehouse',
  'not_returned',
];

const requestTypes = { return: 'RETURN', refund: 'ONLY_REFUND', cancellation: 'CANCEL' } as const;

/** What `reverse_status_list` may name. */
const reverseStatuses = [
  'REQUEST_INITIATE',
  'REQUEST_REJECT',
  'REQUEST_CANCEL',
  'CANCEL_SUCCESS',
  'REFUND_PENDING',
  'REFUND_AUTHORIZED',
  'REFUND_SUCCESS',
  'REFUND_REJECT',
  'REQUEST_COMPLETE',
  'SELLER_AGREE_RETURN',
  'SELLER_REJECT_RETURN',
  'BUYER_RETURN_ITEM',
  'SELLER_AGREE_REFUND',
  'SELLER_REJECT_REFUND',
  'CS_APPROVING',
  'AGREE_CANCEL_ORDER',
  'REJECT_CANCEL_ORDER',
  'RETURN_PICKUP_PENDING',
];

const statusOfState: Readonly<Record<CaseState, string>> = {
  requested: 'REQUEST_INITIATE',
  approved: 'SELLER_AGREE_RETURN',
  in_transit: 'BUYER_RETURN_ITEM',
  received: 'REFUND_PENDING',
  refunded: 'REFUND_SUCCESS',
  rejected: 'REQUEST_REJECT',
  withdrawn: 'REQUEST_CANCEL',
};

function statusOf(state: CaseState, kind: ReturnCase['kind']): string {
  if (kind === 'cancellation' && state === 'refunded') return 'CANCEL_SUCCESS';
  if (kind === 'refund' && state === 'approved') return 'SELLER_AGREE_REFUND';
  return statusOfState[state];
}

export function reverseNumber({ units }: ReturnCase): number {
  return (units[0]?.number ?? 0) - caseNumberBase;
}

export function reverseLineNumber({ number }: Unit): number {
  return number - lineNumberBase;
}

interface CaseSnapshot {
  readonly one: ReturnCase;
  readonly begunAt: number;
  readonly changedAt: number;
  readonly status: string;
}

function snapshotCase(one: ReturnCase, now: number): CaseSnapshot | undefined {
  const last = caseStateAt(one, now);
  const [first] = one.course;
  if (last === undefined || first === undefined) return undefined;
  return {
    one,
    begunAt: first.at,
    changedAt: last.at,
    status: statusOf(last.state, one.kind),
  };
}

/** Returns whole đồng. For other currencies Lazada uses cents here. */
function amount(unit: Unit): number {
  return Number((unit.priceE4 - unit.voucherSellerE4 - unit.voucherPlatformE4) / oneE4);
}

function lineView({ one, begunAt, changedAt, status }: CaseSnapshot, unit: Unit) {
  const { order } = one;
  return {
    reverse_order_line_id: reverseLineNumber(unit),
    trade_order_line_id: unit.number,
    reverse_status: status,
    ofc_status: status === 'REQUEST_CANCEL' ? 'RETURN_CANCELED' : '',
    refund_amount: amount(unit),
    item_unit_price: Number(unit.priceE4 / oneE4),
    refund_payment_method: order.cod ? 'Bank transfer' : 'Original payment method',
    reason_text: one.reason,
    reason_code: 1000 + (one.reason.length % 50),
    whqc_decision: '',
    trade_order_gmt_create: order.createdAt,
    return_order_line_gmt_create: begunAt,
    return_order_line_gmt_modified: changedAt,
    is_dispute: false,
    is_need_refund: one.kind === 'cancellation' && order.cod ? 'false' : 'true',
    seller_sku_id: unit.sku.sellerSku,
    platform_sku_id: `${unit.sku.itemNumber}_VNAMZ-${unit.sku.number}`,
    tracking_number: status === 'BUYER_RETURN_ITEM' ? `RT${unit.number % 10_000_000_000}` : '',
    receiver_address: '',
    product: { product_id: unit.sku.itemNumber, product_sku: String(unit.sku.number) },
    buyer: { buyer_id: order.buyer.number },
    sla: 0,
  };
}

function caseView(at: CaseSnapshot) {
  const { one } = at;
  return {
    reverse_order_id: reverseNumber(one),
    trade_order_id: one.order.number,
    request_type: requestTypes[one.kind],
    is_rtm: one.kind === 'return',
    shipping_type: one.kind === 'return' ? 'PICK_UP' : '',
    reverse_order_lines: one.units.map((unit) => lineView(at, unit)),
  };
}

/**
 * Parses a JSON array of texts. Returns undefined (no filter) if it is absent.
 *
 * @throws {LazadaError} 5 if it is no array, 36 if it has another value.
 */
function listParameter(
  { parameters }: LazadaCall,
  name: string,
  values: readonly string[],
): readonly string[] | undefined {
  const text = parameters.get(name) ?? '';
  if (text === '') return undefined;
  const parsed = parseJson(text);
  if (!Array.isArray(parsed)) throw new LazadaError('5', name);
  const list = parsed.map(String);
  if (list.some((value) => !values.includes(value))) throw new LazadaError('36', name);
  return list;
}

/** Parses a pair of epoch milliseconds into seconds. Absent ends are unbounded. */
function spanParameter({ parameters }: LazadaCall, name: string): { from: number; to: number } {
  const read = (end: string, defaultValue: number): number => {
    const text = parameters.get(`${name}${end}`) ?? '';
    if (text === '') return defaultValue;
    if (!/^\d{1,15}$/.test(text)) throw new LazadaError('17', `${name}${end}`);
    return Number(text) / 1000;
  };
  return { from: read('Start', -Infinity), to: read('End', Infinity) };
}

/** @throws {LazadaError} 36 if the value is not in the list. */
function oneOf({ parameters }: LazadaCall, name: string, values: readonly string[]): void {
  const text = parameters.get(name) ?? '';
  if (text !== '' && !values.includes(text)) throw new LazadaError('36', name);
}

function isWithin(span: { from: number; to: number }, at: number): boolean {
  return at >= span.from && at <= span.to;
}

/** `/reverse/getreverseordersforseller`: latest request first, like the seller center. */
export function reverseOrders(call: LazadaCall): LazadaPayload {
  const { parameters, money, now } = call;
  if ((parameters.get('page_no') ?? '') === '') throw missingParameter('page_no');
  if ((parameters.get('page_size') ?? '') === '') throw missingParameter('page_size');
  const page = readInteger(parameters, 'page_no', 1, 1_000_000, 1, '14');
  const size = readInteger(parameters, 'page_size', 1, maxRows, 10, '19');
  const created = spanParameter(call, 'ReverseOrderLineTimeRange');
  const modified = spanParameter(call, 'ReverseOrderLineModifiedTimeRange');
  const sold = spanParameter(call, 'TradeOrderLineCreatedTimeRange');
  // Validated but not applied: in this world all returns go to the seller.
  oneOf(call, 'return_to_type', ['RTM', 'RTW']);
  oneOf(call, 'QC_Decision', qcDecisions);
  const types = listParameter(call, 'request_type_list', Object.values(requestTypes));
  const statuses = listParameter(call, 'reverse_status_list', reverseStatuses);
  const orderId = parameters.get('trade_order_id') ?? '';
  const caseId = parameters.get('reverse_order_id') ?? '';
  const begins = Math.max(created.from, modified.from) - maxLifetimeSeconds - maxCaseSeconds;
  const ends = Math.min(created.to, modified.to, now) + 1;
  const found = money
    .cases(begins, ends, now)
    .flatMap((one) => snapshotCase(one, now) ?? [])
    .filter(
      ({ one, begunAt, changedAt, status }) =>
        isWithin(created, begunAt) &&
        isWithin(modified, changedAt) &&
        isWithin(sold, one.order.createdAt) &&
        (types === undefined || types.includes(requestTypes[one.kind])) &&
        (statuses === undefined || statuses.includes(status)) &&
        (orderId === '' || String(one.order.number) === orderId) &&
        (caseId === '' || String(reverseNumber(one)) === caseId),
    )
    .toSorted((a, b) => b.begunAt - a.begunAt || b.one.order.ordinal - a.one.order.ordinal);
  return {
    result: {
      success: true,
      page_no: page,
      page_size: size,
      total: found.length,
      items: found.slice((page - 1) * size, page * size).map(caseView),
    },
  };
}

/** `/order/reverse/return/detail/list`. */
export function reverseDetail(call: LazadaCall): LazadaPayload {
  const text = call.parameters.get('reverse_order_id') ?? '';
  if (text === '') throw missingParameter('reverse_order_id');
  const found = call.money
    .cases(-Infinity, call.now + 1, call.now)
    .filter((one) => String(reverseNumber(one)) === text)
    .flatMap((one) => snapshotCase(one, call.now) ?? [])[0];
  if (found === undefined) throw new LazadaError('105', text);
  const { reverse_order_lines: lines, ...head } = caseView(found);
  return {
    data: {
      ...head,
      reverseOrderLineDTOList: lines.map(({ product, buyer, is_need_refund: needs, ...line }) => ({
        ...line,
        is_need_refund: needs === 'true',
        productDTO: { product_id: product.product_id, sku: product.product_sku },
        buyer: { user_id: buyer.buyer_id },
      })),
    },
  };
}
