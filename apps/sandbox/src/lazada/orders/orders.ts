/** `/orders/get` and `/order/get`. */
import type { OrderQuery } from '../../world/orders/order-index.ts';
import type { LazadaPayload, LazadaCall } from '../context.ts';
import { LazadaError, missingParameter } from '../errors.ts';
import { orderView } from './order-view.ts';
import { parseId, readInstant, readInteger } from '../request-parameters.ts';
import type { Parameters } from '../signature.ts';
import { stageMaskOfFilter } from './statuses.ts';

const maxOrdersPerPage = 100;
const maxOrderOffset = 5000;

function toSeconds(
  ms: number | undefined,
  defaultValue: number,
  round: (value: number) => number,
): number {
  return ms === undefined ? defaultValue : round(ms / 1000);
}

function readQuery(parameters: Parameters): OrderQuery {
  const createdAfter = readInstant(parameters, 'created_after');
  const createdBefore = readInstant(parameters, 'created_before');
  const updateAfter = readInstant(parameters, 'update_after');
  const updateBefore = readInstant(parameters, 'update_before');
  if (createdAfter === undefined && updateAfter === undefined) {
    throw missingParameter('created_after or update_after');
  }
  const stages = stageMaskOfFilter(parameters.get('status'));
  if (stages === undefined) throw new LazadaError('36', 'status');
  const sortBy = parameters.get('sort_by') || 'created_at';
  if (sortBy !== 'created_at' && sortBy !== 'updated_at') throw new LazadaError('75', 'sort_by');
  const direction = (parameters.get('sort_direction') || 'ASC').toUpperCase();
  if (direction !== 'ASC' && direction !== 'DESC') throw new LazadaError('74', 'sort_direction');
  return {
    createdFrom: toSeconds(createdAfter, -Infinity, Math.ceil),
    createdTo: toSeconds(createdBefore, Infinity, Math.floor),
    updatedFrom: toSeconds(updateAfter, -Infinity, Math.ceil),
    updatedTo: toSeconds(updateBefore, Infinity, Math.floor),
    stages,
    sortBy: sortBy === 'created_at' ? 'created' : 'updated',
    descending: direction === 'DESC',
    offset: readInteger(parameters, 'offset', 0, maxOrderOffset, 0, '14'),
    limit: readInteger(parameters, 'limit', 1, maxOrdersPerPage, maxOrdersPerPage, '19'),
  };
}

export function listOrders({ parameters, shop, index, now }: LazadaCall): LazadaPayload {
  const { total, ordinals } = index.find(readQuery(parameters));
  const orders = ordinals.map((ordinal) =>
    orderView(shop.orderAt(ordinal, now), 'addressDsitrict'),
  );
  return { data: { count: orders.length, countTotal: total, orders } };
}

/** Returns the ordinal of an order that exists now, or undefined. */
export function findOrder({ shop, now }: LazadaCall, text: string): number | undefined {
  const number = parseId(text);
  const ordinal = number === undefined ? undefined : shop.ordinalOf(number);
  return ordinal !== undefined && shop.createdAt(ordinal) <= now ? ordinal : undefined;
}

export function getOrder(call: LazadaCall): LazadaPayload {
  const text = call.parameters.get('order_id') ?? '';
  if (text === '') throw missingParameter('order_id');
  const ordinal = findOrder(call, text);
  if (ordinal === undefined) throw new LazadaError('16', text);
  return { data: orderView(call.shop.orderAt(ordinal, call.now), 'addressDistrict') };
}
