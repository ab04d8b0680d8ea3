import type { RawResponses } from '@seller-connect/contract';
import type { TenantTransaction } from '../../platform/database/database.ts';
import type { Reads } from '../../platform/database/read-sources.ts';
import type { Call, Http } from '../../platform/http/http.ts';
import type { Log } from '../../platform/log.ts';
import type { PictureLinks } from '../pictures/picture-links.ts';
import { linkPictures } from '../pictures/routes.ts';
import {
  boundedReads,
  chooseReads,
  type ReadDependencies,
  type ReadRequest,
} from '../query/report-reads.ts';
import { sendFile } from '../files/send-file.ts';
import { buildListingFile, buildOrderFile, type ListFile } from './list-files.ts';
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

/** Registers the routes for orders, one order, listings, and files of the lists. */
export function listRoutes(http: Http, dependencies: ListDependencies): void {
  const { database, log, pictures, readRawResponses } = dependencies;
  const readsOf = (call: ReadRequest) => chooseReads(dependencies, call).database;
  const sendList = async <Row>(
    name: string,
    { reply, session }: Pick<Call<'exportOrders' | 'exportListings'>, 'reply' | 'session'>,
    { writer, cellsOf }: ListFile<Row>,
    stream: (reads: Reads, onRows: (rows: Row[]) => Promise<void>) => Promise<void>,
  ) => {
    const reads = readsOf({ reply, session });
    await sendFile(
      { reply, tenantId: session.tenantId, log },
      (take) => stream(reads, (rows) => take(rows.map(cellsOf))),
      { name, headers: { 'cache-control': 'no-store' } },
      writer,
    );
    return undefined;
  };

  http.handle('listOrders', async (call) => {
    const list = await listOrders(readsOf(call), call.session.tenantId, call.query);
    return { ...list, items: linkPictures(pictures, list.items) };
  });
  http.handle('countOrders', (call) =>
    countOrdersByStage(readsOf(call), call.session.tenantId, call.query),
  );
  http.handle('sumOrders', (call) => sumOrders(readsOf(call), call.session.tenantId, call.query));
  http.handle('readTodo', (call) => readTodo(readsOf(call), call.session.tenantId));
  http.handle('exportOrders', (call) =>
    sendList('orders', call, buildOrderFile(call.query, call.language), (reads, onRows) =>
      streamOrders(reads, call.session.tenantId, call.query, onRows),
    ),
  );
  http.handle('getOrder', async (call) => {
    const order = await readOrderDetail(readsOf(call), call.session.tenantId, call.params);
    return { ...order, lines: linkPictures(pictures, order.lines) };
  });
  http.handle('orderAnswers', async ({ session, params: { shopId, orderId }, gone }) => {
    const items = await boundedReads(database, gone).tenant(session.tenantId, (tx) =>
      readRawResponses(tx, shopId, orderId),
    );
    return { items, total: items.length };
  });
  http.handle('listListings', async (call) => {
    const page = await listListings(readsOf(call), call.session.tenantId, call.query);
    return { ...page, items: linkPictures(pictures, page.items) };
  });
  http.handle('readListingStock', (call) =>
    readListingStock(readsOf(call), call.session.tenantId, call.query, new Date()),
  );
  http.handle('listListingChanges', async (call) => ({
    items: await listListingChanges(readsOf(call), call.session.tenantId, call.query),
  }));
  http.handle('exportListings', (call) =>
    sendList('products', call, buildListingFile(call.query, call.language), (reads, onRows) =>
      streamListings(reads, call.session.tenantId, call.query, onRows),
    ),
  );
}
