import {
  isSalesQuery,
  maxCountedOrders,
  maxFoundOrders,
  maxSummedOrders,
  OrderStage,
  type OrderCountQuery,
  type OrderCounts,
  type OrderFilter,
  type OrderList,
  type OrderQuery,
  type OrderSort,
  type OrderTotals,
} from '@seller-connect/contract';
import type { Database, TenantTransaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { toDecimal } from '../../platform/money.ts';
import { overdueCutoff } from '../money/report-money.sql.ts';
import { toOrderSummary, type StoredOrder } from './order-rows.ts';
import type { SqlQuery } from '../query/query-sql.ts';
import { streamRows } from '../query/read-rows.ts';
import {
  findSkus,
  growingDayRanges,
  isSearch,
  maxDay,
  minDay,
  readOrderScope,
  searchTermOf,
  type OrderScope,
} from './order-scope.ts';
import {
  newestOrdersSql,
  orderByNumberSql,
  ordersOfSkusSql,
  type OrdersSql,
  type OrdersPart,
  type OrdersQuery,
  type SkuKey,
} from './orders.sql.ts';
import { allSalesSql, salesPageSql, salesTotalsSql, type SalesQuery } from './sales.sql.ts';
import { toPageRequest } from '../../platform/http/http.ts';

interface OrderListRow extends StoredOrder {
  found: bigint;
  products: string[];
  productCount: number;
  /** Address at the marketplace. */
  picture: string | null;
}

/**
 * Returns a page of orders, newest first by default.
 * @throws Problem 404 for a shop that is not the tenant's, 400 for invalid days and for too many orders to sort
 */
export async function listOrders(
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  query: OrderQuery,
  now = new Date(),
): Promise<OrderList> {
  const { page, pageSize } = toPageRequest(query);
  const { sort = '-time' } = query;
  const rows = await database.tenant(tenantId, async (tx) => {
    const scope = await readOrderScope(tx, query);
    const pageRequest = { page, pageSize, now, sort };
    const found = await readOrderPage(tx, scope, query, pageRequest);
    const product = scope.namedSkus?.[0]?.name ?? null;
    // The total comes with the rows. A page beyond the last has no rows, so the total is read with the first page.
    if (found.length > 0 || page === 1) return { found, counted: found, product };
    return {
      found,
      counted: await readOrderPage(tx, scope, query, { ...pageRequest, page: 1 }),
      product,
    };
  });
  return {
    ...countRows(rows.counted, query),
    items: rows.found.map((row) => ({
      ...toOrderSummary(row),
      products: row.products,
      productCount: row.productCount,
      picture: row.picture,
    })),
    page,
    pageSize,
    product: rows.product,
  };
}

/**
 * Counts the orders of each stage as `listOrders` counts them: from the index of the stage and up to the same maximum.
 * @throws Problem like `listOrders`
 */
export async function countOrdersByStage(
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  query: OrderCountQuery,
  now = new Date(),
): Promise<OrderCounts> {
  const stages = await database.tenant(tenantId, async (tx) => {
    const scope = await readOrderScope(tx, query);
    const counts: OrderCounts['stages'] = [];
    for (const stage of OrderStage.enum) {
      const ofStage = { ...query, stage };
      const firstRow = { page: 1, pageSize: 1, now, sort: '-time' as const };
      const rows = await readOrderPage(tx, scope, ofStage, firstRow);
      const { total, more } = countRows(rows, ofStage);
      counts.push({ stage, orders: total, more });
    }
    return counts;
  });
  return { stages };
}

/** Reads the count that comes with the rows of a page; `more` when there are more orders than are counted. */
function countRows(rows: readonly OrderListRow[], query: OrderFilter) {
  const total = Number(rows[0]?.found ?? 0n);
  const maxCounted = isSearch(query) ? maxFoundOrders : maxCountedOrders;
  return { total: Math.min(total, maxCounted), more: total > maxCounted };
}

interface PageRequest {
  page: number;
  pageSize: number;
}

const offsetOf = ({ page, pageSize }: PageRequest) =>
  Math.min((page - 1) * pageSize, maxCountedOrders);
/** Rows beyond the counted maximum are not shown. */
const limitOf = (pageRequest: PageRequest) =>
  Math.min(pageRequest.pageSize, maxCountedOrders - offsetOf(pageRequest));

async function readOrderPage(
  tx: TenantTransaction,
  scope: OrderScope,
  query: OrderFilter,
  { now, sort, ...pageRequest }: PageRequest & { now: Date; sort: OrderSort },
): Promise<OrderListRow[]> {
  const page = { size: limitOf(pageRequest), from: offsetOf(pageRequest), sort };
  const rows = await readOrders(tx, scope, query, {
    part: page,
    now,
    run: (statement) => tx.query<OrderListRow>(statement, statement.values),
    salesSql: (sales) => salesPageSql(sales, { ...page, maxFound: maxFoundOf(query) }),
    countOf: ([row]) => row?.found ?? 0n,
  });
  if ((rows[0]?.found ?? 0n) > maxSummedOrders) throw tooManyToSortProblem();
  return rows;
}

const tooManyToSortProblem = () =>
  new Problem(
    400,
    'too_many_to_sort',
    {
      vi: 'Có hơn 100.000 đơn nên chỉ sắp xếp được theo thời gian. Hãy chọn kỳ ngắn hơn hoặc một gian hàng.',
      en: 'There are more than 100,000 orders, which can only be sorted by time. Choose a shorter period or a shop.',
    },
    { maxOrders: maxSummedOrders },
  );

interface TotalsRow {
  currency: string;
  orders: bigint;
  units: bigint;
  gmvE4: bigint;
  netSalesE4: bigint;
  ofAll: bigint;
}

/**
 * Adds up all orders that `listOrders` lists for the filters, on whatever page they are.
 * @throws Problem like `listOrders`
 */
export async function sumOrders(
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  query: OrderFilter,
): Promise<OrderTotals> {
  const rows = await database.tenant(tenantId, async (tx) => {
    const scope = await readOrderScope(tx, query);
    return readOrders(tx, scope, query, {
      part: 'totals',
      now: new Date(),
      run: (statement) => tx.query<TotalsRow>(statement, statement.values),
      salesSql: (sales) => salesTotalsSql(sales, maxFoundOf(query)),
      countOf: ([row]) => row?.ofAll ?? 0n,
    });
  });
  if ((rows[0]?.ofAll ?? 0n) > (maxFoundOf(query) ?? maxSummedOrders)) return { totals: null };
  return {
    totals: rows.map(({ currency, orders, units, gmvE4, netSalesE4 }) => ({
      currency,
      orders: Number(orders),
      units: Number(units),
      gmv: toDecimal(gmvE4),
      netSales: toDecimal(netSalesE4),
    })),
  };
}

/** A search lists only so many of the newest orders; null for a list without a search. */
const maxFoundOf = (query: OrderFilter) => (isSearch(query) ? maxFoundOrders : null);

interface OrdersSource<Row> {
  part: OrdersPart;
  now: Date;
  run: (statement: OrdersSql) => Promise<Row[]>;
  salesSql: (sales: SalesQuery) => SqlQuery;
  /** The number of orders that were found, from the rows. */
  countOf: (rows: readonly Row[]) => bigint;
}

/** Reads a page or the sums of the orders: of the one with the searched number, of sales, of SKUs, or of all. */
async function readOrders<Row>(
  tx: TenantTransaction,
  scope: OrderScope,
  query: OrderFilter,
  { part, now, run, salesSql, countOf }: OrdersSource<Row>,
): Promise<Row[]> {
  const orders: OrdersQuery = { tenantId: tx.tenantId, shops: scope.shops, filter: query, part };
  if (isSearch(query)) {
    const numbered = await run(orderByNumberSql(orders, searchTermOf(query)));
    if (numbered.length > 0) return numbered;
  }
  const skus = await findSkus(tx, scope, query);
  if (skus?.length === 0) return [];
  if (isSalesQuery(query)) {
    return run({ name: '', ...salesSql(toSalesQuery(tx, scope, query, skus, now)) });
  }
  if (skus === null) return run(newestOrdersSql(orders));
  for (const shops of growingDayRanges(scope.shops)) {
    const rows = await run(ordersOfSkusSql({ ...orders, shops }, skus));
    if (shops === scope.shops || countOf(rows) > maxFoundOrders) return rows;
  }
  return [];
}

function toSalesQuery(
  tx: TenantTransaction,
  { shops }: OrderScope,
  query: OrderFilter,
  skus: readonly SkuKey[] | null,
  now: Date,
): SalesQuery {
  const { from = minDay, to = maxDay } = query;
  return {
    tenantId: tx.tenantId,
    shopIds: shops.map((shop) => shop.shopId),
    from,
    to,
    filter: query,
    overdueBefore: overdueCutoff(now),
    skus,
  };
}

/** An order as files list it. */
export interface FileOrder extends StoredOrder {
  createdDay: string;
  committedDay: string | null;
  paymentMethod: string;
  products: string[] | null;
}

/**
 * Passes every order that matches the query to `onRows`, shop by shop, without a limit.
 * @throws Problem like `listOrders`
 */
export async function streamOrders(
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  query: OrderFilter,
  onRows: (rows: FileOrder[]) => Promise<void>,
): Promise<void> {
  await database.tenant(tenantId, async (tx) => {
    const scope = await readOrderScope(tx, query);
    const orders: OrdersQuery = { tenantId, shops: scope.shops, filter: query, part: 'file' };
    const stream = async (plan: SqlQuery) => {
      for await (const rows of streamRows<FileOrder>(tx, plan)) await onRows(rows);
    };
    if (isSearch(query)) {
      const byNumber = orderByNumberSql(orders, searchTermOf(query));
      const [found] = await tx.query<FileOrder>(byNumber, byNumber.values);
      if (found) return stream(byNumber);
    }
    const skus = await findSkus(tx, scope, query);
    if (skus?.length === 0) return undefined;
    if (isSalesQuery(query)) {
      return stream(allSalesSql(toSalesQuery(tx, scope, query, skus, new Date())));
    }
    return stream(skus === null ? newestOrdersSql(orders) : ordersOfSkusSql(orders, skus));
  });
}
