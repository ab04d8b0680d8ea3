import type { ShopAccess } from '../../connector/shop-access.ts';
import type { OrdersById } from '../../connector/connector.ts';
import { mapConcurrently } from '../../http/batches.ts';
import { memberElement } from '../../parsing/lossless-json.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import type { LazadaClient } from '../protocol/client.ts';
import { toOrderRow, withItems, type OrderRow } from './orders.ts';
import { requireRegion } from '../protocol/regions.ts';

const path = '/order/get';
/** Each order takes a call of its own, while one page of changes has a hundred. */
export const maxIds = 8;
/** The shop has no such order. */
const unknownOrderCode = '16';

/** Fetches orders by id: one call per order, and one call for the items of all. */
export async function fetchOrdersById(
  client: LazadaClient,
  access: ShopAccess,
  orderIds: readonly string[],
  signal?: AbortSignal,
): Promise<OrdersById> {
  const ids = [...new Set(orderIds)].filter((id) => /^\d{1,30}$/.test(id));
  const rows = await mapConcurrently(ids, maxIds, (id) => fetchOne(client, access, id, signal));
  return withItems(client, access, rows.flat(), signal);
}

async function fetchOne(
  client: LazadaClient,
  access: ShopAccess,
  id: string,
  signal: AbortSignal | undefined,
): Promise<OrderRow[]> {
  let answer: Buffer;
  try {
    const { bytes } = await client.read({
      path,
      access,
      parameters: { order_id: id },
      signal,
    });
    answer = bytes;
  } catch (error) {
    if (error instanceof PartnerError && error.code === unknownOrderCode) return [];
    throw error;
  }
  const order = memberElement(answer, 'data');
  if (order === null) {
    throw new PartnerError({ kind: 'protocol', code: 'order_shape', endpoint: path });
  }
  const row = toOrderRow(order, requireRegion(access));
  // Ignores an order that was not requested.
  return row.orderId === null || row.orderId === id ? [row] : [];
}
