import type { ShopAccess } from '../connector.ts';
import { PartnerError } from '../partner-error.ts';
import { rawItem } from '../raw-item.ts';
import type { LazadaAnswer, LazadaClient } from './client.ts';
import type { ParsedItem } from '../reading.ts';
import { OrderItems } from './order-shapes.ts';

const itemsPath = '/orders/items/get';
const itemsBatch = 50;
/** An answer may leave orders out; they are asked for again, and after this often they have no items. */
const rounds = 4;

/** The items of each order, verbatim, keyed by order id. An order that the partner keeps leaving out is absent. */
export async function readItems(
  client: LazadaClient,
  access: ShopAccess,
  orderIds: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Map<string, ParsedItem>> {
  const found = new Map<string, ParsedItem>();
  let missing = orderIds;
  for (let attempt = 1; missing.length > 0 && attempt <= rounds; attempt += 1) {
    const batches: string[][] = [];
    for (let at = 0; at < missing.length; at += itemsBatch) {
      batches.push(missing.slice(at, at + itemsBatch));
    }
    const answers = await Promise.all(
      batches.map((batch) => readBatch(client, access, batch, signal)),
    );
    for (const item of answers.flat()) found.set(item.raw.externalId, item);
    missing = missing.filter((id) => !found.has(id));
  }
  return found;
}

async function readBatch(
  client: LazadaClient,
  access: ShopAccess,
  orderIds: readonly string[],
  signal: AbortSignal | undefined,
): Promise<ParsedItem[]> {
  let answer: LazadaAnswer;
  try {
    answer = await client.read(
      {
        base: client.application.apiFor(access.region),
        path: itemsPath,
        accessToken: access.accessToken,
        shop: `${access.region}:${access.externalShopId}`,
        // Written by hand: the ids are JSON numbers and may be beyond what a number holds.
        parameters: { order_ids: `[${orderIds.join(',')}]` },
        ...(signal && { signal }),
      },
      ['data'],
    );
  } catch (error) {
    if (!(error instanceof PartnerError) || !badIds.has(error.code)) throw error;
    // One id that the platform refuses must not hide the others: halve until it stands alone.
    if (orderIds.length <= 1) return [];
    const half = Math.ceil(orderIds.length / 2);
    const parts = [orderIds.slice(0, half), orderIds.slice(half)];
    const read = await Promise.all(parts.map((part) => readBatch(client, access, part, signal)));
    return read.flat();
  }
  if (!answer.hasArray) {
    throw new PartnerError({ kind: 'protocol', code: 'items_shape', endpoint: itemsPath });
  }
  return answer.elements.flatMap(({ bytes, value }) => {
    // What belongs to no order is left; the order that misses it is asked for again.
    return OrderItems.Check(value)
      ? [{ raw: rawItem('order_items', value.order_id, null, bytes), value }]
      : [];
  });
}

/** An id that is refused (37) and none found (39). */
const badIds = new Set(['37', '39']);
