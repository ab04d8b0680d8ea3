import type { CanonicalProduct } from '@seller-connect/partners';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import { searchKey } from '../../platform/database/search-key.ts';
import { seeProducts } from '../gone-products.ts';
import { storable, type Reading } from './canonical-rows.ts';
import { contentHashOf } from './version.ts';

const upsert = sql(
  'reporting.upsert_listings',
  `insert into reporting.listing as known (tenant_id, shop_id, item_id, sku_key, seller_sku, name, name_key, brand,
     status, currency, price_e4, special_price_e4, stock, version_at, observed_at, content_hash, mapping_version)
   select $1, $2, r.* from json_to_recordset($3::json) as r (
       item_id text, sku_key text, seller_sku text, name text, name_key text, brand text, status text, currency text,
       price_e4 bigint, special_price_e4 bigint, stock integer, version_at timestamptz,
       observed_at timestamptz, content_hash uuid, mapping_version integer)
   on conflict (tenant_id, shop_id, item_id, sku_key) do update set
     seller_sku = excluded.seller_sku, name = excluded.name, name_key = excluded.name_key, brand = excluded.brand,
     status = excluded.status,
     currency = excluded.currency, price_e4 = excluded.price_e4,
     special_price_e4 = excluded.special_price_e4, stock = excluded.stock,
     version_at = excluded.version_at, observed_at = excluded.observed_at,
     content_hash = excluded.content_hash, mapping_version = excluded.mapping_version
   where (excluded.version_at, excluded.mapping_version, excluded.observed_at, excluded.content_hash)
       > (known.version_at, known.mapping_version, known.observed_at, known.content_hash)
   returning (xmax = 0) as created`,
);

const largestAmountE4 = 10n ** 16n;
const largestStock = 2_147_483_647;

/**
 * Takes listings of one shop in, inside the caller's transaction; older or equal states change nothing.
 * Stock or a price that no store could hold is left out (`null`) or refuses the row.
 */
export async function applyProducts(
  tx: TenantTransaction,
  shopId: string,
  products: readonly CanonicalProduct[],
  reading: Reading,
): Promise<{ created: number; unusable: { itemId: string; reason: string }[] }> {
  const unusable: { itemId: string; reason: string }[] = [];
  const rows = new Map<string, object>();
  for (const product of products) {
    const prices = [product.priceE4, product.specialPriceE4 ?? 0n];
    if (prices.some((price) => price > largestAmountE4 || price < -largestAmountE4)) {
      unusable.push({ itemId: product.itemId, reason: 'a price is too large' });
      continue;
    }
    const stock = product.stock;
    const row = {
      item_id: product.itemId,
      sku_key: product.skuId,
      seller_sku: storable(product.sellerSku),
      name: storable(product.name),
      brand: product.brand === null ? null : storable(product.brand),
      status: storable(product.status),
      currency: product.currency,
      price_e4: product.priceE4.toString(),
      special_price_e4: product.specialPriceE4?.toString() ?? null,
      stock: stock !== null && Math.abs(stock) <= largestStock ? stock : null,
      version_at: product.updatedAt.toISOString(),
    };
    rows.set(`${product.itemId} ${product.skuId}`, {
      ...row,
      name_key: searchKey(row.name),
      observed_at: reading.observedAt.toISOString(),
      content_hash: contentHashOf(JSON.stringify(row)),
      mapping_version: reading.mappingVersion,
    });
  }
  if (rows.size === 0) return { created: 0, unusable };
  const written = await tx.query<{ created: boolean }>(upsert, [
    tx.tenantId,
    shopId,
    JSON.stringify([...rows.values()]),
  ]);
  await seeProducts(tx, shopId, products, reading.observedAt);
  return { created: written.filter((row) => row.created).length, unusable };
}
