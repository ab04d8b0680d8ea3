import type { OrderFilter, Platform } from '@seller-connect/contract';
import { addDays } from '../../platform/calendar.ts';
import type { TenantTransaction } from '../../platform/database/database.ts';
import { toSearchKey } from '../../platform/database/search-key.ts';
import { validateDays } from '../metrics/period.ts';
import { parseShopIds, shopNotFoundProblem } from '../metrics/scope.ts';
import {
  findSkuByIdStatement,
  findSkusByTerm,
  keptSkus,
  shopsOfScope,
  type ShopDayRange,
  type SkuKey,
} from './orders.sql.ts';

/** The shops and days of a filter, and the SKUs that it names by their id or by the days in which they sold. */
export interface OrderScope {
  shops: readonly ShopDayRange[];
  /** Null if the filter names none. */
  namedSkus: readonly NamedSku[] | null;
}

type NamedSku = SkuKey & { name: string | null };

/** @throws Problem 404 for a shop that is not the tenant's, 400 for invalid days */
export async function readOrderScope(
  tx: TenantTransaction,
  filter: OrderFilter,
): Promise<OrderScope> {
  validateDays(filter);
  const shops = await readShopDays(tx, filter);
  return { shops, namedSkus: await findNamedSkus(tx, shops, filter) };
}

interface ShopRow {
  shopId: string;
  platform: Platform;
  timeZone: string;
  lastDay: string | null;
}

export const [minDay, maxDay] = ['1971-01-01', '2199-12-31'];

async function readShopDays(tx: TenantTransaction, filter: OrderFilter): Promise<ShopDayRange[]> {
  const { platform, from = minDay, to = maxDay } = filter;
  const ids = parseShopIds(filter.shop ?? filter.shops);
  const found = await tx.query<ShopRow>(shopsOfScope, [tx.tenantId, ids]);
  if (found.length < ids.length) throw shopNotFoundProblem();
  return found
    .filter((row) => platform === undefined || row.platform === platform)
    .map(({ shopId, timeZone, lastDay }) => {
      const last = lastDay ?? minDay;
      return { shopId, timeZone, from, to, lastDay: last < to ? last : to };
    });
}

async function findNamedSkus(
  tx: TenantTransaction,
  shops: readonly ShopDayRange[],
  { sku, also, from, to, alsoFrom, alsoTo, currency }: OrderFilter,
): Promise<NamedSku[] | null> {
  const shopIds = shops.map((shop) => shop.shopId);
  if (sku !== undefined) {
    return tx.query<NamedSku>(findSkuByIdStatement, [tx.tenantId, shopIds, sku]);
  }
  if (also === undefined || alsoFrom === undefined || alsoTo === undefined) return null;
  if (from === undefined || to === undefined) return null;
  validateDays({ from: alsoFrom, to: alsoTo });
  const days = [from, to, alsoFrom, alsoTo];
  const values = [tx.tenantId, shopIds, currency ?? null, ...days, also === 'both'];
  return tx.query<NamedSku>(keptSkus, values);
}

/**
 * Returns the SKUs that orders must contain one of: the named ones, those found by the search term, or their
 * intersection; null for any.
 */
export async function findSkus(
  tx: TenantTransaction,
  { shops, namedSkus }: OrderScope,
  filter: OrderFilter,
): Promise<readonly SkuKey[] | null> {
  if (!isSearch(filter)) return namedSkus;
  const searchTerm = searchTermOf(filter);
  const shopIds = shops.map((shop) => shop.shopId);
  const values = [tx.tenantId, shopIds, toSearchKey(searchTerm), searchTerm];
  const found = await tx.query<SkuKey>(findSkusByTerm, values);
  return namedSkus ? intersectSkus(found, namedSkus) : found;
}

/** Returns the SKUs that are in both lists, which may have tens of thousands each. */
export function intersectSkus(skus: readonly SkuKey[], others: readonly SkuKey[]): SkuKey[] {
  const keyOf = ({ shopId, skuKey }: SkuKey) => `${shopId} ${skuKey}`;
  const otherKeys = new Set(others.map(keyOf));
  return skus.filter((one) => otherKeys.has(keyOf(one)));
}

export const searchTermOf = ({ search = '' }: OrderFilter) => search.trim();
export const isSearch = (filter: OrderFilter) => searchTermOf(filter) !== '';

/**
 * Days before the last day that a search by SKU covers in its first steps. A SKU that sells every hour reaches the
 * counted maximum within a few days; one that sells once a year has few orders in any range.
 */
const searchStepDays = [0, 1, 4, 16, 64];

/** Yields growing parts of the days that end with the last one, then all of them. */
export function* growingDayRanges(
  shops: readonly ShopDayRange[],
): Generator<readonly ShopDayRange[]> {
  const lastDay = shops.reduce((last, shop) => (shop.lastDay > last ? shop.lastDay : last), '');
  for (const days of lastDay === '' ? [] : searchStepDays) {
    const first = addDays(lastDay, -days);
    if (shops.every((shop) => shop.from >= first)) break;
    yield shops.map((shop) => ({ ...shop, from: shop.from > first ? shop.from : first }));
  }
  yield shops;
}
