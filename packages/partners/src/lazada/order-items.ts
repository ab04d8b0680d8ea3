import { askForAll } from '../ask-for-all.ts';
import type { ShopAccess } from '../connector.ts';
import { PartnerError } from '../partner-error.ts';
import { rawItem } from '../raw-item.ts';
import type { LazadaAnswer, LazadaClient } from './client.ts';
import type { ParsedItem } from '../reading.ts';
import { OrderItems } from './order-shapes.ts';

const itemsPath = '/orders/items/get';
const itemsBatch = 50;
/** An order that so many answers in a row leave out has no items. */
const patience = 4;

/** The items of each order, verbatim, keyed by order id. An order that the partner keeps leaving out is absent. */
export async function readItems(
  client: LazadaClient,
  access: ShopAccess,
  orderIds: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Map<string, ParsedItem>> {
  const items = await askForAll(
    orderIds,
    async (missing) => {
      const batches: string[][] = [];
      for (let at = 0; at < missing.length; at += itemsBatch) {
        batches.push(missing.slice(at, at + itemsBatch));
      }
      const answers = await Promise.all(
        batches.map((batch) => readBatch(client, access, batch, signal)),
      );
      return answers.flat();
    },
    ({ raw }) => raw.externalId,
    patience,
  );
  return new Map(items.map((item) => [item.raw.externalId, item]));
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
