import type { ShopAccess } from '../connector.ts';
import type { ParsedItem } from '../reading.ts';
import type { JsonElement } from '../lossless-json.ts';
import { PartnerError } from '../partner-error.ts';
import { newestByKey, rawItem } from '../raw-item.ts';
import type { ShopeeAnswer, ShopeeClient, ShopeeRequest } from './client.ts';
import { unwrapIncome } from './order-mapping.ts';

const detailPath = '/api/v2/order/get_order_detail';
const incomePath = '/api/v2/payment/get_escrow_detail_batch';
const batchSize = 50;
/** An answer may leave orders out; they are asked for again, and after this often they are not there. */
const rounds = 3;

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
  status: string;
}

/** The details of orders, verbatim; those that the partner keeps leaving out are absent. */
export async function readDetails(
  client: ShopeeClient,
  access: ShopAccess,
  names: readonly string[],
  signal: AbortSignal | undefined,
): Promise<DetailRow[]> {
  const rows: DetailRow[] = [];
  let missing = names;
  for (let round = 1; missing.length > 0 && round <= rounds; round += 1) {
    const elements = await inBatches(missing, (batch) =>
      ask(
        client,
        {
          path: detailPath,
          access,
          signal,
          parameters: { order_sn_list: batch, response_optional_fields: optionalFields },
        },
        ['response', 'order_list'],
      ),
    );
    rows.push(...elements.map(toRow));
    const found = new Set(rows.map((row) => row.name));
    missing = missing.filter((name) => !found.has(name));
  }
  return newestByKey(
    rows,
    (row) => row.raw.externalId,
    (row) => row.updatedAt,
  );
}

/** The incomes of orders, verbatim, by order number. One that earns nothing yet has none. */
export async function readIncomes(
  client: ShopeeClient,
  access: ShopAccess,
  names: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Map<string, ParsedItem>> {
  const found = new Map<string, ParsedItem>();
  let missing = names;
  for (let round = 1; missing.length > 0 && round <= rounds; round += 1) {
    const elements = await inBatches(missing, (batch) =>
      ask(client, { path: incomePath, access, signal, body: { order_sn_list: batch } }, [
        'response',
      ]),
    );
    for (const { bytes, value } of elements) {
      const name = field(unwrapIncome(value), 'order_sn');
      if (name) found.set(name, { raw: rawItem('order_items', name, null, bytes), value });
    }
    missing = missing.filter((name) => !found.has(name));
  }
  return found;
}

async function inBatches(
  names: readonly string[],
  read: (batch: string[]) => Promise<JsonElement[]>,
): Promise<JsonElement[]> {
  const batches: string[][] = [];
  for (let at = 0; at < names.length; at += batchSize) {
    batches.push(names.slice(at, at + batchSize));
  }
  return (await Promise.all(batches.map(read))).flat();
}

/** Nothing of a batch is known: not a failure, but an answer without rows. */
const unknownOrders = new Set(['order_not_found', 'income_not_found']);

async function ask(
  client: ShopeeClient,
  request: ShopeeRequest,
  arrayPath: readonly string[],
): Promise<JsonElement[]> {
  let answer: ShopeeAnswer;
  try {
    answer = await client.read(request, arrayPath);
  } catch (error) {
    if (error instanceof PartnerError && unknownOrders.has(error.code)) {
      return oneByOne(client, request, arrayPath);
    }
    throw error;
  }
  if (!answer.hasArray) {
    const endpoint = request.path;
    throw new PartnerError({ kind: 'protocol', code: 'rows_shape', endpoint });
  }
  return answer.elements;
}

/** One order that the platform refuses must not hide the others: the batch is halved until it stands alone. */
async function oneByOne(
  client: ShopeeClient,
  request: ShopeeRequest,
  arrayPath: readonly string[],
): Promise<JsonElement[]> {
  const { parameters, body } = request;
  const given: unknown = body ? Reflect.get(body, 'order_sn_list') : parameters?.['order_sn_list'];
  if (!Array.isArray(given) || given.length <= 1) return [];
  const half = Math.ceil(given.length / 2);
  const parts = [given.slice(0, half), given.slice(half)].map((part) => part.map(String));
  const read = await Promise.all(
    parts.map((part) =>
      ask(
        client,
        body
          ? { ...request, body: { order_sn_list: part } }
          : { ...request, parameters: { ...parameters, order_sn_list: part } },
        arrayPath,
      ),
    ),
  );
  return read.flat();
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

function toRow({ bytes, value }: JsonElement): DetailRow {
  const name = field(value, 'order_sn');
  const updatedAt = time(value, 'update_time');
  return {
    name,
    createdAt: time(value, 'create_time'),
    updatedAt,
    status: field(value, 'order_status') ?? '',
    raw: rawItem('order', name, updatedAt, bytes),
    value,
  };
}
