import {
  OrderStage,
  type OrderCountQuery,
  type OrderCounts,
  type Todo,
} from '@seller-connect/contract';
import { addDays } from '../../platform/calendar.ts';
import type { Database } from '../../platform/database/database.ts';
import { listListings } from './listings.ts';
import { listOrders } from './orders.ts';

const stages = OrderStage.anyOf.map((literal) => literal.const);

/** Sales older than this are left out of the overdue payouts, so that a large team is not read in full. */
const overdueDays = 60;

/**
 * Counts the orders of a list by stage. Each stage is counted as the list counts it, from the index of its stage and
 * up to the same maximum, so that a tab and the list behind it show the same number.
 * @throws Problem like `listOrders`
 */
export async function countOrders(
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  query: OrderCountQuery,
  now = new Date(),
): Promise<OrderCounts> {
  const counts: OrderCounts['stages'] = [];
  for (const stage of stages) {
    const { total, more } = await listOrders(
      database,
      tenantId,
      { ...query, stage, page: 1, pageSize: 1 },
      now,
    );
    counts.push({ stage, orders: total, more });
  }
  return { stages: counts };
}

/** Counts what waits for the seller. Each number is that of the list that it leads to. */
export async function readTodo(
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  now = new Date(),
): Promise<Todo> {
  const to = now.toISOString().slice(0, 10);
  const days = { from: addDays(to, -overdueDays), to };
  const onePage = { page: 1, pageSize: 1 };
  const toShip = await listOrders(database, tenantId, { stage: 'to_ship', ...onePage }, now);
  const overdue = await listOrders(
    database,
    tenantId,
    { payout: 'overdue', basis: 'committed', ...days, ...onePage },
    now,
  );
  const soldOut = await listListings(database, tenantId, { soldOut: true, ...onePage });
  return {
    toShip: { orders: toShip.total, more: toShip.more },
    overdue: { orders: overdue.total, more: overdue.more, ...days },
    soldOut: soldOut.total,
  };
}
