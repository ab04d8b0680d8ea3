import type { Todo } from '@seller-connect/contract';
import { addDays } from '../../platform/calendar.ts';
import type { Database } from '../../platform/database/database.ts';
import { listListings } from './listings.ts';
import { listOrders } from './orders.ts';

/** Sales older than this are left out of the overdue payouts, so that a large team is not read in full. */
const overdueDays = 60;

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
  const lowStock = await listListings(database, tenantId, { lowStock: true, ...onePage });
  return {
    toShip: { orders: toShip.total, more: toShip.more },
    overdue: { orders: overdue.total, more: overdue.more, ...days },
    soldOut: soldOut.total,
    lowStock: lowStock.total,
  };
}
