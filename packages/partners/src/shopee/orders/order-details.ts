import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { ShopAccess } from '../../connector/shop-access.ts';
import { fetchAllByKey, fetchInBatches } from '../../http/batches.ts';
import { createRawItem, newestItems, type ParsedItem } from '../../parsing/items.ts';
import { splitArray, type JsonElement } from '../../parsing/lossless-json.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import type { ResponseExtent } from '../../http/call-partner.ts';
import { Id, Seconds, type ShopeeClient, type ShopeeRequest } from '../protocol/client.ts';
import { isUnknownOrderError } from '../protocol/errors.ts';
import { readField, readText, Lenient, Nullable, OptionalText } from '../../parsing/fields.ts';

const detailPath = '/api/v2/order/get_order_detail';
const incomePath = '/api/v2/payment/get_escrow_detail_batch';
const batchSize = 50;
/** A listed order that is missing from this many consecutive responses does not exist. */
const maxEmptyDetailAttempts = 3;
/** Every paid order has an income. Net sales would be too high without it, so it gets more attempts. */
const maxEmptyIncomeAttempts = 5;

/** Fields of the detail that are returned only on request. */
const optionalFields = [
  'item_list',
  'pay_time',
  'pickup_done_time',
  'payment_method',
  'buyer_user_id',
  'estimated_shipping_fee',
  'cancel_by',
  'cancel_reason',
  'package_list',
  'total_amount',
];

export interface DetailRow extends ParsedItem {
  /** Null when the row is not a readable order. */
  name: string | null;
  createdAt: Date | null;
  updatedAt: Date | null;
  income: 'due' | 'possible' | 'none';
}

interface FoundDetails {
  rows: DetailRow[];
  /** Orders whose detail alone makes the response too large or too slow. */
  oversized: readonly string[];
}

/** Fetches the details of orders, verbatim. Orders that are unknown to the platform or keep missing are omitted. */
export async function fetchDetails(
  client: ShopeeClient,
  access: ShopAccess,
  names: readonly string[],
  signal: AbortSignal | undefined,
): Promise<FoundDetails> {
  const fetchBatch = async (batch: readonly string[], extent: ResponseExtent) => {
    const parameters = {
      order_sn_list: batch,
      response_optional_fields: optionalFields,
      request_order_status_pending: 'true',
    };
    const request = { path: detailPath, access, signal, extent, parameters };
    return (await fetchRows(client, request, ['response', 'order_list'])).map(toDetailRow);
  };
  const { rows, oversized } = await fetchAllByKey(
    names,
    { size: batchSize, ask: fetchBatch, isRefused: isUnknownOrderError },
    ({ name }) => name,
    maxEmptyDetailAttempts,
  );
  const newest = newestItems(rows);
  return { rows: newest, oversized };
}

/** Numbers of the orders whose incomes to fetch. */
interface IncomeRequest {
  /** Paid and cash-on-delivery orders, which always have an income. */
  due: readonly string[];
  /** Cancelled orders that apparently were never paid: requested once, since they probably have no income. */
  possible?: readonly string[];
}

interface FoundIncomes {
  /** Incomes by order number, verbatim. */
  incomes: ReadonlyMap<string, ParsedItem>;
  /** Orders whose income alone makes the response too large or too slow. */
  oversized: ReadonlySet<string>;
}

/**
 * Fetches the incomes of orders. Incomes that do not exist yet or keep missing are omitted.
 */
export async function fetchIncomes(
  client: ShopeeClient,
  access: ShopAccess,
  { due, possible = [] }: IncomeRequest,
  signal: AbortSignal | undefined,
): Promise<FoundIncomes> {
  const fetchBatch = async (batch: readonly string[], extent: ResponseExtent) => {
    const request = { path: incomePath, access, signal, extent, body: { order_sn_list: batch } };
    return (await fetchRows(client, request, ['response'])).flatMap(toIncome);
  };
  const batches = {
    size: batchSize,
    ask: fetchBatch,
    isRefused: isUnknownOrderError,
    doubtful: new Set(possible),
  };
  const firstPass = await fetchInBatches([...due, ...possible], batches);
  const answered = new Set([
    ...firstPass.rows.map(({ name }) => name),
    ...firstPass.oversized,
    ...firstPass.refused,
  ]);
  const missing = due.filter((name) => !answered.has(name));
  const later = await fetchAllByKey(missing, batches, ({ name }) => name, maxEmptyIncomeAttempts);
  const rows = [...firstPass.rows, ...later.rows];
  return {
    incomes: new Map(rows.flatMap(({ name, income }) => (income ? [[name, income] as const] : []))),
    oversized: new Set([...firstPass.oversized, ...later.oversized]),
  };
}

