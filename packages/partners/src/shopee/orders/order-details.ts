import { askForAll } from '../../http/fetch-all.ts';
import { askInHalves, tooLarge } from '../../http/batches.ts';
import type { ShopAccess } from '../../connector/connector.ts';
import type { ParsedItem } from '../../parsing/parsed-item.ts';
import { splitArray, type JsonElement } from '../../parsing/lossless-json.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import { newestByKey, rawItem } from '../../parsing/raw-item.ts';
import type { Extent } from '../../http/http-request.ts';
import type { ShopeeClient, ShopeeRequest } from '../protocol/client.ts';
import { isUnknown } from '../protocol/errors.ts';
import { unwrapIncome } from './order-mapping.ts';

const detailPath = '/api/v2/order/get_order_detail';
const incomePath = '/api/v2/payment/get_escrow_detail_batch';
const batchSize = 50;
/** A listed order that so many answers in a row leave out is not there. */
const detailPatience = 3;
/** What was paid has an income; without it an order's figures are too high, so it is not given up soon. */
const incomePatience = 5;

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
export async function readDetails(
  client: ShopeeClient,
  access: ShopAccess,
  names: readonly string[],
  signal: AbortSignal | undefined,
): Promise<DetailRow[]> {
  const read = async (batch: readonly string[], extent: Extent) => {
    const parameters = {
      order_sn_list: batch,
      response_optional_fields: optionalFields,
      request_order_status_pending: 'true',
    };
    const request = { path: detailPath, access, signal, extent, parameters };
    return (await ask(client, request, ['response', 'order_list'])).map(toRow);
  };
  const { rows, oversized } = await askForAll(
    names,
    { size: batchSize, ask: read, isRefused: isUnknown },
    ({ name }) => name,
    detailPatience,
  );
  if (oversized.length > 0) throw tooLarge(detailPath, oversized);
  return newestByKey(
    rows,
    (row) => row.raw.externalId,
    (row) => row.updatedAt,
  );
}

/** Numbers of orders whose incomes are wanted. */
export interface Wanted {
  /** Somebody paid or will pay at the door, so each of them has an income. */
  due: readonly string[];
  /** Seemingly never paid, then they have none: asked for, but not again. */
  perhaps?: readonly string[];
}

/** The incomes of orders, verbatim, by order number; those that are not made yet, or keep being left out, are absent. */
export async function readIncomes(
  client: ShopeeClient,
  access: ShopAccess,
  { due, perhaps = [] }: Wanted,
  signal: AbortSignal | undefined,
): Promise<Map<string, ParsedItem>> {
  const read = async (batch: readonly string[], extent: Extent) => {
    const request = { path: incomePath, access, signal, extent, body: { order_sn_list: batch } };
    return (await ask(client, request, ['response'])).flatMap(toIncome);
  };
  const batches = {
    size: batchSize,
    ask: read,
    isRefused: isUnknown,
    doubtful: new Set(perhaps),
  };
  const together = await askInHalves([...due, ...perhaps], batches);
  const done = new Set([
    ...together.rows.map(({ name }) => name),
    ...together.oversized,
    ...together.refused,
  ]);
  const missing = due.filter((name) => !done.has(name));
  const later = await askForAll(missing, batches, ({ name }) => name, incomePatience);
  const oversized = [...together.oversized, ...later.oversized];
  if (oversized.length > 0) throw tooLarge(incomePath, oversized);
  const rows = [...together.rows, ...later.rows];
  return new Map(rows.flatMap(({ name, income }) => (income ? [[name, income] as const] : [])));
}

/** A row of a batch: an income, or that there is none. */
function toIncome({ bytes, value }: JsonElement): { name: string; income: ParsedItem | null }[] {
  const name = field(unwrapIncome(value), 'order_sn');
  if (name === null) return [];
  if (field(value, 'fail_error') !== null) return [{ name, income: null }];
  return [{ name, income: { raw: rawItem('order_items', name, null, bytes), value } }];
}

async function ask(
  client: ShopeeClient,
  request: ShopeeRequest,
  arrayPath: readonly string[],
): Promise<JsonElement[]> {
  const answer = await client.read(request, arrayPath);
  if (answer.hasArray) return answer.elements;
  // Where no income is there, the reference's example has the rows beside the envelope's fields.
  const beside = splitArray(answer.bytes, ['escrow_detail_list']);
  if (beside) return beside.elements;
  throw new PartnerError({ kind: 'protocol', code: 'rows_shape', endpoint: request.path });
}

function field(value: unknown, name: string): string | null {
  const text: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof text === 'string' && text !== '' ? text : null;
}

function time(value: unknown, name: string): Date | null {
  const text = field(value, name);
  return text !== null && /^\d{1,10}$/.test(text) ? new Date(Number(text) * 1000) : null;
}

/** What nobody has paid has no income yet; what was cancelled has one if it was paid, or would have been at the door. */
function incomeOf(value: unknown): DetailRow['income'] {
  const status = field(value, 'order_status');
  if (status === 'UNPAID') return 'none';
  const isPaid = (time(value, 'pay_time')?.getTime() ?? 0) > 0 || isCod(value);
  return status === 'CANCELLED' && !isPaid ? 'perhaps' : 'due';
}

function isCod(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Reflect.get(value, 'cod') === true;
}

function toRow({ bytes, value }: JsonElement): DetailRow {
  const name = field(value, 'order_sn');
  const updatedAt = time(value, 'update_time');
  return {
    name,
    createdAt: time(value, 'create_time'),
    updatedAt,
    income: incomeOf(value),
    raw: rawItem('order', name, updatedAt, bytes),
    value,
  };
}
