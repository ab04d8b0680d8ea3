import type { OrderAnswers } from '@seller-connect/contract';
import type { Http } from '../../platform/http.ts';
import type { Database } from '../../platform/database.ts';
import { listListings } from './listings.ts';
import { readOneOrder } from './order.ts';
import { listOrders } from './orders.ts';

export interface ListDependencies {
  database: Pick<Database, 'tenant' | 'tenantRead'>;
  /** What the marketplace answered about an order, word for word, the newest first. */
  readAnswers(tenantId: string, shopId: string, orderId: string): Promise<OrderAnswers['items']>;
}

/** The calls for what was read: orders, an order, products. */
export function listRoutes(http: Http, { database, readAnswers }: ListDependencies): void {
  http.handle('listOrders', ({ session, query }) => listOrders(database, session.tenantId, query));
  http.handle('getOrder', ({ session, params }) =>
    readOneOrder(database, session.tenantId, params),
  );
  http.handle('orderAnswers', async ({ session, params: { shopId, orderId } }) => {
    const items = await readAnswers(session.tenantId, shopId, orderId);
    return { items, total: items.length };
  });
  http.handle('listListings', ({ session, query }) =>
    listListings(database, session.tenantId, query),
  );
}
