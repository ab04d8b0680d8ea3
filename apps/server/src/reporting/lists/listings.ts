import type {
  ListingFilter,
  ListingPage,
  ListingQuery,
  ListingSort,
} from '@seller-connect/contract';
import { sql, type Database, type Statement } from '../../platform/database/database.ts';
import { toSearchKey } from '../../platform/database/search-key.ts';
import { toDecimal } from '../../platform/money.ts';
import { pictureUrlSql } from '../pictures/picture-store.ts';
import { streamRows } from '../query/read-rows.ts';
import { coverOf, coverSql, isLowSql, velocityOf, type StoredVelocity } from '../stock/cover.ts';
import { buyerPriceSql } from '../stock/listing-days.ts';
import { toPageRequest } from '../../platform/http/http.ts';

/** A stored listing with its shop. */
export interface StoredListing
  extends
    StoredVelocity,
    Omit<
      Listing,
      'price' | 'specialPrice' | 'changedAt' | 'goneAt' | 'daysOfCover' | 'coverMissing'
    > {
  priceE4: bigint;
  specialPriceE4: bigint | null;
  changedAt: Date;
  goneAt: Date | null;
}

type Listing = ListingPage['items'][number];

const byName = 'l.name collate "vi-x-icu"';
const orderSql: Record<ListingSort, string> = {
  name: byName,
  '-name': `${byName} desc`,
  price: buyerPriceSql,
  '-price': `${buyerPriceSql} desc`,
  stock: 'l.stock nulls last',
  '-stock': 'l.stock desc nulls last',
  cover: `${coverSql('l', 'v')} nulls last`,
  '-cover': `${coverSql('l', 'v')} desc nulls last`,
  changedAt: 'l.version_at',
  '-changedAt': 'l.version_at desc',
  sku: 'l.seller_sku',
  '-sku': 'l.seller_sku desc',
};

/** The filters of `ListingQuery`, in $2 to $5. */
const filterSql = `
  l.tenant_id = $1 and ($2::uuid is null or l.shop_id = $2)
    and (not $3::boolean or (l.stock = 0 and l.deleted_at is null))
    and ($4 = '' or lower(l.seller_sku) = lower($4) or l.item_id = $4 or l.sku_key = $4
         or strpos(coalesce(l.name_key, reporting.search_key(l.name)), $5) > 0)`;

const velocityJoin = `reporting.sales_velocity v on v.tenant_id = $1 and v.shop_id = l.shop_id
     and v.item_id = l.item_id and v.sku_key = l.sku_key`;

/** Low stock is found among the listings that sell, which are few among very many. */
const sources = {
  all: { from: 'reporting.listing l', where: filterSql },
  withVelocity: { from: `reporting.listing l left join ${velocityJoin}`, where: filterSql },
  low: {
    from: `reporting.listing l join ${velocityJoin}`,
    where: `${filterSql} and l.deleted_at is null and ${isLowSql('l', 'v')}`,
  },
};

/** Listings that are gone have no stock that counts. */
const countStatement = (name: string, { from, where }: { from: string; where: string }) =>
  sql(
    name,
    `select count(*) as found, coalesce(sum(l.stock) filter (where l.deleted_at is null), 0)::bigint as stock,
            count(*) filter (where l.stock is null and l.deleted_at is null) as stock_unknown
       from ${from} where ${where}`,
  );
const countListings = countStatement('reporting.count_listings', sources.all);
const countLowListings = countStatement('reporting.count_low_listings', sources.low);

/** $6 rows from offset $7, or all rows if $6 is null. */
function createListStatement(sort: ListingSort, lowStock: boolean): Statement {
  const order = orderSql[sort];
  const sortsByCover = sort === 'cover' || sort === '-cover';
  const { from, where } = sources[lowStock ? 'low' : sortsByCover ? 'withVelocity' : 'all'];
  return sql(
    `reporting.list_${lowStock ? 'low_' : ''}listings.${sort}`,
    `select l.shop_id, s.name as shop_name, s.platform, l.item_id, l.sku_key as sku_id, l.seller_sku, l.name,
            l.status, l.currency, l.price_e4, l.special_price_e4, l.stock, l.version_at as changed_at,
            l.deleted_at as gone_at, ${pictureUrlSql('l.shop_id', 'l.sku_key')} as picture,
            v.units as velocity_units, v.days as velocity_days
       from (select l.* from ${from} where ${where}
              order by ${order}, l.shop_id, l.item_id, l.sku_key limit $6::integer offset $7) as l
       join reporting.shop s on s.tenant_id = $1 and s.shop_id = l.shop_id
       left join ${velocityJoin}
      order by ${order}, l.shop_id, l.item_id, l.sku_key`,
  );
}

const listStatements = new Map<string, Statement>();

/** Returns the statement for a sort order, which is created once. */
function listStatement({ sort = 'name', lowStock = false }: ListingFilter): Statement {
  return listStatements.getOrInsertComputed(`${sort} ${lowStock}`, () =>
    createListStatement(sort, lowStock),
  );
}

function filterParameters(tenantId: string, query: ListingFilter): unknown[] {
  const search = query.search?.trim() ?? '';
  return [tenantId, query.shop ?? null, query.soldOut ?? false, search, toSearchKey(search)];
}

/** Passes every listing that matches the query to `onRows`, in its sort order. */
export async function streamListings(
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  query: ListingFilter,
  onRows: (rows: StoredListing[]) => Promise<void>,
): Promise<void> {
  const { text } = listStatement(query);
  const values = [...filterParameters(tenantId, query), null, 0];
  await database.tenant(tenantId, async (tx) => {
    for await (const rows of streamRows<StoredListing>(tx, { text, values })) await onRows(rows);
  });
}

/** Returns a page of listings, one row per SKU. */
export async function listListings(
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  query: ListingQuery,
): Promise<ListingPage> {
  const { page, pageSize } = toPageRequest(query);
  const values = filterParameters(tenantId, query);
  const [[counted], rows] = await database.tenant(tenantId, (tx) =>
    Promise.all([
      tx.query<ListingTotals>(query.lowStock ? countLowListings : countListings, values),
      tx.query<StoredListing>(listStatement(query), [...values, pageSize, (page - 1) * pageSize]),
    ]),
  );
  return {
    items: rows.map(toListing),
    total: Number(counted?.found ?? 0n),
    totals: {
      stock: Number(counted?.stock ?? 0n),
      stockUnknown: Number(counted?.stockUnknown ?? 0n),
    },
    page,
    pageSize,
  };
}

interface ListingTotals {
  found: bigint;
  stock: bigint;
  stockUnknown: bigint;
}

function toListing(row: StoredListing): Listing {
  const { priceE4, specialPriceE4, velocityUnits: _units, velocityDays: _days, ...listing } = row;
  return {
    ...listing,
    ...coverOf(row.stock, velocityOf(row)),
    price: toDecimal(priceE4),
    specialPrice: specialPriceE4 === null ? null : toDecimal(specialPriceE4),
    changedAt: listing.changedAt.toISOString(),
    goneAt: listing.goneAt?.toISOString() ?? null,
  };
}
