/** `/orders/get` and `/order/get`. */
import type { OrderQuery } from '../../world/orders/order-index.ts';
import type { Payload, ShopCall } from '../context.ts';
import { ApiError, missing } from '../errors.ts';
import { orderView } from './order-view.ts';
import { idNumber, instantParameter, wholeParameter } from '../request-parameters.ts';
import type { Parameters } from '../signature.ts';
import { stagesOfFilter } from './statuses.ts';

export const MOST_ORDERS_PER_PAGE = 100;
export const LAST_ORDER_OFFSET = 5000;

function seconds(ms: number | undefined, usual: number, round: (value: number) => number): number {
  return ms === undefined ? usual : round(ms / 1000);
}

function readQuery(parameters: Parameters): OrderQuery {
  const createdAfter = instantParameter(parameters, 'created_after');
  const createdBefore = instantParameter(parameters, 'created_before');
  const updateAfter = instantParameter(parameters, 'update_after');
  const updateBefore = instantParameter(parameters, 'update_before');
  if (createdAfter === undefined && updateAfter === undefined) {
    throw missing('created_after or update_after');
  }
  const stages = stagesOfFilter(parameters.get('status'));
  if (stages === undefined) throw new ApiError('36', 'status');
  const sortBy = parameters.get('sort_by') || 'created_at';
  if (sortBy !== 'created_at' && sortBy !== 'updated_at') throw new ApiError('75', 'sort_by');
  const direction = (parameters.get('sort_direction') || 'ASC').toUpperCase();
  if (direction !== 'ASC' && direction !== 'DESC') throw new ApiError('74', 'sort_direction');
  return {
    createdFrom: seconds(createdAfter, -Infinity, Math.ceil),
    createdTo: seconds(createdBefore, Infinity, Math.floor),
    updatedFrom: seconds(updateAfter, -Infinity, Math.ceil),
    updatedTo: seconds(updateBefore, Infinity, Math.floor),
    stages,
    sortBy: sortBy === 'created_at' ? 'created' : 'updated',
    descending: direction === 'DESC',
    offset: wholeParameter(parameters, 'offset', 0, LAST_ORDER_OFFSET, 0, '14'),
    limit: wholeParameter(parameters, 'limit', 1, MOST_ORDERS_PER_PAGE, MOST_ORDERS_PER_PAGE, '19'),
  };
}

export function listOrders({ parameters, shop, index, now }: ShopCall): Payload {
  const { total, ordinals } = index.find(readQuery(parameters));
  const orders = ordinals.map((ordinal) =>
    orderView(shop.orderAt(ordinal, now), 'addressDsitrict'),
  );
  return { data: { count: orders.length, countTotal: total, orders } };
}

/** Ordinal of an order that exists now, or undefined. */
export function existingOrder({ shop, now }: ShopCall, text: string): number | undefined {
  const number = idNumber(text);
  const ordinal = number === undefined ? undefined : shop.ordinalOf(number);
  return ordinal !== undefined && shop.createdAt(ordinal) <= now ? ordinal : undefined;
}

export function getOrder(call: ShopCall): Payload {
  const text = call.parameters.get('order_id') ?? '';
  if (text === '') throw missing('order_id');
  const ordinal = existingOrder(call, text);
  if (ordinal === undefined) throw new ApiError('16', text);
  return { data: orderView(call.shop.orderAt(ordinal, call.now), 'addressDistrict') };
}
