import { askForAll } from '../../http/fetch-all.ts';
import type { ShopAccess } from '../../connector/connector.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import { rawItem } from '../../parsing/raw-item.ts';
import type { LazadaClient, LazadaRequest } from '../protocol/client.ts';
import type { ParsedItem } from '../../parsing/parsed-item.ts';
import { OrderItems } from './order-schemas.ts';

const itemsPath = '/orders/items/get';
const itemsBatch = 50;
/** An order that so many answers in a row leave out has no items. */
const patience = 4;

/** The items of orders, verbatim. */
export interface FoundItems {
  /** By order id. An order that the partner keeps leaving out is absent. */
  items: Map<string, ParsedItem>;
  /** Orders whose items alone are too large an answer, or do not come in time. */
  oversized: ReadonlySet<string>;
}

export async function readItems(
  client: LazadaClient,
  access: ShopAccess,
  orderIds: readonly string[],
  signal: AbortSignal | undefined,
): Promise<FoundItems> {
  const { rows, oversized } = await askForAll(
    orderIds,
    {
      size: itemsBatch,
      ask: (ids, extent) => readBatch(client, access, ids, { extent, ...(signal && { signal }) }),
      isRefused: ({ code }) => badIds.has(code),
    },
    ({ raw }) => raw.externalId,
    patience,
  );
  const items = new Map(rows.map((item) => [item.raw.externalId, item]));
  return { items, oversized: new Set(oversized) };
}

async function readBatch(
  client: LazadaClient,
  access: ShopAccess,
  orderIds: readonly string[],
  options: Pick<LazadaRequest, 'extent' | 'signal'>,
): Promise<ParsedItem[]> {
  const answer = await client.read(
    {
      base: client.application.apiFor(access.region),
      path: itemsPath,
      accessToken: access.accessToken,
      shop: `${access.region}:${access.externalShopId}`,
      // Written by hand: the ids are JSON numbers and may be beyond what a number holds.
      parameters: { order_ids: `[${orderIds.join(',')}]` },
      ...options,
    },
    ['data'],
  );
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
