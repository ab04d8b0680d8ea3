/** `/integration/v2/orders` and `/integration/v2/orders/{code}`. */
import { dayOf, startOfDay } from '../../local-time.ts';
import type { OrderQuery } from '../../world/orders/order-index.ts';
import type { TikiCall } from '../context.ts';
import { TikiError } from '../errors.ts';
import { decodeOrderCode } from './order-codes.ts';
import { orderView } from './order-view.ts';
import type { Included } from './order-view.ts';
import { readLocalInstant, paginate, readPage } from '../request-parameters.ts';
import { stageMaskOfSet } from './statuses.ts';

const includes = ['status_histories', 'item.fees', 'item.confirmation_histories'];
const periods: Readonly<Record<string, number>> = { today: 1, last7days: 7, last30days: 30 };

function included(query: URLSearchParams): Included {
  const names = (query.get('include') ?? '').split(',').filter((name) => name !== '');
  const strange = names.find((name) => !includes.includes(name));
  if (strange !== undefined) throw new TikiError(400, `include ${strange} is not supported`);
  return { histories: names.includes('status_histories'), fees: names.includes('item.fees') };
}

function createdBounds({ query, now, inclusive }: TikiCall): { from: number; to: number } {
  const edge = inclusive ? 0 : 1;
  const from = readLocalInstant(query, 'created_from_date') ?? -Infinity;
  const to = readLocalInstant(query, 'created_to_date') ?? Infinity;
  const period = query.get('filter_date_by');
  if (period === null || period === '') return { from: from + edge, to: to - edge };
  const days = periods[period];
  if (days === undefined) throw new TikiError(400, 'filter_date_by is invalid');
  return { from: Math.max(from + edge, startOfDay(dayOf(now) - days + 1)), to: to - edge };
}

export function listOrders(call: TikiCall): Readonly<Record<string, unknown>> {
  const { query, shop, index, now } = call;
  const edge = call.inclusive ? 0 : 1;
  const { current, limit } = readPage(query);
  const include = included(query);
  const codes = query.get('code');
  if (codes !== null && codes !== '') {
    const rows = codes.split(',').flatMap((code) => {
      const ordinal = existing(call, code);
      return ordinal === undefined ? [] : [orderView(shop, shop.orderAt(ordinal, now), include)];
    });
    const start = (current - 1) * limit;
    return paginate(rows.slice(start, start + limit), { total: rows.length, current, limit });
  }
  const order = (query.get('order_by') || 'created_at|desc').split('|');
  const [column, direction = 'desc'] = order;
  if (column !== 'created_at' && column !== 'updated_at') {
    throw new TikiError(400, 'order_by is invalid');
  }
  if (direction !== 'asc' && direction !== 'desc') throw new TikiError(400, 'order_by is invalid');
  const stages = stageMaskOfSet(query.get('status') ?? undefined);
  if (stages === undefined) throw new TikiError(400, 'status is invalid');
  const created = createdBounds(call);
  const orderQuery: OrderQuery = {
    createdFrom: created.from,
    createdTo: created.to,
    updatedFrom: (readLocalInstant(query, 'updated_from_date') ?? -Infinity) + edge,
    updatedTo: (readLocalInstant(query, 'updated_to_date') ?? Infinity) - edge,
    stages,
    sortBy: column === 'created_at' ? 'created' : 'updated',
    descending: direction === 'desc',
    offset: (current - 1) * limit,
    limit,
  };
  const { total, ordinals } = index.find(orderQuery);
  const rows = ordinals.map((ordinal) => orderView(shop, shop.orderAt(ordinal, now), include));
  return paginate(rows, { total, current, limit });
}

/** Returns the ordinal of an order that exists now, or undefined. */
function existing({ shop, now }: TikiCall, code: string): number | undefined {
  const number = decodeOrderCode(code);
  const ordinal = number === undefined ? undefined : shop.ordinalOf(number);
  return ordinal !== undefined && shop.createdAt(ordinal) <= now ? ordinal : undefined;
}

export function getOrder(call: TikiCall): Readonly<Record<string, unknown>> {
  const ordinal = existing(call, call.id);
  if (ordinal === undefined) throw new TikiError(404, `Order ${call.id} is not found`);
  return orderView(call.shop, call.shop.orderAt(ordinal, call.now), included(call.query));
}
