import type { RawResponses } from '@seller-connect/contract';
import type { TenantTransaction } from '../../platform/database/database.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Log } from '../../platform/log.ts';
import type { PictureLinks } from '../pictures/picture-links.ts';
import { linkPictures } from '../pictures/routes.ts';
import { boundedReads } from '../query/bounded-reads.ts';
import { chooseReads, type ReadDependencies } from '../query/report-reads.ts';
import { sendFile } from '../files/send-file.ts';
import { buildListingFile, buildOrderFile } from './list-files.ts';
import { listListings, streamListings } from './listings.ts';
import { listListingChanges } from '../stock/listing-changes.ts';
import { readListingStock } from '../stock/listing-stock.ts';
import { readOrderDetail } from './order-detail.ts';
import { readTodo } from './todo.ts';
import { countOrdersByStage, listOrders, streamOrders, sumOrders } from './orders.ts';

export interface ListDependencies extends ReadDependencies {
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
export function listRoutes(http: Http, dependencies: ListDependencies): void {
  const { database, log, pictures, readRawResponses } = dependencies;
  http.handle('listOrders', async (call) => {
    const reads = chooseReads(dependencies, call).database;
    const list = await listOrders(reads, call.session.tenantId, call.query);
    return { ...list, items: linkPictures(pictures, list.items) };
  });
  http.handle('countOrders', (call) =>
    countOrdersByStage(chooseReads(dependencies, call).database, call.session.tenantId, call.query),
  );
  http.handle('sumOrders', (call) =>
    sumOrders(chooseReads(dependencies, call).database, call.session.tenantId, call.query),
  );
  http.handle('readTodo', (call) =>
    readTodo(chooseReads(dependencies, call).database, call.session.tenantId),
  );
  http.handle('exportOrders', async ({ session, query, language, reply }) => {
    const reads = chooseReads(dependencies, { reply, session });
    const { writer, cellsOf } = buildOrderFile(query, language);
    await sendFile(
      { reply, tenantId: session.tenantId, log },
      (take) =>
        streamOrders(reads.database, session.tenantId, query, (rows) => take(rows.map(cellsOf))),
      { name: 'orders', headers: noStoreHeaders },
      writer,
    );
    return undefined;
  });
  http.handle('getOrder', async (call) => {
    const reads = chooseReads(dependencies, call).database;
    const order = await readOrderDetail(reads, call.session.tenantId, call.params);
    return { ...order, lines: linkPictures(pictures, order.lines) };
  });
  http.handle('orderAnswers', async ({ session, params: { shopId, orderId }, gone }) => {
    const items = await boundedReads(database, gone).tenant(session.tenantId, (tx) =>
      readRawResponses(tx, shopId, orderId),
    );
    return { items, total: items.length };
  });
  http.handle('listListings', async (call) => {
    const reads = chooseReads(dependencies, call).database;
    const page = await listListings(reads, call.session.tenantId, call.query);
    return { ...page, items: linkPictures(pictures, page.items) };
  });
  http.handle('readListingStock', (call) =>
    readListingStock(
      chooseReads(dependencies, call).database,
      call.session.tenantId,
      call.query,
      new Date(),
    ),
  );
  http.handle('listListingChanges', async (call) => ({
    items: await listListingChanges(
      chooseReads(dependencies, call).database,
      call.session.tenantId,
      call.query,
    ),
  }));
  http.handle('exportListings', async ({ session, query, language, reply }) => {
    const reads = chooseReads(dependencies, { reply, session });
    const { writer, cellsOf } = buildListingFile(query, language);
    await sendFile(
      { reply, tenantId: session.tenantId, log },
      (take) =>
        streamListings(reads.database, session.tenantId, query, (rows) => take(rows.map(cellsOf))),
      { name: 'products', headers: noStoreHeaders },
      writer,
    );
    return undefined;
  });
}
