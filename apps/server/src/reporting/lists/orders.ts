import {
  mostCountedOrders,
  mostFoundOrders,
  type OrderFilter,
  type OrderList,
  type OrderQuery,
  type Platform,
} from '@seller-connect/contract';
import type { Database, Statement, TenantTransaction } from '../../platform/database.ts';
import { searchKey } from '../../platform/search-key.ts';
import { addDays, startOfDay } from '../local-day.ts';
import { overdueBefore } from '../money/overdue.ts';
import { checkDays } from '../period.ts';
import { shopNotFound } from '../scope.ts';
import { headOf, type StoredOrder } from './order-rows.ts';
import { everyRow } from '../query/answers.ts';
import {
  everyOrder,
  everyOrderByNumber,
  everyOrderByPayout,
  everyOrderOfProducts,
  listAll,
  listByNumber,
  listByPayout,
  listOfProducts,
  narrowingOf,
  shopsOfScope,
  skusOfWords,
} from './orders.sql.ts';

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
    const found = await read(tx, scope, query, { page, pageSize, now });
    // The count comes with the rows: that of a page beyond the last one comes with the first.
    if (found.length > 0 || page === 1) return { found, counted: found };
    return { found, counted: await read(tx, scope, query, { page: 1, pageSize, now }) };
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
  place: Place & { now: Date },
): Promise<Row[]> {
  const values = valuesOf(tx.tenantId, scope, query, place);
  const narrowing = narrowingOf(query);
  if (isSearch(query)) {
    const numbered = await tx.query<Row>(listByNumber, [...values, wordsOf(query)]);
    if (numbered.length > 0) return numbered;
  }
  const skus = isSearch(query) ? await skusOf(tx, scope, query) : null;
  if (skus?.length === 0) return [];
  if (query.payout !== undefined) {
    return tx.query<Row>(listByPayout, [...values, ...payoutValues(query, place.now, skus)]);
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
    const skus = isSearch(query) ? await skusOf(tx, scope, query) : null;
    if (skus?.length === 0) return undefined;
    if (query.payout !== undefined) {
      return every(everyOrderByPayout, payoutValues(query, now, skus));
    }
    if (skus === null) return every(everyOrder[narrowing]);
    return every(everyOrderOfProducts[narrowing], productValues(scope, skus));
  });
}

interface FoundSku {
  shop_id: string;
  sku_key: string;
}

function skusOf(
  tx: TenantTransaction,
  scope: readonly ShopSpan[],
  query: OrderFilter,
): Promise<FoundSku[]> {
  const words = wordsOf(query);
  const shopIds = scope.map((shop) => shop.shopId);
  return tx.query<FoundSku>(skusOfWords, [tx.tenantId, shopIds, searchKey(words), words]);
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

/** What a statement about payouts takes after what all take. */
function payoutValues(query: OrderFilter, now: Date, skus: readonly FoundSku[] | null): unknown[] {
  return [
    query.payout,
    overdueBefore(now),
    query.from ?? '-infinity',
    query.to ?? 'infinity',
    skus?.map((sku) => sku.sku_key) ?? null,
    skus?.map((sku) => sku.shop_id) ?? null,
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
    place?.pageSize ?? null,
    place ? Math.min((place.page - 1) * place.pageSize, mostCountedOrders) : 0,
  ];
}

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
