import { fetchAllByKey } from '../../http/fetch-all.ts';
import { fetchInBatches, oversizedOrdersError } from '../../http/batches.ts';
import type { ShopAccess } from '../../connector/connector.ts';
import type { ParsedItem } from '../../parsing/parsed-item.ts';
import { splitArray, type JsonElement } from '../../parsing/lossless-json.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import { newestByKey, createRawItem } from '../../parsing/raw-item.ts';
import type { ResponseExtent } from '../../http/http-request.ts';
import type { ShopeeClient, ShopeeRequest } from '../protocol/client.ts';
import { isUnknownOrderError } from '../protocol/errors.ts';
import { unwrapIncome } from './order-mapping.ts';

const detailPath = '/api/v2/order/get_order_detail';
const incomePath = '/api/v2/payment/get_escrow_detail_batch';
const batchSize = 50;
/** A listed order that so many answers in a row leave out is not there. */
const maxEmptyDetailAttempts = 3;
/** What was paid has an income; without it an order's figures are too high, so it is not given up soon. */
const maxEmptyIncomeAttempts = 5;

/** What an order's detail holds only when it is asked for. */
const optionalFields = [
  'item_list',
  'pay_time',
  'payment_method',
  'buyer_user_id',
  'estimated_shipping_fee',
  'cancel_by',
  'cancel_reason',
  'package_list',
  'total_amount',
];

export interface DetailRow extends ParsedItem {
  /** null: it cannot be read as an order. */
  name: string | null;
  createdAt: Date | null;
  updatedAt: Date | null;
  income: 'due' | 'perhaps' | 'none';
}

/** The details of orders, verbatim; those that the platform does not know, or keeps leaving out, are absent. */
export async function fetchDetails(
  client: ShopeeClient,
  access: ShopAccess,
  names: readonly string[],
  signal: AbortSignal | undefined,
): Promise<DetailRow[]> {
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
  if (oversized.length > 0) throw oversizedOrdersError(detailPath, oversized);
  return newestByKey(
    rows,
    (row) => row.raw.externalId,
    (row) => row.updatedAt,
  );
}

/** Numbers of orders whose incomes are wanted. */
export interface IncomeRequest {
  /** Somebody paid or will pay at the door, so each of them has an income. */
  due: readonly string[];
  /** Seemingly never paid, then they have none: asked for, but not again. */
  perhaps?: readonly string[];
}

/** The incomes of orders, verbatim, by order number; those that are not made yet, or keep being left out, are absent. */
export async function fetchIncomes(
  client: ShopeeClient,
  access: ShopAccess,
  { due, perhaps = [] }: IncomeRequest,
  signal: AbortSignal | undefined,
): Promise<Map<string, ParsedItem>> {
  const fetchBatch = async (batch: readonly string[], extent: ResponseExtent) => {
    const request = { path: incomePath, access, signal, extent, body: { order_sn_list: batch } };
    return (await fetchRows(client, request, ['response'])).flatMap(toIncome);
  };
  const batches = {
    size: batchSize,
    ask: fetchBatch,
    isRefused: isUnknownOrderError,
    doubtful: new Set(perhaps),
  };
  const firstPass = await fetchInBatches([...due, ...perhaps], batches);
  const answered = new Set([
    ...firstPass.rows.map(({ name }) => name),
    ...firstPass.oversized,
    ...firstPass.refused,
  ]);
  const missing = due.filter((name) => !answered.has(name));
  const later = await fetchAllByKey(missing, batches, ({ name }) => name, maxEmptyIncomeAttempts);
  const oversized = [...firstPass.oversized, ...later.oversized];
  if (oversized.length > 0) throw oversizedOrdersError(incomePath, oversized);
  const rows = [...firstPass.rows, ...later.rows];
  return new Map(rows.flatMap(({ name, income }) => (income ? [[name, income] as const] : [])));
}

/** A row of a batch: an income, or that there is none. */
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
  // Where no income is there, the reference's example has the rows beside the envelope's fields.
  const topLevelRows = splitArray(answer.bytes, ['escrow_detail_list']);
  if (topLevelRows) return topLevelRows.elements;
  throw new PartnerError({ kind: 'protocol', code: 'rows_shape', endpoint: request.path });
}

function readText(value: unknown, name: string): string | null {
  const text: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof text === 'string' && text !== '' ? text : null;
}

function readTime(value: unknown, name: string): Date | null {
  const text = readText(value, name);
  return text !== null && /^\d{1,10}$/.test(text) ? new Date(Number(text) * 1000) : null;
}

/** What nobody has paid has no income yet; what was cancelled has one if it was paid, or would have been at the door. */
function incomeExpectation(value: unknown): DetailRow['income'] {
  const status = readText(value, 'order_status');
  if (status === 'UNPAID') return 'none';
  const isPaid = (readTime(value, 'pay_time')?.getTime() ?? 0) > 0 || isCod(value);
  return status === 'CANCELLED' && !isPaid ? 'perhaps' : 'due';
}

function isCod(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Reflect.get(value, 'cod') === true;
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
