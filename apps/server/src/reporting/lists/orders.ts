import {
  isOfSales,
  mostCountedOrders,
  mostFoundOrders,
  type OrderFilter,
  type OrderList,
  type OrderQuery,
  type Platform,
} from '@seller-connect/contract';
import type { Database, Statement, TenantTransaction } from '../../platform/database/database.ts';
import { searchKey } from '../../platform/database/search-key.ts';
import { addDays, startOfDay } from '../../platform/calendar.ts';
import { overdueBefore } from '../money/overdue.ts';
import { checkDays } from '../metrics/period.ts';
import { shopNotFound } from '../metrics/scope.ts';
import { headOf, type StoredOrder } from './order-rows.ts';
import { everyRow } from '../query/read-rows.ts';
import {
  everyOrder,
  everyOrderByNumber,
  everyOrderOfProducts,
  listAll,
  listByNumber,
  listOfProducts,
  narrowingOf,
  shopsOfScope,
  skuOfId,
  skusOfWords,
} from './orders.sql.ts';
import { everySale, salesPage, type SalesQuestion } from './sales.sql.ts';

interface Row extends StoredOrder {
  found: bigint;
  products: string[];
  product_count: number;
}

/**
 * Orders that were read, the newest first.
 * @throws Problem 404 for a shop that is not the tenant's, 400 for days that cannot be used.
 */
export async function listOrders(
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  query: OrderQuery,
  now = new Date(),
): Promise<OrderList> {
  checkDays(query);
  const page = query.page ?? 1;
  const pageSize = query.pageSize ?? 20;
  const rows = await database.tenant(tenantId, async (tx) => {
    const scope = await scopeOf(tx, query);
    const named = query.sku === undefined ? null : await productOf(tx, scope, query.sku);
    const place = { page, pageSize, now };
    const found = await read(tx, scope, query, named, place);
    const product = named?.[0]?.name ?? null;
    // The count comes with the rows: that of a page beyond the last one comes with the first.
    if (found.length > 0 || page === 1) return { found, counted: found, product };
    return { found, counted: await read(tx, scope, query, named, { ...place, page: 1 }), product };
  });
  const total = Number(rows.counted[0]?.found ?? 0n);
  const most = isSearch(query) ? mostFoundOrders : mostCountedOrders;
  return {
    items: rows.found.map((row) => ({
      ...headOf(row),
      products: row.products,
      productCount: row.product_count,
    })),
    total: Math.min(total, most),
    more: total > most,
    page,
    pageSize,
    product: rows.product,
  };
}

const wordsOf = ({ search = '' }: OrderFilter) => search.trim();
const isSearch = (query: OrderFilter) => wordsOf(query) !== '';

/** Where a page is in the whole list. */
interface Place {
  page: number;
  pageSize: number;
}

async function read(
  tx: TenantTransaction,
  scope: readonly ShopSpan[],
  query: OrderQuery,
  named: readonly NamedSku[] | null,
  place: Place & { now: Date },
): Promise<Row[]> {
  const values = valuesOf(tx.tenantId, scope, query, place);
  const narrowing = narrowingOf(query);
  if (isSearch(query)) {
    const numbered = await tx.query<Row>(listByNumber, [...values, wordsOf(query)]);
    if (numbered.length > 0) return numbered;
  }
  const skus = await skusOf(tx, scope, query, named);
  if (skus?.length === 0) return [];
  if (isOfSales(query)) {
    const { text, values: given } = salesPage(salesOf(tx, scope, query, skus, place.now), {
      size: sizeOf(place),
      from: firstOf(place),
      most: isSearch(query) ? mostFoundOrders : mostCountedOrders,
    });
    return tx.query<Row>({ name: '', text }, given);
  }
  if (skus === null) return tx.query<Row>(listAll[narrowing], values);
  for (const spans of lookingBack(scope)) {
    const rows = await tx.query<Row>(listOfProducts[narrowing], [
      ...valuesOf(tx.tenantId, spans, query, place),
      ...productValues(spans, skus),
    ]);
    if (spans === scope || (rows[0]?.found ?? 0n) > mostFoundOrders) return rows;
  }
  return [];
}

function salesOf(
  tx: TenantTransaction,
  scope: readonly ShopSpan[],
  query: OrderFilter,
  skus: readonly FoundSku[] | null,
  now: Date,
): SalesQuestion {
  const { from = firstOfAll, to = lastOfAll } = query;
  return {
    tenantId: tx.tenantId,
    shopIds: scope.map((shop) => shop.shopId),
    from,
    to,
    filter: query,
    overdueBefore: overdueBefore(now),
    skus,
  };
}

/** An order as files have it. */
export interface FileOrder extends StoredOrder {
  created_day: string;
  committed_day: string | null;
  payment_method: string;
  products: string[] | null;
}

/**
 * Gives every order that the list would show to `take`, shop by shop, however many they are.
 * @throws Problem as `listOrders` does.
 */
