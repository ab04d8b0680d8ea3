import type { ShopAccess } from '../../connector/shop-access.ts';
import { fetchAllByKey } from '../../http/batches.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import { createRawItem, type ParsedItem } from '../../parsing/items.ts';
import type { LazadaClient, LazadaRequest } from '../protocol/client.ts';
import { OrderItems } from './order-schemas.ts';

const itemsPath = '/orders/items/get';
const batchSize = 50;
/** An order that is missing from this many consecutive responses has no items. */
const maxEmptyAttempts = 4;

interface FoundItems {
  /** Items by order id, verbatim. Orders that the partner keeps omitting are absent. */
  items: Map<string, ParsedItem>;
  /** Orders whose items alone make the response too large or too slow. */
  oversized: ReadonlySet<string>;
}

export async function fetchItems(
  client: LazadaClient,
  access: ShopAccess,
  orderIds: readonly string[],
  signal: AbortSignal | undefined,
): Promise<FoundItems> {
  const { rows, oversized } = await fetchAllByKey(
    orderIds,
    {
      size: batchSize,
      ask: (ids, extent) => fetchBatch(client, access, ids, { extent, signal }),
      isRefused: ({ code }) => invalidIdCodes.has(code),
    },
    ({ raw }) => raw.externalId,
    maxEmptyAttempts,
  );
  const items = new Map(rows.map((item) => [item.raw.externalId, item]));
  return { items, oversized: new Set(oversized) };
}

async function fetchBatch(
  client: LazadaClient,
  access: ShopAccess,
  orderIds: readonly string[],
  options: Pick<LazadaRequest, 'extent' | 'signal'>,
): Promise<ParsedItem[]> {
  const answer = await client.read(
    {
      path: itemsPath,
      access,
      // Not serialized from numbers, because order ids may exceed the safe integer range.
      parameters: { order_ids: `[${orderIds.join(',')}]` },
      ...options,
    },
    ['data'],
  );
  if (!answer.hasArray) {
    throw new PartnerError({ kind: 'protocol', code: 'items_shape', endpoint: itemsPath });
  }
  return answer.elements.flatMap(({ bytes, value }) => {
    // Skips elements without an order id; the order that lacks its items is requested again.
    return OrderItems.Check(value)
      ? [{ raw: createRawItem('order_items', value.order_id, null, bytes), value }]
      : [];
  });
}

/** 37: an invalid id. 39: no order found. */
const invalidIdCodes = new Set(['37', '39']);
