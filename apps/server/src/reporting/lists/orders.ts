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
  type Platform,
} from '@seller-connect/contract';
import type { Database, TenantTransaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { toDecimal } from '../../platform/money.ts';
import { toSearchKey } from '../../platform/database/search-key.ts';
import { addDays } from '../../platform/calendar.ts';
import { overdueCutoff } from '../money/report-money.sql.ts';
import { validateDays } from '../metrics/period.ts';
import { parseShopIds, shopNotFound } from '../metrics/scope.ts';
import { toOrderSummary, type StoredOrder } from './order-rows.ts';
import type { SqlQuery } from '../query/query-sql.ts';
import { streamRows } from '../query/read-rows.ts';
import {
  newestOrdersSql,
  orderByNumberSql,
  ordersOfSkusSql,
  shopsOfScope,
  findSkuByIdStatement,
  findSkusByTerm,
  keptSkus,
  type OrdersSql,
  type ShopDayRange,
  type OrdersPart,
  type OrdersQuery,
  type SkuKey,
} from './orders.sql.ts';
import { allSalesSql, salesPageSql, salesTotalsSql, type SalesQuery } from './sales.sql.ts';

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
  validateDays(query);
  const page = query.page ?? 1;
  const pageSize = query.pageSize ?? 20;
  const { sort = '-time' } = query;
  const rows = await database.tenant(tenantId, async (tx) => {
    const scope = await shopDayRanges(tx, query);
    const namedSkus = await chosenSkus(tx, scope, query);
    const pageRequest = { page, pageSize, now, sort };
    const found = await readOrderPage(tx, scope, query, namedSkus, pageRequest);
    const product = namedSkus?.[0]?.name ?? null;
    // The total comes with the rows. A page beyond the last has no rows, so the total is read with the first page.
    if (found.length > 0 || page === 1) return { found, counted: found, product };
    return {
      found,
      counted: await readOrderPage(tx, scope, query, namedSkus, { ...pageRequest, page: 1 }),
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
  validateDays(query);
  const stages = await database.tenant(tenantId, async (tx) => {
    const scope = await shopDayRanges(tx, query);
    const namedSkus = await chosenSkus(tx, scope, query);
    const counts: OrderCounts['stages'] = [];
    for (const stage of OrderStage.enum) {
      const ofStage = { ...query, stage };
      const firstRow = { page: 1, pageSize: 1, now, sort: '-time' as const };
      const rows = await readOrderPage(tx, scope, ofStage, namedSkus, firstRow);
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

const searchTermOf = ({ search = '' }: OrderFilter) => search.trim();
const isSearch = (query: OrderFilter) => searchTermOf(query) !== '';

interface PageRequest {
  page: number;
  pageSize: number;
}

async function readOrderPage(
  tx: TenantTransaction,
  scope: readonly ShopDayRange[],
  query: OrderFilter,
  namedSkus: readonly NamedSku[] | null,
  { now, sort, ...pageRequest }: PageRequest & { now: Date; sort: OrderSort },
): Promise<OrderListRow[]> {
  const page = { size: limitOf(pageRequest), from: offsetOf(pageRequest), sort };
  const rows = await readOrders(tx, scope, query, namedSkus, {
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
  now = new Date(),
): Promise<OrderTotals> {
  validateDays(query);
  const rows = await database.tenant(tenantId, async (tx) => {
    const scope = await shopDayRanges(tx, query);
    const namedSkus = await chosenSkus(tx, scope, query);
    return readOrders(tx, scope, query, namedSkus, {
      part: 'totals',
      now,
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
  scope: readonly ShopDayRange[],
  query: OrderFilter,
  namedSkus: readonly NamedSku[] | null,
  { part, now, run, salesSql, countOf }: OrdersSource<Row>,
): Promise<Row[]> {
  const orders: OrdersQuery = { tenantId: tx.tenantId, scope, filter: query, part };
  if (isSearch(query)) {
    const numbered = await run(orderByNumberSql(orders, searchTermOf(query)));
    if (numbered.length > 0) return numbered;
  }
  const skus = await findSkus(tx, scope, query, namedSkus);
  if (skus?.length === 0) return [];
  if (isSalesQuery(query)) {
    return run({ name: '', ...salesSql(toSalesQuery(tx, scope, query, skus, now)) });
  }
  if (skus === null) return run(newestOrdersSql(orders));
  for (const ranges of growingDayRanges(scope)) {
    const rows = await run(ordersOfSkusSql({ ...orders, scope: ranges }, skus));
    if (ranges === scope || countOf(rows) > maxFoundOrders) return rows;
  }
  return [];
}

function toSalesQuery(
  tx: TenantTransaction,
  scope: readonly ShopDayRange[],
  query: OrderFilter,
  skus: readonly SkuKey[] | null,
  now: Date,
): SalesQuery {
  const { from = minDay, to = maxDay } = query;
  return {
    tenantId: tx.tenantId,
    shopIds: scope.map((shop) => shop.shopId),
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
  now = new Date(),
): Promise<void> {
  validateDays(query);
  await database.tenant(tenantId, async (tx) => {
    const scope = await shopDayRanges(tx, query);
    const orders: OrdersQuery = { tenantId, scope, filter: query, part: 'file' };
    const stream = async (plan: SqlQuery) => {
      for await (const rows of streamRows<FileOrder>(tx, plan)) await onRows(rows);
    };
    if (isSearch(query)) {
      const byNumber = orderByNumberSql(orders, searchTermOf(query));
      const [found] = await tx.query<FileOrder>(byNumber, byNumber.values);
      if (found) return stream(byNumber);
    }
    const named = await chosenSkus(tx, scope, query);
    const skus = await findSkus(tx, scope, query, named);
    if (skus?.length === 0) return undefined;
    if (isSalesQuery(query)) {
      return stream(allSalesSql(toSalesQuery(tx, scope, query, skus, now)));
    }
    return stream(skus === null ? newestOrdersSql(orders) : ordersOfSkusSql(orders, skus));
  });
}

type NamedSku = SkuKey & { name: string | null };

/** Returns the SKUs that the filter names, by their id or by the days in which they sold; null without such a filter. */
async function chosenSkus(
  tx: TenantTransaction,
  scope: readonly ShopDayRange[],
  { sku, also, from, to, alsoFrom, alsoTo, currency }: OrderFilter,
): Promise<NamedSku[] | null> {
  if (sku !== undefined) return findSkuById(tx, scope, sku);
  if (also === undefined || alsoFrom === undefined || alsoTo === undefined) return null;
  if (from === undefined || to === undefined) return null;
  const shopIds = scope.map((shop) => shop.shopId);
  const days = [from, to, alsoFrom, alsoTo];
  const values = [tx.tenantId, shopIds, currency ?? null, ...days, also === 'both'];
  return tx.query<NamedSku>(keptSkus, values);
}

function findSkuById(
  tx: TenantTransaction,
  scope: readonly ShopDayRange[],
  sku: string,
): Promise<NamedSku[]> {
  return tx.query<NamedSku>(findSkuByIdStatement, [
    tx.tenantId,
    scope.map((shop) => shop.shopId),
    sku,
  ]);
}

/**
 * Returns the SKUs that orders must contain one of: those `named`, those found by the search term, or their
 * intersection; null for any.
 */
async function findSkus(
  tx: TenantTransaction,
  scope: readonly ShopDayRange[],
  query: OrderFilter,
  named: readonly NamedSku[] | null,
): Promise<readonly SkuKey[] | null> {
  if (!isSearch(query)) return named;
  const searchTerm = searchTermOf(query);
  const shopIds = scope.map((shop) => shop.shopId);
  const values = [tx.tenantId, shopIds, toSearchKey(searchTerm), searchTerm];
  const found = await tx.query<SkuKey>(findSkusByTerm, values);
  if (!named) return found;
  return found.filter((each) =>
    named.some((one) => one.shopId === each.shopId && one.skuKey === each.skuKey),
  );
}

const offsetOf = ({ page, pageSize }: PageRequest) =>
  Math.min((page - 1) * pageSize, maxCountedOrders);
/** Rows beyond the counted maximum are not shown. */
const limitOf = (pageRequest: PageRequest) =>
  Math.min(pageRequest.pageSize, maxCountedOrders - offsetOf(pageRequest));

interface ScopeRow {
  shopId: string;
  platform: Platform;
  timeZone: string;
  lastDay: string | null;
}

const [minDay, maxDay] = ['1971-01-01', '2199-12-31'];

async function shopDayRanges(tx: TenantTransaction, query: OrderFilter): Promise<ShopDayRange[]> {
  const ids = parseShopIds(query.shop ?? query.shops);
  const found = await tx.query<ScopeRow>(shopsOfScope, [tx.tenantId, ids]);
  if (found.length < ids.length) throw shopNotFound();
  const { platform } = query;
  const rows = found.filter((row) => platform === undefined || row.platform === platform);
  return rows.map((row) => {
    const { from = minDay, to = maxDay } = query;
    const last = row.lastDay ?? minDay;
    const [shopId, timeZone] = [row.shopId, row.timeZone];
    return { shopId, timeZone, from, to, lastDay: last < to ? last : to };
  });
}

/**
 * Days before the last day that a search by SKU covers in its first steps. A SKU that sells every hour reaches the
 * counted maximum within a few days; one that sells once a year has few orders in any range.
 */
const searchStepDays = [0, 1, 4, 16, 64];

/** Yields growing parts of the range that end with its last day, then the whole range. */
function* growingDayRanges(scope: readonly ShopDayRange[]): Generator<readonly ShopDayRange[]> {
  const lastDay = scope.reduce((last, shop) => (shop.lastDay > last ? shop.lastDay : last), '');
  for (const days of lastDay === '' ? [] : searchStepDays) {
    const first = addDays(lastDay, -days);
    if (scope.every((shop) => shop.from >= first)) break;
    yield scope.map((shop) => ({ ...shop, from: shop.from > first ? shop.from : first }));
  }
  yield scope;
}
