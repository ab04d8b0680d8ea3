import type { OrderAnswers } from '@seller-connect/contract';
import type { Database } from '../../platform/database/database.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Log } from '../../platform/log.ts';
import { boundedReads } from '../query/bounded-reads.ts';
import { sendFile } from '../files/send-file.ts';
import { listingFile, orderFile } from './list-files.ts';
import { listListings, readEveryListing } from './listings.ts';
import { readOneOrder } from './order-detail.ts';
import { listOrders, readEveryOrder } from './orders.ts';

export interface ListDependencies {
  database: Pick<Database, 'tenant' | 'tenantRead' | 'transaction'>;
  log: Pick<Log, 'warn'>;
  /** What the marketplace answered about an order, word for word, the newest first. */
  readAnswers(tenantId: string, shopId: string, orderId: string): Promise<OrderAnswers['items']>;
}

const uncached = { 'cache-control': 'no-store' };

/** The calls for what was read: orders, an order, products, and files of the lists. */
export function listRoutes(http: Http, { database, log, readAnswers }: ListDependencies): void {
  http.handle('listOrders', ({ session, query, gone }) =>
    listOrders(boundedReads(database, gone), session.tenantId, query),
  );
  http.handle('exportOrders', async ({ session, query, language, reply }) => {
    const { writer, cellsOf } = orderFile(query, language);
    await sendFile(
      { reply, tenantId: session.tenantId, log },
      (take) =>
        readEveryOrder(database, session.tenantId, query, (rows) => take(rows.map(cellsOf))),
      { name: 'orders', headers: uncached },
      writer,
    );
    return undefined;
  });
  http.handle('getOrder', ({ session, params }) =>
    readOneOrder(database, session.tenantId, params),
  );
  http.handle('orderAnswers', async ({ session, params: { shopId, orderId } }) => {
    const items = await readAnswers(session.tenantId, shopId, orderId);
    return { items, total: items.length };
  });
  http.handle('listListings', ({ session, query, gone }) =>
    listListings(boundedReads(database, gone), session.tenantId, query),
  );
  http.handle('exportListings', async ({ session, query, language, reply }) => {
    const { writer, cellsOf } = listingFile(query, language);
    await sendFile(
      { reply, tenantId: session.tenantId, log },
      (take) =>
        readEveryListing(database, session.tenantId, query, (rows) => take(rows.map(cellsOf))),
      { name: 'products', headers: uncached },
      writer,
    );
    return undefined;
  });
}
