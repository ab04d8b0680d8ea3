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

/** A stored listing with its shop. */
export interface StoredListing extends Omit<
  Listing,
  'price' | 'specialPrice' | 'changedAt' | 'goneAt'
> {
  priceE4: bigint;
  specialPriceE4: bigint | null;
  changedAt: Date;
  goneAt: Date | null;
}

type Listing = ListingPage['items'][number];

const byName = 'l.name collate "vi-x-icu"';
const byPrice = 'coalesce(l.special_price_e4, l.price_e4)';
const orderSql: Record<ListingSort, string> = {
  name: byName,
  '-name': `${byName} desc`,
  price: byPrice,
  '-price': `${byPrice} desc`,
  stock: 'l.stock nulls last',
  '-stock': 'l.stock desc nulls last',
  changedAt: 'l.version_at',
  '-changedAt': 'l.version_at desc',
};

/** The filters of `ListingQuery`, in $2 to $5. */
const filterSql = `
  l.tenant_id = $1 and ($2::uuid is null or l.shop_id = $2)
    and (not $3::boolean or (l.stock = 0 and l.deleted_at is null))
    and ($4 = '' or lower(l.seller_sku) = lower($4) or l.item_id = $4 or l.sku_key = $4
         or strpos(coalesce(l.name_key, reporting.search_key(l.name)), $5) > 0)`;

const countListings = sql(
  'reporting.count_listings',
  `select count(*) as found from reporting.listing l where ${filterSql}`,
);

/** One statement for each sort order: $6 rows from offset $7, or all rows if $6 is null. */
const listStatements = new Map<string, Statement>(
  Object.entries(orderSql).map(([sort, order]) => [
    sort,
    sql(
      `reporting.list_listings.${sort}`,
      `select l.shop_id, s.name as shop_name, s.platform, l.item_id, l.sku_key as sku_id, l.seller_sku, l.name,
              l.status, l.currency, l.price_e4, l.special_price_e4, l.stock, l.version_at as changed_at,
              l.deleted_at as gone_at, ${pictureUrlSql('l.shop_id', 'l.sku_key')} as picture
         from (select l.* from reporting.listing l where ${filterSql}
                order by ${order}, l.shop_id, l.item_id, l.sku_key limit $6::integer offset $7) as l
         join reporting.shop s on s.tenant_id = $1 and s.shop_id = l.shop_id
        order by ${order}, l.shop_id, l.item_id, l.sku_key`,
    ),
  ]),
);

function listStatement({ sort = 'name' }: ListingFilter): Statement {
  const statement = listStatements.get(sort);
  if (!statement) throw new Error(`No order of listings is called ${sort}`);
  return statement;
}

function filterParameters(tenantId: string, query: ListingFilter): unknown[] {
  const wanted = query.search?.trim() ?? '';
  return [tenantId, query.shop ?? null, query.soldOut ?? false, wanted, toSearchKey(wanted)];
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
  const page = query.page ?? 1;
  const pageSize = query.pageSize ?? 20;
  const values = filterParameters(tenantId, query);
  const [[counted], rows] = await database.tenant(tenantId, (tx) =>
    Promise.all([
      tx.query<{ found: bigint }>(countListings, values),
      tx.query<StoredListing>(listStatement(query), [...values, pageSize, (page - 1) * pageSize]),
    ]),
  );
  return { items: rows.map(toListing), total: Number(counted?.found ?? 0n), page, pageSize };
}

function toListing({ priceE4, specialPriceE4, ...listing }: StoredListing): Listing {
  return {
    ...listing,
    price: toDecimal(priceE4),
    specialPrice: specialPriceE4 === null ? null : toDecimal(specialPriceE4),
    changedAt: listing.changedAt.toISOString(),
    goneAt: listing.goneAt?.toISOString() ?? null,
  };
}
