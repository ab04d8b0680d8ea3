import type { PriceFilter, PriceSort } from '@seller-connect/contract';
import { sql, type Statement, type TenantTransaction } from '../platform/database/database.ts';
import { normalizeText, toSearchKey } from '../platform/database/search-key.ts';
import type { PricedProduct } from './price-rules.ts';

export interface StoredPrice extends PricedProduct {
  currency: string;
  validFrom: string;
  version: number;
  updatedAt: Date;
}

const columns =
  'sku, name, brand_code, list_e4, floor_e4, currency, valid_from, version, updated_at';

// $2 is the search key, $3 the brand code; an empty string matches all.
const matchCondition = `from pricing.price where tenant_id = $1
  and ($2 = '' or strpos(name_key, $2) > 0 or strpos(lower(sku), $2) > 0)
  and ($3 = '' or brand_code = $3)`;

// $4 is the search term with its diacritics. Exact matches come first in any sort order.
const relevanceOrder = `case
  when $2 = '' or lower(name collate "vi-x-icu") = $4 or lower(sku) = $4 then 0
  when strpos(lower(name collate "vi-x-icu"), $4) > 0 then 1
  when name_key = $2 then 2
  else 3 end`;

// $5 contains the brand codes in the order of the brands' names, which this domain does not store.
const byName = 'name collate "vi-x-icu", sku';
const sortOrders: Record<PriceSort, string> = {
  name: byName,
  '-name': 'name collate "vi-x-icu" desc, sku desc',
  sku: 'sku',
  '-sku': 'sku desc',
  brand: `array_position($5::text[], brand_code), ${byName}`,
  '-brand': `array_position($5::text[], brand_code) desc, ${byName}`,
  listPrice: 'list_e4, sku',
  '-listPrice': 'list_e4 desc, sku',
  floorPrice: 'floor_e4, sku',
  '-floorPrice': 'floor_e4 desc, sku',
  validFrom: 'valid_from, sku',
  '-validFrom': 'valid_from desc, sku',
};

const listStatements = new Map<string, Statement>(
  Object.entries(sortOrders).map(([sort, order]) => [
    sort,
    sql(
      `pricing.list_prices.${sort}`,
      // References $5 in every statement, because PostgreSQL must know the type of an unused parameter.
      `select ${columns} ${matchCondition} and $5::text[] is not null
       order by ${relevanceOrder}, ${order} limit $6 offset $7`,
    ),
  ]),
);
const countStatement = sql(
  'pricing.count_prices',
  `select count(*)::int as total ${matchCondition}`,
);
const findStatement = sql(
  'pricing.find_prices',
  `select ${columns} from pricing.price where tenant_id = $1 and sku = any($2::text[]) order by sku`,
);
// In SKU order, so that concurrent bulk changes wait for each other instead of deadlocking.
const lockStatement = sql(
  'pricing.lock_prices',
  `select ${columns} from pricing.price where tenant_id = $1 and sku = any($2::text[])
   order by sku for update`,
);
const countBrandsStatement = sql(
  'pricing.count_brands',
  `select brand_code as code, count(*)::int as products from pricing.price
   where tenant_id = $1 group by brand_code`,
);
const insertStatement = sql(
  'pricing.insert_price',
  `insert into pricing.price (tenant_id, sku, name, name_key, brand_code, list_e4, floor_e4, currency,
     valid_from, version, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, 'VND', $8, 1, $9, $9) on conflict do nothing returning ${columns}`,
);
const updateStatement = sql(
  'pricing.update_prices',
  `update pricing.price p set name = n.name, name_key = n.name_key, brand_code = n.brand_code,
     list_e4 = n.list_e4, floor_e4 = n.floor_e4, version = p.version + 1, updated_at = $8,
     valid_from = case when p.list_e4 = n.list_e4 and p.floor_e4 = n.floor_e4
       then p.valid_from else $9::date end
   from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[])
     as n (sku, name, name_key, brand_code, list_e4, floor_e4)
   where p.tenant_id = $1 and p.sku = n.sku`,
);

/** Returns one range of the matching prices, and the total number of matches. */
export async function listPrices(
  tx: TenantTransaction,
  query: PriceFilter & { sort?: PriceSort },
  brandOrder: readonly string[],
  range: { limit: number; offset: number },
): Promise<{ items: StoredPrice[]; total: number }> {
  const statement = listStatements.get(query.sort ?? 'name');
  if (!statement) throw new Error(`Prices cannot be sorted by ${query.sort}`);
  const searchText = normalizeText(query.search ?? '').toLowerCase();
  const filter = [tx.tenantId, toSearchKey(searchText), (query.brand ?? '').trim().toUpperCase()];
  const [items, [counted]] = await Promise.all([
    tx.query<StoredPrice>(statement, [
      ...filter,
      searchText,
      brandOrder,
      range.limit,
      range.offset,
    ]),
    tx.query<{ total: number }>(countStatement, filter),
  ]);
  return { items, total: counted?.total ?? 0 };
}

/** Returns the prices in SKU order. Unknown SKUs are omitted. */
export async function findPrices(
  tx: TenantTransaction,
  skus: readonly string[],
): Promise<StoredPrice[]> {
  return tx.query<StoredPrice>(findStatement, [tx.tenantId, skus]);
}

/** Returns the prices in SKU order, locked until the transaction ends. */
export async function lockPrices(
  tx: TenantTransaction,
  skus: readonly string[],
): Promise<StoredPrice[]> {
  return tx.query<StoredPrice>(lockStatement, [tx.tenantId, skus]);
}

/** Counts the products per brand. */
export async function countBrands(tx: TenantTransaction): Promise<Map<string, number>> {
  const rows = await tx.query<{ code: string; products: number }>(countBrandsStatement, [
    tx.tenantId,
  ]);
  return new Map(rows.map((row) => [row.code, row.products]));
}

/** Inserts a price. Returns null if the SKU exists. */
export async function insertPrice(
  tx: TenantTransaction,
  product: PricedProduct,
  { at, today }: { at: Date; today: string },
): Promise<StoredPrice | null> {
  const { sku, name, brandCode, listE4, floorE4 } = product;
  const values = [tx.tenantId, sku, name, toSearchKey(name), brandCode, listE4, floorE4, today, at];
  const [row] = await tx.query<StoredPrice>(insertStatement, values);
  return row ?? null;
}

/** Updates locked prices. A price is valid from the day of its last change. */
export async function updatePrices(
  tx: TenantTransaction,
  products: readonly PricedProduct[],
  { at, today }: { at: Date; today: string },
): Promise<void> {
  const changed = await tx.execute(updateStatement, [
    tx.tenantId,
    products.map((each) => each.sku),
    products.map((each) => each.name),
    products.map((each) => toSearchKey(each.name)),
    products.map((each) => each.brandCode),
    products.map((each) => each.listE4),
    products.map((each) => each.floorE4),
    at,
    today,
  ]);
  if (changed !== products.length) throw new Error('A price was locked and is not there');
}