export async function readEveryOrder(
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  query: OrderFilter,
  take: (rows: FileOrder[]) => Promise<void>,
  now = new Date(),
): Promise<void> {
  checkDays(query);
  await database.tenant(tenantId, async (tx) => {
    const scope = await scopeOf(tx, query);
    const values = valuesOf(tenantId, scope, query, null);
    const narrowing = narrowingOf(query);
    const every = async ({ text }: Statement, more: unknown[] = []) => {
      const plan = { text, values: [...values, ...more] };
      for await (const rows of everyRow<FileOrder>(tx, plan)) await take(rows);
    };
    if (isSearch(query)) {
      const numbered = [...values, wordsOf(query)];
      const [found] = await tx.query<FileOrder>(everyOrderByNumber, numbered);
      if (found) return every(everyOrderByNumber, [wordsOf(query)]);
    }
    const named = query.sku === undefined ? null : await productOf(tx, scope, query.sku);
    const skus = await skusOf(tx, scope, query, named);
    if (skus?.length === 0) return undefined;
    if (isOfSales(query)) {
      const plan = everySale(salesOf(tx, scope, query, skus, now));
      for await (const rows of everyRow<FileOrder>(tx, plan)) await take(rows);
      return undefined;
    }
    if (skus === null) return every(everyOrder[narrowing]);
    return every(everyOrderOfProducts[narrowing], productValues(scope, skus));
  });
}

interface FoundSku {
  shop_id: string;
  sku_key: string;
}

type NamedSku = FoundSku & { name: string };

function productOf(
  tx: TenantTransaction,
  scope: readonly ShopSpan[],
  sku: string,
): Promise<NamedSku[]> {
  return tx.query<NamedSku>(skuOfId, [tx.tenantId, scope.map((shop) => shop.shopId), sku]);
}

/** The products that orders have to hold one of: those `named`, found by words, or both; null for any. */
async function skusOf(
  tx: TenantTransaction,
  scope: readonly ShopSpan[],
  query: OrderFilter,
  named: readonly NamedSku[] | null,
): Promise<readonly FoundSku[] | null> {
  if (!isSearch(query)) return named;
  const words = wordsOf(query);
  const shopIds = scope.map((shop) => shop.shopId);
  const values = [tx.tenantId, shopIds, searchKey(words), words];
  const found = await tx.query<FoundSku>(skusOfWords, values);
  if (!named) return found;
  return found.filter((each) =>
    named.some((one) => one.shop_id === each.shop_id && one.sku_key === each.sku_key),
  );
}

/** What a statement about products takes after what all take. */
function productValues(scope: readonly ShopSpan[], skus: readonly FoundSku[]): unknown[] {
  return [
    skus.map((sku) => sku.sku_key),
    skus.map((sku) => sku.shop_id),
    scope.map((shop) => shop.from),
    scope.map((shop) => addDays(shop.to, longestPayment)),
  ];
}

function valuesOf(
  tenantId: string,
  scope: readonly ShopSpan[],
  query: OrderFilter,
  place: Place | null,
): unknown[] {
  return [
    tenantId,
    scope.map((shop) => shop.shopId),
    scope.map((shop) => startOfDay(shop.from, shop.timeZone)),
    scope.map((shop) => startOfDay(addDays(shop.to, 1), shop.timeZone)),
    query.stage ?? null,
    query.odd ?? false,
    place ? sizeOf(place) : null,
    place ? firstOf(place) : 0,
  ];
}

const firstOf = ({ page, pageSize }: Place) => Math.min((page - 1) * pageSize, mostCountedOrders);
/** Nothing is shown beyond what is counted. */
const sizeOf = (place: Place) => Math.min(place.pageSize, mostCountedOrders - firstOf(place));

/** A shop with the days of its calendar that are asked about, both included. */
interface ShopSpan {
  shopId: string;
  timeZone: string;
  from: string;
  to: string;
  /** The last of them with an order. */
  lastDay: string;
}

interface ScopeRow {
  shop_id: string;
  platform: Platform;
  time_zone: string;
  last_day: string | null;
}

const [firstOfAll, lastOfAll] = ['1971-01-01', '2199-12-31'];

async function scopeOf(tx: TenantTransaction, query: OrderFilter): Promise<ShopSpan[]> {
  const found = await tx.query<ScopeRow>(shopsOfScope, [tx.tenantId, query.shop ?? null]);
  if (query.shop !== undefined && found.length === 0) throw shopNotFound();
  const { platform } = query;
  const rows = found.filter((row) => platform === undefined || row.platform === platform);
  return rows.map((row) => {
    const { from = firstOfAll, to = lastOfAll } = query;
    const last = row.last_day ?? firstOfAll;
    const [shopId, timeZone] = [row.shop_id, row.time_zone];
    return { shopId, timeZone, from, to, lastDay: last < to ? last : to };
  });
}

/**
 * Days before the last one that are looked through for products at first: for what is sold every hour a few days hold
 * more than is counted, and what is sold once a year has little in all of them.
 */
const fewDays = [0, 1, 4, 16, 64];
/** Nobody pays later than so many days after ordering. */
const longestPayment = 31;

/** Ever longer parts of the scope that end where it ends, then the scope itself. */
function* lookingBack(scope: readonly ShopSpan[]): Generator<readonly ShopSpan[]> {
  const lastDay = scope.reduce((last, shop) => (shop.lastDay > last ? shop.lastDay : last), '');
  for (const days of lastDay === '' ? [] : fewDays) {
    const first = addDays(lastDay, -days);
    if (scope.every((shop) => shop.from >= first)) break;
    yield scope.map((shop) => ({ ...shop, from: shop.from > first ? shop.from : first }));
  }
  yield scope;
}
