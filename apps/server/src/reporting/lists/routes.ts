import type { RawResponses } from '@seller-connect/contract';
import type { Database, TenantTransaction } from '../../platform/database/database.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Log } from '../../platform/log.ts';
import type { PictureLinks } from '../pictures/picture-links.ts';
import { linkPictures } from '../pictures/routes.ts';
import { boundedReads } from '../query/bounded-reads.ts';
import { sendFile } from '../files/send-file.ts';
import { buildListingFile, buildOrderFile } from './list-files.ts';
import { listListings, streamListings } from './listings.ts';
import { readOrderDetail } from './order-detail.ts';
import { countOrders, readTodo } from './order-counts.ts';
import { listOrders, streamOrders } from './orders.ts';

export interface ListDependencies {
  database: Pick<Database, 'tenant' | 'tenantRead' | 'transaction'>;
  log: Pick<Log, 'warn'>;
  pictures: PictureLinks;
  /** Returns the raw responses of the marketplace about an order, newest first. */
  readRawResponses(
    tx: TenantTransaction,
    shopId: string,
    orderId: string,
  ): Promise<RawResponses['items']>;
}

const noStoreHeaders = { 'cache-control': 'no-store' };

/** Registers the routes for orders, one order, listings, and files of the lists. */
export function listRoutes(
  http: Http,
  { database, log, pictures, readRawResponses }: ListDependencies,
): void {
  http.handle('listOrders', async ({ session, query, gone }) => {
    const list = await listOrders(boundedReads(database, gone), session.tenantId, query);
    return { ...list, items: linkPictures(pictures, list.items) };
  });
  http.handle('countOrders', ({ session, query, gone }) =>
    countOrders(boundedReads(database, gone), session.tenantId, query),
  );
  http.handle('readTodo', ({ session, gone }) =>
    readTodo(boundedReads(database, gone), session.tenantId),
  );
  http.handle('exportOrders', async ({ session, query, language, reply }) => {
    const { writer, cellsOf } = buildOrderFile(query, language);
    await sendFile(
      { reply, tenantId: session.tenantId, log },
      (take) => streamOrders(database, session.tenantId, query, (rows) => take(rows.map(cellsOf))),
      { name: 'orders', headers: noStoreHeaders },
      writer,
    );
    return undefined;
  });
  http.handle('getOrder', ({ session, params, gone }) =>
    readOrderDetail(boundedReads(database, gone), session.tenantId, params),
  );
  http.handle('orderAnswers', async ({ session, params: { shopId, orderId }, gone }) => {
    const items = await boundedReads(database, gone).tenant(session.tenantId, (tx) =>
      readRawResponses(tx, shopId, orderId),
    );
    return { items, total: items.length };
  });
  http.handle('listListings', async ({ session, query, gone }) => {
    const page = await listListings(boundedReads(database, gone), session.tenantId, query);
    return { ...page, items: linkPictures(pictures, page.items) };
  });
  http.handle('exportListings', async ({ session, query, language, reply }) => {
    const { writer, cellsOf } = buildListingFile(query, language);
    await sendFile(
      { reply, tenantId: session.tenantId, log },
      (take) =>
        streamListings(database, session.tenantId, query, (rows) => take(rows.map(cellsOf))),
      { name: 'products', headers: noStoreHeaders },
      writer,
    );
    return undefined;
  });
}
