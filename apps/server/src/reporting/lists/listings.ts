import type { ListingList, ListingQuery, ListingSort, Platform } from '@seller-connect/contract';
import { sql, type Database, type Statement } from '../../platform/database.ts';
import { searchKey } from '../../platform/search-key.ts';
import { toDecimal } from '../amount.ts';

interface Row {
  shop_id: string;
  shop_name: string;
  platform: Platform;
  item_id: string;
  sku_key: string;
  seller_sku: string;
  name: string;
  status: string;
  currency: string;
  price_e4: bigint;
  special_price_e4: bigint | null;
  stock: number | null;
  version_at: Date;
  deleted_at: Date | null;
  found: bigint;
}

const byName = 'l.name collate "vi-x-icu"';
const byPrice = 'coalesce(l.special_price_e4, l.price_e4)';
const orders: Record<ListingSort, string> = {
  name: byName,
  '-name': `${byName} desc`,
  price: byPrice,
  '-price': `${byPrice} desc`,
  stock: 'l.stock nulls last',
  '-stock': 'l.stock desc nulls last',
  changedAt: 'l.version_at',
  '-changedAt': 'l.version_at desc',
};

const lists = new Map<string, Statement>(
  Object.entries(orders).map(([sort, order]) => [
    sort,
    sql(
      `reporting.list_listings.${sort}`,
      `select l.shop_id, s.name as shop_name, s.platform, l.item_id, l.sku_key, l.seller_sku, l.name, l.status,
              l.currency, l.price_e4, l.special_price_e4, l.stock, l.version_at, l.deleted_at,
              count(*) over () as found
         from reporting.listing l
         join reporting.shop s on s.tenant_id = $1 and s.shop_id = l.shop_id
        where l.tenant_id = $1 and ($2::uuid is null or l.shop_id = $2)
          and (not $3::boolean or (l.stock = 0 and l.deleted_at is null))
          and ($4 = '' or lower(l.seller_sku) = lower($4) or l.item_id = $4 or l.sku_key = $4
               or strpos(reporting.search_key(l.name), $5) > 0)
        order by ${order}, l.shop_id, l.item_id, l.sku_key limit $6 offset $7`,
    ),
  ]),
);

/** Products as the marketplaces offer them, one row per SKU. */
export async function listListings(
  database: Pick<Database, 'tenantRead'>,
  tenantId: string,
  query: ListingQuery,
): Promise<ListingList> {
  const statement = lists.get(query.sort ?? 'name');
  if (!statement) throw new Error(`No order of listings is called ${query.sort}`);
  const page = query.page ?? 1;
  const pageSize = query.pageSize ?? 20;
  const wanted = query.search?.trim() ?? '';
  const read = (number: number) =>
    database.tenantRead<Row>(tenantId, statement, [
      tenantId,
      query.shop ?? null,
      query.soldOut ?? false,
      wanted,
      searchKey(wanted),
      pageSize,
      (number - 1) * pageSize,
    ]);
  const rows = await read(page);
  // The count comes with the rows: that of a page beyond the last one comes with the first.
  const total = Number((rows[0] ?? (page > 1 ? (await read(1))[0] : undefined))?.found ?? 0n);
  return { items: rows.map(listingOf), total, page, pageSize };
}

function listingOf(row: Row): ListingList['items'][number] {
  return {
    shopId: row.shop_id,
    shopName: row.shop_name,
    platform: row.platform,
    itemId: row.item_id,
    skuId: row.sku_key,
    sellerSku: row.seller_sku,
    name: row.name,
    status: row.status,
    currency: row.currency,
    price: toDecimal(row.price_e4),
    specialPrice: row.special_price_e4 === null ? null : toDecimal(row.special_price_e4),
    stock: row.stock,
    changedAt: row.version_at.toISOString(),
    goneAt: row.deleted_at?.toISOString() ?? null,
  };
}