/** Parses a row of a batch; `income` is null when the row states that there is none. */
function toIncome({ bytes, value }: JsonElement): { name: string; income: ParsedItem | null }[] {
  const name = readText(unwrapIncome(value), 'order_sn');
  if (name === null) return [];
  if (readText(value, 'fail_error') !== null) return [{ name, income: null }];
  return [{ name, income: { raw: createRawItem('order_items', name, null, bytes), value } }];
}

async function fetchRows(
  client: ShopeeClient,
  request: ShopeeRequest,
  arrayPath: readonly string[],
): Promise<JsonElement[]> {
  const answer = await client.read(request, arrayPath);
  if (answer.hasArray) return answer.elements;
  // If there is no income, the reference's example has the rows next to the envelope's fields.
  const topLevelRows = splitArray(answer.bytes, ['escrow_detail_list']);
  if (topLevelRows) return topLevelRows.elements;
  throw new PartnerError({ kind: 'protocol', code: 'rows_shape', endpoint: request.path });
}

function readTime(value: unknown, name: string): Date | null {
  const text = readText(value, name);
  return text !== null && /^\d{1,10}$/.test(text) ? new Date(Number(text) * 1000) : null;
}

/** Unpaid orders have no income yet. Cancelled orders have one if they were paid or cash on delivery. */
function incomeExpectation(value: unknown): DetailRow['income'] {
  const status = readText(value, 'order_status');
  if (status === 'UNPAID') return 'none';
  const isPaid =
    (readTime(value, 'pay_time')?.getTime() ?? 0) > 0 || readField(value, 'cod') === true;
  return status === 'CANCELLED' && !isPaid ? 'possible' : 'due';
}

function toDetailRow({ bytes, value }: JsonElement): DetailRow {
  const name = readText(value, 'order_sn');
  const updatedAt = readTime(value, 'update_time');
  return {
    name,
    createdAt: readTime(value, 'create_time'),
    updatedAt,
    income: incomeExpectation(value),
    raw: createRawItem('order', name, updatedAt, bytes),
    value,
  };
}

// Numbers are text at this point.
const Count = Type.Optional(Nullable(Type.String({ pattern: '^\\d{1,9}$' })));

const LineShape = Type.Object({
  item_id: Id,
  model_id: Id,
  line_item_id: Type.Optional(Nullable(Id)),
  item_name: OptionalText,
  item_sku: OptionalText,
  model_name: OptionalText,
  model_sku: OptionalText,
  model_quantity_purchased: Type.String({ pattern: '^[1-9]\\d{0,8}$' }),
  model_original_price: Type.String(),
  model_discounted_price: Type.String(),
  cancelled_qty: Count,
  return_requested_qty: Count,
  returned_qty: Count,
});
export type LineShape = Static<typeof LineShape>;

/** The used fields of an order; the raw item keeps the rest. */
const OrderShape = Type.Object({
  order_sn: Type.String({ pattern: '^[0-9A-Z]{1,40}$' }),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  cod: Type.Boolean(),
  order_status: Type.String({ minLength: 1 }),
  create_time: Seconds,
  update_time: Seconds,
  pay_time: Lenient,
  pickup_done_time: Lenient,
  payment_method: OptionalText,
  buyer_user_id: OptionalText,
  estimated_shipping_fee: OptionalText,
  cancel_by: OptionalText,
  cancel_reason: OptionalText,
  package_list: Type.Optional(
    Nullable(Type.Array(Type.Object({ logistics_status: OptionalText }))),
  ),
  item_list: Type.Array(LineShape, { minItems: 1 }),
});
export type OrderShape = Static<typeof OrderShape>;
export const Order = Compile(OrderShape);

const IncomeLine = Type.Object({
  item_id: Id,
  model_id: Id,
  line_item_id: Type.Optional(Nullable(Id)),
  discounted_price: OptionalText,
  discount_from_coin: OptionalText,
  discount_from_voucher_shopee: OptionalText,
  discount_from_voucher_seller: OptionalText,
});
export type IncomeLine = Static<typeof IncomeLine>;

const IncomeShape = Type.Object({
  order_sn: Type.String(),
  order_income: Type.Object({
    buyer_paid_shipping_fee: OptionalText,
    items: Type.Array(IncomeLine),
  }),
});
export type IncomeShape = Static<typeof IncomeShape>;
/** An order's income, which shows who paid for each discount. */
export const Income = Compile(IncomeShape);

/** Unwraps an income, which some gateways nest one level deeper than documented. */
export function unwrapIncome(value: unknown): unknown {
  return readField(value, 'escrow_detail') ?? value;
}
